"""How much of what people marked in a ruling a result hides: recall and precision as of TAB.

After Pilán and others 2022 (arXiv 2202.00443) and their program, whose figures these are. An
entity is hidden when all its mentions are that are to be masked. Precision counts the hidden words
that people marked as well: each alike, or by how rare it is in the index (the logarithm of how few
documents have it), where theirs asks a BERT model. Of several annotators each counts, so what is
pooled over drafts is the published average. Only words are compared: whether a bracket or a sign
is gone is not known where other words stand in its place.
"""

import re
from collections.abc import Sequence
from itertools import groupby

import numpy as np

from unlinkable.draft import Draft, Reading, Span, read_draft
from unlinkable.lab.annotations import DIRECT, KINDS, NO_MASK, QUASI, AnnotatedText, Mention
from unlinkable.lab.evaluation.alignment import align
from unlinkable.lab.evaluation.pair import Pair
from unlinkable.lab.evaluation.tally import MeanTally, Tallies
from unlinkable_index.index import Index

ENTITIES = {DIRECT: "direct identifiers hidden", QUASI: "quasi identifiers hidden"}
WORDS, PRECISION, WEIGHTED = "marked words hidden", "precision", "weighted precision"
_WORD = re.compile(r"\w+")
_TELLS_NOTHING = re.compile(
    r"\b(?:mr|mrs|ms|and|or|from|until|to|about|after|as|at|before|between|by|during|for|in|into|"
    r"of|on|over|since|with|the|a|an|no|nr|['’]s)\b",
    re.IGNORECASE,
)
"""Words that need not be hidden, as published."""


def hidden_of(kind: str) -> str:
    """The measure of the words hidden of what is of one kind."""
    return f"hidden: {kind}"


def against_annotations(pair: Pair, annotated: AnnotatedText, index: Index) -> Tallies:
    """What the result hides of ``annotated``, the text of the original. Raises UserError when the
    index is damaged."""
    text = annotated.text
    original = read_draft(text, reading=Reading(pair.masks))
    found = align(original, pair.result)
    gone = found.masked | found.replaced | found.removed
    hidden = {at for number in gone for at in range(*original.span_of(range(number, number + 1)))}
    entities: dict[str, list[bool]] = {one: [] for one in ENTITIES}
    words: dict[str, list[bool]] = {kind: [] for kind in KINDS}
    marked = []
    for mentions in annotated.annotators:
        marked.append({at for one in mentions if _is_to_mask(one) for at in range(*one.span)})
        for entity in _to_mask(mentions):
            must = [one.span for one in entity if _is_to_mask(one)]
            identifier = DIRECT if entity[0].identifier == DIRECT else QUASI
            entities[identifier].append(all(_is_hidden(text, one, hidden) for one in must))
            words[entity[0].kind] += [
                _is_hidden(text, word, hidden) for one in entity for word in _words(text, one.span)
            ]
    weights, agreed = _precision(original, hidden, marked, index)
    return {
        **{name: _share(entities[of]) for of, name in ENTITIES.items()},
        WORDS: _share([word for of in words.values() for word in of]),
        PRECISION: MeanTally(sum(agreed), len(marked) * len(agreed)),
        WEIGHTED: MeanTally(float(np.dot(weights, agreed)), len(marked) * sum(weights)),
        **{hidden_of(kind): _share(words[kind]) for kind in KINDS},
    }


def _precision(
    original: Draft, hidden: set[int], marked: Sequence[set[int]], index: Index
) -> tuple[list[float], list[int]]:
    """Of each hidden word, how rare it is, and how many annotators marked all of it."""
    df = index.df(index.lookup(index.hasher.phrases(index.hasher.words(original.forms), 1)))
    rare = np.log((index.documents + 1) / (df + 1))
    whole = Span(0, len(original.text))
    words = [word for word in _words(original.text, whole) if hidden.issuperset(range(*word))]
    weights = [float(rare[original.words_in(word)].max()) for word in words]
    return weights, [sum(one.issuperset(range(*word)) for one in marked) for word in words]


def _to_mask(mentions: Sequence[Mention]) -> list[list[Mention]]:
    """The mentions of each entity of which one at least is to be masked."""
    by_name = sorted(mentions, key=lambda one: one.entity)
    entities = [list(group) for _, group in groupby(by_name, key=lambda one: one.entity)]
    return [one for one in entities if any(map(_is_to_mask, one))]


def _is_to_mask(mention: Mention) -> bool:
    return mention.identifier != NO_MASK


def _words(text: str, span: Span) -> list[Span]:
    return [Span(*match.span()) for match in _WORD.finditer(text, *span)]


def _is_hidden(text: str, span: Span, hidden: set[int]) -> bool:
    """Whether no word is left of a place but such as tell nothing."""
    told = {at for word in _words(text, span) for at in range(*word)} - hidden
    for match in _TELLS_NOTHING.finditer(text[span.start : span.end]):
        told -= set(range(span.start + match.start(), span.start + match.end()))
    return not told


def _share(of: Sequence[bool]) -> MeanTally:
    return MeanTally(sum(of), len(of))
