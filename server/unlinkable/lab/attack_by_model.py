"""The question that costs most: what a model fills the masks of a draft in with, from which
rulings, in which order. Must know nothing of command lines and reports; the language server
loads it when asked, so no embedding model here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from unlinkable.attackers.attacker import AtMask, Attacked, ModelAsked, ModelShown
from unlinkable.attackers.infilling import Chunks, Cutting, Infilling, Reader, Way
from unlinkable.attackers.model_reader import tokens_a_mask
from unlinkable.attackers.rulings import Formula, Rulings, bmx
from unlinkable.stopping import OnProgress, Stop, never, unseen
from unlinkable_index.index import Index

Vectors = NDArray[np.float32]
"""One row a token."""


def of_unit_length(vectors: Vectors) -> Vectors:
    """The vectors scaled to length 1; those of length 0 stay."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)


def max_sim(query: Vectors, text: Vectors) -> float:
    """The sum, over the tokens of ``query``, of the highest cosine with a token of ``text``."""
    if not len(query) or not len(text):
        return 0.0
    return float((of_unit_length(query) @ of_unit_length(text).T).max(axis=1).sum())


def nearest(query: Vectors, texts: Sequence[Vectors], count: int) -> tuple[int, ...]:
    """The numbers of the ``count`` texts that score highest, the highest first."""
    scores = np.array([max_sim(query, text) for text in texts])
    order = np.argsort(-scores, kind="stable")[:count]
    return tuple(order.tolist())


_COMPARED = 50
"""Parts of rulings that are compared token by token: those that share most words."""


@dataclass(frozen=True)
class AttackPlan:
    """How a model attacks.

    - ``way``: how masks are filled in one after the other;
    - ``cutting``, ``chunks``: how rulings are cut into parts, and how many the model is shown;
    - ``formula``: what ranks the rulings (BMX as published);
    - ``telling_first``: masks on which other rulings agree most come first, whatever the order, so
      that a short time is spent well; those that are known already come last.
    """

    way: Way = field(default_factory=Way)
    cutting: Cutting = field(default_factory=Cutting)
    chunks: int = 10
    formula: Formula = bmx
    telling_first: bool = False

    def tokens(self, masks: int) -> int:
        """About how many tokens the model reads and writes for so many masks, at most."""
        runs = len(self.way.orders) * self.way.runs
        a_mask = tokens_a_mask(self.chunks, self.cutting.characters, self.way.window)
        return masks * runs * a_mask


@dataclass(frozen=True)
class ModelAttack:
    """Whoever has a model (``reader``), and perhaps texts of originals and other rulings."""

    index: Index
    reader: Reader
    originals: Rulings | None = None
    background: Rulings | None = None
    plan: AttackPlan = field(default_factory=AttackPlan)
    vectors: Callable[[str], Vectors] | None = None
    """The vectors of the tokens of a text; with them, parts of rulings are compared by tokens."""

    @property
    def level(self) -> ModelShown:
        """What the model is shown, by what is at hand."""
        if self.originals is not None:
            return ModelShown.ORIGINAL
        if self.background is None:
            return ModelShown.NOTHING
        return ModelShown.OTHERS if self.background.indexed else ModelShown.GENERAL

    def attack(
        self, attacked: Attacked, stop: Stop = never, report: OnProgress = unseen
    ) -> Attacked:
        """What was found out before, and now by the model as well, as far as there is time.

        Raises UserError when the index is damaged or the model can't be used.
        """
        chunks = self._chunks(attacked)
        known: dict[str, Vectors] = {}

        def passages(query: str) -> Sequence[str]:
            if chunks is None:
                return ()
            if self.vectors is None:
                return chunks.nearest(query, self.plan.chunks)
            return self._by_tokens(query, chunks.nearest(query, _COMPARED), known)

        filling = Infilling(attacked.draft, passages, self.reader, self.plan.way)
        wanted = [one.number - 1 for one in self._in_order(attacked.masks)]
        filled = filling.filled(wanted, stop, report)
        masks = tuple(replace(one, filled=filled.get(one.number - 1)) for one in attacked.masks)
        told = ModelAsked(self.level, len(filled), len(masks))
        return replace(attacked, masks=masks, by_model=told)

    def _by_tokens(
        self, query: str, chunks: Sequence[str], known: dict[str, Vectors]
    ) -> tuple[str, ...]:
        """The chunks nearest to a query token by token; ``known`` gains their vectors."""
        assert self.vectors is not None
        for chunk in chunks:
            if chunk not in known:
                known[chunk] = self.vectors(chunk)
        found = [known[chunk] for chunk in chunks]
        return tuple(chunks[n] for n in nearest(self.vectors(query), found, self.plan.chunks))

    def _in_order(self, masks: Sequence[AtMask]) -> list[AtMask]:
        if not self.plan.telling_first:
            return list(masks)

        def telling(one: AtMask) -> tuple[bool, float]:
            known = one.guessable is not None or (one.read is not None and one.read.exact)
            return known, -(one.guesses[0].share if one.guesses else 0.0)

        return sorted(masks, key=telling)

    def _chunks(self, attacked: Attacked) -> Chunks | None:
        """The parts of the nearest rulings: with the original's where originals are at hand."""
        source = attacked.source
        ids = () if source is None else self.index.document(source).ids
        draft, formula = attacked.draft, self.plan.formula
        if self.originals is not None:
            near = self.originals.nearest(draft, (), formula=formula)
        elif self.background is not None:
            near = self.background.nearest(draft, ids, formula=formula)
        else:
            return None
        return Chunks([one.text for one in near], self.plan.cutting)
