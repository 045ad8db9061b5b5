"""What the readers and writers of several formats share."""


def names(text: str) -> frozenset[str]:
    """Names that are written one behind the other."""
    return frozenset(text.split())
