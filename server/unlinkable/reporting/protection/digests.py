"""Which text a record is about, without the text."""

import hashlib


def digest(text: str) -> str:
    """The SHA-256 of a text, which says what exactly was protected and what came of it."""
    return hashlib.sha256(text.encode()).hexdigest()
