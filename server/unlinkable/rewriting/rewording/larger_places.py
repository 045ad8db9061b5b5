"""The larger places that may stand for those that lead back, as alternatives beside the tables.

Knows which place lies in which, as somebody has listed them. Nothing of what the rest of a sentence
says.
"""

from collections.abc import Iterator, Sequence

from unlinkable.draft import Span, overlapping
from unlinkable.rewriting.task import Task
from unlinkable.wordings import Substitute
from unlinkable.wordings.entries import Derivation, Effect
from unlinkable_index.words import find_words

KIND = "places"


def larger_places(task: Task, spans: Sequence[Span], terms: Sequence[str]) -> Iterator[Substitute]:
    """For each place that a span touches, all that it lies in, the nearest first. A place with a
    word of ``terms``, one that is masked or that somebody answers for stays."""
    draft = task.draft
    stay = {form for term in terms for form in find_words(term).forms}
    kept = (*draft.masks, *task.accepted_spans)
    for words, names in task.places.of(draft.forms):
        span = draft.span_of(words)
        shown = draft.text[span.start : span.end]
        named = shown[0].isupper() and stay.isdisjoint(draft.forms[words.start : words.stop])
        if named and overlapping(spans, span) and not overlapping(kept, span):
            for name in names:
                said = Derivation(KIND, shown, name, Effect.LIES_IN, KIND, read=True)
                yield Substitute(span, name, said, span)
