"""How text is laid out for a terminal: its width, marks and colours. Knows nothing of findings.

Marks are control characters until lines are wrapped, so that colours take no room in them; no text
that is `plain` has such.
"""

import shutil
import textwrap
from dataclasses import dataclass

_ANY, _EACH, _STRONG = ("\x01", "\x02"), ("\x03", "\x04"), ("\x05", "\x06")


@dataclass(frozen=True)
class Style:
    """How things are marked; nothing is told by colour alone. ``width``: of a line, in columns."""

    width: int
    strong: str = ""
    faint: str = ""
    plain: str = ""

    @classmethod
    def of_terminal(cls, colours: bool) -> "Style":
        """The style for the terminal at hand, as wide as it is."""
        width = min(max(shutil.get_terminal_size((88, 24)).columns, 40), 120)
        if not colours:
            return cls(width)
        return cls(width, strong="\033[1;33m", faint="\033[2m", plain="\033[0m")

    def shown(self, line: str) -> str:
        """A line with its marks as the terminal shows them."""
        for begin, end, before, behind in (
            (*_ANY, "»", "«"),
            (*_EACH, "‹", "›"),
            (*_STRONG, "", ""),
        ):
            line = line.replace(begin, self.strong + before).replace(end, behind + self.plain)
        return line


def quoted(words: str, any_word: bool = True) -> str:
    """Words (`plain` already) marked, as in »a goat«; as in ‹goat› where every word counts."""
    opens, closes = _ANY if any_word else _EACH
    return f"{opens}{words}{closes}"


def strong(text: str) -> str:
    """Text that a reader should see first."""
    return f"{_STRONG[0]}{text}{_STRONG[1]}"


def wrapped(text: str, style: Style, lead: str = "", indent: str | None = None) -> list[str]:
    """``text`` in lines of the width of ``style``; the first begins with ``lead``, the others with
    ``indent``, by default as many blanks."""
    lines = textwrap.wrap(
        text,
        style.width,
        initial_indent=lead,
        subsequent_indent=" " * len(lead) if indent is None else indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [style.shown(line) for line in lines] or [lead.rstrip()]
