"""Which phrases are of ordinary words only, and which an unusual word makes rare.

A word is ordinary that more than one in a hundred originals have: names, numbers and the words
special to a case mostly are not. A draft has many stretches of ordinary words that happen to stand
so in one original alone; who searches is led by the unusual ones first. Knows the index and the
words of drafts; must know nothing of how findings are shown.
"""

from collections.abc import Iterable, Sequence

from unlinkable.draft import Draft
from unlinkable.findings.finding import Finding
from unlinkable_index.index import Index

SHARE = 0.01
_KEPT = 100_000  # words that are remembered


class OrdinaryWords:
    """The ordinary words of one index. What was looked up once is kept; for one thread at a time.

    ``k``: what at most so many originals have is unusual, however few the index holds.
    """

    def __init__(self, index: Index, k: int) -> None:
        self._index = index
        self._k = k
        self._known: dict[str, bool] = {}

    def are_for(self, index: Index, k: int) -> bool:
        """Whether these are the ordinary words of this index at this ``k``."""
        return self._index is index and self._k == k

    def unusual(self, draft: Draft, phrases: Sequence[Finding]) -> frozenset[int]:
        """The first words (their numbers) of the phrases that have an unusual word."""
        words = [draft.forms[f.first_word : f.first_word + f.words] for f in phrases]
        self._look_up(form for forms in words for form in forms)
        known = self._known
        return frozenset(
            phrase.first_word
            for phrase, forms in zip(phrases, words, strict=True)
            if not all(map(known.__getitem__, forms))
        )

    def _look_up(self, forms: Iterable[str]) -> None:
        if len(self._known) > _KEPT:
            self._known.clear()
        new = [form for form in dict.fromkeys(forms) if form not in self._known]
        if not new:
            return
        hasher, enough = self._index.hasher, max(self._k, self._index.documents * SHARE)
        df = self._index.df(self._index.lookup(hasher.phrases(hasher.words(new), 1)))
        self._known.update(zip(new, (df > enough).tolist(), strict=True))
