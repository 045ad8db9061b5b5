"""One draft of `attack`: read, attacked with what is at hand, and by a model where one is named."""

import argparse
from contextlib import closing, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from unlinkable.cli import asking, draft_files
from unlinkable.printing import say
from unlinkable_index.errors import UserError

if TYPE_CHECKING:
    from unlinkable.attack.by_model import Plan
    from unlinkable.cli.texts_at_hand import TextsAtHand
    from unlinkable.model.process.process import Model
    from unlinkable.reporting.attacked.answers import AttackedDraft
    from unlinkable.stopping import OnProgress

_MATTERS = frozenset({"index", "source", "source_file", "background", "masks"})
"""The settings that change what an attack finds."""


def model_named(args: argparse.Namespace) -> "Model | None":
    """The model that was named, if one was; it is loaded when it is first asked."""
    from unlinkable.model.gguf.model_file import inspect
    from unlinkable.model.options import ModelOptions
    from unlinkable.model.process.process import Model

    if args.model is None:
        return None
    inspect(args.model)  # a file that is none is found out before any draft is read
    return Model(ModelOptions(args.model, reasoning=args.reasoning))


def by_model(
    draft: "AttackedDraft",
    model: "Model",
    asked: asking.Asking,
    texts: "TextsAtHand",
    args: argparse.Namespace,
    report: "OnProgress",
) -> "AttackedDraft":
    """A draft that was attacked, and now by the model as well; says first what that costs."""
    from unlinkable.attack.by_model import TOKENS_A_MINUTE, ModelAttack
    from unlinkable.attack.infilling.model_reader import ModelReader
    from unlinkable.model.process.token_vectors import TokenVectors
    from unlinkable.stopping import never, within

    plan = _plan(args)
    tokens = plan.tokens(len(draft.attacked.masks))
    limit = f"; it may take {args.minutes:g} of them" if args.minutes else "; --minutes limits it"
    say(
        f"{draft.name}: the model reads and writes up to {tokens:,} tokens, about "
        f"{tokens / TOKENS_A_MINUTE:,.0f} minutes on two processor cores{limit}"
    )
    stop = never if args.minutes is None else within(60 * args.minutes)
    index, settings = asked.index, asked.settings
    vectors = None if args.retriever is None else TokenVectors(args.retriever)
    attack = ModelAttack(
        index,
        ModelReader(model, stop, report),
        texts.background(args.originals or settings.collection, index),
        texts.background(settings.background, index),
        plan,
        None if vectors is None else vectors.of,
    )
    with closing(vectors) if vectors else nullcontext():
        return replace(draft, attacked=attack.attack(draft.attacked, stop, report))


def _plan(args: argparse.Namespace) -> "Plan":
    from unlinkable.attack.by_model import Plan
    from unlinkable.attack.formulas import bm25, bmx
    from unlinkable.attack.infilling.chunks import Cutting
    from unlinkable.attack.infilling.infilling import Way
    from unlinkable.attack.infilling.orders import Order

    orders = tuple(Order) if args.order == "all" else (Order(args.order),)
    mask = "anon" if args.as_published else Way().other_mask
    return Plan(
        way=Way(orders, args.runs, other_mask=mask),
        cutting=Cutting(as_published=args.as_published),
        chunks=args.parts,
        formula=bmx if args.formula == "bmx" else bm25,
        telling_first=args.minutes is not None,
    )


def attacked_draft(
    path: Path, asked: asking.Asking, texts: "TextsAtHand", args: argparse.Namespace
) -> "AttackedDraft":
    """Read and attack one draft. Raises UserError when that can't be done."""
    from unlinkable.attack.attacker import Attacker
    from unlinkable.draft.masks import Masks
    from unlinkable.findings.report import Report
    from unlinkable.interpretation import circumstances_of
    from unlinkable.reporting.attacked.answers import AttackedDraft

    index, asked = asked.index, asked.beside(path)
    draft, _ = asked.read(path)
    numbers: list[int] = args.mask_number or []
    highest = max(numbers, default=0)
    if highest > len(draft.masks):
        raise UserError(
            f"{path}: there is no mask {highest:,}, as the draft has {len(draft.masks):,}; give "
            "another --mask-number"
        )
    question = asked.question(draft)
    attacker = Attacker(
        asked.index,
        texts.originals(args.originals or asked.settings.collection),
        texts.background(asked.settings.background, index),
        Masks(asked.reading.masks),
    )
    attacked = attacker.attack(
        draft, question.source, _original_beside(asked, path), frozenset(numbers)
    )
    matters = tuple(one for one in asked.settled.narrowed if one.setting in _MATTERS)
    held = circumstances_of(
        Report(draft, question, (), (), complete=True),
        asked.index,
        asked.reading,
        replace(asked.settled, narrowed=matters),
        (),
    )
    return AttackedDraft(str(path), attacked, asked.index, held)


def _original_beside(asked: asking.Asking, path: Path) -> str | None:
    """The text of the original that the settings say lies beside a draft, if it does."""
    from unlinkable.attack.texts import Texts
    from unlinkable.beside import original_file
    from unlinkable_index.with_original import IndexWithOriginal

    pattern = asked.settings.source_file
    if pattern is None or not isinstance(asked.index, IndexWithOriginal):
        return None
    file = original_file(pattern, None if path == draft_files.STANDARD_INPUT else path)
    if file is None:
        return None
    texts = Texts.read([file])
    return texts.of(texts)
