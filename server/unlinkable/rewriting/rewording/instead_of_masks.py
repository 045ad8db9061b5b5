"""Wordings of the tables in place of masks that were set one word at a time.

Wordings are chosen for phrases before anything is masked (`draft_reworded`). What is masked for
combinations and for searchers who rank is chosen word by word, where no exact choice is to be had;
so at the end each mask whose words a wording takes away as well is tried with it. All are put in
together, and whatever leads back then makes way for its mask again: what is left is as clean as
before with fewer masks, though not always with as few as could be. Knows masks as edits; nothing of
how they were chosen.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from unlinkable.draft import Span, overlapping
from unlinkable.rewriting.edits.editing import Revision
from unlinkable.rewriting.edits.proposals import Edit
from unlinkable.rewriting.linkable import finding_spans, leading_passages
from unlinkable.rewriting.rewording.draft_reworded import Checks, Reworded
from unlinkable.rewriting.rewording.usable import Tables, Usable, usable
from unlinkable.rewriting.task import Task
from unlinkable.stopping import Stop, StoppedError, never
from unlinkable_index.index import Index


@dataclass(frozen=True)
class _Instead:
    """A wording, and the numbers of the masks that it takes the place of."""

    wording: Usable
    masks: range

    def goes_with(self, other: "_Instead") -> bool:
        """Whether both may be taken."""
        apart = self.masks.stop <= other.masks.start or other.masks.stop <= self.masks.start
        return apart and self.wording.goes_with(other.wording)


def instead_of_masks(
    task: Task,
    reworded: Reworded,
    masks: Sequence[Edit],
    index: Index,
    tables: Tables,
    stop: Stop = never,
) -> tuple[Reworded, tuple[Edit, ...]]:
    """The draft with more wordings, and the masks that are left: nothing leads back that does not
    with ``masks``.

    ``masks``: in order, in offsets of the text of ``reworded``; those left in offsets of the text
    of what is returned. Raises StoppedError, and UserError when the index is damaged.
    """
    before = reworded.revision
    candidates = list(_candidates(task, reworded, masks, index, tables))
    checks = Checks(task, index)

    @cache  # asked only once something leads back
    def known() -> frozenset[str]:
        return frozenset(_leading_texts(task, before.revised(masks), index, stop))

    while candidates:
        chosen = _together(candidates)
        taken = sorted(
            [*reworded.taken, *(one.wording for one in chosen)], key=lambda one: one.place
        )
        bad = checks.refused(taken)
        refused = [one for one in chosen if one.wording in bad]
        if bad and not refused:  # what was taken before does not go with some of these
            refused = chosen[-1:]
        if not refused:
            worded = replace(reworded, taken=tuple(taken))
            left = _left(before, masks, chosen)
            refused = _leading(task, worded, left, chosen, known, index, stop)
            if not refused:
                return worded, left
        candidates = [one for one in candidates if one not in refused]
        if stop():
            raise StoppedError
    return reworded, tuple(masks)


def _candidates(
    task: Task, reworded: Reworded, masks: Sequence[Edit], index: Index, tables: Tables
) -> Iterator[_Instead]:
    """The wordings that take away all words of some masks and touch none of another, and that go
    with all that is taken."""
    now, draft = reworded.revision, task.draft
    places = [now.original_span(edit.start, edit.end) for edit in masks]
    for wording in usable(task, index, places, tables):
        touched = [n for n, place in enumerate(places) if overlapping([place], wording.place)]
        words = [word for number in touched for word in draft.words_in(places[number])]
        if (
            words
            and wording.first <= min(words)
            and max(words) < wording.stop
            and all(_stands(masks[number], places[number], draft.text) for number in touched)
            and all(one.goes_with(wording) for one in reworded.taken)
        ):
            yield _Instead(wording, range(touched[0], touched[-1] + 1))


def _stands(mask: Edit, place: Span, text: str) -> bool:
    """Whether a mask hides words of the draft as they stood, and no wording."""
    return mask.before == text[place.start : place.end]


def _together(candidates: Sequence[_Instead]) -> list[_Instead]:
    """Of wordings as many as go together, first those in place of most masks, with least harm."""
    chosen: list[_Instead] = []
    for one in sorted(
        candidates, key=lambda one: (-len(one.masks), one.wording.substitute.harm, one.masks.start)
    ):
        if all(one.goes_with(other) for other in chosen):
            chosen.append(one)
    return chosen


def _left(before: Revision, masks: Sequence[Edit], chosen: Sequence[_Instead]) -> tuple[Edit, ...]:
    """The masks that no wording takes the place of, where they stand with the wordings."""
    gone = {number for one in chosen for number in one.masks}
    kept = [edit for number, edit in enumerate(masks) if number not in gone]
    stand = before.unchanged(one.wording.place for one in chosen)
    edits = [one.wording.edit for one in chosen]
    put_in = [Edit(*stand[Span(e.start, e.end)], e.before, e.after) for e in edits]
    now = Revision(before.text).revised(put_in).unchanged(Span(e.start, e.end) for e in kept)
    return tuple(Edit(*now[Span(e.start, e.end)], e.before, e.after) for e in kept)


def _leading_texts(task: Task, revision: Revision, index: Index, stop: Stop) -> Iterator[str]:
    """The words of all that leads back by phrases and combinations in a revision of the draft."""
    current = task.revised(revision)
    for span in finding_spans(current, index, stop):
        yield current.draft.text[span.start : span.end].casefold()


def _leading(
    task: Task,
    worded: Reworded,
    masks: Sequence[Edit],
    chosen: Sequence[_Instead],
    known: Callable[[], frozenset[str]],
    index: Index,
    stop: Stop,
) -> list[_Instead]:
    """Those of the wordings ``chosen`` that have to go, as something leads back with them that was
    not ``known`` to."""
    total = worded.revision.revised(masks)
    current = task.revised(total)
    text = current.draft.text
    stand = {one: total.moved(one.wording.place) for one in chosen}

    def at(place: Span) -> list[_Instead]:
        return [one for one in chosen if overlapping([stand[one]], place)]

    found = finding_spans(current, index, stop)
    leading = {one for span in found for one in at(span)}  # where a mask was, nothing led back
    new = [span for span in found if text[span.start : span.end].casefold() not in known()]
    if not leading:
        for passage in leading_passages(current, index):
            leading.update(at(Span(passage.start, passage.end))[-1:])
    return list(leading) or list(chosen[-1:] if new else ())
