"""Whether "a" or "an" stands before an English word. Knows nothing else.

By the first letter, and lists of beginnings that sound otherwise; the tests hold the words of the
tables against it.
"""

_LIKE_CONSONANTS = ("uni", "use", "usu", "usa", "uti", "eu", "one", "once", "ur", "ub")
_NOT_LIKE_CONSONANTS = ("unin", "unim", "unid", "urg", "urb")
_SILENT_H = ("hour", "honest", "honour", "honor", "heir")


def article_for(following: str) -> str:
    """``"a"`` or ``"an"``, as the text that follows wants it."""
    word = following.lower()
    if word.startswith(_SILENT_H):
        return "an"
    if word.startswith(_LIKE_CONSONANTS) and not word.startswith(_NOT_LIKE_CONSONANTS):
        return "a"
    return "an" if word[:1] in tuple("aeiou") else "a"
