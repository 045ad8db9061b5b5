"""The accepted risks that hold for a document: what they are, where they stand, taking one back.

Knows settings files by their places only; their form is the business of the risks' own room.
"""

import asyncio
import hashlib
from pathlib import Path
from typing import Any

from unlinkable.findings.narrowing import Origin
from unlinkable.lsp.requests.view import View
from unlinkable.lsp.text.uris import file_of
from unlinkable.risks.accepted_risk import AcceptedRisk
from unlinkable.risks.file import withdraw_accepted
from unlinkable_index.errors import UserError


def listed(view: View) -> list[dict[str, Any]]:
    """Every risk accepted where the document lies, but for another file, with the places in it that
    fall under it."""
    file = file_of(view.uri)
    lines = view.analysis.snapshot.lines
    places: dict[AcceptedRisk, list[Any]] = {}
    for finding, risk in view.analysis.accepted:
        places.setdefault(risk, []).append(lines.range(finding.start, finding.end))
    return [
        {
            "id": _id(risk, where),
            "kind": risk.kind.value,
            "phrase": risk.phrase,
            "terms": list(risk.terms),
            "scope": _scope(risk, origin),
            "file": risk.file,
            "reason": risk.reason,
            "by": risk.by,
            "date": risk.date,
            "path": where,
            "places": places.get(risk, []),
        }
        for risk, (where, origin) in view.folder.settled.accepted_in.items()
        if risk in places or risk.file is None or (file and Path(risk.file) == file)
    ]


async def withdraw(view: View, wanted: str) -> Path:
    """Take the risk with this id back; gives the file that it stood in.

    Raises UserError when it stands there no more, or the file can't be written.
    """
    for risk, (where, _) in view.folder.settled.accepted_in.items():
        if _id(risk, where) == wanted:
            await asyncio.to_thread(withdraw_accepted, Path(where), risk)
            return Path(where)
    raise UserError("This accepted risk is no longer there, so nothing was withdrawn.")


def _scope(risk: AcceptedRisk, origin: Origin) -> str:
    if risk.context is not None:
        return "finding"
    if risk.file is not None:
        return "file"
    return "workspace" if origin is Origin.FOLDER else "user"


def _id(risk: AcceptedRisk, where: str) -> str:
    """The same for the same risk in the same file."""
    return hashlib.blake2b(repr((where, risk)).encode(), digest_size=8).hexdigest()
