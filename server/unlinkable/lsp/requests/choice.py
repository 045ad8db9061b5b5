"""Having the user choose among rewritings, in the client's own way where it has one.

Knows how to ask; what is proposed comes from rewriting.
"""

from typing import Any

from unlinkable.lsp.client.client import Client
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.rewriting.edits.proposals import DOUBTED, Alternative, Proposal

CHOOSE = "unlinkable/chooseAlternative"


async def chosen(analysis: Analysis, client: Client, proposal: Proposal) -> Alternative | None:
    """The alternative that the user takes; None to leave the text as it is."""
    alternatives = proposal.alternatives
    if client.can.options.alternatives:
        number = await client.request(CHOOSE, _asked(analysis, proposal))
        valid = isinstance(number, int) and 0 <= number < len(alternatives)
    else:
        titles = [
            f"{one.edit.after} ({DOUBTED})" if one.doubted else one.edit.after
            for one in alternatives
        ]
        number = await client.choose("Which wording shall replace the sentence?", titles)
        valid = number is not None
    return alternatives[number] if valid else None


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
    if alternative.doubted:
        changes = f"{DOUBTED} {changes}"
    if not alternative.combinations:
        return changes
    left = alternative.combinations
    return f"{changes} ({left} rare combination{'' if left == 1 else 's'} left in the text)"


def _change(before: str, after: str) -> str:
    if not before:
        return f"“{after}” added"
    return f"“{before}” → “{after}”" if after else f"“{before}” left out"
