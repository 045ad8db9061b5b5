"""Which tokens may come next: the grammar of an answer in bytes, the vocabulary, ranking and
sampling, and what decoding needs of any model. Must never know texts, judges, nor which library
runs the model."""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

OPEN_PLAN = '{"plan": "'
FROM_PLAN_TO_TEXT = '", "text": "'
OPEN_TEXT = '{"text": "'
CLOSE = '"}'
OPEN_STRING = CLOSE_STRING = '"'

Allowed = NDArray[np.bool_]


def inside(text: str) -> str:
    """``text`` as it stands inside a string of an answer."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


class Utf8State(NamedTuple):
    """Where in a string the bytes so far have led.

    - ``awaited``: how many continuation bytes of a character are outstanding;
    - ``low``, ``high``: between which the next of them must be.
    """

    escaped: bool = False
    awaited: int = 0
    low: int = 0x80
    high: int = 0xBF
    ended: bool = False


START = Utf8State()
ENDED = Utf8State(ended=True)
_QUOTE, _BACKSLASH = 0x22, 0x5C
_AFTER_THE_END = re.compile(rb"[}\s]*")
_IN_WORDS = re.compile(rb" ?[A-Za-z'\x80-\xff-]+")
_PLAIN = re.compile(rb"[\x20\x21\x23-\x5b\x5d-\x7e]+")


def advance(state: Utf8State, piece: bytes) -> tuple[Utf8State, bytes] | None:
    """The state after ``piece`` and the bytes of text it adds; None where it is not allowed."""
    added = bytearray()
    for place, byte in enumerate(piece):
        if not state.escaped and not state.awaited and byte == _QUOTE:
            if _AFTER_THE_END.fullmatch(piece, place + 1) is None:
                return None
            return ENDED, bytes(added)
        following = _next(state, byte)
        if following is None:
            return None
        if not following.escaped:
            added.append(byte)
        state = following
    return state, bytes(added)


def _next(state: Utf8State, byte: int) -> Utf8State | None:
    if state.escaped:
        return START if byte in (_QUOTE, _BACKSLASH) else None
    if state.awaited:
        if not state.low <= byte <= state.high:
            return None
        return START if state.awaited == 1 else Utf8State(awaited=state.awaited - 1)
    if byte == _BACKSLASH:
        return Utf8State(escaped=True)
    if byte < 0x80:
        return START if 0x20 <= byte != 0x7F else None
    return _FIRST_BYTES.get(byte)


def _first_bytes() -> dict[int, Utf8State]:
    """What may follow the first byte of a character (Unicode standard, table 3-7)."""
    states = {byte: Utf8State(awaited=1) for byte in range(0xC2, 0xE0)}
    states |= {byte: Utf8State(awaited=2) for byte in range(0xE0, 0xF0)}
    states |= {byte: Utf8State(awaited=3) for byte in range(0xF0, 0xF5)}
    states[0xC2] = Utf8State(awaited=1, low=0xA0)  # not the control characters U+0080 to U+009F
    states[0xE0] = Utf8State(awaited=2, low=0xA0)
    states[0xED] = Utf8State(awaited=2, high=0x9F)
    states[0xF0] = Utf8State(awaited=3, low=0x90)
    states[0xF4] = Utf8State(awaited=3, high=0x8F)
    return states


_FIRST_BYTES = _first_bytes()


class TokenVocabulary:
    """The bytes of every token of a model, b'' for those that are no text."""

    def __init__(self, pieces: Sequence[bytes]) -> None:
        self.pieces = tuple(pieces)
        self._allowed: dict[Utf8State, Allowed] = {}
        self._by_first_byte: dict[int, list[int]] = {}
        for token, piece in enumerate(self.pieces):
            if piece:
                self._by_first_byte.setdefault(piece[0], []).append(token)

    def __len__(self) -> int:
        return len(self.pieces)

    @cached_property
    def in_words(self) -> Allowed:
        """Which tokens are letters, hyphens and apostrophes, perhaps after a space."""
        found = (_IN_WORDS.fullmatch(piece) is not None for piece in self.pieces)
        return np.fromiter(found, dtype=np.bool_, count=len(self.pieces))

    def beginning(self, word: bytes) -> list[int]:
        """The tokens that begin a word, or are it, in letters of any case and perhaps after a
        space."""
        return [
            token
            for token, piece in enumerate(self.pieces)
            if (begun := piece.strip().lower()) and word.startswith(begun)
        ]

    def allowed(self, state: Utf8State) -> Allowed:
        """Which tokens may come next, one truth value a token."""
        known = self._allowed.get(state)
        if known is None:
            known = self._allowed[state] = np.zeros(len(self.pieces), dtype=np.bool_)
            for first, tokens in self._by_first_byte.items():
                if advance(state, bytes([first])) is None:
                    continue
                for token in tokens:
                    piece = self.pieces[token]
                    plain = _PLAIN.fullmatch(piece) is not None  # it goes on from START alone
                    known[token] = plain or advance(state, piece) is not None
            known.setflags(write=False)
        return known


Logits = NDArray[np.float32]

_MANY = 4096  # tokens to rank; fewer are taken where more are near


@dataclass(frozen=True)
class RankedTokens:
    """The tokens that may come next, likeliest first, with their log-probabilities."""

    tokens: NDArray[np.int64]
    log_probabilities: NDArray[np.float64]

    @classmethod
    def of(cls, logits: Logits, allowed: Allowed, near: float) -> "RankedTokens":
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
        return cls(tokens, relative[tokens].astype(np.float64) - log_sum)

    def best_without(self, tried: AbstractSet[int]) -> float:
        """The log-probability of the likeliest token that is not among ``tried``."""
        for token, log_probability in zip(
            self.tokens.tolist(), self.log_probabilities.tolist(), strict=True
        ):
            if token not in tried:
                return float(log_probability)
        return -np.inf


@dataclass(frozen=True)
class Sampling:
    """How a text is written: each token the likeliest at temperature 0, else sampled from the
    ``top_k`` likeliest that together have the probability ``top_p``.

    - ``begun``: how the text starts; it is given to the model and not sampled;
    - ``kept``: where the text has come back to the next of these parts, the rest of that part is
      taken as it is, and with the last of them the text is complete;
    - ``planned``: the model first notes what it will change.
    """

    temperature: float = 0.0
    top_k: int = 20
    top_p: float = 0.8
    seed: int = 0
    begun: str = ""
    kept: tuple[str, ...] = ()
    planned: bool = False

    def chosen(
        self, ranked: RankedTokens, forbidden: AbstractSet[int], random: np.random.Generator
    ) -> tuple[int, float] | None:
        """A token that is not forbidden, and its log-probability; None if there is none."""
        tokens = ranked.tokens
        places = np.arange(len(tokens))
        if forbidden:
            places = np.flatnonzero(~np.isin(tokens, list(forbidden)))
        if not len(places):
            return None
        place = places[0]
        if self.temperature > 0:
            places = places[: self.top_k]
            scores = ranked.log_probabilities[places] / self.temperature
            weights = np.exp(scores - scores[0])
            weights /= weights.sum()
            enough = int(np.searchsorted(np.cumsum(weights), self.top_p)) + 1
            weights = weights[:enough] / weights[:enough].sum()
            place = places[random.choice(len(weights), p=weights)]
        return int(tokens[place]), float(ranked.log_probabilities[place])


def shared_beginning(one: Sequence[int], other: Sequence[int]) -> int:
    """How many tokens both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (mine, its) in pairs if mine != its), min(len(one), len(other)))


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

    def log_probabilities(self, tokens: Sequence[int]) -> list[float]:
        """The log-probability of each of ``tokens`` where they come next, one after the other. The
        context is left as it was."""
        ...
