"""The levels of protection that have a price: searchers, and what each of them may ask more.

Knows questions; nothing of drafts and of how masks are chosen.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from unlinkable.findings.question import Question
from unlinkable.findings.ranking.passages import Unit

EXACT = "exact"
_HIGHER = (3, 5, 10)
_LONGER_GAPS = (4, 6)


class Rows(Enum):
    """Which levels are asked about: those of the searchers by name, which are soon told, or all."""

    SEARCHERS = "searchers"
    ALL = "all"


@dataclass(frozen=True)
class Level:
    """A level: its ``name``, as in JSON; the ``question`` that is asked; and whether it sets out
    from the masks for exact search that the ``question`` of the first level takes."""

    name: str
    question: Question
    on_exact: bool = True


def levels(asked: Question, positions: bool, rows: Rows) -> Iterator[Level]:
    """The levels for a draft, exact search first, all searchers last.

    - ``asked``: what is asked of the draft; who else was to be searched for does not count;
    - ``positions``: whether the index knows where words stand; else no gaps are asked about;
    - ``rows``: which of them.
    """
    exact = replace(asked, ranked=None, guessing=False)
    yield Level(EXACT, exact)
    yield Level("ranking-sentence", replace(exact, ranked=Unit.SENTENCE))
    if rows is Rows.ALL:
        yield Level("ranking-paragraph", replace(exact, ranked=Unit.PARAGRAPH))
    yield Level("guessing", replace(exact, guessing=True))
    if rows is Rows.ALL:
        yield from _more_of_exact(exact, positions)
    yield Level("all", replace(exact, ranked=Unit.SENTENCE, guessing=True))


def _more_of_exact(exact: Question, positions: bool) -> Iterator[Level]:
    """The levels at which exact search asks for more."""
    if positions and exact.within and exact.max_terms > 1:
        for words in _LONGER_GAPS:
            if words > exact.gap_words:
                yield Level(f"gap-{words}", replace(exact, gap_words=words), on_exact=False)
    for k in _HIGHER:
        if k > exact.k:
            yield Level(f"k-{k}", replace(exact, k=k), on_exact=False)
