"""A whole draft reworded from tables: what is chosen together passes every check, or is not taken.

The checks are those that a model's wordings have to pass, of each sentence with all that changes in
it, and of the whole draft: nothing leads back that did not before. Whatever does not pass is left
out, and the choice is made anew. Knows nothing of masks that are set.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from unlinkable.draft import Span, overlapping
from unlinkable.fidelity.fidelity import Fidelity
from unlinkable.fidelity.kind_of_text import another_kind
from unlinkable.rewriting.edits.editing import Revision, applied
from unlinkable.rewriting.edits.proposals import Edit
from unlinkable.rewriting.linkable import rare_phrases
from unlinkable.rewriting.rewording.choice import WordingChoice
from unlinkable.rewriting.rewording.usable import Tables, Usable, usable
from unlinkable.rewriting.task import Task
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
        gone = [Span(edit.start, edit.end) for edit in masks]
        kept, apart = [], []
        for one in self.taken:
            place = Span(one.edit.start, one.edit.end)
            if any(edit.start <= place.end and place.start <= edit.end for edit in others):
                kept.append(one)  # one edit with what the model wrote beside it
            elif not overlapping(gone, rewritten.moved(place)):
                kept.append(one)
                apart.append(one.edit)
        revision = Revision(self.text).revised([*others, *apart])
        return replace(self, taken=tuple(kept)), revision


def reworded(
    task: Task,
    index: Index,
    tables: Tables,
    within: Span | None = None,
    stop: Stop = never,
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
