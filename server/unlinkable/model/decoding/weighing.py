"""Whether words say the same as the model sees it: two questions answered yes or no, and how much
likelier words are where those whose place they take are shown. Must never know who may use what
is doubted."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from unlinkable.model.decoding.tokens import TokenSource, inside
from unlinkable.model.prompt import Message
from unlinkable.stopping import Stop, StoppedError

_UNFIT = -1.0
"""How much less likely words may be, in nats, than those whose place they take where neither is
shown: synonyms in another sense are below."""
_LITTLE = 1e-6  # the least that is left where nearly all is copied

Read = Callable[[Any], TokenSource]
"""A source that has read what is asked, and the beginning of the answer up to the place."""


@dataclass(frozen=True)
class Weighed:
    """A text to be weighed. At the place ``there`` stands behind ``ahead``, and ``instead`` would.

    - ``asked``: what asks for other words in place of those of this text;
    - ``least``: how much is asked of it.
    """

    ahead: str
    there: str
    instead: str
    asked: Any
    least: float


def weighed(read: Read, shown: Any, blank: Any, texts: Sequence[Weighed]) -> Iterator[float]:
    """Of each text how much speaks for it, the words as they were shown and the text shown: the
    lower of both. Up to the first that has as much as is asked of it; of one that has too little
    one way that is all, and of one that does not fit how little it does.

    ``shown``: what asks for other words in place of those that stand there; ``blank``: the same
    where nothing stands there.
    """
    source = read(shown)
    there = [log_odds(source, one.ahead, one.there, one.instead) for one in texts]
    source = read(blank)
    forth = [log_odds(source, one.ahead, one.there, one.instead) for one in texts]
    back = [log_odds(source, one.ahead, one.instead, one.there) for one in texts]
    for number, one in enumerate(texts):
        nats = there[number] - forth[number]
        fit = forth[number] - back[number]
        if fit < _UNFIT:
            nats = min(nats, fit)
        elif nats >= one.least:
            returned = log_odds(read(one.asked), one.ahead, one.instead, one.there)
            nats = min(nats, returned - back[number])
        yield nats
        if nats >= one.least:
            return


def log_odds(source: TokenSource, ahead: str, there: str, instead: str) -> float:
    """The logarithm of how probable ``instead`` is behind ``ahead`` here, of all that is not
    ``there``. The context stays as it is."""

    def log_probability(text: str) -> float:
        return sum(source.log_probabilities(source.tokens(inside(text)))) if text else 0.0

    first = log_probability(ahead)
    copied, written = (log_probability(ahead + text) - first for text in (there, instead))
    return written - math.log(max(-math.expm1(min(copied, 0.0)), _LITTLE))


OPEN_ANSWER = '{"answer": "'


class Conversing(TokenSource, Protocol):
    """A model in the middle of a conversation."""

    def follow_up(self, message: Message) -> list[int]:
        """The tokens that end an answer and ask the next thing, up to where that is answered."""
        ...


def agreement(source: Conversing, asked: Sequence[Message], stop: Stop) -> float:
    """The probability of "yes" (against "no") as the answer to each of the questions, the lowest of
    these. The context is left as it was. Raises StoppedError."""
    here, lowest = source.length, 1.0
    for question in asked:
        if stop():
            raise StoppedError
        source.rewind(here)
        source.feed([*source.follow_up(question), *source.tokens(OPEN_ANSWER)])
        lowest = min(lowest, _assent(source))
    source.rewind(here)
    return lowest


def _assent(source: Conversing) -> float:
    """The probability of "yes" (against "no") where an answer begins: of all tokens together that
    begin it. Raises ValueError when none does."""
    logits, vocabulary = source.logits(), source.vocabulary
    yes, no = (
        np.logaddexp.reduce(logits[vocabulary.beginning(word)].astype(np.float64))
        for word in (b"yes", b"no")
    )
    return float(1 / (1 + np.exp(no - yes)))
