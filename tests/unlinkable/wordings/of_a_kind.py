"""The texts that the wordings of one kind make of another."""

from unlinkable.wordings import wordings_of


def of_a_kind(kind: str, text: str, language: str = "English") -> list[str]:
    """``text`` with each wording of ``kind`` in it, in order of place."""
    wordings = wordings_of(language)
    assert wordings is not None
    return [one.applied(text) for one in wordings.alternatives(text) if one.derivation.kind == kind]
