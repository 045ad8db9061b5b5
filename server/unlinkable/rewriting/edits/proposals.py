"""What rewriting gives back: edits, what they change, and what was refused and why.

Values only; whoever shows or applies them needs nothing else. Offsets are code points of the text
the proposal was made for.
"""

from dataclasses import dataclass
from enum import Enum

from unlinkable.draft import Span

DOUBTED = "Asked again, the model doubts that it says the same."


class Remedy(Enum):
    """How an edit removes a finding."""

    REWORD = "reword"
    REWRITE = "rewrite"
    MASK = "mask"


@dataclass(frozen=True)
class Edit:
    """``text[start:end]``, which reads ``before``, becomes ``after``."""

    start: int
    end: int
    before: str
    after: str

    @property
    def grows(self) -> int:
        """By how many characters the text becomes longer."""
        return len(self.after) - (self.end - self.start)

    def fits(self, text: str) -> bool:
        """Whether ``text`` still reads ``before`` at this place."""
        return text[self.start : self.end] == self.before


@dataclass(frozen=True)
class Difference:
    """Some consecutive words of a passage and what stands in their place ('' for nothing)."""

    before: str
    after: str


@dataclass(frozen=True)
class Alternative:
    """One edit that passed every check, and what speaks for it.

    - ``combinations``: combination findings of the whole draft with this edit made, None where they
      were not asked for;
    - ``leading``: the same of its passages that lead a searcher who ranks to its source;
    - ``log_probability``: the model's mean log-probability of a token of the passage in its
      context; None for masks and for replacements carried over from elsewhere in the draft;
    - ``changes``: the words that differ, in order;
    - ``agreement``: how probable the model holds it, asked again, that this says the same; None
      where it was not asked.
    """

    kind: Remedy
    edit: Edit
    changes: tuple[Difference, ...]
    combinations: int | None = None
    log_probability: float | None = None
    leading: int | None = None
    agreement: float | None = None

    @property
    def doubted(self) -> bool:
        """Whether the model doubts that it says the same, so that only people may choose it."""
        return self.agreement is not None and self.agreement < 0.5


@dataclass(frozen=True)
class Refused:
    """A candidate that failed a check, and every reason, each a sentence for people."""

    after: str
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Proposal:
    """What can be done about the findings in one passage.

    - ``passage``: the sentence, or the few, that the flagged phrases touch;
    - ``findings``: what leads back within it, each finding by itself;
    - ``flagged``: their words, those that overlap as one;
    - ``alternatives``: best first, those doubted last; a rewriting that leaves nothing rare, or
      none;
    - ``mask``: the fewest words that break the phrases; always possible;
    - ``message``: why there is no rewriting, or none but doubted ones, in one sentence.
    """

    passage: Span
    flagged: tuple[Span, ...]
    alternatives: tuple[Alternative, ...]
    mask: Alternative
    findings: tuple[Span, ...] = ()
    refused: tuple[Refused, ...] = ()
    message: str | None = None

    @property
    def best(self) -> Alternative | None:
        """What can be taken without anybody looking at it, if anything."""
        return next((one for one in self.alternatives if not one.doubted), None)


@dataclass(frozen=True)
class Rewriting:
    """A draft with words written anew: the new text, the edits that lead to it from the old one (in
    order, apart, in offsets of the old text), what was written for a place of that and not taken,
    and whether nothing leads back any more."""

    text: str
    edits: tuple[Edit, ...]
    refused: tuple[tuple[Span, Refused], ...]
    complete: bool
