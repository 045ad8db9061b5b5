"""Words written in place of others in a sentence of which all else stays.

What stands before them is in the model's context; what follows is forced. Texts that somebody
offers only have to be read. At each word the text so far may end, where the words that follow are
likely enough to come next; it then counts by how likely all of it is, with some of what follows.
The likeliest text is written first, then it goes back to where another word was nearly as likely,
the least unlikely first. What a judge objects to is not gone on with. Knows tokens and their
probabilities; nothing of indexes and of what words mean.
"""

import heapq
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

from unlinkable.model.decoding.tokens import CLOSE_STRING, TokenSource, inside, shared_beginning
from unlinkable.model.decoding.written_text import Judge
from unlinkable.stopping import Stop, StoppedError
from unlinkable_index.words import find_words

_FOLLOWING = 8  # tokens of what follows that a text is scored with
_ENDS = -5.0  # log-probability of what follows, against the likeliest token, where a text may end
_LEAST, _LEAST_IN_WORD = -6.0, -3.0  # of another token, against the likeliest one at its place
_LEAST_AT_FIRST = -12.0
_BRANCHES = 8  # other tokens kept at each place
_WORDS = re.compile(r"[^\W\d_]+(?:[ '’-][^\W\d_]+)*")


@dataclass(frozen=True)
class Blank:
    """A sentence with words to be written anew.

    - ``before``, ``after``: what stands around them, with its blanks;
    - ``original``: the words as they were; ``offered``: texts that may do;
    - ``words``: so many may be written at most;
    - ``wanted``: so many texts beside those offered, at most; ``tokens``: that may be written for
      all of them, those that several begin with counted once.
    """

    before: str
    original: str
    after: str
    words: int
    wanted: int = 3
    tokens: int = 16
    offered: tuple[str, ...] = ()

    @property
    def room(self) -> int:
        """How many tokens it takes in the context, at most."""
        longest = max((len(text.encode()) for text in self.offered), default=0)
        return len(self.after.encode()) + max(self.tokens, longest)


@dataclass(frozen=True)
class Infill:
    """A text for a gap. ``score``: the mean log-probability of its tokens and some of those that
    follow; ``follows``: of these alone."""

    text: str
    score: float
    follows: float


@dataclass(frozen=True)
class Infilled:
    """The texts for a gap, the best first; how likely what follows is after the ``original``;
    tokens ``generated``, and how often one was not gone on with (``rollbacks``)."""

    texts: tuple[Infill, ...]
    original: float
    generated: int
    rollbacks: int


