"""What of a passage can stay while its flagged words are written anew.

A passage is what stands before the first flagged words, then flagged words and kept parts by turns.
A name for the whole of something (a date, a reference, a quotation) is changed as a whole. Knows
nothing of models.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from unlinkable.draft import Span, overlapping, united
from unlinkable.fidelity.substance.substance import Sort, substance
from unlinkable.model.decoding.grammar import START, advance, inside
from unlinkable_index.words import find_words

_FEWEST = 3  # words of a kept part; what is shorter is written anew with what stands around it
_WHOLE = (Sort.DATE, Sort.REFERENCE, Sort.QUOTATION)


class KeptText(NamedTuple):
    """What stands before the first flagged words, and what stands after each of them."""

    begun: str
    parts: tuple[str, ...]


def kept_text(passage: str, flagged: Sequence[Span], masks: tuple[str, ...]) -> KeptText:
    """The parts of ``passage`` that stay: none where it has characters that an answer cannot have,
    such as line ends. ``masks``: regular expressions."""
    if advance(START, inside(passage).encode()) is None:
        return KeptText("", ())
    changed = list(_apart(passage, _grown(passage, flagged, masks)))
    ends = [*(span.start for span in changed[1:]), len(passage)]
    parts = [passage[span.end : end] for span, end in zip(changed, ends, strict=True)]
    return KeptText(
        passage[: changed[0].start].rstrip(),
        tuple([part.rstrip(" ") for part in parts[:-1]] + parts[-1:]),
    )


def _grown(passage: str, flagged: Sequence[Span], masks: tuple[str, ...]) -> tuple[Span, ...]:
    """The flagged words, with the whole of what they are part of."""
    found = substance(passage, masks)
    wholes = [Span(e.start, e.end) for e in found.elements if e.sort in _WHOLE]
    wholes += [Span(number.start, number.end) for number in found.quantities]
    return united([*flagged, *(whole for whole in wholes if overlapping(flagged, whole))])


def _apart(passage: str, spans: Sequence[Span]) -> Iterator[Span]:
    """The spans, those joined that have few words between them."""
    last = spans[0]
    for span in spans[1:]:
        if len(find_words(passage[last.end : span.start]).forms) < _FEWEST:
            last = Span(last.start, span.end)
        else:
            yield last
            last = span
    yield last
