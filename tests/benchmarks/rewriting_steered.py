"""The real runtime with an author at its elbow: what methods cost, not what they write.

Every token is evaluated by llama.cpp, so tokens and times are real; which token comes next is
steered towards what an author would write (see `rewriting_author`). Both methods get the same one.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from tests.benchmarks.rewriting_author import Slot

from unlinkable.model.decoding.tokens import Logits, TokenVocabulary
from unlinkable.model.gguf.llama import LlamaSource

_Choices = tuple[tuple[bytes, float], ...]
_FAR_ABOVE = 100.0


@dataclass
class Steered:
    """A token source that follows `follow`."""

    source: LlamaSource
    wanted: list[_Choices] = field(default_factory=list)
    start: int = 0

    @property
    def vocabulary(self) -> TokenVocabulary:
        return self.source.vocabulary

    @property
    def length(self) -> int:
        return self.source.length

    def tokens(self, text: str) -> list[int]:
        return self.source.tokens(text)

    def feed(self, tokens: Sequence[int]) -> None:
        self.source.feed(tokens)

    def rewind(self, length: int) -> None:
        self.source.rewind(length)

    def follow(self, slots: Sequence[Slot], line_end: str) -> None:
        """From here on, steer towards ``slots``, with line ends written as ``line_end``."""
        self.start = self.source.length
        self.wanted = [
            tuple((_escaped(text.replace("\n", line_end)), cost) for text, cost in slot)
            for slot in slots
        ]

    def logits(self) -> Logits:
        """Those of the model, with what is wanted far above."""
        logits = self.source.logits().copy()
        ids = self.source._llama.input_ids[self.start : self.length]
        written = b"".join(self.vocabulary.pieces[token] for token in ids)
        high = logits.max() + _FAR_ABOVE
        for rest, cost in _continuations(self.wanted, written):
            token = self._first_token(rest or b'"')
            logits[token] = max(logits[token], high - np.float32(cost))
        return logits

    def _first_token(self, content: bytes) -> int:
        """The token that ``content`` begins with, also in the middle of a character."""
        if 0x80 <= content[0] < 0xC0:
            return self.vocabulary.pieces.index(content[:1])
        whole = content[:40].decode(errors="ignore").encode()
        return int(self.source._llama.tokenize(whole, add_bos=False)[0])


def _escaped(text: str) -> bytes:
    return json.dumps(text, ensure_ascii=False)[1:-1].encode()


def _continuations(slots: Sequence[_Choices], written: bytes) -> Iterator[tuple[bytes, float]]:
    """What can follow ``written`` and how little it is liked; nothing where it left the way."""
    if not slots:
        if not written:
            yield b"", 0.0
        return
    first, rest = slots[0], slots[1:]
    for choice, cost in first:
        if rest and written.startswith(choice):
            yield from _continuations(rest, written[len(choice) :])
        elif choice.startswith(written):
            yield choice[len(written) :] + b"".join(slot[0][0] for slot in rest), cost
