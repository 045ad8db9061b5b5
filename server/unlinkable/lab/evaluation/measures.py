"""All measures of one result put together, with those of its text: law and facts lost or invented,
likeness to an embedding model, perplexity. What needs a model that was not named is left out,
and so is named nowhere."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft, Span
from unlinkable.fidelity.sense import sense
from unlinkable.fidelity.substance import Sort, substance
from unlinkable.lab.annotations import AnnotatedText
from unlinkable.lab.embedding import Embedder, Vector, open_embedder, vectors_of_parts
from unlinkable.lab.evaluation.alignment import (
    Alignment,
    against_annotations,
    align,
    changed,
    readability,
)
from unlinkable.lab.evaluation.linkage import (
    GUESSED_AT,
    LinkageLevel,
    guessed,
    leading_phrases,
    linkage,
    recognised,
)
from unlinkable.lab.evaluation.method import Pair
from unlinkable.lab.evaluation.tally import MeanTally, Tallies
from unlinkable.model.gguf.measuring import Surprise, TokenSurprises
from unlinkable_index.index import Index

KINDS = (
    "references",
    "dates",
    "numbers",
    "names",
    "quotations",
    "negations",
    "modal verbs",
    "opposites",
)
_OF_SORT = {
    Sort.REFERENCE: "references",
    Sort.DATE: "dates",
    Sort.NAME: "names",
    Sort.QUOTATION: "quotations",
}
Mention = tuple[str, str]
"""The kind of what is mentioned, and a value that is the same for all ways to write it."""
Placed = tuple[Mention, Span]


def lost_and_invented(pair: Pair, alignment: Alignment) -> Tallies:
    """By kind, in a thousand words of the draft: mentions lost, hidden by a mask, and invented; and
    over all kinds."""
    before = list(_mentions(pair.draft, pair.masks))
    after = list(_mentions(pair.result, pair.masks))
    gone = _only(before, after)
    new = _only(after, before)
    # what is cut reads otherwise ("12 March" is left of a date whose year is masked): that is
    # neither lost nor invented, but for what was put in place of words
    changed = alignment.replaced | alignment.removed
    masked = _touching(pair.draft, before, alignment.masked) & gone
    lost = (_touching(pair.draft, before, changed) & gone) - masked
    invented = _touching(pair.result, after, alignment.added) & new
    thousands = len(pair.draft.forms) / 1000
    tallies: Tallies = {}
    for what, mentions in (("lost", lost), ("masked", masked), ("invented", invented)):
        counts = Counter[str]()
        for (kind, _), times in mentions.items():
            counts[kind] += times
        tallies[what] = MeanTally(counts.total(), thousands)
        for kind in KINDS:
            tallies[f"{what}: {kind}"] = MeanTally(counts[kind], thousands)
    return tallies


def _only(some: Sequence[Placed], others: Sequence[Placed]) -> Counter[Mention]:
    """What is mentioned more often in ``some``, and how much more."""
    return Counter(mention for mention, _ in some) - Counter(mention for mention, _ in others)


def _touching(draft: Draft, mentions: Sequence[Placed], words: frozenset[int]) -> Counter[Mention]:
    """How often each is mentioned with one of ``words``."""
    return Counter(
        mention for mention, place in mentions if not words.isdisjoint(draft.words_in(place))
    )


def _mentions(draft: Draft, masks: tuple[str, ...]) -> Iterator[Placed]:
    """All that counts in a draft, each with its place."""
    found = substance(draft.text, masks, draft.language)
    for element in found.elements:
        if element.sort in _OF_SORT:
            yield (_OF_SORT[element.sort], element.value), Span(element.start, element.end)
    for quantity in found.quantities:
        value = quantity.shown.casefold()
        if quantity.amount is not None:
            value = f"{quantity.amount} {quantity.unit}"
        yield ("numbers", value), Span(quantity.start, quantity.end)
    read = sense(found.rest, draft.language)
    for mark in read.negations:
        yield ("negations", ""), Span(mark.start, mark.end)
    for modal in read.modals:
        yield ("modal verbs", modal.duty or modal.mood), Span(modal.start, modal.end)
    decided = [set(said.words) for said in read.poles if said.word.decides]
    for said in read.poles:
        again = any(words < set(said.words) for words in decided)  # "was granted", and "granted"
        if not again:
            yield ("opposites", "/".join(said.pole)), Span(said.start, said.end)


BETWEEN = ", between masks"
"""What the name of the measure ends with where masks don't count."""


