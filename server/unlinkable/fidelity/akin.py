"""Whether two word forms are one word with other endings, as far as letters tell."""


def akin(word: str, other: str) -> bool:
    """Whether two words differ in their endings at most."""
    if word[:4] != other[:4]:  # of most words, and soon seen
        return False
    begins = max(4, len(word) - 3)
    return other[:begins] == word[:begins] and abs(len(word) - len(other)) <= 3
