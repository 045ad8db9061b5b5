"""Accepted risks: what exactly is accepted, who answers for it, where it is written down, which
hold for a document, and taking one back. The files' form is the business of the risks' own room."""

import asyncio
import datetime
import getpass
import hashlib
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import Any

from unlinkable.findings.finding import AnyFinding, Finding
from unlinkable.findings.narrowing import Origin
from unlinkable.lsp.client import Client
from unlinkable.lsp.documents import file_of
from unlinkable.lsp.folders import WorkspaceFolder
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.lsp.requests.places import run_of
from unlinkable.lsp.requests.view import View
from unlinkable.risks import AcceptedRisk
from unlinkable.risks.acceptance import Occurrence
from unlinkable.risks.file import withdraw_accepted, write_accepted
from unlinkable.settings import WORKSPACE_FILE, user_file
from unlinkable_index.errors import UserError

REASONS = (
    "Ordinary wording of the law",
    "Already public",
    "Says nothing of the persons concerned",
    "Discussed and decided",
)


class Scope(Enum):
    """For which places a risk is accepted."""

    FINDING = "finding"
    FILE = "file"
    WORKSPACE = "workspace"
    USER = "user"


def scopes(folder: WorkspaceFolder, file: Path | None, finding: AnyFinding) -> tuple[Scope, ...]:
    """The scopes that make sense for a finding in a document: none of a file without a file, and so
    on. A passage and a mask are told by so many words that the file is the narrowest."""
    wanted = [Scope.FILE] if file else []
    if file and isinstance(finding, Finding):
        wanted.insert(0, Scope.FINDING)
    if folder.path:
        wanted.append(Scope.WORKSPACE)
    return (*wanted, Scope.USER)


_WHERE = {
    Scope.FINDING: "At this place",
    Scope.FILE: "In this file",
    Scope.WORKSPACE: "In this workspace",
    Scope.USER: "Everywhere, for me",
}


async def asked_scope(view: View, client: Client, finding: AnyFinding) -> Scope | None:
    """For which places the user accepts a finding; None for none."""
    possible = scopes(view.folder, file_of(view.uri), finding)
    titles = [_WHERE[scope] for scope in possible]
    number = await client.choose("Where may this stay as it is?", titles)
    return None if number is None else possible[number]


async def accept(
    view: View, client: Client, finding: AnyFinding, scope: Scope, reason: str, by: str
) -> Path | None:
    """Write down that a passage, a mask or the run of words around ``finding`` is accepted.

    - ``scope``: for which places;
    - ``reason``: why; where it is empty, the user is asked;
    - ``by``: who answers for it; where it is empty, the user of this machine.

    Gives the file that was written, or None when the user gave no reason.
    """
    reason = reason or await _asked(client)
    if not reason:
        return None
    folder = view.folder
    in_folder = folder.path is not None and scope is not Scope.USER
    path = folder.path / WORKSPACE_FILE if in_folder and folder.path else user_file()
    every: Sequence[AnyFinding] = [finding]
    if isinstance(finding, Finding):
        every = run_of(view.analysis, finding)
    risks = [_risk(view.analysis, found, scope, reason, by or _user()) for found in every]
    await asyncio.to_thread(write_accepted, path, risks)
    return path


def _risk(
    analysis: Analysis, finding: AnyFinding, scope: Scope, reason: str, by: str
) -> AcceptedRisk:
    file = file_of(analysis.snapshot.uri)
    place = Occurrence.of(analysis.draft, finding, file)
    here = scope in (Scope.FINDING, Scope.FILE)
    return AcceptedRisk(
        phrase=" ".join(place.identity.words),
        reason=reason,
        by=by,
        date=datetime.date.today().isoformat(),
        file=str(file) if file and here else None,
        context=" ".join(place.around) if scope is Scope.FINDING else None,
        terms=tuple(" ".join(term) for term in sorted(place.identity.terms)),
        kind=place.identity.kind,
    )


async def _asked(client: Client) -> str:
    """The reason that the user chooses; empty when none."""
    question = "Why may this stay as it is? The reason is kept with your name and the date."
    number = await client.choose(question, REASONS)
    return "" if number is None else REASONS[number]


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # a system without accounts
        return ""


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