class GapFilling:
    """One gap being filled, after all that stands before it in the source's context."""

    def __init__(self, source: TokenSource, gap: Blank, judge: Judge, stop: Stop) -> None:
        self._source = source
        self._gap = gap
        self._judge = judge
        self._stop = stop
        self._base = source.length
        self._spaced = gap.before != gap.before.rstrip()
        self._following = source.tokens(inside(gap.after) + CLOSE_STRING)[:_FOLLOWING]
        self._number = count(1)
        self._there: tuple[int, ...] = ()  # of the text, in the context
        self._agenda: list[tuple[float, int, tuple[int, ...], float]] = [(0.0, 0, (), 0.0)]
        self._judged: dict[str, bool] = {}
        self._found: dict[str, Infill] = {}
        self._wanted = gap.wanted
        self._generated = 0
        self._rollbacks = 0

    def filled(self) -> Infilled:
        """Texts for the gap. Raises StoppedError."""
        copied = self._source.tokens(inside(self._start + self._gap.original))
        original = self._follows(copied)
        for text in self._gap.offered:
            self._read(text)
        self._wanted = len(self._found) + self._gap.wanted
        while self._agenda and len(self._found) < self._wanted and not self._spent:
            regret, _, tokens, score = heapq.heappop(self._agenda)
            self._write_on(regret, tokens, score)
        self._source.rewind(self._base)
        texts = tuple(sorted(self._found.values(), key=lambda one: -one.score))
        return Infilled(texts, original, self._generated, self._rollbacks)

    def _read(self, text: str) -> None:
        """Find out how likely an offered text is, where the judge lets it stand."""
        if self._is_good(text, ended=True):
            tokens = self._source.tokens(inside(self._start + text))
            each = self._source.log_probabilities([*tokens, *self._following])
            follows = sum(each[len(tokens) :]) / len(self._following)
            self._found[text] = Infill(text, sum(each) / len(each), follows)

    @property
    def _start(self) -> str:
        return " " if self._spaced else ""

    @property
    def _spent(self) -> bool:
        return self._generated >= self._gap.tokens

    def _write_on(self, regret: float, tokens: tuple[int, ...], score: float) -> None:
        """The likeliest text that begins with some tokens, whose log-probabilities have the sum
        ``score``; what is nearly as likely is kept for later."""
        self._go_back(tokens)
        while not self._spent:
            if self._stop():
                raise StoppedError
            log_probabilities = _log_softmax(self._source.logits())
            text, best = self._text(tokens), float(log_probabilities.max())
            words = len(find_words(text).forms)
            ends = bool(words) and self._may_end(text, log_probabilities, best)
            if ends and self._is_good(text, ended=True) and text not in self._found:
                follows, count = self._follows(()), len(self._following)
                mean = (score + count * follows) / (len(tokens) + count)
                self._found[text] = Infill(text, mean, follows)
                if len(self._found) >= self._wanted:
                    return
            following = list(self._next(text, words, log_probabilities, best))
            if not following:
                return
            if ends and int(log_probabilities.argmax()) == self._following[0]:
                following.insert(0, (-1, best))  # it is at its end
            (token, likeliest), *others = following
            for other, log_probability in others[:_BRANCHES]:
                lost = regret + likeliest - log_probability
                heapq.heappush(
                    self._agenda,
                    (lost, next(self._number), (*tokens, other), score + log_probability),
                )
            if token < 0:
                return
            self._source.feed([token])
            self._generated += 1
            tokens, score = (*tokens, token), score + likeliest
            self._there = tokens

    def _go_back(self, tokens: tuple[int, ...]) -> None:
        """Have the context end with these tokens of the text."""
        same = shared_beginning(tokens, self._there)
        self._source.rewind(self._base + same)
        self._source.feed(tokens[same:])
        self._generated += len(tokens) > same  # the last; those before it were written before
        self._there = tokens

    def _next(
        self, text: str, words: int, log_probabilities: NDArray[np.float64], best: float
    ) -> Iterator[tuple[int, float]]:
        """The tokens that may come next, the likeliest first, with their log-probabilities."""
        vocabulary = self._source.vocabulary
        least = best + (_LEAST if text else _LEAST_AT_FIRST)  # where the words as they were stand
        near = np.flatnonzero(vocabulary.in_words & (log_probabilities >= least))
        room = words < self._gap.words
        for token in near[np.argsort(-log_probabilities[near], kind="stable")].tolist():
            log_probability = float(log_probabilities[token])
            begins = vocabulary.pieces[token].startswith(b" ")
            if not text:
                allowed = begins == self._spaced
            elif begins:
                allowed = room and self._is_good(text, ended=False)
            else:
                allowed = log_probability >= best + _LEAST_IN_WORD
            if allowed:
                yield token, log_probability

    def _may_end(self, text: str, log_probabilities: NDArray[np.float64], best: float) -> bool:
        """Whether the words that follow are likely enough to come here."""
        likely = float(log_probabilities[self._following[0]]) >= best + _ENDS
        return likely and _WORDS.fullmatch(text) is not None

    def _is_good(self, text: str, *, ended: bool) -> bool:
        """Whether the judge lets a text stand, to be gone on with or as it is."""
        if not ended and text in self._judged:
            return self._judged[text]
        whole = self._gap.before + text + (self._gap.after if ended else "")
        good = self._judge(whole, ended) is None
        self._rollbacks += not good
        if not ended:
            self._judged[text] = good
        return good

    def _follows(self, tokens: Sequence[int]) -> float:
        """The mean log-probability of what follows after more ``tokens`` here. The context stays as
        it is."""
        more = self._source.log_probabilities([*tokens, *self._following])
        return sum(more[len(tokens) :]) / len(self._following)

    def _text(self, tokens: tuple[int, ...]) -> str:
        pieces = self._source.vocabulary.pieces
        return b"".join(pieces[token] for token in tokens).decode("utf-8", "ignore").strip()


def _log_softmax(logits: NDArray[np.float32]) -> NDArray[np.float64]:
    relative: NDArray[np.float64] = (logits - logits.max()).astype(np.float64)
    relative -= np.log(np.exp(relative).sum())
    return relative
