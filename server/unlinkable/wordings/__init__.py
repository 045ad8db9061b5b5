"""Rewording without a model: alternatives that are safe by construction, from tables.

Knows a text, its words and its language; nothing of indexes, findings or models.
"""

from unlinkable.wordings.tables import Derivation, Effect, Entry, Harm
from unlinkable.wordings.tokens import Substitute, apply
from unlinkable.wordings.wordings import LANGUAGES, Wordings, wordings_of

__all__ = [
    "LANGUAGES",
    "Derivation",
    "Effect",
    "Entry",
    "Harm",
    "Substitute",
    "Wordings",
    "apply",
    "wordings_of",
]
