"""The grammar of the model's answer, as bytes: text inside a JSON string, up to its closing quote.

An answer is ``{"plan": "…", "text": "…"}``, the plan only where reasoning is on. Keys and braces
are never left to the model; what it writes is the inside of a string: valid UTF-8, no control
characters, no escapes but ``\\"`` and ``\\\\``. Tokens may end in the middle of a character. Knows
nothing of models beyond the bytes of their tokens.
"""

import re
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

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
