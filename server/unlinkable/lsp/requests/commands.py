"""The commands that clients can have carried out; each takes one object of arguments.

Knows what the arguments must be; the work is done elsewhere.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from lsprotocol.types import ApplyWorkspaceEditParams, Location, Position

from unlinkable.draft import Span
from unlinkable.findings.report import Finding
from unlinkable.lsp.published.analysis import Analysis, with_combinations
from unlinkable.lsp.published.diagnostics import RARE_PHRASE, code, message
from unlinkable.lsp.published.shown import shown
from unlinkable.lsp.requests import choice, fixes
from unlinkable.lsp.requests.accepting import Scope, accept
from unlinkable.lsp.session import Session
from unlinkable.lsp.text.documents import Edit
from unlinkable.lsp.text.edits import workspace_edit
from unlinkable.reporting.json_lines import as_json
from unlinkable_index.errors import UserError

LOCATIONS = "unlinkable/locations"

Arguments = Mapping[str, Any]
Command = Callable[[Session, Arguments], Awaitable[Any]]


async def tell_status(session: Session, arguments: Arguments) -> Any:
    """The latest status of the document ``uri``."""
    return session.status(_text(arguments, "uri"))


async def accept_risk(session: Session, arguments: Arguments) -> Any:
    """Accept the finding with ``code`` in ``range`` of ``uri`` for ``scope``."""
    analysis = await _analysis(session, arguments)
    span = _span(analysis, arguments)
    wanted = arguments.get("code", RARE_PHRASE)
    finding = next((f for f in analysis.at(*span) if code(f) == wanted), None)
    if finding is None:
        raise UserError("There is no such finding here any more, so nothing was accepted.")
    try:
        scope = Scope(arguments.get("scope"))
    except ValueError:
        raise UserError(
            'The scope of an accepted risk must be "finding", "file", "workspace" or "user".'
        ) from None
    reason, by = str(arguments.get("reason") or ""), str(arguments.get("by") or "")
    path = await accept(session, analysis, finding, scope, reason, by)
    return {"path": str(path)} if path else None


async def show_same_source(session: Session, arguments: Arguments) -> Any:
    """Where the findings of ``uri`` stand that lead to the original ``document``."""
    analysis = await _analysis(session, arguments)
    document = _text(arguments, "document")
    number = analysis.task.index.document_number(document)
    findings = [f for f in shown(analysis, None).findings if number in f.documents]
    title = f"{len(findings)} findings in this text lead to {document}"
    locations = [_location(analysis, finding) for finding in findings]
    if session.client.options.locations:
        told = {
            "title": title,
            "locations": locations,
            "messages": [message(finding) for finding in findings],
        }
        session.server.protocol.notify(LOCATIONS, told)
    else:
        lines = dict.fromkeys(str(place.range.start.line + 1) for place in locations)
        session.voice.answer(f"{title}: lines {', '.join(lines)}.")
    return locations


async def mask_all(session: Session, arguments: Arguments) -> Any:
    """Mask everything in ``uri`` that leads back; gives whether the client did so."""
    analysis = await _analysis(session, arguments)
    edits = await fixes.mask_all(session, analysis)
    return await _applied(session, analysis, edits, "Mask everything that leads back")


async def rewrite(session: Session, arguments: Arguments) -> Any:
    """Rewrite the ``unit`` around ``range`` of ``uri``; gives whether the client did so."""
    analysis = await _analysis(session, arguments)
    try:
        unit = fixes.Unit(arguments.get("unit", "sentence"))
    except ValueError:
        raise UserError('The unit must be "sentence", "paragraph" or "document".') from None
    whole = unit is fixes.Unit.DOCUMENT
    span = Span(0, len(analysis.snapshot.text)) if whole else _span(analysis, arguments)
    rewriting = await fixes.rewritten(session, analysis, span, unit)
    if rewriting.unsolved:
        count = len(rewriting.unsolved)
        passages = "1 passage stays" if count == 1 else f"{count} passages stay"
        session.voice.answer(f"{passages} flagged: {rewriting.unsolved[0].message}.")
    edits = fixes.rewriting_edits(rewriting)
    return await _applied(session, analysis, edits, f"Rewrite the {unit.value}")


async def protect_all(session: Session, arguments: Arguments) -> Any:
    """Rewrite what can be rewritten in ``uri`` and mask the rest; gives whether the client did."""
    analysis = await _analysis(session, arguments)
    protection = await fixes.protected(session, analysis)
    edits = fixes.protection_edits(protection)
    if not edits:
        session.voice.answer("Nothing here leads back but what was accepted, if anything.")
    return await _applied(session, analysis, edits, "Protect this text")


async def choose_rewriting(session: Session, arguments: Arguments) -> Any:
    """Have the user choose among rewritings of the sentence at ``range`` of ``uri``."""
    analysis = await _analysis(session, arguments)
    proposal = await fixes.proposed(session, analysis, _span(analysis, arguments))
    if not proposal.alternatives:
        session.voice.answer(f"{proposal.message}.")
        return False
    chosen = await choice.chosen(session, analysis, proposal)
    if chosen is None:
        return False
    edit = Edit(chosen.edit.start, chosen.edit.end, chosen.edit.after)
    return await _applied(session, analysis, [edit], "Rewrite the sentence")


async def report(session: Session, arguments: Arguments) -> Any:
    """The report on ``uri`` that ``unlinkable check --format json`` would give."""
    analysis = await _analysis(session, arguments)
    if not analysis.settled:
        analysis = await asyncio.to_thread(with_combinations, analysis, lambda: session.shut)
    return await asyncio.to_thread(as_json, session.checked(analysis))


async def reopen_index(session: Session, _: Arguments) -> Any:
    """Open every index anew."""
    session.indexes.forget()
    session.schedule.begin_anew()


COMMANDS: dict[str, Command] = {
    "unlinkable.status": tell_status,
    "unlinkable.acceptRisk": accept_risk,
    "unlinkable.showSameSource": show_same_source,
    "unlinkable.maskAll": mask_all,
    "unlinkable.rewrite": rewrite,
    "unlinkable.protectAll": protect_all,
    "unlinkable.chooseRewriting": choose_rewriting,
    "unlinkable.report": report,
    "unlinkable.reopenIndex": reopen_index,
}


async def _applied(session: Session, analysis: Analysis, edits: Sequence[Edit], label: str) -> bool:
    """Have the client make edits, all in one step that can be undone; gives whether it did."""
    snapshot = session.schedule.snapshot(analysis.snapshot.uri)
    if not edits:
        return False
    if snapshot is None or snapshot.version != analysis.snapshot.version:
        session.voice.answer("The text was changed in the meantime, so nothing was replaced.")
        return False
    edit = workspace_edit(analysis.snapshot, edits, session.client.versioned_edits)
    answer = await session.server.workspace_apply_edit_async(ApplyWorkspaceEditParams(edit, label))
    return answer.applied


async def _analysis(session: Session, arguments: Arguments) -> Analysis:
    analysis = await session.schedule.current(_text(arguments, "uri"))
    if analysis is None:
        raise UserError("This document is not checked; open it, and see that an index is set.")
    return analysis


def _text(arguments: Arguments, name: str) -> str:
    value = arguments.get(name) if isinstance(arguments, Mapping) else None
    if not isinstance(value, str):
        raise UserError(f'The command needs an object with "{name}".')
    return value


def _span(analysis: Analysis, arguments: Arguments) -> Span:
    try:
        ends = [arguments["range"][end] for end in ("start", "end")]
        start, end = (Position(int(at["line"]), int(at["character"])) for at in ends)
    except (KeyError, TypeError, ValueError):
        raise UserError('The command needs an object with "range".') from None
    lines = analysis.snapshot.lines
    return Span(lines.offset(start), lines.offset(end))


def _location(analysis: Analysis, finding: Finding) -> Location:
    return Location(
        analysis.snapshot.uri, analysis.snapshot.lines.range(finding.start, finding.end)
    )
