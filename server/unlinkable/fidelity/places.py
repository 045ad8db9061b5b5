"""Which place lies in which, as somebody has listed them, one line a place: ``Millbrook: Ashmere``;
a place lies in all that its larger one lies in. Must know nothing of texts but their words."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from unlinkable.own_lists import changed_at, entries, text_of
from unlinkable_index.errors import UserError
from unlinkable_index.words import find_words

Forms = tuple[str, ...]
_WHAT = "places"
_FURTHEST = 8  # from a place to the largest that it lies in


@dataclass(frozen=True)
class Places:
    """``larger``: the names of the places that each lies in, by its word forms."""

    larger: Mapping[Forms, tuple[str, ...]] = field(default_factory=dict)

    def of(self, forms: Iterable[str]) -> Iterator[tuple[range, tuple[str, ...]]]:
        """Where places stand among word forms, and all that each lies in, the nearest first."""
        words = tuple(forms)
        longest = max(map(len, self.larger), default=0)
        for first in range(len(words)):
            for length in range(min(longest, len(words) - first), 0, -1):
                name = words[first : first + length]
                if name in self.larger:
                    yield range(first, first + length), tuple(self._all_around(name))
                    break

    def _all_around(self, name: Forms) -> Iterator[str]:
        """Ends also where somebody has listed two places in each other."""
        around, seen = [*self.larger.get(name, ())], {name}
        for _ in range(_FURTHEST):
            further = [larger for larger in around if find_words(larger).forms not in seen]
            if not further:
                return
            yield further[0]
            forms = find_words(further[0]).forms
            seen.add(forms)
            around = [*further[1:], *self.larger.get(forms, ())]


NOWHERE = Places()


def places_in(text: str, name: str) -> Places:
    """The places that a file lists. Raises UserError, which names the line."""
    larger: dict[Forms, tuple[str, ...]] = {}
    for line, place, outer in entries(text, name):
        forms = find_words(place).forms
        if not forms or not find_words(outer).forms or find_words(outer).forms == forms:
            raise UserError(f"{line}: write a place, a colon, and the larger place that it lies in")
        larger[forms] = (*larger.get(forms, ()), outer)
    return Places(larger)


def read_places(path: Path) -> Places:
    """The places of a file, read again only once it has changed. Raises UserError."""
    return _read(path, changed_at(path, _WHAT))


@lru_cache(maxsize=4)
def _read(path: Path, _changed: int) -> Places:
    return places_in(text_of(path, _WHAT), path.name)
