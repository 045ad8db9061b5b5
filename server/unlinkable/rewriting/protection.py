"""Protecting a whole draft: rewritten where that works, masked where it does not, clean at the end.

Always ends: rewriting goes over the draft a few times at most, and each round of masking takes
words away. Knows no files.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from unlinkable.draft import Draft, Span
from unlinkable.findings.report import Report as Findings
from unlinkable.findings.report import check
from unlinkable.rewriting.editing import Revision
from unlinkable.rewriting.proposals import Alternative, Edit, Kind, Proposal, Refused
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.risk import rare_phrases
from unlinkable.rewriting.stopping import Report, Stop, never, unseen
from unlinkable.rewriting.task import Task, overlapping
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index


@dataclass(frozen=True)
class Counts:
    """What leads back in a draft: all its minimal rare phrases, and its combination findings."""

    phrases: int
    combinations: int


@dataclass(frozen=True)
class Step:
    """One change of the draft (offsets of the original), why it was made, and what was refused."""

    edit: Edit
    kinds: tuple[Kind, ...]
    reasons: tuple[str, ...]
    refused: tuple[Refused, ...]


@dataclass(frozen=True)
class Protection:
    """A protected draft and how it came about."""

    original: Draft
    text: str
    steps: tuple[Step, ...]
    before: Counts
    after: Counts


@dataclass
class _Record:
    """What happened at each passage, in offsets of the original."""

    refused: list[tuple[Span, Refused]] = field(default_factory=list)

    def __call__(self, place: Span, proposal: Proposal, _: Alternative | None) -> None:
        self.refused += [(place, refused) for refused in proposal.refused]
        if proposal.message is not None:
            self.refused.append((place, Refused("", (proposal.message,))))


def protect(
    task: Task, index: Index, rewriter: Rewriter, stop: Stop = never, report: Report = unseen
) -> Protection:
    """Make a draft clean at the level its question asks for.

    Raises StoppedError, UserError when the model cannot be used, and UserError too in the case,
    which must never happen, that the result is not clean.
    """
    before = check(task.draft, index, task.question, stop)
    record = _Record()
    rewritten = Revision(task.draft.text)
    if rewriter.rewrites:
        rewriting = rewriter.rewrite_all(task, stop=stop, report=report, done=record)
        rewritten = Revision(task.draft.text, rewriting.edits)
    masked = rewriter.masks(task.with_text(rewritten.text), stop=stop)
    total = rewritten.revised(masked.edits)
    result = task.with_text(total.text)
    after = check(result.draft, index, task.question, never)
    if not after.clean:
        raise UserError("the draft could not be made clean, which is an error in Unlinkable")
    return Protection(
        original=task.draft,
        text=total.text,
        steps=_steps(task, index, total, rewritten.edits, before, record),
        before=_counts(before, index),
        after=_counts(after, index),
    )


def _counts(findings: Findings, index: Index) -> Counts:
    phrases = rare_phrases(findings.draft, index, findings.question)
    return Counts(len(phrases), len(findings.combinations))


def _steps(
    task: Task,
    index: Index,
    total: Revision,
    rewritten: Sequence[Edit],
    before: Findings,
    record: _Record,
) -> tuple[Step, ...]:
    reasons = _reasons(task, index, before)
    steps = []
    for edit in total.edits:
        place = Span(edit.start, edit.end)
        steps.append(
            Step(
                edit=edit,
                kinds=_kinds(edit, rewritten),
                reasons=tuple(reasons[span] for span in overlapping(reasons, place))
                or ("It led back once its neighbours were changed.",),
                refused=tuple(
                    dict.fromkeys(r for span, r in record.refused if overlapping([span], place))
                ),
            )
        )
    return tuple(steps)


def _kinds(edit: Edit, rewritten: Sequence[Edit]) -> tuple[Kind, ...]:
    """Rewritten, masked, or rewritten and then masked in part."""
    here = [other for other in rewritten if other.start < edit.end and edit.start < other.end]
    if edit in here:
        return (Kind.REWRITE,)
    return (Kind.REWRITE, Kind.MASK) if here else (Kind.MASK,)


def _reasons(task: Task, index: Index, before: Findings) -> dict[Span, str]:
    """Why each place of the original was changed."""
    text = task.draft.text
    reasons = {
        Span(found.start, found.end): f"“{text[found.start : found.end]}” leads to "
        f"{_originals(found.df)}."
        for found in rare_phrases(task.draft, index, task.question)
    }
    for term in before.combinations:
        others = ", ".join(f"“{text[start:end]}”" for start, end in term.others)
        reasons.setdefault(
            Span(term.start, term.end),
            f"“{text[term.start : term.end]}” together with {others} leads to "
            f"{_originals(term.joint_df)}.",
        )
    return reasons


def _originals(count: int) -> str:
    return "one original" if count == 1 else f"{count} originals"
