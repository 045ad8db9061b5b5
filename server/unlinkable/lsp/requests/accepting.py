"""Accepting a risk: what exactly is accepted, who answers for it, and where that is written down.

Knows findings and settings files; the files' form is the business of the settings.
"""

import asyncio
import datetime
import getpass
from collections.abc import Sequence
from enum import Enum
from pathlib import Path

from unlinkable.findings.finding import AnyFinding, Finding
from unlinkable.lsp.client.client import Client
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.lsp.requests.runs import run_of
from unlinkable.lsp.requests.view import View
from unlinkable.lsp.text.uris import file_of
from unlinkable.lsp.workspace.folders import WorkspaceFolder
from unlinkable.risks.accepted_risk import AcceptedRisk
from unlinkable.risks.file import write_accepted
from unlinkable.risks.same_finding import Occurrence
from unlinkable.settings import WORKSPACE_FILE, user_file

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