def perplexity(model: Surprise, text: str, masks: Sequence[Span]) -> Tallies:
    """The perplexity of a text: e to the mean negative logarithm of the probability of a token;
    of all tokens, and of those that share no character with one of ``masks``. Nothing where there
    is no such token but the first."""
    found = model.of(text)
    named = {"": found.values, BETWEEN: found.values[_outside(found, text, masks)]}
    return {
        f"perplexity {model.name}{name}": MeanTally(math.exp(float(values.mean())))
        for name, values in named.items()
        if len(values)
    }


def _outside(found: TokenSurprises, text: str, masks: Sequence[Span]) -> NDArray[np.bool_]:
    """Which tokens have no byte of a mask."""
    outside = np.ones(len(found.values), dtype=bool)
    starts = found.starts
    for start, end in masks:
        first = len(text[:start].encode())
        behind = first + len(text[start:end].encode())
        outside &= (found.ends <= first) | (starts >= behind)
    return outside


_SPACES = re.compile(r"\s+")


class Similarity:
    """The measure by one model; vectors of drafts are kept, since all methods have the same."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._known: dict[str, tuple[Vector, Vector]] = {}

    def of(self, pair: Pair) -> Tallies:
        """The cosine, cut and whole; nothing where a text is empty."""
        before, after = (without_masks(one) for one in (pair.draft, pair.result))
        if not (before and after):
            return {}
        if before not in self._known:
            self._known = {before: self._vectors(before)}
        (cut, whole), (other_cut, other_whole) = self._known[before], self._vectors(after)
        name = self._embedder.name
        return {
            f"similarity {name}, cut": MeanTally(float(cut @ other_cut)),
            f"similarity {name}, whole": MeanTally(float(whole @ other_whole)),
        }

    def _vectors(self, text: str) -> tuple[Vector, Vector]:
        vectors = vectors_of_parts(self._embedder, text)
        mean = vectors.mean(axis=0)
        return vectors[0], mean / max(float(np.linalg.norm(mean)), 1e-12)


def without_masks(draft: Draft) -> str:
    """The text of a draft without its masks, white space folded."""
    parts, last = [], 0
    for start, end in draft.masks:
        parts.append(draft.text[last:start])
        last = end
    return _SPACES.sub(" ", " ".join([*parts, draft.text[last:]])).strip()


@dataclass(frozen=True)
class MeasuresAsked:
    """What is to be measured: ``k``, the ``levels`` of linkage, the models of ``similarity`` and
    ``perplexity`` (GGUF files, or folders of safetensors for similarity)."""

    k: int = 2
    levels: tuple[LinkageLevel, ...] = (LinkageLevel(1), LinkageLevel(3))
    similarity: tuple[Path, ...] = ()
    perplexity: tuple[Path, ...] = ()


class Measures:
    """Measures results, one after the other. Models are loaded when they are first needed."""

    def __init__(self, index: Index, asked: MeasuresAsked) -> None:
        self._index = index
        self._asked = asked

    def of(self, pair: Pair, annotated: AnnotatedText | None = None) -> Tallies:
        """Everything that is measured of a result; ``annotated``: what people marked.

        Raises UserError when the index is damaged or a model can't be loaded.
        """
        index, k = self._index, self._asked.k
        aligned = align(pair.draft, pair.result)
        tallies: Tallies = {}
        links = {
            level: linkage(pair, index, k, level)
            for level in dict.fromkeys((*self._asked.levels, GUESSED_AT))
        }
        for level in self._asked.levels:
            tallies |= links[level]
        clean = bool(links[GUESSED_AT][f"clean {GUESSED_AT.name}"].part)
        tallies |= guessed(pair, aligned, index, k, clean)
        tallies |= leading_phrases(pair.result, index, pair.source)
        tallies |= recognised(pair.result, index, k, pair.source)
        for similarity in self._similarities:
            tallies |= similarity.of(pair)
        for model in self._language_models:
            tallies |= perplexity(model, pair.result.text, pair.result.masks)
        tallies |= lost_and_invented(pair, aligned)
        tallies |= changed(aligned)
        tallies |= readability(pair.result)
        if annotated is not None:
            tallies |= against_annotations(pair, annotated, index)
        return tallies

    @cached_property
    def _similarities(self) -> list[Similarity]:
        return [Similarity(open_embedder(path)) for path in self._asked.similarity]

    @cached_property
    def _language_models(self) -> list[Surprise]:
        # one thread each: as many processes measure as there are cores
        return [Surprise(path, threads=1) for path in self._asked.perplexity]
