"""An accepted risk, as it stands in a file. Knows nothing of drafts."""

from dataclasses import dataclass


@dataclass(frozen=True)
class AcceptedRisk:
    """A finding that someone has decided to leave as it is, and answers for."""

    phrase: str
    reason: str = ""
    by: str = ""
    date: str = ""
    file: str | None = None
    context: str | None = None
    terms: tuple[str, ...] = ()
    """The other terms, when what was accepted is a combination and not a phrase."""
