"""What the flags of `protect` ask for: how drafts are protected, and the model that attacks the
masks. Must never know drafts."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from unlinkable.cli import asking
from unlinkable.cli.protect.destinations import Destination
from unlinkable.stopping import OnProgress, Progress
from unlinkable_index.errors import UserError

if TYPE_CHECKING:
    from unlinkable.engine.engine import ByModel
    from unlinkable.engine.method import ProtectionMethod
    from unlinkable.model.process.process import Model
    from unlinkable.reporting.protection.record import Asked


@dataclass(frozen=True)
class AskedProtection:
    """What is asked, and how drafts are protected.

    ``ignored``: whether what someone accepted counts like all else. ``attacker``: the model that
    attacks the masks, if any, for so many ``minutes`` a draft.
    """

    asked: asking.Asking
    method: "ProtectionMethod"
    ignored: bool
    attacker: "Model | None" = None
    minutes: float = 0.0

    @property
    def settings(self) -> "Asked":
        """What was asked, as the reports say it."""
        from unlinkable.reporting.protection.record import Asked, SearchesAsked

        settings = self.asked.settings
        model = self.method.model
        options = None if model is None else model.options
        background = settings.original.background
        searches = SearchesAsked(
            k=settings.searches.k,
            max_words=self.asked.index.max_words,
            max_terms=settings.searches.max_terms,
            term_words=settings.searches.term_words,
            cross_sentences=settings.searches.cross_sentences,
            against=tuple(one.value for one in settings.searches.against),
            within=settings.searches.within,
            ranked=settings.searches.ranked.value,
        )
        return Asked(
            searches,
            source=settings.original.source,
            ignore_accepted=self.ignored,
            rewriter=self.method.rewriter.value,
            mask=self.method.mask,
            labels=self.method.labelling.value,
            seed=None if options is None else options.seed,
            reasoning=None if options is None else options.reasoning,
            attack_minutes=self.minutes if self.attacker else None,
            background=None if background is None else str(background),
        )

    def close(self) -> None:
        """Let the models go."""
        for model in (self.method, self.attacker):
            if model is not None:
                model.close()


def asked_protection(args: argparse.Namespace, asked: asking.Asking) -> AskedProtection:
    """What flags and settings come to. Raises UserError when a model is wanted and none is set, or
    the one that is set cannot be used."""
    from unlinkable.engine.method import method_of, model_of, rewriter_of
    from unlinkable.rewriting.masking.labels import Labelling
    from unlinkable.settings.choices import GapsOfMasks, LabelledMasks, RewriterName

    settings = asked.settings
    changed = {"path": args.model, "seed": args.seed, "entailment": args.entailment}
    given = {name: value for name, value in changed.items() if value is not None}
    masking, wording = settings.masking, settings.wording
    if args.labels is not None:
        masking = replace(masking, labels=LabelledMasks(args.labels))
    if args.gaps is not None:
        masking = replace(masking, gaps=GapsOfMasks(args.gaps))
        held = replace(settings, masking=replace(settings.masking, gaps=masking.gaps))
        asked = replace(asked, settled=replace(asked.settled, settings=held))
    if args.mask_with:
        masking = replace(masking, mask=args.mask_with)
    if args.rewriter is not None:
        wording = replace(wording, rewriter=RewriterName(args.rewriter))
    model = replace(settings.model, **given)
    settings = replace(settings, masking=masking, wording=wording, model=model)
    if args.entailment is not None and rewriter_of(settings) is not RewriterName.LLM:
        raise UserError("--entailment reads what a model writes; name one with --model")
    how = method_of(settings)
    if asked.others:
        how = replace(how, labelling=Labelling.OFF)  # of one index, others know nothing
    attacker = (how.model or model_of(settings.model)) if args.attack else None
    return AskedProtection(asked, how, args.ignore_accepted, attacker, args.minutes)


def attack_by_model(
    how: AskedProtection, place: Destination, report: OnProgress, say: Callable[[str], None]
) -> "ByModel | None":
    """The model that guesses at the masks of a draft; None where it is not asked to.

    ``report``, ``say``: told how far the model is, and before that what it costs.
    """
    from unlinkable.attackers.against_masks import PARTS, by_model
    from unlinkable.attackers.infilling import Cutting, Way
    from unlinkable.attackers.model_reader import TOKENS_A_MINUTE, ModelReader, tokens_a_mask

    if how.attacker is None:
        return None

    def costs(gaps: int) -> None:
        tokens = gaps * tokens_a_mask(PARTS, Cutting().characters, Way().window)
        say(
            f"{place.draft}: the model attacks {gaps:,} masks: up to {tokens:,} tokens, about "
            f"{tokens / TOKENS_A_MINUTE:,.0f} minutes on two processor cores, and less each time "
            f"what it guessed is masked otherwise; it may take {how.minutes:g} (--minutes)"
        )

    def attacking(progress: Progress) -> None:
        report(Progress(f"attacking, {progress.message}"))

    reader = ModelReader(how.attacker, report=attacking)
    return lambda attacker: by_model(attacker, reader, 60 * how.minutes, costs, attacking)
