"""Which language a text is in, by its function words.

The language is that of a whole draft: a sentence is too short to tell. Knows nothing of drafts.
"""

from collections import Counter
from collections.abc import Iterable

from unlinkable.language.language import OTHER, Language
from unlinkable.language.table import read_languages

LANGUAGES = read_languages()
ENGLISH = next(language for language in LANGUAGES if language.code == "en")
_LEAST_SHARE = 1 / 12


def detect(forms: Iterable[str]) -> Language:
    """The language of a text of these word forms; OTHER when none or no single one is likely.

    A text is in the language most of whose function words it has, if they make up a twelfth of it.
    """
    counts = Counter(forms)
    scores = sorted(
        (
            (sum(counts[word] for word in language.function_words & counts.keys()), number)
            for number, language in enumerate(LANGUAGES)
        ),
        reverse=True,
    )
    (best, number), (second, _) = scores[:2]
    likely = best > second and best >= _LEAST_SHARE * counts.total()
    return LANGUAGES[number] if likely else OTHER
