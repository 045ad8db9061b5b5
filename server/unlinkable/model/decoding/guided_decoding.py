"""Writing a text token by token that cannot contain what a judge forbids, whatever the model.

The judge is asked about every finished word before the model goes on. At a fault the context goes
back to the beginning of a word: of those of the faulty phrase, the one in whose place the model has
the likeliest other, since after "kept in a mill of" another word for "mill" is found more easily
than one for "of". That word is forbidden there, in whatever tokens, and a phrase that may stand
nowhere is not written again. Where nothing is left that is likely enough, it goes one word further
back; after too many faults, or when the whole is too unlikely, it gives up. Where the text comes
back to what stays of a passage, that is taken over without being sampled, and judged like the rest.
Knows tokens, their probabilities and the answer's grammar; nothing of indexes or llama.cpp.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from unlinkable.model.decoding.tokens import (
    ENDED,
    START,
    RankedTokens,
    Sampling,
    TokenSource,
    inside,
)
from unlinkable.model.decoding.written_text import (
    AS_GOOD_AS_ALWAYS,
    Fault,
    ForbiddenWords,
    Judge,
    Position,
    TextInTokens,
    WordsSoFar,
    closed_to,
    ends_in_word,
    opened,
    rest_of,
)
from unlinkable.stopping import Stop, StoppedError
from unlinkable_index.words import find_words


@dataclass(frozen=True)
class Limits:
    """When to stop trying. ``tokens`` is the length of the text.

    How likely a token must be is said against the likeliest one at its place, as a difference of
    log-probabilities: ``least`` of any, ``least_in_word`` of one that goes on with a word, and
    ``least_mean`` in the mean of all tokens of the text.
    """

    tokens: int
    faults_a_word: int = 12
    rollbacks: int = 80
    least: float = -10.0
    least_in_word: float = -5.0
    least_mean: float = -4.0


@dataclass(frozen=True)
class Written:
    """A finished text. ``log_probability`` is the mean over its tokens; ``generated`` counts all
    tokens sampled, also those rolled back. ``sampled``: of each token that was sampled and stayed,
    the bytes of the text before it, and its log-probability."""

    text: str
    log_probability: float
    tokens: int
    generated: int
    rollbacks: int
    sampled: tuple[tuple[int, float], ...] = ()


class GaveUpError(Exception):
    """No permitted text was found within the limits; the message says which limit."""

    def __init__(self, message: str, generated: int, rollbacks: int) -> None:
        super().__init__(message)
        self.generated = generated
        self.rollbacks = rollbacks


class GuidedDecoding:
    """One text being written after what the source's context already holds, which includes what
    it has begun with.

    ``nowhere``: phrases that were found to have no place in this text; it learns more.
    """

    def __init__(
        self,
        source: TokenSource,
        judge: Judge | None,
        sampling: Sampling,
        limits: Limits,
        nowhere: list[ForbiddenWords] | None = None,
    ) -> None:
        self._source = source
        self._judge = judge
        self._sampling = sampling
        self._limits = limits
        self._nowhere = [] if nowhere is None else nowhere
        self._nowhere[:] = opened(self._nowhere)  # a beginning may lead elsewhere in this text
        self._random = np.random.default_rng(sampling.seed)
        self._base = source.length
        self._text = TextInTokens(source.vocabulary, sampling.begun)
        self._generated = 0
        self._rollbacks = 0

    def write(self, stop: Stop) -> Written:
        """The text up to its closing quote. Raises GaveUpError and StoppedError."""
        while not self._text.last.state.ended:
            if stop():
                raise StoppedError
            if len(self._text.positions) > self._limits.tokens:
                raise self._gave_up("it did not come to an end")
            self._step()
        if self._mean(place.behind for place in self._text.positions) < self._limits.least_mean:
            raise self._gave_up("what it wrote is too unlikely")
        return self._result()

    def write_freely(self, stop: Stop) -> Written:
        """As `write`, but simply cut off at the limit of tokens (where a character ends)."""
        while not self._text.last.state.ended:
            if stop():
                raise StoppedError
            full = len(self._text.positions) > self._limits.tokens
            if full and self._text.last.state == START:
                break
            self._step()
        return self._result()

    def _result(self) -> Written:
        places = self._text.positions[:-1]
        mean = self._mean(place.log_probability for place in places)
        sampled = tuple(
            (place.bytes_before, place.log_probability)
            for place in places
            if place.ranked is not None
        )
        return Written(
            str(self._text), mean, len(sampled), self._generated, self._rollbacks, sampled
        )

    def _mean(self, values: Iterable[float]) -> float:
        """Of values that are 0 for tokens that were not sampled, over all tokens of the text."""
        begun = self._source.tokens(inside(self._sampling.begun))
        return sum(values) / max(1, len(self._text.positions) - 1 + len(begun))

    def _step(self) -> None:
        """Sample one token; keep it if the judge allows what it finishes."""
        here = self._text.last
        token = self._sampled(here)
        if token is None:
            self._leave_dead_end()
            return
        self._generated += 1
        self._text.add(token)
        there = self._text.last
        text, judged = _finished(str(self._text), there.state.ended)
        fault = None
        if self._judge is not None and (judged > here.judged or there.state.ended):
            there.judged = judged
            fault = self._judge(text, there.state.ended)
        if fault is not None:
            self._undo(fault)
        elif not there.state.ended:
            self._go_on([token])

    def _go_on(self, tokens: list[int]) -> None:
        """Evaluate what was sampled, with the rest of a kept part where the text came to one."""
        here, parts = self._text.last, self._sampling.kept
        rest = None
        if here.kept < len(parts) and here.state == START:
            rest = rest_of(parts[here.kept], self._text.since_kept)
        if rest is None:
            self._source.feed(tokens)
            return
        ended = here.kept + 1 == len(parts)
        before = str(self._text)
        text, judged = _finished(before + rest, ended)
        fault = self._judge(text, ended) if self._judge is not None else None
        if fault is not None and fault.first < len(before):
            self._undo(fault._replace(anywhere=fault.anywhere and fault.last < len(before)))
            return
        if fault is not None:
            here.kept = len(parts)  # it cannot be kept: all the rest is written
            self._source.feed(tokens)
            return
        added = self._source.tokens(inside(rest))
        for token in added:
            self._text.add(token)
        there = self._text.last
        there.judged, there.kept, there.free_from = judged, here.kept + 1, there.bytes_before
        if ended:
            there.state = ENDED
        else:
            self._source.feed([*tokens, *added])

    def _undo(self, fault: Fault) -> None:
        """Go back to where the faulty words are best written otherwise."""
        text, limit, words = self._text, self._limits.faults_a_word, self._text.words
        faulty = [
            word for word, start in enumerate(words.starts) if fault.first <= start <= fault.last
        ]
        if fault.anywhere and faulty:
            forms = words.forms[faulty[0] : faulty[-1] + 1]
            self._nowhere.append(ForbiddenWords(forms, text.ways(faulty[-1])))
        begin = {word: text.beginning(word) for word in faulty}
        fresh = [word for word in faulty if text.positions[begin[word]].faults < limit]
        if fresh:
            others = {word: text.positions[begin[word]].best_other for word in fresh}
            self._forbid(max(fresh, key=lambda word: (others[word], word)))
            return
        first = begin[faulty[0]] if faulty else text.token_at(fault.first)
        if not faulty and (first == 0 or text.positions[first].faults < limit):
            self._roll_back(first)
            return
        for word in text.words_back(first):
            if text.positions[text.beginning(word)].faults < limit:
                self._forbid(word)
                return
        raise self._gave_up("no wording at all is left to try")

    def _leave_dead_end(self) -> None:
        """Go back from where nothing likely can follow: the last word, or what there is of it,
        leads nowhere."""
        text, last = self._text, len(self._text.positions) - 1
        word = next(text.words_back(last), None)
        if word is not None:
            begun, here = text.words.forms[word], text.positions[text.beginning(word)]
            here.forbidden = closed_to(begun, here.forbidden)
            self._nowhere[:] = closed_to(begun, self._nowhere)
            self._forbid(word)
        elif last:
            self._roll_back(last - 1)  # there are only marks
        else:
            raise self._gave_up("no wording at all is left to try")

    def _forbid(self, word: int) -> None:
        """Go back to where a word begins, and do not write it there again."""
        number = self._text.beginning(word)
        here = self._text.positions[number]
        forms = self._text.words.forms[here.words_before : word + 1]
        if forms:
            here.forbidden.append(ForbiddenWords(forms, self._text.ways(word)))
        self._roll_back(number)

    def _roll_back(self, number: int) -> None:
        """Write on from this position, with another token than the one there."""
        self._rollbacks += 1
        if self._rollbacks > self._limits.rollbacks:
            raise self._gave_up("every wording tried would have led back to an original")
        here = self._text.positions[number]
        here.faults += 1
        here.tried.add(here.token)
        self._text.cut(number)
        if self._source.length > self._base + number:
            self._source.rewind(self._base + number)

    def _sampled(self, here: Position) -> int | None:
        """A token by the sampling rule among those allowed that are likely enough; None if there
        is none, or if a word was begun that as good as always becomes a forbidden one."""
        if here.ranked is None:
            allowed = self._source.vocabulary.allowed(here.state)
            here.ranked = RankedTokens.of(self._source.logits(), allowed, -self._limits.least)
        now = WordsSoFar.of(str(self._text))
        while (chosen := self._sampling.chosen(here.ranked, here.tried, self._random)) is not None:
            token, log_probability = chosen
            behind = log_probability - float(here.ranked.log_probabilities[0])
            there = now.followed(self._text.with_token(token))
            forbidden = self._is_forbidden(there, len(now.forms) - bool(now.unfinished))
            if not forbidden and (not there.grown or behind >= self._limits.least_in_word):
                here.log_probability, here.behind = log_probability, behind
                return token
            here.tried.add(token)
            if forbidden and there.grown and log_probability > AS_GOOD_AS_ALWAYS:
                return None
        return None

    def _is_forbidden(self, there: WordsSoFar, after: int) -> bool:
        """Whether words that may not stand would stand there, the last of them behind the first
        ``after`` of the text, or are on their way."""
        return any(words.end_after(after, there) for words in self._nowhere) or any(
            words.stand_at(place.words_before, there)
            for place in self._text.positions
            for words in place.forbidden
        )

    def _gave_up(self, message: str) -> GaveUpError:
        return GaveUpError(message, self._generated, self._rollbacks)


def _finished(text: str, ended: bool) -> tuple[str, int]:
    """The text without a last word that may go on, and where its last finished word ends."""
    words = find_words(text)
    starts, ends = words.starts, words.ends
    if not ended and ends_in_word(text, words):
        text, ends = text[: starts[-1]], ends[:-1]
    return text, int(ends[-1]) if len(ends) else 0
