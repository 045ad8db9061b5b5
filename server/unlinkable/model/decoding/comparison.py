"""Whether a rewording says the same, as the model sees it: two questions, each answered yes or no.

Asked in the conversation in which the wording was written, so that little is to be read: one short
pass for each question, of which only the first token of the answer counts. Knows the tokens of an
answer; nothing of who may use what is doubted.
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from unlinkable.model.decoding.grammar import TokenVocabulary
from unlinkable.model.decoding.sampling import Logits
from unlinkable.model.prompting.prompt import Message
from unlinkable.stopping import Stop, StoppedError

OPEN_ANSWER = '{"answer": "'


class Conversing(Protocol):
    """A model in the middle of a conversation."""

    @property
    def vocabulary(self) -> TokenVocabulary: ...
    @property
    def length(self) -> int: ...
    def tokens(self, text: str) -> list[int]: ...
    def follow_up(self, message: Message) -> list[int]:
        """The tokens that end an answer and ask the next thing, up to where that is answered."""
        ...

    def feed(self, tokens: Sequence[int]) -> None: ...
    def rewind(self, length: int) -> None: ...
    def logits(self) -> Logits: ...


def agreement(source: Conversing, asked: Sequence[Message], stop: Stop) -> float:
    """The probability of "yes" (against "no") as the answer to each of the questions, the lowest of
    these. The context is left as it was. Raises StoppedError."""
    here, lowest = source.length, 1.0
    for question in asked:
        if stop():
            raise StoppedError
        source.rewind(here)
        source.feed([*source.follow_up(question), *source.tokens(OPEN_ANSWER)])
        lowest = min(lowest, assent(source))
    source.rewind(here)
    return lowest


def assent(source: Conversing) -> float:
    """The probability of "yes" (against "no") where an answer begins."""
    logits = source.logits()
    yes, no = (_weight(logits, source.vocabulary, word) for word in (b"yes", b"no"))
    return float(1 / (1 + np.exp(no - yes)))


def _weight(logits: Logits, vocabulary: TokenVocabulary, answer: bytes) -> float:
    """The logit of all tokens together that begin an answer. Raises ValueError when none does."""
    tokens = vocabulary.beginning(answer)
    return float(np.logaddexp.reduce(logits[tokens].astype(np.float64)))
