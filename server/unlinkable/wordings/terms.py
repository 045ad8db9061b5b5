"""Words and sequences of words that must never change, and where they stand in a text.

Each language has its own (``terms.txt``); whoever asks adds those of the office. Knows nothing of
wordings.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from unlinkable.draft.spans import Span
from unlinkable.wordings.tokens import FixedPlaces, Tokens, quotations
from unlinkable_index.words import find_words


def terms_of(text: str) -> tuple[str, ...]:
    """The terms of a file, one a line; a line that begins with # is a comment."""
    lines = (line.strip() for line in text.splitlines())
    return tuple(line for line in lines if line and not line.startswith("#"))


class FixedTerms:
    """Sequences of words, found by their forms, whatever stands between the words."""

    def __init__(self, terms: Iterable[str]) -> None:
        self._by_word: dict[str, list[tuple[str, ...]]] = defaultdict(list)
        for term in terms:
            forms = find_words(term).forms
            if forms:
                self._by_word[forms[0]].append(forms)

    def places(self, there: Tokens) -> Iterator[Span]:
        """Where any of them stands."""
        for at, word in enumerate(there.forms):
            for term in self._by_word.get(word, ()):
                if there.forms[at : at + len(term)] == term:
                    yield Span(there.starts[at], there.ends[at + len(term) - 1])


def staying(there: Tokens, protected: Iterable[Span], terms: Iterable[FixedTerms]) -> FixedPlaces:
    """The places of a text that no wording changes: quotations, what is ``protected``, terms."""
    fixed = (place for some in terms for place in some.places(there))
    return FixedPlaces([*quotations(there.text), *protected, *fixed])
