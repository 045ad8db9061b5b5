"""Which words may be written: those of the draft, and those that enough originals have.

What is in no original leads nowhere, so that a misspelt word would hide as well as a good one does.
Knows the index and the words of a draft; nothing of models.
"""

import re
from collections.abc import Iterable, Sequence

from unlinkable.draft import Draft
from unlinkable_index.index import Index

_NUMBER = re.compile(r"\d+[^\W\d]{0,2}")


class KnownWords:
    """The words of a draft and of the index. Numbers are not judged here ("14", "3rd", "1990s")."""

    def __init__(
        self, draft: Draft, index: Index, k: int, listed: Iterable[str] = frozenset()
    ) -> None:
        """``k``: so many originals must have a word that the draft has not; ``listed``: words that
        somebody has listed."""
        self._index = index
        self._k = k
        self._known = dict.fromkeys((*draft.forms, *listed), True)

    def unknown(self, forms: Iterable[str]) -> list[str]:
        """Those of the word forms that may not be written, each once, in their order.

        Raises UserError when the index is damaged.
        """
        different = list(dict.fromkeys(forms))
        self._look_up([form for form in different if form not in self._known])
        return [form for form in different if not self._known[form]]

    def _look_up(self, forms: Sequence[str]) -> None:
        if not forms:
            return
        hasher = self._index.hasher
        df = self._index.df(self._index.lookup(hasher.phrases(hasher.words(forms), 1)))
        for form, count in zip(forms, df.tolist(), strict=True):
            self._known[form] = count >= self._k or _NUMBER.fullmatch(form) is not None
