"""The real runtime with an author at its elbow: what methods cost, not what they write.

Every token is evaluated by llama.cpp, so tokens and times are real; which token comes next is
steered towards a text with choices in it. Both methods get the same author, who replaces flagged
words by others without knowing what is in the index.
"""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from unlinkable.rewriting.answer import Vocabulary
from unlinkable.rewriting.guided_decoding import Logits
from unlinkable.rewriting.llama_source import LlamaSource

Slots = Sequence[str | tuple[str, ...]]
"""A text with choices: fixed parts, and alternatives of which the first is liked best."""

WORDS = """
matter person place event measure document authority decision period request thing area building
member group part reason result case question point situation procedure position given certain
various other relevant similar concerned main second general present made taken held said found
brought placed sent kept asked used put left shown later there then thereby also further again
meanwhile together""".split()  # noqa: SIM905


def replaced(text: str, spans: Sequence[tuple[int, int]], seed: object) -> Slots:
    """``text`` with the words at ``spans`` left to choice."""
    slots: list[str | tuple[str, ...]] = []
    last = 0
    for start, end in spans:
        choice = random.Random(f"{seed} {text[start:end]} {start}")
        words = choice.sample(WORDS, 30)
        if start == 0 and text[start].isupper():
            words = [word.capitalize() for word in words]
        if text[last:start].endswith(" "):  # which belongs to the token of the word
            start, words = start - 1, [f" {word}" for word in words]
        slots += [text[last:start], tuple(words)]
        last = end
    return [*slots, text[last:]]


@dataclass
class Steered:
    """A token source that follows `follow`."""

    source: LlamaSource
    escaped: list[tuple[bytes, ...]] = field(default_factory=list)
    start: int = 0

    @property
    def vocabulary(self) -> Vocabulary:
        return self.source.vocabulary

    @property
    def length(self) -> int:
        return self.source.length

    def feed(self, tokens: Sequence[int]) -> None:
        self.source.feed(tokens)

    def rewind(self, length: int) -> None:
        self.source.rewind(length)

    def follow(self, slots: Slots) -> None:
        """From here on, steer towards ``slots``."""
        self.start = self.source.length
        self.escaped = [
            (_escaped(slot),) if isinstance(slot, str) else tuple(map(_escaped, slot))
            for slot in slots
        ]

    def logits(self) -> Logits:
        """Those of the model, with what is wanted far above."""
        logits = self.source.logits().copy()
        ids = self.source._llama.input_ids[self.start : self.length]
        written = b"".join(self.vocabulary.pieces[token] for token in ids)
        high = logits.max() + 100
        for rank, rest in enumerate(_continuations(self.escaped, written)):
            token = self._first_token(rest or b'"')
            logits[token] = max(logits[token], high - np.float32(rank))
        return logits

    def _first_token(self, content: bytes) -> int:
        """The token that ``content`` begins with, also in the middle of a character."""
        if 0x80 <= content[0] < 0xC0:
            return self.vocabulary.pieces.index(content[:1])
        whole = content[:40].decode(errors="ignore").encode()
        return int(self.source._llama.tokenize(whole, add_bos=False)[0])


def _escaped(text: str) -> bytes:
    return json.dumps(text, ensure_ascii=False)[1:-1].encode()


def _continuations(slots: Sequence[tuple[bytes, ...]], written: bytes) -> Iterator[bytes]:
    """What can follow ``written``, the best liked first; nothing where it left the way."""
    if not slots:
        if not written:
            yield b""
        return
    first, rest = slots[0], slots[1:]
    for choice in first:
        if rest and written.startswith(choice):
            yield from _continuations(rest, written[len(choice) :])
        elif choice.startswith(written):
            yield choice[len(written) :] + b"".join(slot[0] for slot in rest)
