"""What is known of languages: one table each, for sentences, costs and fidelity alike.

Knows words; never drafts, findings or rewriting. A new language is a file in ``tables``.
"""

from unlinkable.language.language import OTHER, Language, Pole, SentenceWords, united
from unlinkable.language.phrases import FoundPhrase, Phrases
from unlinkable.language.references import Reference, find_references
from unlinkable.language.table import ENGLISH, LANGUAGES, detect

__all__ = [
    "ENGLISH",
    "LANGUAGES",
    "OTHER",
    "FoundPhrase",
    "Language",
    "Phrases",
    "Pole",
    "Reference",
    "SentenceWords",
    "detect",
    "find_references",
    "united",
]
