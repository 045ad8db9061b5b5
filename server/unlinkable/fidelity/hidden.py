"""What new masks hide: flagged words of a passage in whose place they stand.

Whoever masks a word says that something stood there, and nothing else in its place. So a wording
with masks is held against the passage with the same words masked. Negations and modal verbs are not
hidden so: without them a reader takes the sentence for its opposite. Knows words and masks; nothing
of what they say.
"""

from collections.abc import Collection, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import islice
from typing import NamedTuple

from unlinkable.draft import Span, touches
from unlinkable_index.words import find_words


class _Token(NamedTuple):
    """A word, by its form, or a mask, as it is written, and where it stands."""

    form: str
    place: Span
    mask: bool


class Hidden(NamedTuple):
    """A passage with so many ``words`` masked; ``flagged``: the same of it as before."""

    text: str
    flagged: tuple[Span, ...]
    words: int


def hidden(
    before: tuple[str, Sequence[Span]],
    after: tuple[str, Sequence[Span]],
    flagged: Sequence[Span],
    staying: Collection[str],
    most: int,
) -> Hidden:
    """The passage with the first ``most`` of those flagged words masked that a mask of ``after``
    takes the place of.

    - ``before``, ``after``: texts, each with its masks;
    - ``staying``: forms of words that no mask may take the place of.
    """
    places = [
        (token.place, after[0][mask.start : mask.end])
        for token, mask in islice(_masked(before, after, flagged, staying), most)
    ]
    text, moved = before[0], [*flagged]
    for place, mask in reversed(places):
        text = text[: place.start] + mask + text[place.end :]
        by = len(mask) - (place.end - place.start)
        moved = [
            Span(*(edge + by if edge >= place.end else edge for edge in span)) for span in moved
        ]
    return Hidden(text, tuple(moved), len(places))


def _masked(
    before: tuple[str, Sequence[Span]],
    after: tuple[str, Sequence[Span]],
    flagged: Sequence[Span],
    staying: Collection[str],
) -> Iterator[tuple[_Token, Span]]:
    """The words that masks take the place of, word by word, with these masks; in order."""
    old, new = _tokens(*before), _tokens(*after)
    was, is_now = [token.form for token in old], [token.form for token in new]
    for code, i, j, k, m in SequenceMatcher(None, was, is_now, autojunk=False).get_opcodes():
        if code != "replace" or j - i != m - k:
            continue
        for token, other in zip(old[i:j], new[k:m], strict=True):
            is_word = not token.mask and token.form not in staying
            if other.mask and is_word and touches(token.place, flagged):
                yield token, other.place


def _tokens(text: str, masks: Sequence[Span]) -> list[_Token]:
    """The words and masks of a text, in order."""
    words = find_words(text)
    places = [
        Span(*place) for place in zip(words.starts.tolist(), words.ends.tolist(), strict=True)
    ]
    tokens = [
        _Token(form, place, mask=False)
        for form, place in zip(words.forms, places, strict=True)
        if not any(mask.start <= place.start < mask.end for mask in masks)
    ]
    tokens += [_Token(text[mask.start : mask.end], mask, mask=True) for mask in masks]
    return sorted(tokens, key=lambda token: token.place)
