"""Which words of a draft are to be written anew: a smallest set that breaks every finding.

It is the masks' own hitting set, at what it costs to replace a word instead of masking it: verbs
and what describes have many words of the same sense, terms of the law none. Runs of such words are
the spans. Knows drafts and what leads back; nothing of models.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from unlinkable.draft import Draft, Span
from unlinkable.fidelity.replacement import closed
from unlinkable.findings.costs.masking_costs import Costs, in_formulae
from unlinkable.findings.costs.word_kinds import WordKind, word_kinds
from unlinkable.rewriting.infilling.company import in_terms
from unlinkable.rewriting.masking.exact_masks import exact_choice
from unlinkable.rewriting.passages.inflections import stems
from unlinkable.rewriting.task import Task
from unlinkable.stopping import Stop
from unlinkable_index.index import Index

_NEVER = 60.0  # what is not given to a model at all
_FAILED = 6.0  # times as dear where nothing was found before
REPLACING = MappingProxyType(
    {
        WordKind.VERB: 1.0,
        WordKind.QUALITY: 1.0,
        WordKind.NOUN: 1.3,
        WordKind.OTHER: 1.6,
        WordKind.FINDING: 3.0,
        WordKind.PARTY: _NEVER,
        WordKind.SMALL: _NEVER,
        WordKind.CLAUSE: _NEVER,
        WordKind.NAME: _NEVER,
        WordKind.NUMBER: _NEVER,
        WordKind.REFERENCE: _NEVER,
        WordKind.OUTCOME: _NEVER,
        WordKind.MODAL: _NEVER,
        WordKind.NEGATION: _NEVER,
    }
)
"""What it costs to replace a word, where an adjective costs 1."""
_PREPOSITION = 1.5
_THROUGHOUT = 3  # places from which a thing keeps its name
_BESIDE = {"a", "an"}  # goes with the word behind it


@dataclass(frozen=True)
class FreeWords:
    """Words to go in a draft (``chosen``, numbers, rising) and the runs of them that a model may
    write anew (``spans``, in order), each in one sentence."""

    chosen: tuple[int, ...]
    spans: tuple[range, ...]


def free_words(
    task: Task, index: Index, within: Span, failed: Collection[Span], stop: Stop
) -> FreeWords:
    """The words of the span ``within`` that are to go. ``failed``: places where nothing was found
    before, which are avoided.

    Raises StoppedError, and UserError when the index is damaged.
    """
    draft = task.draft
    costs = replacing_costs(draft, index)
    for span in failed:
        words = draft.words_in(span)
        costs[words.start : words.stop] *= _FAILED
    chosen = exact_choice(task, index, within, stop, costs=costs).words.tolist()
    open_words = [word for word in chosen if costs[word] < _NEVER]
    spans = [_with_article(draft, run) for run in _runs(draft, open_words)]
    return FreeWords(tuple(chosen), tuple(run for run in spans if _is_plain(draft, run)))


def replacing_costs(draft: Draft, index: Index) -> Costs:
    """What it costs to replace each word of a draft (float64, one a word)."""
    language, kinds = draft.language, word_kinds(draft)
    costs = np.array([REPLACING[kind] for kind in kinds], dtype=np.float64)
    for word, form in enumerate(draft.forms):
        if form in language.grammar.prepositions and form not in language.grammar.times:
            costs[word] = min(costs[word], _PREPOSITION)
        if draft.text[int(draft.starts[word]) : int(draft.ends[word])].isupper():
            costs[word] = _NEVER  # a heading, its number, an abbreviation
    costs[list(closed(draft.forms, language))] = _NEVER
    costs[in_formulae(draft, index) | in_terms(draft, index)] = _NEVER
    costs[list(_named_throughout(draft, kinds))] = _NEVER
    return costs


def _named_throughout(draft: Draft, kinds: Sequence[WordKind]) -> Iterator[int]:
    """The nouns that a draft has at several places: under another name at one of them a reader
    takes it for another thing."""
    roots = stems(draft.language.code, draft.forms)
    count = Counter(roots)
    for word, root in enumerate(roots):
        if kinds[word] is WordKind.NOUN and count[root] >= _THROUGHOUT:
            yield word


def _runs(draft: Draft, words: Sequence[int]) -> Iterator[range]:
    """Words side by side, or with one small word between them, within a segment and a sentence."""
    run: range | None = None
    for word in words:
        if run is not None and _go_together(draft, run.stop - 1, word):
            run = range(run.start, word + 1)
            continue
        if run is not None:
            yield run
        run = range(word, word + 1)
    if run is not None:
        yield run


def _go_together(draft: Draft, word: int, later: int) -> bool:
    between = draft.forms[word + 1 : later]
    small = len(between) <= 1 and all(form in draft.language.function_words for form in between)
    plain = draft.text[int(draft.ends[word]) : int(draft.starts[later])]
    return small and draft.segments[word] == draft.segments[later] and _has_words_only(plain)


def _with_article(draft: Draft, run: range) -> range:
    """With an article before it whose form depends on what follows."""
    before = run.start - 1
    beside = before >= 0 and draft.forms[before] in _BESIDE and _go_together(draft, before, run[0])
    return range(before, run.stop) if beside else run


def _is_plain(draft: Draft, run: range) -> bool:
    """Whether nothing but words and blanks stands there, and no part of a compound."""
    span, text = draft.span_of(run), draft.text
    around = text[max(0, span.start - 1) : span.start], text[span.end : span.end + 1]
    return _has_words_only(text[span.start : span.end]) and not any(
        edge and edge in "-\u2010\u2011'’*_`[]{}<>\\" for edge in around
    )


def _has_words_only(text: str) -> bool:
    return all(character.isalpha() or character in " \n" for character in text)
