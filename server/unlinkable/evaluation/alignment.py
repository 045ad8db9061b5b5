"""Which words of a draft are still there in a result, and what became of the others.

Words are compared by their forms, masks by being one. Knows no index.
"""

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby

from unlinkable.draft import Draft
from unlinkable.evaluation.tally import Tallies, Tally

_MASK = ""  # no word has this form
_LONG = 6  # letters; a longer word is a long one (Björnsson 1968)
_LETTERS = re.compile(r"\w")


@dataclass(frozen=True)
class Alignment:
    """What became of the words of a draft.

    ``kept``: how many stand in the result in the same order (longest common subsequence).
    ``masked``, ``replaced`` and ``removed``: the numbers of the others, by what stands in their
    place: a mask, other words, nothing. ``added``: the numbers of the words of the result that are
    new. ``new_masks`` counts the gaps that were not there.
    """

    words: int
    kept: int
    masked: frozenset[int]
    replaced: frozenset[int]
    removed: frozenset[int]
    added: frozenset[int]
    new_masks: int


def align(draft: Draft, result: Draft) -> Alignment:
    """Lay a result beside its draft."""
    before, after = _with_masks(draft), _with_masks(result)
    old, new = [form for form, _ in before], [form for form, _ in after]
    masked: set[int] = set()
    replaced: set[int] = set()
    removed: set[int] = set()
    added: set[int] = set()
    for what, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            continue
        added.update(number for _, number in after[c:d] if number is not None)
        gone = {number for _, number in before[a:b] if number is not None}
        has_mask = new[c:d].count(_MASK) > old[a:b].count(_MASK)
        has_words = any(new[c:d])
        (masked if has_mask else replaced if has_words else removed).update(gone)
    return Alignment(
        len(draft.forms),
        common_length(draft.forms, result.forms),
        frozenset(masked),
        frozenset(replaced),
        frozenset(removed),
        frozenset(added),
        max(0, _gaps(after) - _gaps(before)),
    )


def changed(one: Alignment) -> Tallies:
    """The words kept, masked, replaced and removed, of all; and new gaps in a thousand words."""
    return {
        "words kept": Tally(one.kept, one.words),
        "words masked": Tally(len(one.masked), one.words),
        "words replaced": Tally(len(one.replaced), one.words),
        "words removed": Tally(len(one.removed), one.words),
        "new gaps": Tally(one.new_masks, one.words / 1000),
    }


def common_length(some: tuple[str, ...], others: tuple[str, ...]) -> int:
    """How long the longest common subsequence is, one bit a word (Hyyrö 2004)."""
    places: dict[str, int] = {}
    for number, word in enumerate(some):
        places[word] = places.get(word, 0) | 1 << number
    every = (1 << len(some)) - 1
    row = every
    for word in others:
        met = row & places.get(word, 0)
        row = ((row + met) | (row - met)) & every
    return len(some) - row.bit_count()


def readability(draft: Draft) -> Tallies:
    """LIX: words a sentence, and long words in a hundred (Björnsson 1968); no dictionary needed,
    and so for any European language."""
    shown = (draft.text[a:b] for a, b in zip(draft.starts, draft.ends, strict=True))
    long = sum(len(_LETTERS.findall(word)) > _LONG for word in shown)
    words = len(draft.forms)
    if not words:
        return {}
    return {"LIX": Tally(words / max(1, len(draft.sentences)) + 100 * long / words)}


def _with_masks(draft: Draft) -> list[tuple[str, int | None]]:
    """The forms of words with their numbers, and the masks between them, in order."""
    words = [
        (start, form, number)
        for number, (start, form) in enumerate(zip(draft.starts.tolist(), draft.forms, strict=True))
    ]
    masks = [(mask.start, _MASK, None) for mask in draft.masks]
    everything = sorted([*words, *masks], key=lambda one: one[0])
    return [(form, number) for _, form, number in everything]


def _gaps(words: list[tuple[str, int | None]]) -> int:
    """How many runs of masks there are."""
    return sum(is_mask for is_mask, _ in groupby(form == _MASK for form, _ in words))
