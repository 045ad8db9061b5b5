"""A tokeniser of the kind that language models have, made from a few texts.

Byte pair encoding (Sennrich et al. 2016, *Neural machine translation of rare words with subword
units*) over bytes: a word with the space before it is cut into its bytes, and the pairs that were
joined in the texts are joined again, the most frequent first. Rare words become several tokens.
"""

import re
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

_PART = re.compile(r" ?\w+|\W")
Cut = tuple[bytes, ...]


class BytePairs:
    """``pieces``: the bytes of every token."""

    def __init__(self, texts: Iterable[str], merges: int) -> None:
        cuts = {
            _bytes_of(part): count
            for part, count in Counter(p for text in texts for p in _PART.findall(text)).items()
        }
        self._ranks: dict[tuple[bytes, bytes], int] = {}
        for rank in range(merges):
            pairs = Counter[tuple[bytes, bytes]]()
            for cut, count in cuts.items():
                for pair in pairwise(cut):
                    pairs[pair] += count
            if not pairs:
                break
            most = min(pairs, key=lambda pair: (-pairs[pair], pair))
            self._ranks[most] = rank
            joined = Counter[Cut]()
            for cut, count in cuts.items():
                joined[_joined(cut, most)] += count
            cuts = joined
        longer = dict.fromkeys(left + right for left, right in self._ranks)
        self.pieces = (*(bytes([byte]) for byte in range(256)), *longer)
        self._numbers = {piece: number for number, piece in enumerate(self.pieces)}

    def tokens(self, text: str) -> list[int]:
        """``text`` as numbers of tokens."""
        return [self._numbers[piece] for part in _PART.findall(text) for piece in self._cut(part)]

    def _cut(self, part: str) -> Cut:
        cut = _bytes_of(part)
        while len(cut) > 1:
            known = [pair for pair in pairwise(cut) if pair in self._ranks]
            if not known:
                break
            cut = _joined(cut, min(known, key=self._ranks.__getitem__))
        return cut


def _bytes_of(part: str) -> Cut:
    return tuple(bytes([byte]) for byte in part.encode())


def _joined(cut: Cut, pair: tuple[bytes, bytes]) -> Cut:
    """``cut`` with every such pair as one, from left to right."""
    joined: list[bytes] = []
    for piece in cut:
        if joined and (joined[-1], piece) == pair:
            joined[-1] += piece
        else:
            joined.append(piece)
    return tuple(joined)
