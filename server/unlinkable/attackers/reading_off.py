"""What whoever has the original reads off it: the words that stand where the draft has masks.

Knows a draft and the text it may be made from; knows nothing of how that text was found.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from unlinkable.attackers.alignment import UNMATCHED, aligned
from unlinkable.draft import Draft
from unlinkable.draft.gaps import Gap
from unlinkable.findings.ranking.passages import FEWEST_WORDS
from unlinkable_index.words import find_words

ENOUGH = 0.5
"""The share of a draft's words that must stand in a text in their order; else it is not taken for
the original, and nothing is read off it."""
NEARLY_ALL = 0.95
"""The share from which a text is the original, or a copy of it, whatever it is called."""


@dataclass(frozen=True)
class ReadOff:
    """What stands in the original at a gap; ``text`` as it is written there.

    - ``parts``: what of it stands at each mask of the gap; none where that cannot be told;
    - ``exact``: the words on either side of the gap stand on either side of it. Else the text is
      what stands between the nearest words of the draft that were found, so that the mask is
      covered by it.
    """

    gap: Gap
    text: str
    exact: bool
    parts: tuple[str, ...]

    @property
    def parted(self) -> bool:
        """Whether it can be told what stands at which mask of the gap."""
        return len(self.parts) == len(self.gap.masks)

    def at(self, place: int) -> str:
        """What stands at the mask number ``place`` of the gap, from 0 on."""
        return self.parts[place] if self.parted else self.text


def read_off(draft: Draft, found: Sequence[Gap], original: str) -> tuple[ReadOff | None, ...]:
    """What is read off the text ``original`` at each of the gaps ``found`` in a draft; None where
    nothing is."""
    words = find_words(original)
    matched = aligned(draft.forms, [gap.at for gap in found], words.forms).tolist()
    count = len(matched)
    if share_in_order(matched) < ENOUGH or count - matched.count(UNMATCHED) < FEWEST_WORDS:
        return (None,) * len(found)
    read: list[ReadOff | None] = []
    for gap in found:
        left, right = gap.at - 1, gap.at
        while left >= 0 and matched[left] == UNMATCHED:
            left -= 1
        while right < count and matched[right] == UNMATCHED:
            right += 1
        first = (matched[left] if left >= 0 else -1) + 1
        end = matched[right] if right < count else len(words.forms)
        exact = left == gap.at - 1 and right == gap.at
        if first >= end:
            read.append(None)
            continue
        text = original[int(words.starts[first]) : int(words.ends[end - 1])]
        read.append(ReadOff(gap, text, exact, _parts(text, gap.between)))
    return tuple(read)


def _parts(text: str, between: Sequence[str]) -> tuple[str, ...]:
    """What stands at each mask, by the marks between them; none where these say nothing, or stand
    there more than once."""
    parts = []
    for mark in between:
        before, found, text = text.partition(mark) if mark else ("", "", text)
        if not found or mark in text:
            return ()
        parts.append(before.strip())
    return (*parts, text.strip())


def share_in_order(matched: Sequence[int]) -> float:
    """The share of words that have a place in another text, by what `aligned` says of each."""
    return 1 - matched.count(UNMATCHED) / len(matched) if matched else 0.0


def is_original(draft: Draft, found: Sequence[Gap], text: str) -> bool:
    """Whether nearly all words of a draft stand in a text in their order."""
    matched = aligned(draft.forms, [gap.at for gap in found], find_words(text).forms)
    return share_in_order(matched.tolist()) >= NEARLY_ALL
