"""What a reader sees of an HTML file, as a browser shows it without running anything: its elements,
and what style sheets come to for each (css-cascade-5, css-nesting, mediaqueries). Must never
fetch a style sheet or run anything."""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from lxml import etree

from unlinkable_index.documents.html.elements import (
    NOTHING,
    Declaration,
    Declared,
    ElementVocabulary,
    declarations,
    declared,
    held,
    name_of,
    of_style,
    read_elements,
    words_of,
)
from unlinkable_index.documents.shared import names
from unlinkable_index.documents.shared.archive import LARGEST_PART, decoded_as, refused
from unlinkable_index.documents.shared.elements import (
    MOST_ATTRIBUTES,
    Element,
    demand_memory,
    demand_small,
    too_many_attributes,
)
from unlinkable_index.documents.shared.visible_text import (
    Flow,
    Paragraph,
    Part,
    Piece,
    Place,
    VisibleText,
)
from unlinkable_index.ordinary_files import MEGABYTE

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
            self._add(_parsed_rules(text), where)
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
                    self._add(_parsed_rules(rule.content, bool(where.inside)), inner)

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
        nested = [one for one in _parsed_rules(rule.content, True) if one.type != "declaration"]
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


def _parsed_rules(content: Any, is_block: bool = False) -> Any:
    import tinycss2

    parse = tinycss2.parse_blocks_contents if is_block else tinycss2.parse_stylesheet
    return parse(content, skip_comments=True, skip_whitespace=True)


def _strings(content: Any) -> list[str]:
    """The words that declarations somewhere inside could put on a page."""
    found = []
    for one in _parsed_rules(content, True):
        if one.type == "declaration" and one.lower_name == "content":
            found.append("".join(token.value for token in one.value if token.type == "string"))
        elif one.type in ("at-rule", "qualified-rule") and one.content is not None:
            found += _strings(one.content)
    return [one for one in found if any(map(str.isalpha, one))]


_BLOCKS = names(
    """address article aside blockquote body caption center dd details dialog dir div dl dt fieldset
    figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li
    listing main menu nav ol optgroup option p plaintext pre search section select summary tbody
    tfoot thead ul xmp"""
)
_OF_THEIR_OWN = names("aside caption figcaption figure footer header hr nav select")
_NEVER_SHOWN = names(
    """annotation annotation-xml area audio base canvas datalist desc embed iframe img link map meta
    metadata meter noembed noframes param progress rp script source style template track video"""
)
_VALUE_NOT_SHOWN = names("checkbox color file hidden image password radio range")
"""The kinds of inputs whose value no reader sees; one that is of no known kind is a text."""
_MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_CHARSET = re.compile(rb"""<(?:meta|\?xml)[^>]*?(?:charset|encoding)\s*=\s*["']?([\w.:-]+)""", re.I)
_ONE_ATTRIBUTE = rb"""[\s/]++[^\s/>=]++(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>]*+))?+"""
_ATTRIBUTE = re.compile(_ONE_ATTRIBUTE)
_TAG = re.compile(rb"<[A-Za-z][^\s/>]*+(?:%b)*+" % _ONE_ATTRIBUTE)
_WHERE = 4096  # bytes in which an encoding is declared


def read(data: bytes, path: Path) -> VisibleText:
    """What a reader sees of the file at ``path``, whose bytes are ``data``. Raises UserError where
    it can't be read."""
    return VisibleText(flows_of_html(_decoded(data, path), path))


def flows_of_html(text: str, path: Path) -> list[Flow]:
    """The flows of HTML that stands in the file at ``path``. Raises UserError likewise."""
    root = _parsed(text, path)
    if root is None:
        return []
    cascade = Cascade(root, path, is_quirky(text))
    flows = read_elements(root, html_vocabulary(cascade, path))
    put = [[Paragraph((Piece(one),), Place(Part.FIGURE))] for one in cascade.words]
    return [*flows, *put]


