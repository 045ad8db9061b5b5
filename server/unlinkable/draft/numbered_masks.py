"""What the numbered masks of a text hide, as far as its changes have shown it.

[PERSON_1] does not say whom it hides; the change that wrote it over a name does, and so the same
name can have the same number later. What no longer stands in the text is forgotten. Knows changes
of texts; must know nothing of who made them, or which words are to be masked.
"""

import re
from typing import NamedTuple

from unlinkable.draft.known_masks import known_masks
from unlinkable.draft.masks import DEFAULT_MASKS, Masks
from unlinkable.draft.readings import Forms
from unlinkable.draft.spans import Span
from unlinkable_index.words import find_words

_NUMBERED = re.compile(r"[\[<(][^\W\d_][^\W\d]*(?:[ -][^\W\d]+)*[ _-]?\d{1,4}[\])>]")
_MASKS = Masks(DEFAULT_MASKS)
_LONGEST = 100  # code points that a change is looked at beyond itself


class HiddenWords(NamedTuple):
    """A ``mask`` as it is written, and the ``forms`` of words that it stands for."""

    mask: str
    forms: Forms


Hidden = frozenset[HiddenWords]


def shown_by(hidden: Hidden, text: str, place: Span, now: str) -> Hidden:
    """What is known of the masks of a text once ``place`` in it has become ``now``; ``hidden``:
    what was known before. Nothing is learnt where words that stay were changed as well."""
    start, end = _up_to_spaces(text, place)
    before = text[start:end]
    after = text[start : place.start] + now + text[place.end : end]
    lost = {one.mask for one in hidden if one.mask in before and one.mask not in after}
    if lost:
        whole = text[:start] + after + text[end:]
        hidden = frozenset(one for one in hidden if one.mask not in lost or one.mask in whole)
    if not _NUMBERED.search(after):
        return hidden
    masks = _MASKS.find(after)
    learnt = set()
    for mask, place_before in zip(masks, known_masks(after, masks, before), strict=True):
        written = after[mask.start : mask.end]
        if place_before is None or not _NUMBERED.fullmatch(written):
            continue
        words = before[place_before.start : place_before.end]
        forms = find_words(words).forms
        if forms and not _MASKS.find(words):
            learnt.add(HiddenWords(written, forms))
    return hidden | learnt


def _up_to_spaces(text: str, place: Span) -> Span:
    """The place with the rest of what it cuts in two: clients send what differs by letters."""
    start, end = place
    first, last = max(0, start - _LONGEST), min(len(text), end + _LONGEST)
    while start > first and not text[start - 1].isspace():
        start -= 1
    while end < last and not text[end].isspace():
        end += 1
    return Span(start, end)
