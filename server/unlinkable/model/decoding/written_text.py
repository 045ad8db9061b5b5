"""A text that is being written: the tokens that wrote it and what was tried, what a judge says of
it, words that may not come (in whatever tokens), and whether it is back at what stays. Must
never know who judges, nor who chooses tokens."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Protocol

import numpy as np

from unlinkable.model.decoding.tokens import (
    START,
    RankedTokens,
    TokenVocabulary,
    Utf8State,
    advance,
)
from unlinkable_index.words import Words, find_words

Forms = tuple[str, ...]


@dataclass(frozen=True)
class WordsSoFar:
    """The words of a text that may go on. ``unfinished``: how the last of them is spelt so far,
    where the text ends with it; ``grown``: its last token went on with that word."""

    forms: Forms
    unfinished: str = ""
    grown: bool = False

    @classmethod
    def of(cls, text: str) -> "WordsSoFar":
        """Read ``text``."""
        words = find_words(text)
        return cls(words.forms, text[words.starts[-1] :] if ends_in_word(text, words) else "")

    def followed(self, text: str) -> "WordsSoFar":
        """Those of ``text``, which has one more token."""
        there = WordsSoFar.of(text)
        grown = bool(self.unfinished) and len(there.forms) == len(self.forms)
        return replace(there, grown=grown and there.forms != self.forms)


@dataclass(frozen=True)
class ForbiddenWords:
    """``forms`` may not follow each other. ``ways``: beginnings of the last of them that led to
    other words as well. ``closed``: no other beginnings of it may be written."""

    forms: Forms
    ways: frozenset[str] = frozenset()
    closed: bool = False

    def stand_at(self, first: int, there: WordsSoFar) -> bool:
        """Whether they are the words from the ``first`` on, or these are on their way to them."""
        forms = there.forms[first : first + len(self.forms)]
        if forms == self.forms:
            return True
        last = first + len(self.forms) == len(there.forms)
        if not last or not there.unfinished or forms[:-1] != self.forms[:-1]:
            return False
        on_its_way = self.forms[-1].startswith(forms[-1]) and (there.grown or self.closed)
        return on_its_way and there.unfinished not in self.ways

    def end_after(self, number: int, there: WordsSoFar) -> bool:
        """Whether they stand anywhere, or are on their way, with a last word that is not among the
        first ``number``."""
        length = len(self.forms)
        ends = range(max(number, length - 1), len(there.forms))
        return any(self.stand_at(end - length + 1, there) for end in ends)


def ends_in_word(text: str, words: Words) -> bool:
    """Whether the last of ``words``, those of ``text``, may go on."""
    return bool(len(words.ends)) and int(words.ends[-1]) == len(text)


def closed_to(begun: str, some: Sequence[ForbiddenWords]) -> list[ForbiddenWords]:
    """The same, closed where ``begun``, a word form, begins the last word."""
    return [
        replace(words, closed=True) if words.forms[-1].startswith(begun) else words
        for words in some
    ]


def opened(some: Sequence[ForbiddenWords]) -> list[ForbiddenWords]:
    """The same, none of them closed."""
    return [replace(words, closed=False) for words in some]


class Fault(NamedTuple):
    """Words that must not all stay: where the first and the last of them begin in the text. Where
    no word begins from ``first`` to ``last``, what stands at ``first`` must not. ``anywhere``: they
    may follow each other nowhere in this text. ``why``: in some words, for the next try."""

    first: int
    last: int
    anywhere: bool = False
    why: str = ""


class Judge(Protocol):
    """Says whether words may stand. Exactness of the whole rests on it."""

    def __call__(self, text: str, ended: bool) -> Fault | None:
        """The first fault in ``text``, which ends with a finished word; None where all is well.
        ``ended``: the text is complete."""
        ...


_BACK = 2  # words that show that a text has come back to a kept part


def rest_of(part: str, written: str) -> str | None:
    """What of a kept part is still to come, where ``written`` ends with its first words; None
    where it does not."""
    ends = find_words(part).ends
    if not len(ends):
        return None
    needed = min(len(part), int(ends[_BACK - 1]) + 1) if len(ends) >= _BACK else len(part)
    for length in range(min(len(part), len(written)), needed - 1, -1):
        if written.endswith(part[:length]):
            return part[length:]
    return None


AS_GOOD_AS_ALWAYS = float(np.log(0.5))  # the log-probability from which a beginning is a word


@dataclass
class Position:
    """The text before one token: what is known and what was tried there. ``judged``: so many
    characters were found good. ``kept``: so many parts of the passage were taken as they are, the
    last of which ends after ``free_from`` bytes. ``behind``: the log-probability of the token, less
    that of the likeliest one. ``tried``: tokens that are not to be taken any more."""

    state: Utf8State
    bytes_before: int
    words_before: int
    judged: int
    kept: int
    free_from: int
    token: int = -1
    log_probability: float = 0.0
    behind: float = 0.0
    ranked: RankedTokens | None = None
    tried: set[int] = field(default_factory=set)
    forbidden: list[ForbiddenWords] = field(default_factory=list)
    faults: int = 0

    @property
    def best_other(self) -> float:
        """The log-probability of the likeliest token not yet tried."""
        if self.ranked is None:
            return -np.inf
        return self.ranked.best_without({self.token, *self.tried})


class TextInTokens:
    """A text that has ``begun`` with something that is not to be changed. Words are numbered as in
    ``words``, positions as in ``positions``, of which the last one has no token yet."""

    def __init__(self, vocabulary: TokenVocabulary, begun: str) -> None:
        self._vocabulary = vocabulary
        self._bytes = bytearray(begun.encode())
        length = len(self._bytes)
        self.positions = [Position(START, length, len(find_words(begun).forms), 0, 0, length)]

    def __str__(self) -> str:
        return self._bytes.decode("utf-8", errors="ignore")  # without an unfinished character

    @property
    def last(self) -> Position:
        """Where the next token comes."""
        return self.positions[-1]

    @property
    def words(self) -> Words:
        """The words so far."""
        return find_words(str(self))

    @property
    def since_kept(self) -> str:
        """What was written since the last kept part."""
        return self._bytes[self.last.free_from :].decode()

    def with_token(self, token: int) -> str:
        """The text that it would be with one more token, which must be allowed."""
        _, added = self._advanced(token)
        return (self._bytes + added).decode("utf-8", errors="ignore")

    def add(self, token: int) -> None:
        """Write one more token, which must be allowed."""
        here = self.last
        state, added = self._advanced(token)
        here.token = token
        self._bytes += added
        words = len(self.words.forms)
        self.positions.append(
            Position(state, len(self._bytes), words, here.judged, here.kept, here.free_from)
        )

    def cut(self, number: int) -> None:
        """Take away the token at a position and all behind it."""
        del self._bytes[self.positions[number].bytes_before :]
        del self.positions[number + 1 :]

    def token_at(self, offset: int) -> int:
        """The position of the token that brought the character at ``offset`` of the text, or the
        first part of it."""
        place = len(str(self)[:offset].encode())
        for number in range(len(self.positions) - 2, 0, -1):
            if self.positions[number].bytes_before <= place:
                return number
        return 0

    def beginning(self, word: int) -> int:
        """The position from which a word can be written anew: where the token begins that it begins
        with, or, if that is inside another word, the one that this begins with."""
        words = self.words
        number = self.token_at(int(words.starts[word]))
        before = len(self._text_before(number))
        cut = next((w for w in range(word) if words.starts[w] < before < words.ends[w]), None)
        return number if cut is None or number == 0 else self.beginning(cut)

    def words_back(self, position: int) -> Iterator[int]:
        """The words that begin before a position and may be changed, the last of them first."""
        words = self.words
        begun = len(self._text_before(0))
        for word in range(len(words.forms) - 1, -1, -1):
            if words.starts[word] >= begun and self.beginning(word) < position:
                yield word

    def ways(self, word: int) -> frozenset[str]:
        """The beginnings of a word as its tokens made it, if they led to other words as well."""
        words = self.words
        start, end = int(words.starts[word]), int(words.ends[word])
        inside = range(self.token_at(start) + 1, self.token_at(end - 1) + 1)
        if sum(self.positions[n].log_probability for n in inside) > AS_GOOD_AS_ALWAYS:
            return frozenset()
        return frozenset(self._text_before(number)[start:] for number in inside)

    def _text_before(self, number: int) -> str:
        return self._bytes[: self.positions[number].bytes_before].decode(errors="ignore")

    def _advanced(self, token: int) -> tuple[Utf8State, bytes]:
        advanced = advance(self.last.state, self._vocabulary.pieces[token])
        assert advanced is not None, "only allowed tokens are added"
        return advanced
