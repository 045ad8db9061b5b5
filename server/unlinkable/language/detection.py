"""Which language a text is in, by its function words.

The language is that of a whole draft: a sentence is too short to tell. Knows nothing of drafts.
"""

from collections import Counter
from collections.abc import Iterable

from unlinkable.language.language import OTHER, Language
from unlinkable.language.table import read_languages, read_neighbours

LANGUAGES = read_languages()
ENGLISH = next(language for language in LANGUAGES if language.code == "en")
_NEIGHBOURS = read_neighbours()
_LEAST_SHARE = 1 / 12


def detect(forms: Iterable[str]) -> Language:
    """The language of a text of these word forms; OTHER when none or no single one is likely.

    A text is in the language most of whose function words it has, if they make up a twelfth of it
    and no language without a table has more.
    """
    counts = Counter(forms)

    def share(language: Language) -> int:
        return sum(counts[word] for word in language.function_words & counts.keys())

    second, best = sorted(LANGUAGES, key=share)[-2:]
    rivals = [share(second) + 1, *map(share, _NEIGHBOURS), _LEAST_SHARE * counts.total()]
    return best if share(best) >= max(rivals) else OTHER
