"""Whoever says whether words that are being written may stand, and what it says.

Knows texts; nothing of tokens, and nothing of indexes.
"""

from typing import NamedTuple, Protocol


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
