"""Text on its way to a terminal, a log or a line of JSON: nothing in it may be obeyed there.

A name of a file, a setting, an original or a model may hold control characters, line ends, marks
that turn the order of the text around, or what a runner of pipelines takes for a command. Knows
characters only; must never know what is printed.
"""

import contextlib
import json
import re
import sys
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
    import shutil
    import textwrap

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
