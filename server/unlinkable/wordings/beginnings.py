"""Which patterns may stand at a place, by its word and the next one.

Most patterns begin with a common word or with any word of a class, and the second word rules most
of them out. Knows patterns; nothing of texts.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from unlinkable.wordings.patterns import Pattern
from unlinkable.wordings.tables import SORTS, Classes


class _Seconds:
    """The patterns that begin with one word, by what their second word must be."""

    def __init__(self) -> None:
        self.anything: list[Pattern] = []  # or there is none
        self.words: dict[str, list[Pattern]] = defaultdict(list)
        self.classes: dict[str, list[Pattern]] = defaultdict(list)


class Beginnings:
    """The patterns of one language; ``classes``: its classes of words."""

    def __init__(self, patterns: Iterable[Pattern], classes: Classes) -> None:
        self._classes = classes
        self._by_first: dict[str, _Seconds] = defaultdict(_Seconds)
        for pattern in patterns:
            first, *rest = pattern.words
            for word in classes.get(first, (first,)):
                seconds = self._by_first[word]
                if not rest or rest[0] in SORTS:
                    seconds.anything.append(pattern)
                elif rest[0] in classes:
                    seconds.classes[rest[0]].append(pattern)
                else:
                    seconds.words[rest[0]].append(pattern)

    def of(self, word: str, following: str) -> Iterator[Pattern]:
        """Those that may begin with ``word`` where ``following`` comes next, empty for nothing."""
        seconds = self._by_first.get(word)
        if seconds is None:
            return
        yield from seconds.anything
        yield from seconds.words.get(following, ())
        for name, patterns in seconds.classes.items():
            if following in self._classes[name]:
                yield from patterns
