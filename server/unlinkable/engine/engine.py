"""An index and the settings that hold: what makes the questions about drafts, and who attacks them.

Knows no files but originals that lie beside drafts. Loads only what it is asked for, so that a
command line starts at once.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from unlinkable.attackers.attacker import Attacker
    from unlinkable.attackers.rulings import Rulings, Texts
    from unlinkable.draft import Draft, Markup, Reading
    from unlinkable.draft.masks import Hidden
    from unlinkable.findings.question import Question
    from unlinkable.model.author import Author
    from unlinkable.rewriting.masking.guessers import Attackers, CostlyGuesser
    from unlinkable.rewriting.masking.labels import Labelling
    from unlinkable.rewriting.rewriter import Rewriter
    from unlinkable.rewriting.task import Task
    from unlinkable.rewriting.wordings_usable import Tables
    from unlinkable.settings import Settings, Settled
    from unlinkable_index.index import Index

    ByModel = Callable[[Attacker], Callable[[Draft, int | None], CostlyGuesser]]


@dataclass(frozen=True)
class Engine:
    """An open index, the settings that hold, and how drafts are read.

    - ``hears_drafts``: whether a draft may name its source itself, in its front matter;
    - ``others``: the further indexes, against each of which drafts are checked, too.
    """

    settled: "Settled"
    index: "Index"
    reading: "Reading"
    hears_drafts: bool = True
    others: "tuple[Index, ...]" = ()

    @property
    def settings(self) -> "Settings":
        """The settings that hold."""
        return self.settled.settings

    @property
    def indexes(self) -> "tuple[Index, ...]":
        """All indexes, in their order."""
        return (self.index, *self.others)

    def each(self) -> Iterator[Self]:
        """The same of each of the indexes, by itself."""
        for one in self.indexes:
            others = tuple(other for other in self.indexes if other is not one)
            yield replace(self, index=one, others=others)

    def with_original(self, draft: Path | None) -> Self:
        """The same with the original of the draft in the file ``draft`` (None: in none) as one more
        of the index, where it is at hand. Raises UserError where it can't be read."""
        from unlinkable.engine.question import with_original
        from unlinkable.settings.originals import with_named_original

        settled = with_named_original(self.settled, draft) if self.hears_drafts else self.settled
        index, settled = with_original(self.index, settled, draft)
        return replace(self, index=index, settled=settled)

    def source(self, draft: "Draft") -> str | None:
        """The id of the original that a draft was made from, if known: that beside the draft, else
        that of the settings, else what the draft itself says, where that is heard; None where it is
        not in this index, but in another one."""
        named = self._named(draft)
        return None if self._is_elsewhere(named) else named

    def source_elsewhere(self, draft: "Draft") -> tuple[str, ...]:
        """What there is to say where the source of a draft is in one of the other indexes only."""
        if not self._is_elsewhere(self._named(draft)):
            return ()
        name = self.index.path.name
        return (f"The source of the draft is not in {name}: there, everything counts.",)

    def _named(self, draft: "Draft") -> str | None:
        from unlinkable_index.with_original import IndexWithOriginal

        if isinstance(self.index, IndexWithOriginal):
            return self.index.source_id
        return self.settings.original.source or (draft.source if self.hears_drafts else None)

    def _is_elsewhere(self, name: str | None) -> bool:
        if name is None or self.index.document_number(name) is not None:
            return False
        return any(other.document_number(name) is not None for other in self.others)

    def question(self, draft: "Draft") -> "Question":
        """What is asked of a draft.

        Raises UserError when its source is unknown, or a setting out of range.
        """
        from unlinkable.engine.question import question_of

        return question_of(self.settings, self.index, self.source(draft))

    def task(self, draft: "Draft", markup: "Markup") -> "Task":
        """A draft to be rewritten. Raises UserError as `question`, and where the list of places
        cannot be read."""
        return self.with_places(self.task_of(draft, markup, self.question(draft)))

    def task_of(
        self, draft: "Draft", markup: "Markup", question: "Question", hidden: "Hidden" = frozenset()
    ) -> "Task":
        """A draft to be rewritten, whose question is known, without the list of places.
        ``hidden``: what is known of its numbered masks."""
        from unlinkable.rewriting.task import Task
        from unlinkable.settings.choices import GapsOfMasks

        few = self.settings.masking.gaps is GapsOfMasks.FEW
        return Task(draft, markup, self.reading, question, hidden=hidden, few_gaps=few)

    def with_places(self, task: "Task") -> "Task":
        """The same, where one place may become a larger one. Raises UserError where the list of
        places cannot be read."""
        from unlinkable.engine.method import places_of

        return replace(task, places=places_of(self.settings))

    @property
    def labelling(self) -> "Labelling":
        """Which masks say what they hide: of several indexes none, as of one the others know
        nothing."""
        from unlinkable.engine.method import labelling_of
        from unlinkable.rewriting.masking.labels import Labelling

        return Labelling.OFF if self.others else labelling_of(self.settings)

    def rewriter(
        self, author: "Author | None" = None, tables: "Tables | None" = None
    ) -> "Rewriter":
        """What rewrites drafts with a model (``author``) and ``tables`` of wordings, if any, and
        masks the rest."""
        from unlinkable.rewriting.rewriter import Rewriter

        return Rewriter(self.index, author, self.settings.masking.mask, tables, self.labelling)

    def attacker(
        self, rulings: "Rulings | None" = None, originals: "Texts | None" = None
    ) -> "Attacker":
        """Whoever attacks masks of drafts, with other ``rulings`` and ``originals``, if any."""
        from unlinkable.attackers.attacker import Attacker
        from unlinkable.draft.masks import Masks

        return Attacker(self.index, originals, rulings, Masks(self.reading.masks))

    def guessers(self, rulings: "Rulings | None", model: "ByModel | None" = None) -> "Attackers":
        """Who guesses at the masks that are set: other ``rulings``, if any, and a ``model``, made
        for whoever attacks."""
        from unlinkable.attackers.against_masks import votes
        from unlinkable.rewriting.masking.guessers import Attackers

        attacker = self.attacker(rulings)
        told = None if rulings is None else votes(attacker)
        return Attackers(told, model(attacker) if model else None)
