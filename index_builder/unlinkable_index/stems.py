"""Stems: word forms without the endings of their language, as search engines fold them.

By Snowball's algorithms (Porter 2001, *Snowball: a language for stemming algorithms*). These change
with their versions, so an index says whose stems it holds. Knows words; nothing of texts.
"""

import re
from collections.abc import Iterable
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING

from unlinkable_index.errors import UserError

if TYPE_CHECKING:
    import Stemmer

_NAMED = re.compile(r"([a-z_]{2,30}) (\d{1,4}\.\d{1,4})")


class Stems:
    """The stems of one language. Safe to use from several threads."""

    def __init__(self, stemmer: "Stemmer.Stemmer") -> None:
        self._stemmer = stemmer
        self._one_at_a_time = Lock()

    def of(self, forms: Iterable[str]) -> tuple[str, ...]:
        """The stem of every form."""
        with self._one_at_a_time:
            return tuple(self._stemmer.stemWords(list(forms)))


@cache
def stems_of(language: str) -> Stems:
    """The stems of a language, by Snowball's name for it. Raises KeyError where it has none."""
    import Stemmer  # here, since most indexes hold none

    return Stems(Stemmer.Stemmer(language))


def name_of_stems(language: str) -> str:
    """What an index calls the stems of a language: with the version that made them.

    Raises UserError for a language that has none.
    """
    import Stemmer

    known = Stemmer.algorithms()
    if language not in known:
        raise UserError(f"there are no stems for {language!r}; there are for {', '.join(known)}")
    return f"{language} {'.'.join(Stemmer.version().split('.')[:2])}"


def stems_named(name: str) -> Stems:
    """The stems that an index calls so. Raises UserError where those here may be others."""
    named = _NAMED.fullmatch(name)
    if named is None or name_of_stems(named[1]) != name:
        raise UserError(
            f"this index holds stems ({name}) that the stemmer installed here does not make; "
            "build it anew, or install the version of PyStemmer that it names"
        )
    return stems_of(named[1])


def may_be_name(name: object) -> bool:
    """Whether an index may call its stems so."""
    return isinstance(name, str) and _NAMED.fullmatch(name) is not None
