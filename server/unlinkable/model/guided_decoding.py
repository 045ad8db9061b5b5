"""Writing a text token by token that cannot contain what a judge forbids, whatever the model.

The judge is asked about every finished word before the model goes on. At a fault the context goes
back to where, in the words of the faulty phrase, the model has the likeliest other continuation:
after "kept in a mill of" another word for "mill" is found more easily than one for "of". What stood
there is forbidden there, and writing goes on; after too many faults in a phrase it goes one word
further back, and after too many in all it gives up. Where the text comes back to what stays of a
passage, that is taken over without being sampled, and judged like the rest.
Knows tokens, their probabilities and the answer's grammar; nothing of indexes or llama.cpp.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import numpy as np

from unlinkable.model.grammar import ENDED, START, TokenVocabulary, Utf8State, advance, inside
from unlinkable.model.kept_text import rest_of
from unlinkable.model.sampling import NEAR, Logits, RankedTokens, Sampling
from unlinkable.stopping import Stop, StoppedError
from unlinkable_index.words import find_words


class TokenSource(Protocol):
    """A language model with a context of tokens that can be cut back."""

    @property
    def vocabulary(self) -> TokenVocabulary: ...
    @property
    def length(self) -> int:
        """Tokens in the context."""
        ...

    def tokens(self, text: str) -> list[int]:
        """``text`` as tokens."""
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
    """Words that must not all stay: where the first and the last of them begin in the text. Where
    no word begins between the two, what stands at ``first`` must not."""

    first: int
    last: int


class Judge(Protocol):
    """Says whether words may stand. Exactness of the whole rests on it."""

    def __call__(self, text: str, ended: bool) -> Fault | None:
        """The first fault in ``text``, which ends with a finished word; None where all is well.
        ``ended``: the text is complete."""
        ...


@dataclass(frozen=True)
class Limits:
    """When to stop trying. ``tokens`` is the length of the text."""

    tokens: int
    faults_a_word: int = 12
    rollbacks: int = 80


@dataclass(frozen=True)
class Written:
    """A finished text. ``log_probability`` is the mean over its tokens; ``generated`` counts all
    tokens sampled, also those rolled back."""

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


@dataclass
class _Position:
    """The text before one token: what is known and what was tried there."""

    state: Utf8State
    bytes_before: int
    judged: int  # characters already found good
    kept: int  # parts of the passage already taken as they are
    free_from: int  # bytes, after the last of these
    token: int = -1
    log_probability: float = 0.0
    ranked: RankedTokens | None = None
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
        begun = len(self._written)
        self._positions = [_Position(START, begun, 0, 0, begun)]
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
        places = self._positions[:-1]
        text, begun = self._text(), self._source.tokens(inside(self._sampling.begun))
        mean = sum(p.log_probability for p in places) / max(1, len(places) + len(begun))
        sampled = sum(place.ranked is not None for place in places)
        return Written(text, mean, sampled, self._generated, self._rollbacks)

    def _step(self) -> None:
        """Sample one token; keep it if the judge allows what it finishes."""
        here = self._positions[-1]
        token = self._sampled(here)
        if token is None:
            self._roll_back(len(self._positions) - 2)
            return
        self._generated += 1
        self._add(token)
        there = self._positions[-1]
        text, judged = _finished(self._text(), there.state.ended)
        fault = None
        if self._judge is not None and (judged > here.judged or there.state.ended):
            there.judged = judged
            fault = self._judge(text, there.state.ended)
        if fault is not None:
            self._roll_back(self._blamed(fault))
        elif not there.state.ended:
            self._go_on([token])

    def _add(self, token: int) -> None:
        """Write one token behind the last position."""
        here = self._positions[-1]
        advanced = advance(here.state, self._source.vocabulary.pieces[token])
        assert advanced is not None, "only allowed tokens are added"
        state, added = advanced
        here.token = token
        self._written += added
        self._positions.append(
            _Position(state, len(self._written), here.judged, here.kept, here.free_from)
        )

    def _go_on(self, tokens: list[int]) -> None:
        """Evaluate what was sampled, with the rest of a kept part where the text came to one."""
        here, parts = self._positions[-1], self._sampling.kept
        rest = None
        if here.kept < len(parts) and here.state == START:
            rest = rest_of(parts[here.kept], self._written[here.free_from :].decode())
        if rest is None:
            self._source.feed(tokens)
            return
        ended = here.kept + 1 == len(parts)
        before = self._text()
        text, judged = _finished(before + rest, ended)
        fault = self._judge(text, ended) if self._judge is not None else None
        if fault is not None and fault.first < len(before):
            self._roll_back(self._blamed(fault))
            return
        if fault is not None:
            here.kept = len(parts)  # it cannot be kept: all the rest is written
            self._source.feed(tokens)
            return
        added = self._source.tokens(inside(rest))
        for token in added:
            self._add(token)
        here = self._positions[-1]
        here.judged, here.kept, here.free_from = judged, here.kept + 1, len(self._written)
        if ended:
            here.state = ENDED
        else:
            self._source.feed([*tokens, *added])

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
        return position.ranked.best_without({position.token, *position.forbidden})

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

    def _sampled(self, here: _Position) -> int | None:
        """A token by the sampling rule among those allowed and not forbidden; None if none is."""
        allowed = self._source.vocabulary.allowed(here.state)
        if here.ranked is None:
            here.ranked = RankedTokens.of(self._source.logits(), allowed, NEAR)
        chosen = self._sampling.chosen(here.ranked, here.forbidden, self._random)
        if chosen is None:  # nothing of what is likely: look at all the rest
            here.ranked = RankedTokens.of(self._source.logits(), allowed, np.inf)
            chosen = self._sampling.chosen(here.ranked, here.forbidden, self._random)
        if chosen is None:
            return None
        token, here.log_probability = chosen
        return token

    def _gave_up(self, message: str) -> GaveUpError:
        return GaveUpError(message, self._generated, self._rollbacks)


def _finished(text: str, ended: bool) -> tuple[str, int]:
    """The text without a last word that may go on, and where its last finished word ends."""
    words = find_words(text)
    starts, ends = words.starts, words.ends
    if not ended and len(ends) and ends[-1] == len(text):
        text, ends = text[: starts[-1]], ends[:-1]
    return text, int(ends[-1]) if len(ends) else 0
