"""What the style sheets of a page, and the styles of its elements, come to for each element.

After css-cascade-5, css-nesting and mediaqueries: layers, importance, specificity, order. What is
shown on a screen or on paper counts as shown. Of rules that hold only sometimes (of a width, say),
or whose selectors are not known here, what hides is left out. Style sheets in other files are not
had. Knows elements and selectors.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from unlinkable_index.documents.shared.refused import refused
from unlinkable_index.documents.shared.trees.css import (
    NOTHING,
    Declaration,
    Declared,
    declarations,
    declared,
    held,
    of_style,
    words_of,
)
from unlinkable_index.documents.shared.trees.elements import name_of
from unlinkable_index.documents.shared.trees.hardened_xml import Element

_MEDIA = ("screen", "print")
_PSEUDO = {"before": "before", "marker": "before", "after": "behind"}


_MODERN = re.compile(
    r"(?:<!--.*?-->|\s)*<!doctype(?:\s+html)?(?:\s+public\s*[\"'](?!-//ietf|-//w3c//dtd html (?:3|"
    r"4\.0 )|-//w3o)|\s+system|\s*>)",
    re.DOTALL | re.IGNORECASE,
)


def is_quirky(page: str) -> bool:
    """Whether browsers read a page as those of old were written."""
    return _MODERN.match(page.removeprefix("\ufeff")) is None


@dataclass(frozen=True)
class _Where:
    """Where rules stand: for which media they are, in a layer, under conditions, in other rules."""

    media: frozenset[str] = frozenset(_MEDIA)
    layered: bool = False
    sometimes: bool = False
    inside: str = ""


@dataclass(frozen=True)
class _Rule:
    where: _Where
    declarations: tuple[Declaration, ...]


class Cascade:
    """The styles of the elements of the page ``root``, which stands in the file at ``path``."""

    def __init__(self, root: Element, path: Path, quirky: bool = False) -> None:
        """``quirky``: whether names count in small and in capital letters."""
        self._root, self._is_quirky = root, quirky
        self._sheets = list(_sheets(root, path))
        self.words: list[str] = []
        """What else they put on the page, beside all elements."""
        self._shows_more = False

    def of(self, element: Element) -> Declared:
        """What holds of an element."""
        if not self._sheets:
            style = element.get("style")
            return of_style(style) if style else NOTHING
        return self._styles.get(element, NOTHING)

    @property
    def shows_more(self) -> bool:
        """Whether rules that are not known here could show what is hidden."""
        return bool(self._sheets and self._styles is not None and self._shows_more)

    @cached_property
    def _styles(self) -> dict[Element, Declared]:
        import cssselect2  # only for pages with style sheets

        self._compile = cssselect2.compile_selector_list
        self._error = cssselect2.SelectorError
        self._matcher = cssselect2.Matcher()
        for text, where in self._sheets:
            self._add(_parsed(text), where)
        if self._is_quirky:
            for element in self._root.iter():
                for name in {"class", "id"} & set(element.attrib):
                    element.set(name, element.get(name, "").lower())
        tree = cssselect2.ElementWrapper.from_html_root(self._root)
        return {one.etree_element: self._of(one) for one in tree.iter_subtree()}

    def _add(self, rules: Any, where: _Where) -> None:
        import tinycss2

        for rule in rules:
            if rule.type == "qualified-rule":
                self._add_rule(rule, where)
            elif rule.type == "at-rule" and rule.content is not None:
                name, prelude = rule.lower_at_keyword, tinycss2.serialize(rule.prelude).lower()
                if name == "page":
                    self.words += _strings(rule.content)
                elif name in ("media", "supports", "container", "scope", "starting-style", "layer"):
                    inner = _inside(where, name, prelude)
                    self._add(_parsed(rule.content, bool(where.inside)), inner)

    def _add_rule(self, rule: Any, where: _Where) -> None:
        import tinycss2

        selector = tinycss2.serialize(rule.prelude)
        if where.inside:
            around = f":is({where.inside})"
            selector = selector.replace("&", around) if "&" in selector else f"{around} {selector}"
        if self._is_quirky:
            selector = selector.lower()
        told = tuple(declarations(rule.content))
        if where.sometimes:
            told = tuple(one for one in told if not one.hides)
        try:
            for one in self._compile(selector):
                self._matcher.add_selector(one, _Rule(where, told))
        except self._error:
            self._shows_more |= any(one.name == "display" and not one.hides for one in told)
            self.words += _strings(rule.content)
        nested = [one for one in _parsed(rule.content, True) if one.type != "declaration"]
        if nested:
            self._add(nested, replace(where, inside=selector))

    def _of(self, wrapped: Any) -> Declared:
        element = wrapped.etree_element
        matches = self._matcher.match(wrapped)
        style = element.get("style")
        own = [(1, (0, 0, 0), 0, one) for one in declarations(style)] if style else []
        if not matches and not own:
            return NOTHING
        rules = [(0, *match[:2], match[3]) for match in matches if match[2] is None]
        first, second = (_sorted(rules, own, medium) for medium in _MEDIA)
        seen = _either(declared(held(first)), declared(held(second)))
        around = {"before": "", "behind": ""}
        for pseudo, place in _PSEUDO.items():
            of_part = [(0, *match[:2], match[3]) for match in matches if match[2] == pseudo]
            for medium in _MEDIA if of_part else ():
                said = words_of(held(_sorted(of_part, [], medium)), element.get)
                around[place] = around[place] or said
        return replace(seen, before=around["before"], behind=around["behind"])


def _sorted(rules: Any, own: Any, medium: str) -> Iterator[Declaration]:
    """The declarations for a medium, the weakest first."""
    told = [
        (rule.where.layered == one.important, inline, specificity, order, one)
        for inline, specificity, order, rule in rules
        if medium in rule.where.media
        for one in rule.declarations
    ]
    told += [(True, *one) for one in own]
    yield from (one for *_, one in sorted(told, key=lambda one: one[:-1]))


def _either(first: Declared, second: Declared) -> Declared:
    """What is seen where one of two holds."""
    if first == second:
        return first
    return Declared(
        display=second.display if first.is_gone else first.display,
        visible=None if first.visible is not second.visible else first.visible,
        veiled=first.veiled and second.veiled,
        tiny=None if first.tiny is not second.tiny else first.tiny,
    )


def _sheets(root: Element, path: Path) -> Iterator[tuple[str, _Where]]:
    """The style sheets of a page."""
    for element in root.iter():
        name = name_of(element)
        if name == "link" and (element.get("href") or "").strip().lower().startswith("data:"):
            raise refused(path, "a style sheet of it stands in a link; save it anew as a page")
        if name != "style" or (element.get("type") or "text/css").strip().lower() != "text/css":
            continue
        if not any(name_of(around) == "template" for around in element.iterancestors()):
            media = (element.get("media") or "all").lower()
            yield element.text or "", _inside(_Where(), "media", media)


def _inside(where: _Where, name: str, prelude: str) -> _Where:
    """Where rules stand that stand in an at-rule."""
    if name == "layer":
        return replace(where, layered=True)
    if name != "media":
        return replace(where, sometimes=True)
    queries = [one.strip().removeprefix("only ") for one in prelude.split(",")]
    plain = {one for query in queries for one in (_MEDIA if query in ("", "all") else (query,))}
    if plain <= {*_MEDIA, "speech", "tty", "tv", "handheld", "projection", "braille"}:
        return replace(where, media=where.media & plain)
    return replace(where, sometimes=True)


def _parsed(content: Any, is_block: bool = False) -> Any:
    import tinycss2

    parse = tinycss2.parse_blocks_contents if is_block else tinycss2.parse_stylesheet
    return parse(content, skip_comments=True, skip_whitespace=True)


def _strings(content: Any) -> list[str]:
    """The words that declarations somewhere inside could put on a page."""
    found = []
    for one in _parsed(content, True):
        if one.type == "declaration" and one.lower_name == "content":
            found.append("".join(token.value for token in one.value if token.type == "string"))
        elif one.type in ("at-rule", "qualified-rule") and one.content is not None:
            found += _strings(one.content)
    return [one for one in found if any(map(str.isalpha, one))]
