"""What is left to do in a draft: passage by passage what leads back, and the masks that end it.

All masks are chosen together, as if every one of them were set, and as protecting chooses them
(`mask_choice`): also for what others hide, and so that other rulings tell as few as can be. So what
would surface after a fix was counted before, and a passage once fixed stays so. Knows nothing of
editors.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from unlinkable.draft import Span
from unlinkable.findings.finding import RANKING, AnyFinding, Kind
from unlinkable.findings.report import FlaggedPassage, flagged_passages
from unlinkable.rewriting.edits import Edit, applied
from unlinkable.rewriting.masking.choosing import MaskingScope
from unlinkable.rewriting.masking.guessers import Attackers
from unlinkable.rewriting.masking.labels import Labelling
from unlinkable.rewriting.masking.mask_choice import choose_masks
from unlinkable.rewriting.masking.masking import demand_mask, labelled_masks
from unlinkable.rewriting.task import Task
from unlinkable.stopping import OnProgress, Progress, Stop, unseen
from unlinkable_index.index import Index

_TO_DO_AFTER_A_ROUND = 0.8  # of what was to do before: how many rounds there are, none can tell


@dataclass(frozen=True)
class Remaining:
    """The passages of a text that something leads back from, those that carry most first, and the
    masks that would end it all, in the order of the text."""

    text: str
    passages: tuple[FlaggedPassage, ...]
    masks: tuple[Edit, ...]

    def masks_in(self, span: Span) -> tuple[Edit, ...]:
        """The masks within a span."""
        first = bisect_left(self.masks, span.start, key=lambda edit: edit.start)
        stop = bisect_right(self.masks, span.end, key=lambda edit: edit.end)
        return self.masks[first:stop]

    def passage_at(self, span: Span) -> FlaggedPassage | None:
        """The passage that ``span`` touches, if any."""
        touched = (p for p in self.passages if p.span.start < span.end and span.start < p.span.end)
        return next(touched, None)

    def after(self, text: str) -> "Remaining | None":
        """What is left in ``text`` where that is this text with the masks of some passage set;
        None where it is any other. So the masks that were chosen together stay the choice."""
        shift = len(text) - len(self.text)
        for done in self.passages:
            made = self.masks_in(done.span)
            if made and sum(e.grows for e in made) == shift and applied(self.text, made) == text:
                return self._without(done, made, text)
        return None

    def _without(self, done: FlaggedPassage, made: tuple[Edit, ...], text: str) -> "Remaining":
        shift = len(text) - len(self.text)
        return Remaining(
            text,
            tuple(p.after(done.span, shift) for p in self.passages if p is not done),
            tuple(_after(edit, done.span, shift) for edit in self.masks if edit not in made),
        )


def _after(edit: Edit, done: Span, shift: int) -> Edit:
    """An edit where it stands once the text of ``done`` has grown by ``shift``."""
    moved = 0 if edit.start < done.start else shift
    return replace(edit, start=edit.start + moved, end=edit.end + moved)


def remaining(
    task: Task,
    index: Index,
    mask: str,
    stop: Stop,
    report: OnProgress = unseen,
    labelling: Labelling = Labelling.OFF,
) -> Remaining:
    """What is left of ``task``, but what was accepted. ``labelling``: which masks say what kind of
    thing they hide.

    Raises StoppedError, and UserError when ``mask`` is no mask or the index is damaged.
    """
    demand_mask(mask, task)
    draft = task.draft
    found: dict[tuple[Kind, int, int], AnyFinding] = {}
    to_do = 1.0

    def hear(standing: Sequence[AnyFinding]) -> None:
        nonlocal to_do
        for one in standing:
            found.setdefault((one.kind, one.start, one.end), one)
        ranks = any(one.kind is RANKING for one in standing)
        searches = "searches that rank" if ranks else "phrases and combinations"
        to_do *= _TO_DO_AFTER_A_ROUND
        report(Progress(f"{searches}: {len(found)} found", 1 - to_do))

    guessers = Attackers().before(task, index, stop)
    scope = MaskingScope(index, Span(0, len(draft.text)), stop, hear)
    words = choose_masks(task, scope, guessers).tolist()
    gaps = [draft.span_of(gap) for gap in _gaps(words)]
    broken = [one for one in found.values() if _touches(gaps, one.places)]
    masks = labelled_masks(task, words, mask, labelling, guessers)
    passages = flagged_passages(draft, broken)
    if beside := _beside(sorted(p.span for p in passages), masks, gaps):
        passages = flagged_passages(draft, broken, beside)
    return Remaining(draft.text, passages, masks)


def _beside(passages: Sequence[Span], masks: Sequence[Edit], gaps: Sequence[Span]) -> list[Span]:
    """The gaps that go over the end of a passage to where nothing was found."""
    strays = [e.span for e in masks if not _touches(passages, [e.span])]
    return [gap for gap in gaps if _touches(strays, [gap])]


def _gaps(words: Sequence[int]) -> Iterator[range]:
    """Runs of consecutive words (numbers, rising)."""
    for _, run in groupby(enumerate(words), key=lambda pair: pair[1] - pair[0]):
        numbers = [word for _, word in run]
        yield range(numbers[0], numbers[-1] + 1)


def _touches(gaps: Sequence[Span], places: Sequence[Span]) -> bool:
    """Whether one of ``gaps`` (in order) shares text with one of ``places``."""
    for place in places:
        after = bisect_right(gaps, place.start, key=lambda gap: gap.end)
        if after < len(gaps) and gaps[after].start < place.end:
            return True
    return False
