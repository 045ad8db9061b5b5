"""What declarations of CSS say of whether, and with which words of their own, something is shown.

After CSS 2.2, css-cascade and css-display: of several that are valid the last holds, and those that
are ``!important`` before all others. Knows declarations; which elements they are for is known
elsewhere.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


_DISPLAYS = _words(
    "none block inline inline-block flex inline-flex grid inline-grid table inline-table "
    "table-caption table-cell table-column table-column-group table-footer-group "
    "table-header-group table-row table-row-group list-item flow flow-root contents ruby math "
    "inherit initial unset revert revert-layer"
)
_VISIBILITIES = _words("visible hidden collapse inherit initial unset revert")
_INLINE = frozenset({"", "inline", "contents", "inherit", "initial", "unset"})
_ZERO = re.compile(r"[+-]?0*\.?0+(?:e[+-]?\d+)?(?:%|[a-z]+)?")
_ZERO_IN_FONT = re.compile(rf"(?:^|.*\s){_ZERO.pattern}\s*(?:/|\s)", re.DOTALL)
_ABSOLUTE = re.compile(r"[\d.]+(?:px|pt|rem|cm|mm|in|pc|q)|[a-z-]*(?:small|large|medium)")
_TELLS = re.compile(r"display|visib|opacity|font|content|\\", re.IGNORECASE)


class Declaration(NamedTuple):
    """A property and its value, of which ``tokens`` are the parts; in small letters."""

    name: str
    value: str
    important: bool
    tokens: tuple[Any, ...] = ()

    @property
    def hides(self) -> bool:
        """Whether it can only take from what is seen."""
        return (
            self.value in ("none", "hidden", "collapse") or _ZERO.fullmatch(self.value) is not None
        )


def declarations(content: Iterable[Any] | str) -> Iterator[Declaration]:
    """The valid declarations of a style, those that tell of what is shown."""
    import tinycss2  # only for those who need it

    parsed = tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True)
    for one in parsed:
        if one.type != "declaration":
            continue
        tokens = tuple(token for token in one.value if token.type != "comment")
        value = " ".join(tinycss2.serialize(tokens).lower().split())
        made = Declaration(one.lower_name, value, one.important, tokens)
        if _is_valid(made):
            yield made


def _is_valid(one: Declaration) -> bool:
    if one.name == "display":
        return set(one.value.split()) <= _DISPLAYS and bool(one.value)
    if one.name == "visibility":
        return one.value in _VISIBILITIES
    return one.name in ("opacity", "content-visibility", "font-size", "font", "content")


@dataclass(frozen=True)
class Declared:
    """What holds of an element.

    - ``display``: "" where nothing is said of it;
    - ``visible``: None likewise; what stands in it may say otherwise;
    - ``veiled``: nothing of it is seen, whatever stands in it says;
    - ``tiny``: whether its letters have no size; None where nothing is said of it;
    - ``before``, ``behind``: words of its own around what stands in it.
    """

    display: str = ""
    visible: bool | None = None
    veiled: bool = False
    tiny: bool | None = None
    before: str = ""
    behind: str = ""

    @property
    def is_gone(self) -> bool:
        """Whether nothing is shown, and no room is left for it."""
        return self.display == "none"


NOTHING = Declared()


def held(several: Iterable[Declaration]) -> dict[str, Declaration]:
    """Which of several declarations hold, by property; those behind before those in front."""
    holding: dict[str, Declaration] = {}
    for one in several:
        name = "font-size" if one.name == "font" else one.name
        if name not in holding or one.important >= holding[name].important:
            holding[name] = one
    return holding


def declared(holding: dict[str, Declaration]) -> Declared:
    """What the declarations that hold say."""
    values = {name: one.value for name, one in holding.items()}
    visibility = values.get("visibility")
    size = values.get("font-size", "")
    tiny = None
    if _ZERO.fullmatch(size) or (size and _ZERO_IN_FONT.match(size)):
        tiny = True
    elif _ABSOLUTE.match(size) or holding.get("font-size", NO_DECLARATION).name == "font":
        tiny = False
    opacity = values.get("opacity", "")
    veiled = opacity.startswith("-") or _ZERO.fullmatch(opacity) is not None
    return Declared(
        display=values.get("display", ""),
        visible=None if visibility is None else visibility not in ("hidden", "collapse"),
        veiled=veiled or values.get("content-visibility") == "hidden",
        tiny=tiny,
    )


NO_DECLARATION = Declaration("", "", False)


@lru_cache(maxsize=1000)
def of_style(style: str) -> Declared:
    """What the value of an attribute ``style`` says."""
    return declared(held(declarations(style))) if _TELLS.search(style) else NOTHING


def words_of(holding: dict[str, Declaration], attribute: Any) -> str:
    """The words that a part before or behind an element shows. ``attribute``: gives those of the
    element by name."""
    content, seen = holding.get("content"), declared(holding)
    if content is None or seen.is_gone or seen.veiled or seen.visible is False or seen.tiny:
        return ""
    said = []
    for token in content.tokens:
        if token.type == "literal" and token.value == "/":  # what is read aloud instead
            break
        if token.type == "string":
            said.append(token.value)
        elif token.type == "function" and token.lower_name == "attr":
            said += [attribute(one.value) or "" for one in token.arguments if one.type == "ident"][
                :1
            ]
    words = "".join(said)
    return words if seen.display in _INLINE else f" {words} "
