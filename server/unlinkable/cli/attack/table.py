"""`unlinkable attack --table`: what is found out from many drafts, measured as published."""

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from unlinkable.cli.drafts.texts_at_hand import TextsAtHand
from unlinkable.cli.sources import persons_named

if TYPE_CHECKING:
    from unlinkable.lab.reports.attacked.answers import AttackedDraft


def table(
    args: argparse.Namespace, drafts: "Iterator[AttackedDraft]", texts: TextsAtHand
) -> Iterator[str]:
    """The table over ``drafts``, whose originals are among the texts that were named.

    The original of a draft is the one that was named, else the record that has the id of the draft
    (of a file its name without the ending), else the one that it was recognised as.
    """
    from unlinkable.attackers.attacker import Attacker
    from unlinkable.lab.annotations import annotated_of, read_annotations
    from unlinkable.lab.attack.by_meaning import MeaningSearch
    from unlinkable.lab.attack.measuring import AttackFigures
    from unlinkable.lab.evaluation.embedding import open_embedder
    from unlinkable.lab.reports.attacked.table import FORMS

    annotations = read_annotations(args.annotations) if args.annotations else {}
    persons = persons_named(args)
    measured = AttackFigures()
    search: MeaningSearch | None = None
    for one in drafts:
        index, attacked = one.index, one.attacked
        source = index.document_number(one.id)
        if source is None or one.circumstances.source_named:
            source = attacked.source
        originals = texts.originals(args.originals)
        if source is None or originals is None:
            continue
        ids = index.document(source).ids
        annotated = annotated_of(annotations, ids)
        text = originals.of(ids[:1]) if annotated is None else annotated.text
        if text is None:
            continue
        background = texts.background(args.background, index)
        near = Attacker(index, background=background).near(attacked.draft, source)
        near_texts = [ruling.text for ruling in near]
        person = persons.get(one.id, one.group)
        measured.add(attacked, text, source, index, near_texts, annotated, person)
        if args.retriever is not None:
            search = search or MeaningSearch(open_embedder(args.retriever), originals, texts.report)
            for unit, rank in search.ranks(attacked.draft, ids):
                measured.meaning[unit].places.append(rank)
    yield FORMS[args.format](measured)
