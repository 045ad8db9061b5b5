"""One draft of `attack`: read, attacked with what is at hand, and by a model where one is named.
Must never know how results are written."""

import argparse
from contextlib import closing, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from unlinkable.cli import asking, draft_files
from unlinkable.cli.output import say_aside
from unlinkable.stopping import never, within
from unlinkable_index.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from unlinkable.cli.asking import TextsAtHand
    from unlinkable.draft import Draft
    from unlinkable.lab.attack_by_model import AttackPlan
    from unlinkable.lab.attack_report import AttackedDraft
    from unlinkable.model.process.process import Model
    from unlinkable.stopping import OnProgress
    from unlinkable_index.collection.record import Record, SourceOptions


_MATTERS = frozenset({"index", "source", "source_file", "background", "masks"})
"""The settings that change what an attack finds."""


def model_named(args: argparse.Namespace) -> "Model | None":
    """The model that was named, if one was; it is loaded when it is first asked."""
    from unlinkable.model.author import ModelOptions
    from unlinkable.model.gguf.model_file import demand_suitable
    from unlinkable.model.process.process import Model

    if args.model is None:
        return None
    demand_suitable(args.model)  # a file that is none is found out before any draft is read
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
    from unlinkable.attackers.model_reader import TOKENS_A_MINUTE, ModelReader
    from unlinkable.lab.attack_by_model import ModelAttack
    from unlinkable.model.process.vectors import TokenVectors

    plan = _plan(args)
    tokens = plan.tokens(len(draft.attacked.masks))
    limit = (
        f"; it may take {args.minutes:g} of them"
        if args.minutes is not None
        else "; --minutes limits it"
    )
    say_aside(
        f"{draft.name}: the model reads and writes up to {tokens:,} tokens, about "
        f"{tokens / TOKENS_A_MINUTE:,.0f} minutes on two processor cores{limit}"
    )
    stop = never if args.minutes is None else within(60 * args.minutes)
    index, settings = asked.index, asked.settings
    by_tokens = args.retriever is not None and not args.retriever.is_dir()
    vectors = TokenVectors(args.retriever) if by_tokens else None
    attack = ModelAttack(
        index,
        ModelReader(model, stop, report),
        texts.background(args.originals or settings.indexes.collection, index),
        texts.background(settings.original.background, index),
        plan,
        None if vectors is None else vectors.of,
    )
    with closing(vectors) if vectors else nullcontext():
        return replace(draft, attacked=attack.attack(draft.attacked, stop, report))


def _plan(args: argparse.Namespace) -> "AttackPlan":
    from unlinkable.attackers.infilling import Cutting, Order, Way
    from unlinkable.attackers.rulings import bm25, bmx
    from unlinkable.lab.attack_by_model import AttackPlan

    orders = tuple(Order) if args.order == "all" else (Order(args.order),)
    mask = "anon" if args.as_published else Way().other_mask
    return AttackPlan(
        way=Way(orders, args.runs, other_mask=mask),
        cutting=Cutting(as_published=args.as_published),
        chunks=args.parts,
        formula=bmx if args.formula == "bmx" else bm25,
        telling_first=args.minutes is not None,
    )


@dataclass(frozen=True)
class NamedDraft:
    """A draft that was named: the file ``path``, or one ``record`` of it. Its ``id`` is that of the
    record, or what the file is called without its ending."""

    path: Path
    record: "Record | None" = None

    @property
    def name(self) -> str:
        """How messages and reports call it."""
        return str(self.path) if self.record is None else f"{self.path}: {self.record.id}"

    @property
    def id(self) -> str:
        """What its original may be called."""
        return self.path.stem if self.record is None else self.record.id

    def read(self, asked: asking.Asking) -> "Draft":
        """Read it. Raises UserError when it can't be read."""
        from unlinkable.draft import Markup, read_draft

        if self.record is None:
            return asked.read(self.path)[0]
        return read_draft(self.record.text, Markup.PLAIN, asked.reading)


def drafts_named(
    named: "Sequence[Path]", left_out: list[str], options: "SourceOptions"
) -> list[NamedDraft]:
    """The drafts at the paths that were named: files, those of folders, and the records of JSON
    Lines and the like, which are read by ``options``. ``left_out``: see `draft_files.drafts_in`.
    Raises UserError as that and reading do."""
    from unlinkable_index.collection import Collection, holds_records

    found: list[NamedDraft] = []
    for path in named:
        if not path.is_dir() and holds_records(path):
            found += [NamedDraft(path, record) for record in Collection([path], options)]
        else:
            found += [NamedDraft(file) for file in draft_files.drafts_in(path, left_out)]
    return found


def attacked_draft(
    named: NamedDraft, asked: asking.Asking, texts: "TextsAtHand", args: argparse.Namespace
) -> "AttackedDraft":
    """Read and attack one draft. Raises UserError when that can't be done."""
    from unlinkable.engine.checking import acceptance_of, checked_report
    from unlinkable.findings.report import Report
    from unlinkable.lab.attack_report import AttackedDraft

    path = named.path
    index, asked = asked.index, asked.beside(path)
    draft = named.read(asked)
    numbers: list[int] = args.mask_number or []
    highest = max(numbers, default=0)
    if highest > len(draft.masks):
        raise UserError(
            f"{named.name}: there is no mask {highest:,}, as the draft has {len(draft.masks):,}; "
            "give another --mask-number"
        )
    question = asked.question(draft)
    attacker = asked.attacker(
        texts.background(asked.settings.original.background, index),
        texts.originals(args.originals or asked.settings.indexes.collection),
    )
    attacked = attacker.attack(
        draft, question.source, _original_beside(asked, path), frozenset(numbers)
    )
    matters = tuple(one for one in asked.settled.narrowed if one.setting in _MATTERS)
    attacks = replace(asked, settled=replace(asked.settled, narrowed=matters))
    nothing = Report(draft, question, (), (), complete=True)
    held = checked_report(attacks, nothing, acceptance_of(attacks, draft)).circumstances
    group = named.record.group if named.record else None
    return AttackedDraft(named.name, named.id, attacked, asked.index, held, group)


def _original_beside(asked: asking.Asking, path: Path) -> str | None:
    """The text of the original that the settings say lies beside a draft, if it does."""
    from unlinkable.attackers.rulings import Texts
    from unlinkable.settings.originals import original_file
    from unlinkable_index.with_original import IndexWithOriginal

    pattern = asked.settings.original.source_file
    if pattern is None or not isinstance(asked.index, IndexWithOriginal):
        return None
    file = original_file(pattern, None if path == draft_files.STANDARD_INPUT else path)
    if file is None:
        return None
    texts = Texts.read([file])
    return texts.of(texts)
