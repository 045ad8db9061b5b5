"""Whether two word forms are one word with other endings, as far as letters tell."""

from collections.abc import Collection

_PLAIN = str.maketrans("äöü", "aou")
_INFLECTING = ("ern", "es", "en", "er", "em", "e", "n", "s")


def are_inflections(word: str, other: str) -> bool:
    """Whether two words differ in their endings at most, and in dots over vowels ("Mangel",
    "Mängel")."""
    if word[:4] != other[:4]:  # of most words, and soon seen
        if word[:1] != other[:1] or (word.isascii() and other.isascii()):
            return False
        word, other = word.translate(_PLAIN), other.translate(_PLAIN)
        if word[:4] != other[:4]:
            return False
    begins = max(4, len(word) - 3)
    return other[:begins] == word[:begins] and abs(len(word) - len(other)) <= 3


def has_inflection(word: str, others: Collection[str]) -> bool:
    """Whether it is one of ``others``, with other endings or the same: most that stay are."""
    return word in others or any(are_inflections(word, other) for other in others)


def uninflected(word: str) -> str:
    """A German word without an ending of number and case, if it has one: "Geldes", "Kosten"."""
    found = next((ending for ending in _INFLECTING if word.endswith(ending)), "")
    return word.removesuffix(found)
