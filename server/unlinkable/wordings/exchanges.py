"""Which words the entries put in one another's place, whatever stands around.

Looser than the wordings, whose conditions tell where that reads well: for who asks only whether a
word may have come for another. Knows entries and words; nothing of texts.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable
from functools import cache

from unlinkable.language import Language
from unlinkable.wordings.entries import Entry
from unlinkable.wordings.patterns import CLASS_NAME
from unlinkable.wordings.wordings import wordings_of

_NONE: frozenset[str] = frozenset()
_WORD = re.compile(r"[^\W\d_]{3,}")


class Exchanges:
    """The words of ``entries``, but those that are ``small``."""

    def __init__(self, entries: Iterable[Entry], small: Collection[str]) -> None:
        self._others: dict[str, set[str]] = defaultdict(set)
        for entry in entries:
            stands = _words(entry.stands, small)
            for instead in entry.instead:
                come = _words(instead, small)
                for word in stands - come:
                    for other in come - stands:
                        self._others[word].add(other)
                        self._others[other].add(word)

    def joins(self, some: Collection[str], others: Collection[str]) -> bool:
        """Whether an entry has one of ``some`` for one of ``others``, or the other way round; each
        are forms and lemmas."""
        return any(not self._others.get(word, _NONE).isdisjoint(others) for word in some)


@cache
def exchanges_of(language: Language) -> Exchanges | None:
    """Those of the tables of a language, made when first asked for; None where there are none."""
    wordings = wordings_of(language.name)
    return Exchanges(wordings.entries, language.function_words) if wordings else None


def _words(text: str, small: Collection[str]) -> set[str]:
    return {
        word for word in _WORD.findall(CLASS_NAME.sub("", text).casefold()) if word not in small
    }
