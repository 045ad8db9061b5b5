"""Having the user choose among rewritings, in the client's own way where it has one.

Knows how to ask; what is proposed comes from rewriting.
"""

from typing import Any

from lsprotocol.types import MessageActionItem, MessageType, ShowMessageRequestParams

from unlinkable.lsp.published.analysis import Analysis
from unlinkable.lsp.session import Session
from unlinkable.rewriting.proposals import Alternative, Proposal

CHOOSE = "unlinkable/chooseAlternative"


async def chosen(session: Session, analysis: Analysis, proposal: Proposal) -> Alternative | None:
    """The alternative that the user takes; None to leave the text as it is."""
    alternatives = proposal.alternatives
    if session.client.options.alternatives:
        asked = _asked(analysis, proposal)
        number = await session.server.protocol.send_request_async(CHOOSE, asked)
        valid = isinstance(number, int) and 0 <= number < len(alternatives)
        return alternatives[number] if valid else None
    titles = [alternative.edit.after for alternative in alternatives]
    answer = await session.server.window_show_message_request_async(
        ShowMessageRequestParams(
            MessageType.Info,
            "Which wording shall replace the sentence?",
            [MessageActionItem(title) for title in titles],
        )
    )
    if answer is None or answer.title not in titles:
        return None
    return alternatives[titles.index(answer.title)]


def _asked(analysis: Analysis, proposal: Proposal) -> dict[str, Any]:
    passage = proposal.passage
    return {
        "uri": analysis.snapshot.uri,
        "version": analysis.snapshot.version,
        "range": analysis.snapshot.lines.range(passage.start, passage.end),
        "original": analysis.text(passage),
        "alternatives": [
            {"text": alternative.edit.after, "explanation": _explanation(alternative)}
            for alternative in proposal.alternatives
        ],
    }


def _explanation(alternative: Alternative) -> str:
    changes = "; ".join(_change(change.before, change.after) for change in alternative.changes)
    if not alternative.combinations:
        return changes
    left = alternative.combinations
    return f"{changes} ({left} rare combination{'' if left == 1 else 's'} left in the text)"


def _change(before: str, after: str) -> str:
    if not before:
        return f"“{after}” added"
    return f"“{before}” → “{after}”" if after else f"“{before}” left out"
