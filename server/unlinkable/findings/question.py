"""What is asked of a draft: how many originals must share a phrase, and what a searcher may try."""

from dataclasses import dataclass

from unlinkable.findings.bm25 import Unit
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index

MOST_TERMS = 4
MOST_WITHIN = 30


@dataclass(frozen=True)
class Question:
    """What is asked of a draft.

    - ``k``: how many originals must share whatever is found;
    - ``max_terms``, ``term_words``: the combination attack (m, L); with one term only single
      phrases are checked;
    - ``source``: the number of the document that the draft was made from; then only what leads to
      it counts;
    - ``within``: words of a sentence count that stand within so many words of each other; 0: they
      are not asked about;
    - ``gap_words``: how many words left and right of a gap count together, with at most ten
      between in a document, where ``within`` is not 0;
    - ``ranked``: of which passages none may lead a searcher who ranks there; None: that is not
      asked;
    - ``guessing``: whether masks must hold against who fills them in;
    - ``suspects``: where the source is not known, documents that it may be, the likeliest first;
    - ``against``: where the source is not known, the documents to which alone phrases count as
      leading; none: to all.

    Raises UserError for values out of range.
    """

    k: int = 2
    max_terms: int = 3
    term_words: int = 1
    source: int | None = None
    within: int = 10
    gap_words: int = 3
    ranked: Unit | None = None
    guessing: bool = False
    suspects: tuple[int, ...] = ()
    against: frozenset[int] = frozenset()

    @property
    def sources(self) -> tuple[int, ...]:
        """The documents that the draft may be made from; none where nothing is known of them."""
        return self.suspects if self.source is None else (self.source,)

    @property
    def searchers(self) -> tuple[str, ...]:
        """The names of those that are asked about."""
        asked = {"exact": True, "ranking": self.ranked is not None, "guessing": self.guessing}
        return tuple(name for name, is_so in asked.items() if is_so)

    @property
    def judged_by(self) -> tuple[int, ...] | None:
        """The documents that no passage may lead a searcher who ranks to; None: whatever the draft
        itself says it may be made from (`ranking.presumed_sources`)."""
        return self.sources if self.sources or self.against else None

    def __post_init__(self) -> None:
        if self.k < 2:
            raise UserError(f"k must be 2 or more, not {self.k}")
        if not 1 <= self.max_terms <= MOST_TERMS:
            raise UserError(f"max_terms must be 1 to {MOST_TERMS}, not {self.max_terms}")
        if not 0 <= self.within <= MOST_WITHIN:
            raise UserError(f"within must be 0 to {MOST_WITHIN}, not {self.within}")
        if self.term_words < 1:
            raise UserError(f"term_words must be 1 or more, not {self.term_words}")


def source_number(index: Index, source_id: str | None) -> int | None:
    """The number of the document that has the record ``source_id``, or None when none is named.

    Raises UserError when the index does not know that record.
    """
    if source_id is None:
        return None
    number = index.document_number(source_id)
    if number is None:
        raise UserError(
            f"the source {source_id!r} is not in the index {index.path}; check the id, or leave "
            "it out so that everything counts"
        )
    return number
