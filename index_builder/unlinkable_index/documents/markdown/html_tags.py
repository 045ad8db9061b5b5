"""HTML inside Markdown: which ``<...>`` are tags, and what they do to the text around them.

Only names that HTML knows, and those in small letters with a hyphen, are tags: ``<PERSON>``,
``<o:p>`` and ``<the applicant>`` are text, as CommonMark has it. Knows nothing of the rest of
Markdown.
"""

import re


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


BLOCK_TAGS = _names(
    "address article aside base basefont blockquote body caption center col colgroup dd details"
    " dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5"
    " h6 head header hr html iframe legend li link main menu menuitem meta nav noframes ol"
    " optgroup option p param pre script search section style summary table tbody td template"
    " textarea tfoot th thead title tr track ul"
)
INLINE_TAGS = _names(
    "a abbr acronym audio b bdi bdo big br button canvas cite code data datalist del dfn em"
    " embed font i img input ins kbd label map mark meter noscript object output picture"
    " progress q rp rt ruby s samp select slot small source span strike strong sub sup svg time"
    " tt u var video wbr"
)
TAG = re.compile(
    r"</(?P<closing>[A-Za-z][A-Za-z0-9-]*+)\s*+>"
    r"|<(?P<opening>[A-Za-z][A-Za-z0-9-]*+)"
    r"(?:\s++[A-Za-z_:][\w.:-]*+(?:\s*+=\s*+(?:[^\s\"'=<>`]++|'[^']*+'|\"[^\"]*+\"))?+)*+\s*+/?>"
)
"""An opening or closing tag; the name must still be looked up."""

AUTOLINK = re.compile(r"<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*+|[\w.+-]++@[\w.-]++)>")
"""An address in angle brackets, which a reader sees."""

BLOCK_START = re.compile(r"(?:</?(?P<name>[A-Za-z][A-Za-z0-9]*+)(?=[\s/>]|\Z)|<!--)")
"""What a line of an HTML block may begin with, if the name is that of a block."""


def tag_name(match: re.Match[str]) -> str | None:
    """The name of a tag in lower case, or None for what is no tag of HTML."""
    written = match["closing"] or match["opening"]
    name = written.lower()
    if name in INLINE_TAGS or name in BLOCK_TAGS:
        return name
    return name if written == name and "-" in name else None
