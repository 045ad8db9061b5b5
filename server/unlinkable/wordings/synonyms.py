"""Synonyms that somebody gives in a file, or the folder of WordNet: for a person to judge, never
safe by themselves.

One line a word or phrase: ``help: assistance, aid``. Knows how such a file is written; nothing of
who is shown them.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from unlinkable.draft.spans import Span
from unlinkable.own_lists import changed_at, text_of
from unlinkable.wordings.entries import SYNONYMS, Entry
from unlinkable.wordings.substitute import Substitute
from unlinkable.wordings.wordings import Wordings
from unlinkable.wordings.wordnet import WordNet
from unlinkable_index.errors import UserError
from unlinkable_index.words import find_words

_WHAT = "synonyms"


class Alternatives(Protocol):
    """What may be said otherwise in a text: `Wordings`, `WordNet`."""

    language: str | None

    def alternatives(
        self,
        text: str,
        span: Span | None = None,
        protected: Iterable[Span] = (),
        terms: Sequence[str] = (),
    ) -> Iterator[Substitute]: ...


def synonyms_in(text: str, name: str) -> Wordings:
    """The synonyms that a file lists, each in the place of its word as it is written.

    Lines that begin with # and empty lines say nothing. Raises UserError, which names the line.
    """
    return Wordings(_entries(text, name), {})


def _entries(text: str, name: str) -> Iterator[Entry]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        word, colon, others = line.partition(":")
        instead = tuple(filter(None, map(str.strip, others.split(","))))
        place = f"{name}:{number}"
        if not colon or not instead or not find_words(word).forms:
            raise UserError(f"{place}: write a word, a colon, and its synonyms divided by commas")
        yield Entry(SYNONYMS, word.strip(), instead, (), "", place, read=True)


def read_synonyms(path: Path) -> Alternatives:
    """The synonyms of a file or of the folder ``dict`` of WordNet, read again only once it has
    changed. Raises UserError."""
    return _read(path, changed_at(path, _WHAT))


@lru_cache(maxsize=4)
def _read(path: Path, _changed: int) -> Alternatives:
    if path.is_dir():
        return WordNet(path)
    return synonyms_in(text_of(path, _WHAT), path.name)
