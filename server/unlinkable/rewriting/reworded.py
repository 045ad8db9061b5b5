"""A draft reworded from tables: what is chosen together passes every check or is not taken,
wordings in place of masks that were set, and the wordings for one finding. Must never know how
masks were chosen, nor models and editors."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby

from unlinkable.draft import Span, overlapping
from unlinkable.fidelity.fidelity import Fidelity
from unlinkable.fidelity.kind_of_text import another_kind
from unlinkable.findings.finding import Finding
from unlinkable.rewriting.edits import Edit, Revision, applied
from unlinkable.rewriting.task import (
    Task,
    finding_spans,
    leading_passages,
    leading_texts,
    rare_phrases,
)
from unlinkable.rewriting.wording_choice import WordingChoice
from unlinkable.rewriting.wordings_usable import (
    Tables,
    Usable,
    places_of_words,
    to_be_judged,
    usable,
)
from unlinkable.stopping import Stop, StoppedError, never
from unlinkable_index.index import Index


@dataclass(frozen=True)
class Reworded:
    """The wordings ``taken`` in a text, in order, and the places that are left to mask."""

    text: str
    taken: tuple[Usable, ...] = ()
    masked: tuple[Span, ...] = ()

    @property
    def revision(self) -> Revision:
        """The text with them."""
        return Revision(self.text).revised(one.edit for one in self.taken)

    @property
    def surely_the_same(self) -> "Reworded":
        """Only the wordings that surely say the same: where there is a model, it may say the same
        where others say less."""
        return replace(self, taken=tuple(one for one in self.taken if one.is_exact))

    def without_spoilt(
        self, rewritten: Revision, masks: Iterable[Edit]
    ) -> tuple["Reworded", Revision]:
        """Without the wordings of whose words some ``masks`` of the ``rewritten`` text take any:
        half a wording says less than the words that it was put in place of. Also the rewritten text
        without them; what a model has changed besides stays as it is."""
        ours = set(self.revision.edits)
        others = [edit for edit in rewritten.edits if edit not in ours]
        gone = [edit.span for edit in masks]
        kept, apart = [], []
        for one in self.taken:
            place = one.edit.span
            if any(edit.start <= place.end and place.start <= edit.end for edit in others):
                kept.append(one)  # one edit with what the model wrote beside it
            elif not overlapping(gone, rewritten.moved(place)):
                kept.append(one)
                apart.append(one.edit)
        revision = Revision(self.text).revised([*others, *apart])
        return replace(self, taken=tuple(kept)), revision


def reworded(
    task: Task, index: Index, tables: Tables, within: Span | None = None, stop: Stop = never
) -> Reworded:
    """The draft with the wordings that cost a reader less than the masks they save.

    ``within``: a span of the task's text; None: everywhere. Raises StoppedError, and UserError when
    the index is damaged.
    """
    draft = task.draft
    whole = within or Span(0, len(draft.text))
    choice = WordingChoice(task, index, whole, stop)
    wordings = [
        one
        for one in usable(task, index, [whole], tables)
        if whole.start <= one.edit.start and one.edit.end <= whole.end
    ]
    checks = Checks(task, index)
    while not stop():
        chosen = choice.of(wordings)
        refused = checks.refused(chosen.wordings)
        if not refused:
            masked = tuple(draft.span_of(range(word, word + 1)) for word in chosen.masked)
            return Reworded(draft.text, chosen.wordings, masked)
        wordings = [one for one in wordings if one not in refused]
    raise StoppedError


class Checks:
    """What speaks against wordings in one draft."""

    def __init__(self, task: Task, index: Index) -> None:
        self._task = task
        self._index = index
        self._said: dict[tuple[Usable, ...], bool] = {}
        self._standing: dict[tuple[str, tuple[Span, ...]], Fidelity] = {}

    def refused(self, taken: Sequence[Usable]) -> set[Usable]:
        """Those of ``taken`` to leave out; there may be more to leave out of the rest."""
        faithless = {one for group in self._by_sentence(taken) for one in self._faithless(group)}
        return faithless or set(self._leading(taken))

    def _by_sentence(self, taken: Sequence[Usable]) -> Iterator[tuple[Usable, ...]]:
        sentences_at = self._task.draft.sentences_at
        for _, group in groupby(taken, lambda one: sentences_at(one.place)):
            yield tuple(group)

    def _faithless(self, group: tuple[Usable, ...]) -> Sequence[Usable]:
        """Those that make a sentence say something else, or only the last, where it is all of them
        together that do."""
        if self.says_the_same(group):
            return ()
        alone = [one for one in group if not self.says_the_same((one,))]
        return alone or group[-1:]

    def says_the_same(self, group: tuple[Usable, ...]) -> bool:
        """Whether the sentences of ``group`` say the same with all of it."""
        if group not in self._said:
            task, text = self._task, self._task.draft.text
            span = Span(group[0].edit.start, group[-1].edit.end)
            start, end = task.draft.sentences_at(span)
            inside = Revision(text[:end]).revised(one.edit for one in group)
            before, after = text[start:end], inside.text[start:]
            places = tuple(
                Span(one.edit.start - start, one.edit.end - start) for one in group if one.says_less
            )
            self._said[group] = not (
                another_kind(before, after, task.markup, task.reading)
                or self._fidelity(before, places).reasons(after)
            )
        return self._said[group]

    def _fidelity(self, before: str, places: tuple[Span, ...]) -> Fidelity:
        """What sentences say as they stand, of which less may be said at ``places``."""
        key = before, places
        if key not in self._standing:
            task = self._task
            self._standing[key] = Fidelity(
                before, places, task.reading.masks, task.draft.language, task.places
            )
        return self._standing[key]

    def _leading(self, taken: Sequence[Usable]) -> Iterator[Usable]:
        """Those whose new words stand in what leads back, with those of others."""
        task = self._task
        changed = task.with_text(applied(task.draft.text, [one.edit for one in taken])).draft
        rare = rare_phrases(changed, self._index, task.question)
        shift = 0
        for one in taken:
            first = one.first + shift
            stop = first + len(one.forms)
            shift += len(one.forms) - (one.stop - one.first)
            if any(f.first_word < stop and f.first_word + f.words > first for f in rare):
                yield one


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
        return frozenset(leading_texts(task.revised(before.revised(masks)), index, stop))

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
    places = [now.original_span(*edit.span) for edit in masks]

    def hide_words(number: int) -> bool:
        """Whether a mask hides words of the draft as they stood, and no wording."""
        place = places[number]
        return masks[number].before == draft.text[place.start : place.end]

    for wording in usable(task, index, places, tables):
        touched = [n for n, place in enumerate(places) if overlapping([place], wording.place)]
        words = [word for number in touched for word in draft.words_in(places[number])]
        if (
            words
            and wording.first <= min(words)
            and max(words) < wording.stop
            and all(hide_words(number) for number in touched)
            and all(one.goes_with(wording) for one in reworded.taken)
        ):
            yield _Instead(wording, range(touched[0], touched[-1] + 1))


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
    put_in = [Edit(*stand[e.span], e.before, e.after) for e in edits]
    now = Revision(before.text).revised(put_in).unchanged(e.span for e in kept)
    return tuple(Edit(*now[e.span], e.before, e.after) for e in kept)


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


@dataclass(frozen=True)
class Suggestion:
    """A wording, and how many of the phrases at its place it breaks, ``of`` how many. Not
    ``sure``: whether it says the same is for a person to judge."""

    wording: Usable
    breaks: int
    of: int
    sure: bool


def suggestions(
    task: Task, index: Index, findings: Sequence[Finding], tables: Tables
) -> list[Suggestion]:
    """The wordings that break some of ``findings``, which stand together: first those that break
    most, then those with least harm, then the shortest; behind them what says less, and synonyms to
    be judged. What several say in the same words is there once.

    Raises UserError when the index is damaged.
    """
    spans = [finding.span for finding in findings]
    checks = Checks(task, index)
    tables = replace(tables, less_exact=True, take_synonyms=False)
    found = [
        Suggestion(one, sum(_breaks(one, task, span) for span in spans), len(spans), sure)
        for sure, offered in ((True, usable), (False, to_be_judged))
        for one in offered(task, index, spans, tables)
        if checks.says_the_same((one,))
    ]
    best: dict[tuple[int, int, tuple[str, ...]], Suggestion] = {}
    for one in sorted(found, key=_rank):
        best.setdefault((one.wording.first, one.wording.stop, one.wording.forms), one)
    return list(best.values())


def _breaks(one: Usable, task: Task, span: Span) -> bool:
    words = task.draft.words_in(span)
    first, last = places_of_words(words[0], words[-1])
    return one.reach[0] <= last and first <= one.reach[1]


def _rank(suggestion: Suggestion) -> tuple[bool, bool, int, int, int, int]:
    wording = suggestion.wording
    return (
        not suggestion.sure,
        wording.says_less,
        -suggestion.breaks,
        wording.substitute.harm,
        wording.stop - wording.first + len(wording.forms),
        wording.first,
    )
