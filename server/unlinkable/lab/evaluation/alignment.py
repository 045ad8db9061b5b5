"""Which words of a draft are still there in a result and what became of the others, and how much of
what people marked is hidden (as of TAB). Words are compared by their forms; only the weights of
words ask an index."""

import re
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import chain, groupby
from typing import NamedTuple

import numpy as np

from unlinkable.draft import Draft, Reading, Span, read_draft
from unlinkable.lab.annotations import DIRECT, KINDS, NO_MASK, QUASI, AnnotatedText, Mention
from unlinkable.lab.evaluation.method import Pair
from unlinkable.lab.evaluation.tally import MeanTally, Tallies
from unlinkable_index.documents.shared.rendering import blank_lines
from unlinkable_index.index import Index

_MASK = ""  # no word has this form
_LONG = 6  # letters; a longer word is a long one (Björnsson 1968)
_LETTERS = re.compile(r"\w")


@dataclass(frozen=True)
class Alignment:
    """What became of the words of a draft.

    ``kept``: how many stand in the result in the same order (longest common subsequence).
    ``masked``, ``replaced`` and ``removed``: the numbers of the others, by what stands in their
    place: a mask, other words, nothing. ``added``: the numbers of the words of the result that are
    new. ``new_masks`` counts the gaps that were not there. ``hidden``: where new masks stand in the
    result, and what of the draft they stand for, in order.
    """

    words: int
    kept: int
    masked: frozenset[int]
    replaced: frozenset[int]
    removed: frozenset[int]
    added: frozenset[int]
    new_masks: int
    hidden: tuple[tuple[Span, Span], ...]


def align(draft: Draft, result: Draft) -> Alignment:
    """Lay a result beside its draft."""
    before, after = _with_masks(draft), _with_masks(result)
    old, new = [one.form for one in before], [one.form for one in after]
    masked: set[int] = set()
    replaced: set[int] = set()
    removed: set[int] = set()
    added: set[int] = set()
    hidden: list[tuple[Span, Span]] = []
    paragraphs = _by_paragraphs(draft, before), _by_paragraphs(result, after)
    for a, b, c, d in _changes(*paragraphs):
        added.update(one.number for one in after[c:d] if one.number is not None)
        gone = {one.number for one in before[a:b] if one.number is not None}
        beside = [one.form for one in after[max(0, c - 1) : d + 1]]
        has_words = any(new[c:d])
        more = new[c:d].count(_MASK) > old[a:b].count(_MASK)
        # a word between two masks goes with them when they become one
        is_masked = more or (not has_words and _MASK in beside)
        if is_masked and gone:
            at = after[c - 1].span.end if c else 0
            there = Span(after[c].span.start, after[d - 1].span.end) if c < d else Span(at, at)
            hidden.append((there, Span(before[a].span.start, before[b - 1].span.end)))
        (masked if is_masked else replaced if has_words else removed).update(gone)
    return Alignment(
        len(draft.forms),
        common_length(draft.forms, result.forms),
        frozenset(masked),
        frozenset(replaced),
        frozenset(removed),
        frozenset(added),
        max(0, _gaps(after) - _gaps(before)),
        tuple(hidden),
    )


def changed(one: Alignment) -> Tallies:
    """The words kept, masked, replaced and removed, of all; and new gaps in a thousand words."""
    return {
        "words kept": MeanTally(one.kept, one.words),
        "words masked": MeanTally(len(one.masked), one.words),
        "words replaced": MeanTally(len(one.replaced), one.words),
        "words removed": MeanTally(len(one.removed), one.words),
        "new gaps": MeanTally(one.new_masks, one.words / 1000),
    }


def common_length(some: tuple[str, ...], others: tuple[str, ...]) -> int:
    """How long the longest common subsequence is, one bit a word (Hyyrö 2004)."""
    places: dict[str, int] = {}
    for number, word in enumerate(some):
        places[word] = places.get(word, 0) | 1 << number
    every = (1 << len(some)) - 1
    row = every
    for word in others:
        met = row & places.get(word, 0)
        row = ((row + met) | (row - met)) & every
    return len(some) - row.bit_count()


def readability(draft: Draft) -> Tallies:
    """LIX: words a sentence, and long words in a hundred (Björnsson 1968); no dictionary needed,
    and so for any European language."""
    shown = (draft.text[a:b] for a, b in zip(draft.starts, draft.ends, strict=True))
    long = sum(len(_LETTERS.findall(word)) > _LONG for word in shown)
    words = len(draft.forms)
    if not words:
        return {}
    return {"LIX": MeanTally(words / max(1, len(draft.sentences)) + 100 * long / words)}


class _Token(NamedTuple):
    """A word with its number, or a mask (None), and where it stands."""

    form: str
    number: int | None
    span: Span


def _with_masks(draft: Draft) -> list[_Token]:
    """The words and the masks between them, in order."""
    words = [
        _Token(form, number, draft.span_of(range(number, number + 1)))
        for number, form in enumerate(draft.forms)
    ]
    masks = [_Token(_MASK, None, mask) for mask in draft.masks]
    return sorted([*words, *masks], key=lambda one: one.span)


def _changes(old: list[list[str]], new: list[list[str]]) -> Iterator[tuple[int, int, int, int]]:
    """What stands otherwise in forms given by paragraphs: from where to where in the one, and in
    the other. Where there are as many paragraphs, each is laid beside its own."""
    if len(old) != len(new):
        old, new = [[*chain(*old)]], [[*chain(*new)]]
    start = begin = 0
    for one, other in zip(old, new, strict=True):
        for what, a, b, c, d in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
            if what != "equal":
                yield start + a, start + b, begin + c, begin + d
        start, begin = start + len(one), begin + len(other)


def _by_paragraphs(draft: Draft, tokens: list[_Token]) -> list[list[str]]:
    """The forms of a draft, paragraph by paragraph, also of those that have none."""
    ends = [line.start for line in blank_lines(draft.text)]
    paragraphs: list[list[str]] = [[] for _ in range(len(ends) + 1)]
    for token in tokens:
        paragraphs[bisect(ends, token.span.start)].append(token.form)
    return paragraphs


def _gaps(words: list[_Token]) -> int:
    """How many runs of masks there are."""
    return sum(is_mask for is_mask, _ in groupby(one.form == _MASK for one in words))


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
