"""Words that are not written as they are seen: what an ordinary text has no reason for.

Such words are read and checked as a reader sees them; that they are there is worth knowing all the
same. Ordinary are soft hyphens, hyphens at line ends, marks of notes, joiners and marks of
direction in the scripts that need them, and formatting. Knows nothing of findings.
"""

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum

import numpy as np

from unlinkable.draft.draft import Draft
from unlinkable_index.documents.shared.rendering import Span
from unlinkable_index.words import is_disguised, script_of
from unlinkable_index.words.seen import (
    DOUBTFUL,
    LOOSE_MARKS,
    SHOWING_NOTHING,
    character_class,
    seen_as_letter,
    within,
)


class DisguiseKind(Enum):
    """What a word is written with; the values are those of reports for other programs."""

    NOTHING = "shows-nothing"
    BLANK = "blank-or-nothing"
    LOOK_ALIKE = "look-alike"
    MARK = "loose-mark"
    MARKUP = "hidden-markup"


@dataclass(frozen=True)
class Disguise:
    """A word of a draft that is not written as it is seen: where it stands, and how it is read."""

    kind: DisguiseKind
    span: Span
    read_as: str


def disguises(draft: Draft) -> tuple[Disguise, ...]:
    """The disguised words of a draft, in order."""
    suspects = _suspects(draft.text)
    if not suspects and not draft.others:
        return ()
    found = _parted_words(draft)
    foreign = _foreign_words(draft)
    for word, looks in foreign.items():
        span = draft.span_of(range(word, word + 1))
        found[word] = Disguise(DisguiseKind.LOOK_ALIKE, span, looks)
    words = np.searchsorted(draft.ends, np.array(suspects, dtype=np.int32), side="right")
    for word in np.unique(words[words < len(draft.forms)]).tolist():
        span = draft.span_of(range(word, word + 1))
        kind = _kind(draft.text[span.start : span.end])
        if kind is not None and word not in foreign:
            found[word] = Disguise(kind, span, draft.forms[word])
    return tuple(found[word] for word in sorted(found))


def _suspects(text: str) -> list[int]:
    """Where something stands in a text that no ordinary word has."""
    suspect = re.compile(_SUSPECT)
    return [
        match.start()
        for run in _NOT_PLAIN.finditer(text)
        for match in suspect.finditer(text, max(0, run.start() - 1), run.end() + 1)
    ]


def _parted_words(draft: Draft) -> dict[int, Disguise]:
    """Words with something inside that may be a blank, by the number of their first part."""
    found: dict[int, Disguise] = {}
    for other in draft.others:
        if other.stop - other.first > len(other.words) == 1:
            span = draft.span_of(range(other.first, other.stop))
            kind = _kind_of_joint(draft.text[span.start : span.end])
            if kind is not None:
                found[other.first] = Disguise(kind, span, other.words[0])
    return found


def _unescaped(written: str) -> str:
    """What entities name in their place."""
    if "&" not in written:
        return written
    import html  # loaded for those who need it

    return html.unescape(written)


def _kind_of_joint(written: str) -> DisguiseKind | None:
    """What parts words that may be one."""
    if "<" in written:
        return DisguiseKind.MARKUP
    return DisguiseKind.BLANK if re.search(_BLANK, _unescaped(written)) else None


def _foreign_words(draft: Draft) -> dict[int, str]:
    """Words all of whose letters look like those of another script, as they look, where the draft
    has no other words in their own script."""
    if draft.text.isascii():
        return {}
    looks = {
        other.first: other.words[0]
        for other in draft.others
        if other.words[0].isascii() and len(draft.forms[other.first]) >= _LONG_ENOUGH
    }
    looks = {word: look for word, look in looks.items() if not draft.forms[word].isascii()}
    if not looks:
        return {}
    scripts = {word: script_of(draft.forms[word]) for word in looks}
    at_home = {
        script_of(form)
        for word, form in enumerate(draft.forms)
        if not form.isascii() and word not in looks
    }
    return {word: looks[word] for word in looks if scripts[word] not in at_home}


def _kind(written: str) -> DisguiseKind | None:
    """What a word is disguised with, if it is."""
    if written.isascii() and written.isalnum():
        return None
    entities = [_unescaped(entity) for entity in re.findall(_ENTITY, written)]
    if re.search(_MARKUP, written) or any(seen.isascii() and seen.isalnum() for seen in entities):
        return DisguiseKind.MARKUP
    written = _unescaped(written)
    bare = re.sub(_JOINERS, "", written)
    if re.search(_NOTHING, bare if re.search(_NEEDS_JOINERS, bare) else written):
        return DisguiseKind.NOTHING
    if re.search(_BLANK, written):
        return DisguiseKind.BLANK
    looks_other = is_disguised(written) or any(map(seen_as_letter, written))
    if looks_other and len(written) >= _LONG_ENOUGH:
        return DisguiseKind.LOOK_ALIKE
    if re.search(_MARKS, unicodedata.normalize("NFC", written)) and written[0] < "\u0590":
        return DisguiseKind.MARK
    return None


_LONG_ENOUGH = 3  # letters; what is shorter may be a symbol
# All patterns but the first one asked are compiled when a text asks for them.
_UNSEEN = [one for one in SHOWING_NOTHING if one != (0xAD, 0xAD)]
_NOTHING = f"[{character_class(_UNSEEN)}]"
_JOINERS = "[\u200c\u200d\u200e\u200f\u061c\ufe00-\ufe0f\u180b-\u180f]"
_NEEDS_JOINERS = "[\u0590-\u1aff\ua800-\uabff\ufb1d-\ufdff\U00010000-\U0010ffff]"
_ORDINARY_BLANKS = (0x80, 0x86, 0x2006, 0x2009, 0x202F)  # misread quotation marks, narrow spaces
_BLANKS = [one for one in DOUBTFUL if one[0] not in _ORDINARY_BLANKS]
_BLANK = f"[\u200a{character_class(_BLANKS)}]"
_MARKS = f"[{character_class(LOOSE_MARKS)}]"
_MARKUP = r"<!|<\?|<([A-Za-z][\w:-]*)[^<>]*>\s*</\1\s*>|<[A-Za-z][\w:-]*\s*/>"
_ENTITY = r"&#?[A-Za-z0-9]+;"
_FOREIGN = "\u0370-\u1fff\u2c80-\u2dff\ua4d0-\ua4ff\uab30-\uabbf"  # but for Latin, 1e00 to 1eff
_SYMBOLS = "\u0250-\u02af\u1d00-\u1dbf\ua720-\ua7ff\u2100-\u23ff\u249c-\u24e9"
_PLAIN = [
    (code, code)
    for code in range(0x80)
    if chr(code) not in "&<" and not within(chr(code), (*_UNSEEN, *_BLANKS))
]
_NOT_PLAIN = re.compile(f"[^{character_class(_PLAIN)}]+")
"""Only there, and just before, are suspects."""
_SUSPECT = (
    f"[{character_class(one for one in (*_UNSEEN, *_BLANKS) if one[1] <= 0xFFFF)}"
    f"\u200a{character_class(LOOSE_MARKS)}{_SYMBOLS}\U00010000-\U0010ffff]"
    f"|[A-Za-z](?=[{_FOREIGN}])|[{_FOREIGN}](?=[A-Za-z])"
    r"|<[A-Za-z!?]|&[#A-Za-z]"
)
