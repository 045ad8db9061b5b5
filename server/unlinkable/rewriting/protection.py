"""Protecting a whole draft: reworded or rewritten where that works, else masked, clean at the end.

What someone answers for stays as it is, and is said to. Always ends: rewriting goes over the draft
a few times at most, and each round of masking takes words away. Knows no files.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from unlinkable.draft import Draft, Span, overlapping
from unlinkable.findings.finding import KINDS, PHRASE, RANKING, AnyFinding
from unlinkable.findings.report import Accepts, check, with_overview
from unlinkable.findings.report import Report as Findings
from unlinkable.rewriting.edits.proposals import Edit, Refused, Remedy
from unlinkable.rewriting.masked_draft import (
    AttackedByModel,
    MaskedDraft,
    by_model,
    masked_draft,
)
from unlinkable.rewriting.masking.guessers import Attackers
from unlinkable.rewriting.masking.hidden_findings import Hidden, HiddenFindings
from unlinkable.rewriting.masking.mask_choice import Robustness
from unlinkable.rewriting.reasons import InOrder, Reasons
from unlinkable.rewriting.rewording.usable import Usable
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.suspects import Suspects, asked_against, suspects_of
from unlinkable.rewriting.task import Task
from unlinkable.stopping import OnProgress, Progress, Stop, never, unseen
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index
from unlinkable_index.words import find_words

ALONE = Attackers()
"""Only the index is asked what can be guessed."""
EXACT = PHRASE.searcher
SEARCHERS = tuple(dict.fromkeys(kind.searcher for kind in KINDS))
"""The names of all searchers, in the order in which they are told."""


@dataclass(frozen=True)
class Counts:
    """How many findings a check has: phrases, combinations, and those that someone accepted."""

    phrases: int
    combinations: int
    accepted: int = 0


@dataclass(frozen=True)
class Step:
    """One change of the draft (offsets of the original), why it was made, and what was refused.

    ``searcher``: who is kept out by it first of all; ``words``: how many words it masks for whom.
    """

    edit: Edit
    kinds: tuple[Remedy, ...]
    reasons: tuple[str, ...]
    refused: tuple[Refused, ...]
    searcher: str = EXACT
    words: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Protection:
    """A protected draft and how it came about.

    - ``found``: what led back in the original;
    - ``left``: what does in the ``result``: only accepted findings;
    - ``spoilt``: places of the original that were accepted, and changed all the same because a
      finding that was not accepted has the same words;
    - ``suspects``: whom it was protected against where its source was not named;
    - ``robustness``: how it fares once a guesser has filled in what other rulings tell;
    - ``by_model``: what a model made of its masks; None where none attacked them.
    """

    result: Task
    steps: tuple[Step, ...]
    found: Findings
    left: Findings
    before: Counts
    after: Counts
    robustness: Robustness
    spoilt: frozenset[Span] = frozenset()
    suspects: Suspects | None = None
    by_model: AttackedByModel | None = None

    @property
    def original(self) -> Draft:
        """The draft as it was."""
        return self.found.draft

    @property
    def text(self) -> str:
        """The protected draft."""
        return self.result.draft.text

    def stays(self, finding: AnyFinding) -> bool:
        """Whether the words of an accepted finding of the original are as they were."""
        span = finding.span
        if finding.kind is not RANKING:
            return span not in self.spoilt
        return not overlapping([Span(one.edit.start, one.edit.end) for one in self.steps], span)


def protect(
    task: Task,
    index: Index,
    rewriter: Rewriter,
    accepts: Accepts | None = None,
    stop: Stop = never,
    report: OnProgress = unseen,
    attackers: Attackers = ALONE,
) -> Protection:
    """Make a draft clean at the level its question asks for.

    - ``accepts``: findings that it is true of stay as they are;
    - ``attackers``: who is to guess at the masks besides the index.

    Where the question says to whom alone phrases lead (`Question.against`), these are the suspects.
    Raises StoppedError, UserError when the model cannot be used, and UserError too in the case,
    which must never happen, that the result is not clean.
    """
    found = check(task.draft, index, task.question, stop, accepts)
    found = with_overview(found, index, stop)
    unknown = task.question.source is None and not task.question.against
    suspects = suspects_of(found, index) if unknown else None
    question = asked_against(task.question, suspects) if suspects else task.question
    task = replace(task, question=question).accepting(found.accepted)
    reworded = rewriter.reword(task, stop=stop)
    rewritten = reworded.revision
    refused: list[tuple[Span, Refused]] = []
    if rewriter.rewrites:
        rewriting = rewriter.rewrite_all(task.revised(rewritten), stop=stop, report=report)
        refused = [(rewritten.original_span(*place), one) for place, one in rewriting.refused]
        rewritten = rewritten.revised(rewriting.edits)
    report(Progress("masking what no rewording solved"))
    done = masked_draft(task, index, rewriter, reworded, rewritten, attackers, stop)
    report(Progress("checking the result", 1.0))
    result = done.result
    left = check(result.draft, index, task.question, never, result.accepts)
    if not left.clean:
        raise UserError("the draft could not be made clean, which is an error in Unlinkable")
    left = with_overview(left, index)
    return Protection(
        result=result,
        steps=tuple(_steps(done, Reasons(found, index), refused, _set_down(done, index, stop))),
        found=found,
        left=left,
        before=counts(found),
        after=counts(left),
        robustness=done.fares,
        spoilt=frozenset(task.accepted_spans) - done.total.unchanged(task.accepted_spans).keys(),
        suspects=suspects,
        by_model=by_model(done),
    )


def first_searcher(names: Iterable[str]) -> str:
    """The first of some searchers, in the order in which they are told; exact search of none."""
    known = set(names)
    return next((one for one in SEARCHERS if one in known), EXACT)


def counts(findings: Findings) -> Counts:
    """How much leads back, and how much was accepted."""
    return Counts(len(findings.phrases), len(findings.combinations), len(findings.accepted))


@dataclass(frozen=True)
class _SetDown:
    """A mask: what it hides, who is kept out by it, and how many of its words each searcher cost.
    None where other masks hide the same."""

    hidden: Hidden | None
    searcher: str
    words: Counter[str]


def _set_down(done: MaskedDraft, index: Index, stop: Stop) -> InOrder[_SetDown]:
    """What each mask is set down to, by its place in the original."""
    task, draft = done.unmasked, done.unmasked.draft
    masked = np.zeros(len(draft.forms), dtype=bool)
    masked[done.words] = True
    hides = HiddenFindings(task, index, masked, stop)
    asked = task.question.searchers
    otherwise = asked[-1]

    def placed(edit: Edit) -> tuple[Span, _SetDown]:
        words = draft.words_in(Span(edit.start, edit.end))
        hidden = hides.of(words) if words else None
        searcher = hidden.kind.searcher if hidden else otherwise
        alone = len(asked) == 1 or not words
        counts = Counter({searcher: len(words)}) if alone else hides.words_of(words, otherwise)
        return done.rewritten.original_span(edit.start, edit.end), _SetDown(
            hidden, searcher, counts
        )

    return InOrder(map(placed, done.masks.edits))


def _steps(
    done: MaskedDraft,
    reasons: Reasons,
    refusals: Sequence[tuple[Span, Refused]],
    masks: InOrder[_SetDown],
) -> Iterator[Step]:
    reworded, rewritten = done.reworded, done.rewritten.edits
    wordings = InOrder((Span(one.edit.start, one.edit.end), one) for one in reworded.taken)
    from_tables = {one.edit for one in reworded.taken}
    by_model = InOrder((Span(e.start, e.end), e) for e in rewritten if e not in from_tables)
    refused = InOrder(refusals)
    for edit in done.total.edits:
        place = Span(edit.start, edit.end)
        standing = [one for one in wordings.overlapping(place) if _stands(one, edit)]
        said = [f"{one.substitute.reason}." for one in standing]
        made = {
            Remedy.REWORD: bool(standing),
            Remedy.REWRITE: bool(by_model.overlapping(place)),
            Remedy.MASK: edit not in rewritten,
        }
        here = masks.overlapping(place)
        hidden = [one.hidden for one in here if one.hidden is not None]
        yield Step(
            edit=edit,
            kinds=tuple(kind for kind, is_so in made.items() if is_so),
            reasons=(*reasons.why(edit, hidden), *said),
            refused=tuple(dict.fromkeys(refused.overlapping(place))),
            searcher=first_searcher(one.searcher for one in here),
            words=sum((one.words for one in here), Counter[str]()),
        )


def _stands(wording: Usable, edit: Edit) -> bool:
    """Whether something of a wording is left in an edit: its new words may be masked, too."""
    return not wording.forms or not set(find_words(edit.after).forms).isdisjoint(wording.forms)
