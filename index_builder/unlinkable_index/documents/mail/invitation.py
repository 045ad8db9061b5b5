"""What is shown of an invitation (iCalendar, RFC 5545): what, when and where, who asks, and who is
asked.

Knows lines of properties; nothing of messages.
"""

import re
from collections.abc import Iterator

_SHOWN = frozenset(
    [
        "ATTENDEE",
        "CATEGORIES",
        "COMMENT",
        "CONTACT",
        "DESCRIPTION",
        "DTEND",
        "DTSTART",
        "DUE",
        "LOCATION",
        "ORGANIZER",
        "RESOURCES",
        "SUMMARY",
        "URL",
    ]
)
_FOLD = re.compile(r"\r?\n[ \t]")
_PARAMETER = re.compile(r';([A-Za-z-]+)=("[^"]*"|[^";:]*)')
_ESCAPED = re.compile(r"\\([nN\\,;])")


def shown_lines(text: str) -> Iterator[str]:
    """What is shown of each property, in order."""
    for line in _FOLD.sub("", text).splitlines():
        name = re.split("[:;]", line, maxsplit=1)[0]
        if name.upper() not in _SHOWN:
            continue
        at, named = len(name), ""
        while (found := _PARAMETER.match(line, at)) is not None:
            at = found.end()
            if found[1].upper() == "CN":
                named = found[2].strip('"') + " "
        value = _ESCAPED.sub(lambda one: "\n" if one[1] in "nN" else one[1], line[at + 1 :])
        yield named + value
