"""The front matter of a Markdown draft: where it ends, and the source it names.

Only what looks like YAML from its first line to its last is taken for front matter, so that a text
between two thematic breaks stays text. Knows two keys of YAML and no more of it.
"""

import re
from typing import NamedTuple

_NEW_LINE = r"(?:\r\n|\n|\r)"
_KEY = r"[\w.-]+[ \t]*+:(?:[ \t][^\r\n]*+)?"
_FRONT_MATTER = re.compile(
    rf"\ufeff?---[ \t]*+{_NEW_LINE}"
    rf"(?P<lines>{_KEY}{_NEW_LINE}"
    rf"(?:(?:{_KEY}|[ \t]++[^\r\n]*+|-[ \t][^\r\n]*+|#[^\r\n]*+|){_NEW_LINE})*+)"
    rf"(?:---|\.\.\.)[ \t]*+(?:{_NEW_LINE}|\Z)"
)
_VALUE = (
    r""":\s*+(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s#'"][^#]*)|)\s*(?:#.*)?$"""
)
_FLAT = re.compile(rf"unlinkable-source\s*{_VALUE}")
_SECTION = re.compile(r"unlinkable\s*:\s*(?:#.*)?$")
_NESTED = re.compile(rf"\s+source\s*{_VALUE}")


class FrontMatter(NamedTuple):
    """``end``: the offset behind the front matter, 0 without one; ``source``: the id it names."""

    end: int
    source: str | None


def front_matter(text: str) -> FrontMatter:
    """The front matter that ``text`` begins with."""
    match = _FRONT_MATTER.match(text)
    if match is None:
        return FrontMatter(0, None)
    return FrontMatter(match.end(), _source(match["lines"].splitlines()))


def _source(lines: list[str]) -> str | None:
    in_section = False
    for line in lines:
        if line and not line[0].isspace():
            in_section = _SECTION.match(line) is not None
        named = _FLAT.match(line) or (_NESTED.match(line) if in_section else None)
        if named:
            value = named["double"] or named["single"] or named["bare"] or ""
            return value.strip() or None
    return None