def _parsed(text: str, path: Path) -> Element | None:
    """The root element of HTML; None where there is none."""
    if len(text) > LARGEST_PART:
        raise refused(path, f"larger than {LARGEST_PART // MEGABYTE} MB; split it")
    parser = etree.HTMLParser(
        no_network=True,
        huge_tree=True,  # 2,048 levels in place of 256, which careless pages reach
        remove_comments=True,
        remove_pis=True,
        encoding="utf-8",
    )
    cleaned = text.replace("\0", "").encode("utf-8", "replace")
    demand_small(cleaned, path)
    _demand_few_attributes(cleaned, path)
    root = etree.fromstring(cleaned, parser) if cleaned.strip() else None
    demand_memory(*parser.error_log)
    if any(problem.level_name == "FATAL" for problem in parser.error_log):
        raise refused(path, "its elements are nested too deeply; save it anew")
    return root


def _demand_few_attributes(data: bytes, path: Path) -> None:
    """Raise UserError where an element has too many, over which libxml2 takes too long itself."""
    for tag in _TAG.finditer(data):
        if tag.end() - tag.start() > 2 * MOST_ATTRIBUTES:  # bytes that so many take
            count = sum(1 for _ in _ATTRIBUTE.finditer(tag[0]))
            if count > MOST_ATTRIBUTES:
                raise too_many_attributes(path)


def _said(element: Element) -> str:
    """What a control shows."""
    if name_of(element) == "optgroup":
        return f" {element.get('label') or ''} "
    if name_of(element) != "input" or (element.get("type") or "").lower() in _VALUE_NOT_SHOWN:
        return ""
    return f" {element.get('value') or ''} "


def _instead(element: Element) -> str:
    return element.get("label") or "" if name_of(element) == "option" else ""


def html_vocabulary(cascade: Cascade, path: Path) -> ElementVocabulary:
    """What elements are in a page with these styles, which stands in the file at ``path``."""

    def style(element: Element) -> Declared:
        """What holds where nothing else is said: hidden elements and closed dialogs are none."""
        said = cascade.of(element)
        is_hidden = (element.get("hidden") or "until-found").lower() != "until-found" or (
            element.get("hidden") == ""
        )
        closed = name_of(element) == "dialog" and element.get("open") is None
        if (is_hidden or closed) and not said.display:
            said = replace(said, display="none")
        return replace(said, display="") if said.is_gone and cascade.shows_more else said

    def is_shown(element: Element) -> bool:
        name = name_of(element)
        if name == "title":
            parent = element.getparent()
            return parent is not None and name_of(parent) == "head"
        return name != "input" or (element.get("type") or "").lower() != "hidden"

    def enclosed(element: Element) -> tuple[Element, ElementVocabulary] | None:
        page = element.get("srcdoc") if name_of(element) == "iframe" else None
        root = _parsed(page, path) if page else None
        return None if root is None else (root, html_vocabulary(Cascade(root, path), path))

    return ElementVocabulary(
        never_shown=_NEVER_SHOWN,
        shown=is_shown,
        is_block=lambda element: name_of(element) in _BLOCKS,
        apart={"title": Part.TITLE, "rt": Part.ABOVE_LINE},
        of_their_own=_OF_THEIR_OWN,
        as_written=frozenset({"pre", "textarea", "listing", "xmp", "plaintext"}),
        said=_said,
        instead=_instead,
        enclosed=enclosed,
        style=style,
    )


def _decoded(data: bytes, path: Path) -> str:
    """The text, by its byte order mark, the encoding it declares, or else as UTF-8."""
    marked = next((name for mark, name in _MARKS.items() if data.startswith(mark)), None)
    declared = _CHARSET.search(data[:_WHERE])
    try:
        if marked is not None:
            return data.decode(marked)
        name = declared[1].decode("ascii") if declared else "utf-8"
        is_wrong = codecs.lookup(name).name == "utf-16"  # it would not be found without a mark
        return decoded_as(data, "utf-8" if is_wrong else name)
    except (LookupError, UnicodeError):
        raise refused(
            path, "it is not in the encoding that it declares, or in UTF-8; save it as UTF-8"
        ) from None
