"""How drafts are protected: with which model, if any, with which mask, at which level.

Knows flags and settings, and what of them decides a result; nothing of drafts.
"""

import argparse
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from unlinkable.cli import asking
from unlinkable_index.errors import UserError

if TYPE_CHECKING:
    from unlinkable.cli.protect.opened import OpenedDraft
    from unlinkable.model.author import Author
    from unlinkable.model.entailment.entailment_model import EntailmentModel
    from unlinkable.model.process.process import Model
    from unlinkable.reporting.protection.record import Asked
    from unlinkable.rewriting.masking.labels import Labelling
    from unlinkable.rewriting.rewording.usable import Tables
    from unlinkable.settings.choices import RewriterName
    from unlinkable.settings.schema import ModelSettings


@dataclass(frozen=True)
class ProtectionMethod:
    """What is asked, the model to rewrite with and the tables to reword from, if any, and the mask.

    ``labelling``: which masks say what they hide. ``ignored``: whether what someone accepted counts
    like all else. ``attacker``: the model that attacks the masks, if any, for so many ``minutes`` a
    draft. ``entailment``: the model that reads what the first one wrote.
    """

    asked: asking.Asking
    rewriter: "RewriterName"
    model: "Model | None"
    tables: "Tables | None"
    mask: str
    labelling: "Labelling"
    ignored: bool
    attacker: "Model | None" = None
    minutes: float = 0.0
    entailment: "EntailmentModel | None" = None

    @property
    def settings(self) -> "Asked":
        """What was asked, as the reports say it."""
        from unlinkable.reporting.protection.record import Asked

        settings = self.asked.settings
        options = None if self.model is None else self.model.options
        background = settings.background
        return Asked(
            k=settings.k,
            max_words=self.asked.index.max_words,
            max_terms=settings.max_terms,
            term_words=settings.term_words,
            cross_sentences=settings.cross_sentences,
            ranked=settings.ranked.value,
            source=settings.source,
            ignore_accepted=self.ignored,
            rewriter=self.rewriter.value,
            mask=self.mask,
            labels=self.labelling.value,
            seed=None if options is None else options.seed,
            reasoning=None if options is None else options.reasoning,
            attack_minutes=self.minutes if self.attacker else None,
            background=None if background is None else str(background),
        )

    def author(self, model: "Author | None") -> "Author | None":
        """The model, whose wordings the one for entailment reads where there is one."""
        from unlinkable.interpretation import read_as_well

        of_model = self.asked.settings.model
        return None if model is None else read_as_well(model, self.entailment, of_model)

    def beside(self, draft: Path) -> "ProtectionMethod":
        """The same with the original of a draft, where it is at hand. Raises UserError."""
        return replace(self, asked=self.asked.beside(draft))

    def seal(self, draft: "OpenedDraft") -> str:
        """A digest of all that decides the result of a draft."""
        from unlinkable import __version__
        from unlinkable.cli.protect.results import seal
        from unlinkable_index.with_original import IndexWithOriginal

        model = self.model or self.attacker
        background = self.asked.settings.background
        here, reading, index = draft.path.absolute(), self.asked.reading, self.asked.index
        others = [other.fingerprint for other in self.asked.others]
        accepted = [
            repr(risk)
            for risk in self.asked.settings.accepted
            if risk.file is None or Path(risk.file) == here
        ]
        decisive = [
            __version__,
            asdict(self.settings),
            [index.fingerprint, *others],
            index.digest if isinstance(index, IndexWithOriginal) else None,
            reading.masks,
            reading.sentences,
            draft.markup.value,
            self.tables and self.tables.terms,
            model and _state(model.options.path),
            accepted,
            background and _state(background),
            self.entailment and _state(self.entailment.folder),
            self.asked.settings.model.entailment_least,
        ]
        return seal(decisive, draft.decisive)

    def close(self) -> None:
        """Let the models go."""
        for model in (self.model, self.attacker):
            if model is not None:
                model.close()


def method(args: argparse.Namespace, asked: asking.Asking) -> ProtectionMethod:
    """The method that flags and settings come to. Raises UserError when a model is wanted and none
    is set, or the one that is set cannot be used."""
    from unlinkable.interpretation import entailment_of, labelling_of, rewriter_of, tables_of
    from unlinkable.rewriting.masking.labels import Labelling
    from unlinkable.settings.choices import LabelledMasks, RewriterName

    settings = asked.settings
    changed = {"path": args.model, "seed": args.seed, "entailment": args.entailment}
    given = {name: value for name, value in changed.items() if value is not None}
    settings = replace(settings, model=replace(settings.model, **given))
    if args.labels is not None:
        settings = replace(settings, labels=LabelledMasks(args.labels))
    if args.rewriter is not None:
        settings = replace(settings, rewriter=RewriterName(args.rewriter))
    rewriter = rewriter_of(settings)
    model = _model(settings.model) if rewriter is RewriterName.LLM else None
    if args.entailment is not None and model is None:
        raise UserError("--entailment reads what a model writes; name one with --model")
    entailment = entailment_of(settings.model) if model else None
    if entailment is not None:
        entailment.load()
    return ProtectionMethod(
        asked,
        rewriter,
        model,
        tables_of(settings),
        args.mask_with or settings.mask,
        Labelling.OFF if asked.others else labelling_of(settings),  # of one, others know nothing
        args.ignore_accepted,
        (model or _model(settings.model)) if args.attack else None,
        args.minutes,
        entailment,
    )


def _model(settings: "ModelSettings") -> "Model":
    """The model to rewrite with. Raises UserError when none is set."""
    from unlinkable.interpretation import demanded_model
    from unlinkable.model.gguf.suitability import demand_suitable
    from unlinkable.model.process.process import Model

    options = demanded_model(settings)
    demand_suitable(options.path)
    return Model(replace(options, idle_minutes=0))


def _state(path: Path) -> list[tuple[str, int, int]]:
    """What tells a file, or a folder with all its files, from an earlier state of it."""
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    states = ((file, file.stat()) for file in files if file.is_file())
    return [(str(file), state.st_size, state.st_mtime_ns) for file, state in states]
