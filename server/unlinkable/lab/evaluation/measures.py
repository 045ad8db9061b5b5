"""All measures of one result, put together.

What needs a model that was not named is left out, and so is named nowhere.
"""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from unlinkable.lab.annotations import AnnotatedText
from unlinkable.lab.evaluation.alignment import align, changed, readability
from unlinkable.lab.evaluation.annotated import against_annotations
from unlinkable.lab.evaluation.curves import leading_phrases
from unlinkable.lab.evaluation.embedding import open_embedder
from unlinkable.lab.evaluation.guessed import GUESSED_AT, guessed
from unlinkable.lab.evaluation.linkage import LinkageLevel, linkage
from unlinkable.lab.evaluation.lost import lost_and_invented
from unlinkable.lab.evaluation.pair import Pair
from unlinkable.lab.evaluation.perplexity import perplexity
from unlinkable.lab.evaluation.recognised import recognised
from unlinkable.lab.evaluation.similarity import Similarity
from unlinkable.lab.evaluation.tally import Tallies
from unlinkable.model.measuring.surprise import Surprise
from unlinkable_index.index import Index


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
