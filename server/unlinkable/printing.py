"""Text on its way to a terminal, a log or a line of JSON: nothing in it may be obeyed there; how it
is wrapped and marked, and how a sentence says numbers and lists. Knows characters and columns
only; must never know what is printed."""

import contextlib
import json
import re
import shutil
import sys
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TextIO

# What could move the cursor of a terminal, turn the order of the text around, hide text (tags), or
# is no character at all (surrogates, from names of files that are not UTF-8).
_OBEYED = (
    "\\x00-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u206f\\ufff9-\\ufffb"
    "\\ud800-\\udfff\\U000e0000-\\U000e007f"
)
_UNSEEN = re.compile(f"[{_OBEYED}]")
# Runners of pipelines obey a line that begins with "::" (GitHub), and "##vso[", "##[",
# "##teamcity[" wherever they stand (Azure, GitHub, TeamCity). See their documentation of commands.
_COMMAND = re.compile(r"(?<!\S):(?=:)|#(?=#[a-z]*\[)", re.IGNORECASE)


def plain(text: str) -> str:
    """``text`` on one line, and with nothing in it that a terminal, a runner or a browser obeys."""
    return _COMMAND.sub(lambda sign: f"{sign[0]} ", _UNSEEN.sub("\ufffd", " ".join(text.split())))


_IN_ASCII = str.maketrans({**dict.fromkeys("»«„“”", '"'), **dict.fromkeys("›‹‚‘’", "'")})
_IN_ASCII |= str.maketrans({"…": "...", "–": "-", "—": "-"})


def in_ascii(error: UnicodeError) -> tuple[str, int]:
    """What stands for characters that a stream can't take: signs like them, or question marks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lost = error.object[error.start : error.end].translate(_IN_ASCII)
    return "".join(sign if sign.isascii() else "?" for sign in lost), error.end


def say(message: str) -> None:
    """Write a message as one line to standard error; in a terminal it is broken between words.
    Where nobody can read it, it is lost."""
    with contextlib.suppress(OSError, ValueError):  # ValueError: closed
        sys.stderr.write(_broken(plain(message), sys.stderr) + "\n")
        sys.stderr.flush()


def _broken(line: str, stream: TextIO) -> str:
    """A line as a terminal of its width shows it without cutting words; as it is elsewhere."""
    if not stream.isatty():
        return line
    columns = shutil.get_terminal_size().columns
    return textwrap.fill(line, columns, break_long_words=False, break_on_hyphens=False)


def json_text(value: Any, indent: int | None = None) -> str:
    """``value`` as JSON: letters as they are, and what could be obeyed as escapes.

    Read back it is the same value.
    """
    written = json.dumps(value, ensure_ascii=False, indent=indent)
    # The signs that commands begin with stand side by side only within texts.
    commands_escaped = _COMMAND.sub(lambda sign: f"\\u{ord(sign[0]):04x}", written)
    return _UNSEEN.sub(_escaped, commands_escaped)


def _escaped(sign: re.Match[str]) -> str:
    """A character as JSON escapes it; the line ends between indented values stay."""
    return "\n" if sign[0] == "\n" else json.dumps(sign[0])[1:-1]


def counted(count: int, noun: str) -> str:
    """A number of things: "1 word", "2,000 words"."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def listed(things: Sequence[str], last: str) -> str:
    """One thing after the other, ``last`` ("and", "or") before the last one."""
    *firsts, end = things
    return f"{', '.join(firsts)} {last} {end}" if firsts else end


_ANY, _EACH, _STRONG = ("\x01", "\x02"), ("\x03", "\x04"), ("\x05", "\x06")


@dataclass(frozen=True)
class Style:
    """How things are marked; nothing is told by colour alone. ``width``: of a line, in columns."""

    width: int
    strong: str = ""
    faint: str = ""
    plain: str = ""

    @classmethod
    def of_terminal(cls, colours: bool, whole: bool = False) -> "Style":
        """The style for the terminal at hand, as wide as it is. ``whole``: where there is none, no
        line is broken, so that programs find all of it in one."""
        if whole and not sys.stdout.isatty():
            return cls(sys.maxsize)
        width = min(max(shutil.get_terminal_size().columns, 40), 120)
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
