"""What declarations of CSS say of whether something is shown.

After CSS 2.2 and css-display-3: of several that are valid the last holds, and those that are
``!important`` before all others. Which elements the rules of a style sheet are for is not looked
at. Knows declarations; nothing of elements.
"""

import re
from dataclasses import dataclass

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_DECLARATION = re.compile(
    r"(?:^|[;{])\s*+(display|visibility)\s*+:\s*+([a-z -]+?)\s*(!\s*important)?\s*(?=[;}]|$)"
)
_DISPLAYS = frozenset(
    [
        "none",
        "block",
        "inline",
        "inline-block",
        "flex",
        "inline-flex",
        "grid",
        "inline-grid",
        "table",
        "inline-table",
        "table-caption",
        "table-cell",
        "table-column",
        "table-column-group",
        "table-footer-group",
        "table-header-group",
        "table-row",
        "table-row-group",
        "list-item",
        "flow-root",
        "contents",
        "ruby",
        "inherit",
        "initial",
        "unset",
        "revert",
    ]
)
_VISIBILITIES = frozenset(
    {"visible", "hidden", "collapse", "inherit", "initial", "unset", "revert"}
)
_UNSEEN = frozenset({"hidden", "collapse"})
_CONTENT = re.compile(r"""(?<![\w-])content\s*+:\s*+(?:"([^"]*)"|'([^']*)')""")
_WORD = re.compile(r"[^\W\d_]{2}")


def _bare(text: str) -> str:
    """CSS without comments, and with single blanks."""
    return " ".join(_COMMENT.sub("", text).split())


@dataclass(frozen=True)
class Declared:
    """What the last valid declarations say, and whether they are important: ``display`` is "" and
    ``visibility`` None where none does."""

    display: str = ""
    display_is_important: bool = False
    visibility: str | None = None
    visibility_is_important: bool = False

    @property
    def is_gone(self) -> bool:
        """Whether nothing is shown, and no room is left for it."""
        return self.display == "none"

    @property
    def is_unseen(self) -> bool | None:
        """Whether only room is left; None where nothing is said of it."""
        return None if self.visibility is None else self.visibility in _UNSEEN


NOTHING = Declared()


def declared(style: str) -> Declared:
    """What the value of an attribute ``style`` says."""
    held = {"display": ("", False), "visibility": ("", False)}
    for name, value, important in _DECLARATION.findall(_bare(style).lower()):
        known = _DISPLAYS if name == "display" else _VISIBILITIES
        if value in known and bool(important) >= held[name][1]:
            held[name] = value, bool(important)
    (display, first), (visibility, second) = held["display"], held["visibility"]
    return Declared(display, first, visibility or None, second)


@dataclass(frozen=True)
class Sheets:
    """What the style sheets of a page could do to some element of it.

    - ``shows``: show what would not be; ``shows_for_sure``: even against its own style;
    - ``reveals``: the same of what only keeps its room;
    - ``words``: put on the page.
    """

    shows: bool = False
    shows_for_sure: bool = False
    reveals: bool = False
    words: tuple[str, ...] = ()

    @classmethod
    def of(cls, text: str) -> "Sheets":
        """The style sheets whose text is ``text``."""
        bare = _bare(text)
        shows = shows_for_sure = reveals = False
        for name, value, important in _DECLARATION.findall(bare.lower()):
            if name == "display" and value in _DISPLAYS and value != "none":
                shows = True
                shows_for_sure |= bool(important)
            elif name == "visibility" and value not in _UNSEEN:
                reveals |= bool(important)
        words = ("".join(found) for found in _CONTENT.findall(bare))
        return cls(shows, shows_for_sure, reveals, tuple(filter(_WORD.search, words)))


NO_SHEETS = Sheets()
