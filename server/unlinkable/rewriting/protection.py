"""Protecting a whole draft: reworded or rewritten where that works, masked where not, reworded
again in place of masks, clean at the end, and how all that came about. Must never know files."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft, Span, overlapping
from unlinkable.findings.finding import KINDS, PHRASE, RANKING, AnyFinding
from unlinkable.findings.guessing import gaps_of
from unlinkable.findings.report import Accepts, check, with_overview
from unlinkable.findings.report import Report as Findings
from unlinkable.rewriting.edits import Edit, Refused, Remedy, Revision
from unlinkable.rewriting.masking.guessers import Attackers, Guessers, leading_when_filled_in
from unlinkable.rewriting.masking.mask_choice import Robustness, robustness
from unlinkable.rewriting.reasons import Hidden, HiddenFindings, InOrder, Reasons
from unlinkable.rewriting.reworded import Reworded
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.task import Suspects, Task, with_suspects
from unlinkable.rewriting.wordings_usable import Usable
from unlinkable.stopping import OnProgress, Progress, Stop, never, unseen
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index
from unlinkable_index.words import find_words


@dataclass(frozen=True)
class AttackedByModel:
    """What a model made of the masks that were set.

    - ``asked``: about so many masks in the end, neighbours as one; there may have been no time for
      all;
    - ``otherwise``: places of the original whose words it guessed, and that were masked otherwise;
    - ``still``: those whose words it guesses in the end.
    """

    asked: int
    otherwise: tuple[Span, ...]
    still: tuple[Span, ...]


@dataclass(frozen=True)
class MaskedDraft:
    """The draft of a ``task`` reworded from tables, rewritten on top of that, and masked.

    ``unmasked``: the task of the rewritten text; ``masks``: its revision.
    """

    task: Task
    index: Index
    reworded: Reworded
    rewritten: Revision
    unmasked: Task
    masks: Revision
    guessers: Guessers

    @cached_property
    def words(self) -> NDArray[np.int64]:
        """The words masked, numbers of the unmasked draft, rising."""
        draft = self.unmasked.draft
        words = [word for edit in self.masks.edits for word in draft.words_in(edit.span)]
        return np.array(words, dtype=np.int64)

    @cached_property
    def total(self) -> Revision:
        """The draft as it becomes in the end."""
        return self.rewritten.revised(self.masks.edits)

    @cached_property
    def result(self) -> Task:
        """The task of that."""
        return self.task.revised(self.total)

    @cached_property
    def fares(self) -> Robustness:
        """How it fares once everything is filled in that its guessers tell."""
        fares = robustness(self.unmasked, self.words, self.index, self.guessers)
        if self.guessers.rulings is None:
            return fares
        filled_in = leading_when_filled_in(self.result, self.index, self.guessers.rulings)
        return replace(fares, leading=max(fares.leading, filled_in))


def masked_draft(
    task: Task,
    index: Index,
    rewriter: Rewriter,
    reworded: Reworded,
    rewritten: Revision,
    attackers: Attackers,
    stop: Stop,
) -> MaskedDraft:
    """A draft masked, and, where only tables reword it, with wordings in place of masks that these
    can stand in for."""
    while True:
        unmasked = task.revised(rewritten)
        guessers = attackers.before(unmasked, index)
        masks = rewriter.masks(unmasked, stop=stop, guessers=guessers)
        kept, without = reworded.without_spoilt(rewritten, masks.edits)
        if kept == reworded:
            break
        reworded, rewritten = kept, without
    masked = MaskedDraft(task, index, reworded, rewritten, unmasked, masks, guessers)
    if rewriter.rewrites or guessers.model is not None:
        return masked
    more, left = rewriter.instead_of_masks(task, reworded, masks.edits, stop=stop)
    if more == reworded:
        return masked
    unmasked = task.revised(more.revision)
    guessers = attackers.before(unmasked, index)
    masks = Revision(more.revision.text).revised(left)
    other = MaskedDraft(task, index, more, more.revision, unmasked, masks, guessers)
    return other if other.fares.leading <= masked.fares.leading else masked


def by_model(masked: MaskedDraft) -> AttackedByModel | None:
    """What the model, if one attacked, made of the words masked."""
    model, draft = masked.guessers.model, masked.unmasked.draft
    if model is None:
        return None
    is_masked = np.zeros(len(draft.forms), dtype=bool)
    is_masked[masked.words] = True
    gaps = gaps_of(is_masked, masked.guessers.index.runs)
    told = model.told(gaps, is_masked)
    firsts, stops = gaps.firsts[told].tolist(), gaps.stops[told].tolist()
    still = set(zip(firsts, stops, strict=True))

    def places(words: Iterable[tuple[int, int]]) -> tuple[Span, ...]:
        spans = (draft.span_of(range(*one)) for one in sorted(words))
        return tuple(dict.fromkeys(masked.rewritten.original_span(*span) for span in spans))

    return AttackedByModel(model.asked, places(set(model.guessed) - still), places(still))


ALONE = Attackers()
"""Only the index is asked what can be guessed."""
EXACT = PHRASE.searcher
SEARCHERS = tuple(dict.fromkeys(kind.searcher for kind in KINDS))
"""The names of all searchers, in the order in which they are told."""


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
        return not overlapping([one.edit.span for one in self.steps], span)


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
    task, found, suspects = with_suspects(task, index, accepts, stop)
    reworded = rewriter.reword(task, stop=stop)
    rewritten = reworded.revision
    refused: list[tuple[Span, Refused]] = []
    if rewriter.rewrites:
        rewriting = rewriter.rewrite_all(task.revised(rewritten), stop=stop, report=report)
        refused = [(rewritten.original_span(*place), one) for place, one in rewriting.refused]
        rewritten = rewritten.revised(rewriting.edits)
    report(Progress("masking what no rewording solved"))
    done = masked_draft(task, index, rewriter, reworded, rewritten, attackers, stop)
    fares = done.fares
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
        robustness=fares,
        spoilt=frozenset(task.accepted_spans) - done.total.unchanged(task.accepted_spans).keys(),
        suspects=suspects,
        by_model=by_model(done),
    )


def first_searcher(names: Iterable[str]) -> str:
    """The first of some searchers, in the order in which they are told; exact search of none."""
    known = set(names)
    return next((one for one in SEARCHERS if one in known), EXACT)


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
        words = draft.words_in(edit.span)
        hidden = hides.of(words) if words else None
        searcher = hidden.kind.searcher if hidden else otherwise
        alone = len(asked) == 1 or not words
        counts = Counter({searcher: len(words)}) if alone else hides.words_of(words, otherwise)
        return done.rewritten.original_span(*edit.span), _SetDown(hidden, searcher, counts)

    return InOrder(map(placed, done.masks.edits))


def _steps(
    done: MaskedDraft,
    reasons: Reasons,
    refusals: Sequence[tuple[Span, Refused]],
    masks: InOrder[_SetDown],
) -> Iterator[Step]:
    reworded, rewritten = done.reworded, done.rewritten.edits
    wordings = InOrder((one.edit.span, one) for one in reworded.taken)
    from_tables = {one.edit for one in reworded.taken}
    by_model = InOrder((e.span, e) for e in rewritten if e not in from_tables)
    refused = InOrder(refusals)
    for edit in done.total.edits:
        place = edit.span
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
