"""Writing a text token by token that cannot contain what a judge forbids, whatever the model.

The judge is asked about every finished word before the model goes on. At a fault the context goes
back to where, in the words of the faulty phrase, the model has the likeliest other continuation:
after "kept in a mill of" another word for "mill" is found more easily than one for "of". What stood
there is forbidden there, and writing goes on; after too many faults in a phrase it goes one word
further back, and after too many in all it gives up.
Knows tokens, their probabilities and the answer's grammar; nothing of indexes or llama.cpp.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from unlinkable.rewriting.answer import START, Allowed, State, Vocabulary, advance
from unlinkable.rewriting.stopping import Stop, StoppedError
from unlinkable_index.words import find_words

Logits = NDArray[np.float32]

_NEAR = 10.0  # below the highest logit: what is less likely is looked at only when it must be
_MANY = 4096  # tokens to rank; fewer are taken where more are near


class TokenSource(Protocol):
    """A language model with a context of tokens that can be cut back."""

    @property
    def vocabulary(self) -> Vocabulary: ...
    @property
    def length(self) -> int:
        """Tokens in the context."""
        ...

    def feed(self, tokens: Sequence[int]) -> None:
        """Add tokens to the context."""
        ...

    def rewind(self, length: int) -> None:
        """Cut the context back to so many tokens."""
        ...

    def logits(self) -> Logits:
        """For each token, the logit that it comes next. Valid until the context changes."""
        ...


class Fault(NamedTuple):
    """Words that must not all stay: where the first and the last of them begin in the text."""

    first: int
    last: int


class Judge(Protocol):
    """Says whether words may stand. Exactness of the whole rests on it."""

    def __call__(self, text: str, ended: bool) -> Fault | None:
        """The first fault in ``text``, which ends with a finished word; None where all is well.
        ``ended``: the text is complete."""
        ...


@dataclass(frozen=True)
class Sampling:
    """How a text is written: each token the likeliest at temperature 0, else drawn from the
    ``top_k`` likeliest that together have the probability ``top_p``. The text starts with
    ``begun``, which is given to the model and not drawn."""

    temperature: float = 0.0
    top_k: int = 20
    top_p: float = 0.8
    seed: int = 0
    begun: str = ""


@dataclass(frozen=True)
class Limits:
    """When to stop trying. ``tokens`` is the length of the text."""

    tokens: int
    faults_a_word: int = 12
    rollbacks: int = 80


@dataclass(frozen=True)
class Written:
    """A finished text. ``log_probability`` is the mean over its tokens; ``generated`` counts all
    tokens drawn, also those rolled back."""

    text: str
    log_probability: float
    tokens: int
    generated: int
    rollbacks: int


class GaveUpError(Exception):
    """No permitted text was found within the limits; the message says which limit."""

    def __init__(self, message: str, generated: int, rollbacks: int) -> None:
        super().__init__(message)
        self.generated = generated
        self.rollbacks = rollbacks


@dataclass(frozen=True)
class _Ranked:
    """The tokens that may come next, likeliest first, with their log-probabilities."""

    tokens: NDArray[np.int64]
    log_probabilities: NDArray[np.float64]


@dataclass
class _Position:
    """The text before one token: what is known and what was tried there."""

    state: State
    bytes_before: int
    judged: int  # characters already found good
    token: int = -1
    log_probability: float = 0.0
    ranked: _Ranked | None = None
    forbidden: set[int] = field(default_factory=set)
    faults: int = 0


class GuidedDecoding:
    """One text being written after what the source's context already holds, which includes what
    it has begun with."""

    def __init__(
        self, source: TokenSource, judge: Judge | None, sampling: Sampling, limits: Limits
    ) -> None:
        self._source = source
        self._judge = judge
        self._sampling = sampling
        self._limits = limits
        self._random = np.random.default_rng(sampling.seed)
        self._base = source.length
        self._written = bytearray(sampling.begun.encode())
        self._positions = [_Position(START, len(self._written), 0)]
        self._generated = 0
        self._rollbacks = 0

    def write(self, stop: Stop) -> Written:
        """The text up to its closing quote. Raises GaveUpError and StoppedError."""
        while not self._positions[-1].state.ended:
            if stop():
                raise StoppedError
            if len(self._positions) > self._limits.tokens:
                raise self._gave_up("it did not come to an end")
            self._step()
        return self._result()

    def write_freely(self, stop: Stop) -> Written:
        """As `write`, but simply cut off at the limit of tokens (where a character ends)."""
        while not self._positions[-1].state.ended:
            if stop():
                raise StoppedError
            full = len(self._positions) > self._limits.tokens
            if full and self._positions[-1].state == START:
                break
            self._step()
        return self._result()

    def _result(self) -> Written:
        drawn = self._positions[:-1]
        mean = sum(p.log_probability for p in drawn) / max(1, len(drawn))
        text = self._text()
        return Written(text, mean, len(drawn), self._generated, self._rollbacks)

    def _step(self) -> None:
        """Draw one token; keep it if the judge allows what it finishes."""
        here = self._positions[-1]
        token = self._draw(here)
        if token is None:
            self._roll_back(len(self._positions) - 2)
            return
        advanced = advance(here.state, self._source.vocabulary.pieces[token])
        assert advanced is not None, "only allowed tokens are drawn"
        state, added = advanced
        here.token = token
        self._generated += 1
        self._written += added
        fault, judged = self._verdict(here, state)
        self._positions.append(_Position(state, len(self._written), judged))
        if fault is not None:
            self._roll_back(self._blamed(fault))
        elif not state.ended:
            self._source.feed([token])

    def _verdict(self, here: _Position, state: State) -> tuple[Fault | None, int]:
        """The fault in the words finished since ``here``, and how far all is well."""
        if self._judge is None:
            return None, 0
        text = self._text()
        words = find_words(text)
        starts, ends = words.starts, words.ends
        if not state.ended and len(ends) and ends[-1] == len(text):  # the last word may go on
            text, ends = text[: starts[-1]], ends[:-1]
        last = int(ends[-1]) if len(ends) else 0
        if last <= here.judged and not state.ended:
            return None, here.judged
        return self._judge(text, state.ended), last

    def _text(self) -> str:
        return self._written.decode("utf-8", errors="ignore")  # an unfinished character is left out

    def _token_at(self, offset: int) -> int:
        """The position of the token that brought the character at ``offset`` of the text, or the
        first part of it."""
        place = len(self._text()[:offset].encode())
        for number in range(len(self._positions) - 2, 0, -1):
            if self._positions[number].bytes_before <= place:
                return number
        return 0

    def _blamed(self, fault: Fault) -> int:
        """The position of the token that is best written otherwise: of those that make up the
        faulty words, the one with the likeliest other."""
        words = find_words(self._text())
        limit, first = self._limits.faults_a_word, self._token_at(fault.first)
        fresh: list[int] = []
        for start, end in zip(words.starts.tolist(), words.ends.tolist(), strict=True):
            if fault.first <= start <= fault.last:
                fresh += range(self._token_at(start), self._token_at(end - 1) + 1)
        fresh = [number for number in fresh if self._positions[number].faults < limit]
        if fresh:
            return max(fresh, key=lambda n: (self._best_other(self._positions[n]), n))
        while first > 0 and self._positions[first].faults >= limit:
            first = self._word_before(first)
        return first

    def _best_other(self, position: _Position) -> float:
        """The log-probability of the likeliest token not yet tried there."""
        if position.ranked is None:
            return -np.inf
        tokens, tried = position.ranked.tokens, {position.token, *position.forbidden}
        for token, log_probability in zip(
            tokens.tolist(), position.ranked.log_probabilities.tolist(), strict=True
        ):
            if token not in tried:
                return float(log_probability)
        return -np.inf

    def _roll_back(self, number: int) -> None:
        """Forbid the token at this position, and write on from there."""
        self._rollbacks += 1
        if self._rollbacks > self._limits.rollbacks:
            raise self._gave_up("every wording tried would have led back to an original")
        if number < 0:
            raise self._gave_up("no wording at all is left to try")
        here = self._positions[number]
        here.faults += 1
        here.forbidden.add(here.token)
        del self._positions[number + 1 :]
        del self._written[here.bytes_before :]
        if self._source.length > self._base + number:
            self._source.rewind(self._base + number)

    def _word_before(self, number: int) -> int:
        """The position where the word before the one at this position begins."""
        text = self._written[: self._positions[number].bytes_before].decode(errors="ignore")
        words = find_words(text)
        return self._token_at(int(words.starts[-1])) if len(words.starts) else 0

    def _draw(self, here: _Position) -> int | None:
        """A token by the sampling rule among those allowed and not forbidden; None if none is."""
        allowed = self._source.vocabulary.allowed(here.state)
        if here.ranked is None:
            here.ranked = _ranked(self._source.logits(), allowed, _NEAR)
        chosen = self._chosen(here)
        if chosen is None:  # nothing of what is likely: look at all the rest
            here.ranked = _ranked(self._source.logits(), allowed, np.inf)
            chosen = self._chosen(here)
        return chosen

    def _chosen(self, here: _Position) -> int | None:
        assert here.ranked is not None
        tokens = here.ranked.tokens
        places = np.arange(len(tokens))
        if here.forbidden:
            places = np.flatnonzero(~np.isin(tokens, list(here.forbidden)))
        if not len(places):
            return None
        sampling, place = self._sampling, places[0]
        if sampling.temperature > 0:
            places = places[: sampling.top_k]
            scores = here.ranked.log_probabilities[places] / sampling.temperature
            weights = np.exp(scores - scores[0])
            weights /= weights.sum()
            enough = int(np.searchsorted(np.cumsum(weights), sampling.top_p)) + 1
            weights = weights[:enough] / weights[:enough].sum()
            place = places[self._random.choice(len(weights), p=weights)]
        here.log_probability = float(here.ranked.log_probabilities[place])
        return int(tokens[place])

    def _gave_up(self, message: str) -> GaveUpError:
        return GaveUpError(message, self._generated, self._rollbacks)


def _ranked(logits: Logits, allowed: Allowed, near: float) -> _Ranked:
    """The allowed tokens whose logits are within ``near`` of the highest of them; the
    log-probabilities are those of the softmax over all tokens."""
    relative = logits - logits.max()
    log_sum = np.log(np.exp(relative).sum(dtype=np.float64))
    relative[~allowed] = -np.inf
    highest = relative.max()
    tokens = np.flatnonzero(relative > highest - near)
    while len(tokens) > _MANY and 1.0 < near < np.inf:
        near /= 2
        tokens = np.flatnonzero(relative > highest - near)
    tokens = tokens[np.argsort(-relative[tokens], kind="stable")]
    return _Ranked(tokens, relative[tokens].astype(np.float64) - log_sum)
