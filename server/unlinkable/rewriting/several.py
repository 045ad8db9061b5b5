"""A draft protected against several collections: against one after the other, until it is clean in
each.

What is reworded for one may lead somewhere in another: so the draft is looked at again in all the
others after every change. From the second time on words are only masked, which takes words away
each time, so that this ends. Knows no files, nor how collections are told apart by name.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from unlinkable.draft import Span
from unlinkable.findings.question import Question
from unlinkable.findings.report import Accepts, Report, check, with_overview
from unlinkable.rewriting.edits import Remedy, Revision
from unlinkable.rewriting.masking.guessers import Attackers
from unlinkable.rewriting.masking.mask_choice import Robustness
from unlinkable.rewriting.protection import ALONE, Protection, Step, first_searcher, protect
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.task import Suspects, Task, with_suspects
from unlinkable.stopping import OnProgress, Stop, never, unseen
from unlinkable_index.index import Index


@dataclass(frozen=True)
class Against:
    """One collection: its index, what is asked of the draft there, who rewrites for it, and who
    guesses at masks."""

    index: Index
    question: Question
    rewriter: Rewriter
    attackers: Attackers = ALONE


_NONE_MASKED = Robustness(0, 0, 0)


@dataclass
class _Side:
    """How a draft fares in one collection.

    ``found``: what led back there in the draft as it was; ``task``: the draft as it is now, with
    what was accepted of that.
    """

    against: Against
    found: Report
    task: Task
    suspects: Suspects | None
    robustness: Robustness = _NONE_MASKED
    begun: bool = False

    @classmethod
    def of(cls, task: Task, against: Against, accepts: Accepts | None, stop: Stop) -> "_Side":
        """Before anything is changed."""
        asked = replace(task, question=against.question)
        begun, found, suspects = with_suspects(asked, against.index, accepts, stop)
        return cls(against, found, begun, suspects)

    def left(self) -> Report:
        """What leads back there now, and is not accepted."""
        task = self.task
        return check(task.draft, self.against.index, task.question, never, task.accepts)


def protect_against_each(
    task: Task,
    collections: Sequence[Against],
    accepts: Accepts | None = None,
    stop: Stop = never,
    report: OnProgress = unseen,
) -> list[Protection]:
    """Make a draft clean in every one of some collections; see `protect` for the rest.

    Of each of them its protection is returned: the result and the changes are those of all, the
    reasons too; all else is of that collection.
    """
    if len(collections) == 1:
        (one,) = collections
        asked = replace(task, question=one.question)
        return [protect(asked, one.index, one.rewriter, accepts, stop, report, one.attackers)]
    sides = [_Side.of(task, one, accepts, stop) for one in collections]
    done = Revision(task.draft.text)
    placed: list[tuple[Span, Step]] = []
    clean_in, turn = 0, 0
    while clean_in < len(sides):
        side = sides[turn % len(sides)]
        turn += 1
        if side.begun and side.left().clean:
            clean_in += 1
            continue
        protection = _protected(side, stop, report)
        edits = [step.edit for step in protection.steps]
        name = side.against.index.path.name
        for step in protection.steps:
            place = done.original_span(*step.edit.span)
            why = tuple(f"{name}: {reason}" for reason in step.reasons)
            placed.append((place, replace(step, reasons=why)))
        stage = Revision(side.task.draft.text, tuple(edits))
        for other in sides:
            other.task = protection.result if other is side else other.task.revised(stage)
        done = done.revised(edits)
        clean_in = 1 if edits else clean_in + 1
    steps = tuple(_steps(done, placed))
    return [_protection(side, steps, done) for side in sides]


def _protected(side: _Side, stop: Stop, report: OnProgress) -> Protection:
    """The draft as it is now protected against one collection."""
    against, task = side.against, side.task
    rewriter = against.rewriter.masking() if side.begun else against.rewriter
    protection = protect(
        task, against.index, rewriter, task.accepts, stop, report, against.attackers
    )
    before, more = side.robustness, protection.robustness
    side.robustness = Robustness(
        before.gaps + more.gaps, before.told + more.told, before.leading + more.leading
    )
    side.begun = True
    return protection


def _steps(done: Revision, placed: Sequence[tuple[Span, Step]]) -> Iterator[Step]:
    """The changes of the draft as it was, with what was done and refused at each place."""
    for edit in done.edits:
        here = [step for span, step in placed if span.start <= edit.end and edit.start <= span.end]
        kinds = {kind for step in here for kind in step.kinds}
        yield Step(
            edit=edit,
            kinds=tuple(kind for kind in Remedy if kind in kinds),
            reasons=tuple(dict.fromkeys(why for step in here for why in step.reasons)),
            refused=tuple(dict.fromkeys(one for step in here for one in step.refused)),
            searcher=first_searcher(step.searcher for step in here),
            words=sum((Counter(step.words) for step in here), Counter[str]()),
        )


def _protection(side: _Side, steps: tuple[Step, ...], done: Revision) -> Protection:
    """What came of it in one collection."""
    found, left = side.found, with_overview(side.left(), side.against.index)
    at_first = Task(found.draft, side.task.markup, side.task.reading, found.question)
    spans = at_first.accepting(found.accepted).accepted_spans
    return Protection(
        result=side.task,
        steps=steps,
        found=found,
        left=left,
        robustness=side.robustness,
        spoilt=frozenset(spans) - done.unchanged(spans).keys(),
        suspects=side.suspects,
    )
