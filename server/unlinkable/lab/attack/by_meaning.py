"""Originals found by meaning: ranked by an embedding model, part by part.

Each original is cut into parts of as many pieces as the model reads, and scores as its best part
does: by the cosine with what is put to the search, a paragraph or the mean of a whole draft. Knows
texts and vectors; nothing of the words that they share. Nothing follows for another model.
"""

from collections.abc import Collection, Iterator

import numpy as np

from unlinkable.attackers.texts import Texts
from unlinkable.draft import Draft, Span
from unlinkable.findings.ranking.passages import Unit, passages
from unlinkable.lab.evaluation.embedding import Embedder
from unlinkable.lab.evaluation.embedding.embedder import Vector, vectors_of_parts
from unlinkable.stopping import OnProgress, Progress, unseen

UNITS = (Unit.DRAFT, Unit.PARAGRAPH)
_SHORTEST = 1e-12


class MeaningSearch:
    """A search through ``originals`` with an ``embedder``, which reads them all at first; ties are
    for the searcher. Raises UserError where the model cannot be used."""

    def __init__(self, embedder: Embedder, originals: Texts, report: OnProgress = unseen) -> None:
        self._embedder = embedder
        self._ids = list(originals)
        parts: list[Vector] = []
        owners: list[int] = []
        for number, one in enumerate(self._ids):
            report(Progress("reading originals by meaning", number / len(self._ids)))
            made = vectors_of_parts(embedder, originals.of([one]) or "")
            parts.append(made)
            owners += [number] * len(made)
        self._parts = np.concatenate(parts) if parts else np.zeros((0, 1), dtype=np.float32)
        self._owners = np.array(owners, dtype=np.int64)

    def ranks(self, draft: Draft, source: Collection[str]) -> Iterator[tuple[Unit, int]]:
        """The rank, from 1, of the best record of ``source`` for the whole draft and for each
        paragraph of it, without masks; nothing where none of it is among the originals."""
        mine = np.array([one in source for one in self._ids], dtype=bool)
        if not mine.any():
            return
        for unit in UNITS:
            for passage in passages(draft, unit):
                mean = vectors_of_parts(self._embedder, _unmasked(draft, passage.span)).mean(axis=0)
                cosines = self._parts @ (mean / max(float(np.linalg.norm(mean)), _SHORTEST))
                scores = np.full(len(self._ids), -np.inf, dtype=np.float64)
                np.maximum.at(scores, self._owners, cosines)
                yield unit, 1 + int((scores[~mine] > scores[mine].max()).sum())


def _unmasked(draft: Draft, span: Span) -> str:
    """What stands at a span, without its masks."""
    kept, at = [], span.start
    for start, end in draft.masks:
        if span.start <= start and end <= span.end:
            kept.append(draft.text[at:start])
            at = end
    return " ".join([*kept, draft.text[at : span.end]])
