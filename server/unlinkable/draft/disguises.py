"""Words that are not written as they are seen: what an ordinary text has no reason for.

Such words are read and checked as a reader sees them; that they are there is worth knowing all the
same. Ordinary are soft hyphens, hyphens at line ends, marks of notes, joiners and marks of
direction in the scripts that need them, and formatting. Knows nothing of findings.
"""

import html
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from unlinkable.draft.draft import Draft
from unlinkable.draft.spans import Span
from unlinkable_index.characters import (
    DOUBTFUL,
    LOOSE_MARKS,
    SHOWING_NOTHING,
    character_class,
)
from unlinkable_index.look_alikes import is_disguised, script_of
from unlinkable_index.seen import seen_as_letter


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
    return tuple(_found(draft)) if _MAY_BE.search(draft.text) else ()


def _found(draft: Draft) -> Iterator[Disguise]:
    text = draft.text
    found: dict[int, Disguise] = {}
    for other in draft.others:
        span = draft.span_of(range(other.first, other.stop))
        kind = _kind_of_joint(text[span.start : span.end])
        if other.stop - other.first > len(other.words) == 1 and kind:
            found[other.first] = Disguise(kind, span, other.words[0])
    foreign = _foreign_words(draft)
    for word, (start, end) in enumerate(
        zip(draft.starts.tolist(), draft.ends.tolist(), strict=True)
    ):
        form = draft.forms[word]
        kind = DisguiseKind.LOOK_ALIKE if word in foreign else _kind(text[start:end])
        if kind is not None:
            found[word] = Disguise(kind, Span(start, end), foreign.get(word, form))
    yield from (found[word] for word in sorted(found))


def _kind_of_joint(written: str) -> DisguiseKind | None:
    """What parts words that may be one."""
    if "<" in written:
        return DisguiseKind.MARKUP
    return DisguiseKind.BLANK if _BLANK.search(html.unescape(written)) else None


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
    entities = [html.unescape(entity) for entity in _ENTITY.findall(written)]
    if _MARKUP.search(written) or any(seen.isascii() and seen.isalnum() for seen in entities):
        return DisguiseKind.MARKUP
    written = html.unescape(written)
    bare = _JOINERS.sub("", written)
    if _NOTHING.search(bare if _NEEDS_JOINERS.search(bare) else written):
        return DisguiseKind.NOTHING
    if _BLANK.search(written):
        return DisguiseKind.BLANK
    if is_disguised(written) or any(map(seen_as_letter, written)):
        return DisguiseKind.LOOK_ALIKE
    if _MARKS.search(unicodedata.normalize("NFC", written)) and written[0] < "\u0590":
        return DisguiseKind.MARK
    return None


_LONG_ENOUGH = 3  # letters, for a word to look like another script's and be no symbol
_SUSPICIOUS = character_class(one for one in SHOWING_NOTHING if one != (0xAD, 0xAD))
_NOTHING = re.compile(f"[{_SUSPICIOUS}]")
_JOINERS = re.compile("[\u200c\u200d\u200e\u200f\u061c\ufe00-\ufe0f\u180b-\u180f]")
_NEEDS_JOINERS = re.compile("[\u0590-\u1aff\ua800-\uabff\ufb1d-\ufdff\U00010000-\U0010ffff]")
_ORDINARY_BLANKS = (0x80, 0x86, 0x2006, 0x2009, 0x202F)  # misread quotation marks, narrow spaces
_BLANK = re.compile(
    f"[\u200a{character_class(one for one in DOUBTFUL if one[0] not in _ORDINARY_BLANKS)}]"
)
_MARKS = re.compile(f"[{character_class(LOOSE_MARKS)}]")
_MARKUP = re.compile(r"<!|<\?|<([A-Za-z][\w:-]*)[^<>]*>\s*</\1\s*>|<[A-Za-z][\w:-]*\s*/>")
_ENTITY = re.compile(r"&#?[A-Za-z0-9]+;")
_MAY_BE = re.compile(r"[^\x00-\x7f]|[\x00-\x08\x0b\x0e-\x1f\x7f]|<[A-Za-z!?]|&[#A-Za-z]")
