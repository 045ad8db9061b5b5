"""The edits behind the quick-fixes. Knows which findings they are for; how to mask and rewrite
them is the business of rewriting."""

from enum import Enum

from unlinkable.lsp.analysis import Analysis
from unlinkable.lsp.documents import Edit
from unlinkable.lsp.session import Session


class Fix(Enum):
    """The edits that an action can stand for."""

    MASK = "mask"
    MASK_EVERYWHERE = "mask-everywhere"
    MASK_ALL = "mask-all"
    REWRITE = "rewrite"


def has_model(session: Session, analysis: Analysis) -> bool:
    """Whether there is a model to rewrite with."""
    return False


async def edits(session, analysis, fix, span) -> list[Edit]:
    return [Edit(span.start, span.end, "[REDACTED]")]
