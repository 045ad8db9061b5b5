"""A method: what it is called, and what it makes of a draft."""

from dataclasses import dataclass
from typing import Protocol

from unlinkable.lab.evaluation.pair import RawDraft
from unlinkable.stopping import Stop


@dataclass(frozen=True)
class MadeDraft:
    """A result, and what it cost: seconds, tokens read and written (None: not known, as of results
    made elsewhere)."""

    text: str
    seconds: float | None = None
    tokens_read: int | None = None
    tokens_written: int | None = None


class Method(Protocol):
    """``name``: as the table calls it. ``said``: what it is, with the model it uses, one line."""

    name: str
    said: str

    def depends_on(self, raw: RawDraft) -> str:
        """What else a result depends on, besides the draft, its source, the index and ``said``."""
        ...

    def make(self, raw: RawDraft, source: int, stop: Stop) -> MadeDraft:
        """The result for a draft that was made from the document ``source``.

        Raises UserError where there is none, and StoppedError when told to stop.
        """
        ...
