"""The commands that clients can have carried out on a document, each with one object of arguments.
Knows what these must be; the work is done elsewhere."""

import asyncio
import contextlib
import functools
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from lsprotocol.types import Location, Position, WorkspaceEdit

from unlinkable import stopping
from unlinkable.draft import Span
from unlinkable.findings.finding import PHRASE, AnyFinding
from unlinkable.lsp.client import Client
from unlinkable.lsp.documents import (
    DocumentChange,
    Splice,
    file_of,
    name_of,
    proposed_edit,
    seen_in,
    shows_file,
    workspace_edit,
)
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.lsp.published.analyst import with_combinations
from unlinkable.lsp.published.diagnostics import message
from unlinkable.lsp.published.underlines import wanted
from unlinkable.lsp.requests import accepting, fixes, rewriting, ways
from unlinkable.lsp.requests.accepting import Scope, accept, asked_scope
from unlinkable.lsp.requests.attacking import attacked_mask
from unlinkable.lsp.requests.code_actions import edit_of
from unlinkable.lsp.requests.code_actions import more as all_actions
from unlinkable.lsp.requests.places import RewritingUnit
from unlinkable.lsp.requests.rewriting import splices
from unlinkable.lsp.requests.view import View, at_work, worked
from unlinkable.printing import Style
from unlinkable.reporting.checked import Checked
from unlinkable.reporting.json_lines import as_json
from unlinkable.reporting.prices import PricedDraft, prices_text
from unlinkable.stopping import StoppedError
from unlinkable_index.errors import UserError

_WIDTH = 100  # columns of the text


LOCATIONS = "unlinkable/locations"

Arguments = Mapping[str, Any]
Command = Callable[[View, Client, Arguments], Awaitable[Any]]
COMMANDS: dict[str, Command] = {}
"""The commands on a document, by their names."""


def _command(name: str) -> Callable[[Command], Command]:
    """Enter a function into the list of commands."""

    def entered(run: Command) -> Command:
        COMMANDS[f"unlinkable.{name}"] = run
        return run

    return entered


def _changing(name: str) -> Callable[[Command], Command]:
    """Enter a function that changes the text, which must be one that can be edited."""

    def entered(run: Command) -> Command:
        @functools.wraps(run)
        async def changing(view: View, client: Client, arguments: Arguments) -> Any:
            if shows_file(view.uri):
                raise UserError(
                    f"{name_of(view.uri)}: this only shows what a reader of the file sees; to have "
                    "the file written anew, give the command Protect This Document, or `unlinkable "
                    "protect`."
                )
            return await run(await at_work(view), client, arguments)

        return _command(name)(changing)

    return entered


@_command("acceptRisk")
async def accept_risk(view: View, client: Client, arguments: Arguments) -> Any:
    """Accept the finding with ``code`` in ``range`` for ``scope``."""
    analysis = view.analysis
    span = _span(analysis, arguments)
    wanted = arguments.get("code", PHRASE.rule)
    report = analysis.report
    guessable = report.guessable or ()
    every: tuple[AnyFinding, ...]
    every = (*analysis.findings, *report.leading_passages, *guessable)
    touched = (f for f in every if f.start <= span.end and span.start <= f.end)
    found = [finding for finding in touched if finding.kind.rule == wanted]
    exact = (f for f in found if (f.start, f.end) == span)
    finding = next(exact, found[0] if found else None)
    if finding is None:
        raise UserError("There is no such finding here any more, so nothing was accepted.")
    try:
        named = arguments.get("scope")
        scope = Scope(named) if named is not None else await asked_scope(view, client, finding)
    except ValueError:
        raise UserError(
            'The scope of an accepted risk must be "finding", "file", "workspace" or "user".'
        ) from None
    if scope is None:
        return None
    reason, by = str(arguments.get("reason") or ""), str(arguments.get("by") or "")
    path = await accept(view, client, finding, scope, reason, by)
    return {"path": str(path)} if path else None


@_command("acceptedRisks")
async def accepted_risks(view: View, _: Client, __: Arguments) -> Any:
    """The accepted risks that hold for the document."""
    return accepting.listed(view)


@_command("withdrawRisk")
async def withdraw_risk(view: View, _: Client, arguments: Arguments) -> Any:
    """Take the accepted risk with ``id`` back; gives the file that it stood in."""
    return {"path": str(await accepting.withdraw(view, text_in(arguments, "id")))}


@_command("showSameSource")
async def show_same_source(view: View, client: Client, arguments: Arguments) -> Any:
    """Where the findings stand that lead to the original ``document``."""
    analysis = view.analysis
    document = text_in(arguments, "document")
    number = analysis.task.index.document_number(document)
    findings = [f for f in wanted(analysis) if number in f.documents]
    title = f"{len(findings)} findings in this text lead to {document}"
    uri, lines = analysis.snapshot.uri, analysis.snapshot.lines
    locations = [Location(uri, lines.range(one.start, one.end)) for one in findings]
    if view.can.options.locations:
        told = {
            "title": title,
            "locations": locations,
            "messages": [message(finding, analysis) for finding in findings],
        }
        client.notify(LOCATIONS, told)
    else:
        numbers = dict.fromkeys(str(place.range.start.line + 1) for place in locations)
        client.messages.answer(f"{title}: lines {', '.join(numbers)}.")
    return locations


@_changing("fix")
async def fix(view: View, client: Client, arguments: Arguments) -> Any:
    """Make the edit of an action, whose data these are, for clients that ask for none by
    themselves; gives whether the client did so."""
    try:
        edit = await edit_of(view, client, arguments)
    except (KeyError, ValueError, TypeError, IndexError):
        raise UserError("No action of Unlinkable says so: ask for the actions again.") from None
    if not (edit.changes or edit.document_changes):
        return False
    return await _made(view, client, edit, str(arguments.get("title") or "Unlinkable"))


@_command("more")
async def more(view: View, client: Client, arguments: Arguments) -> Any:
    """Have the user choose among all that can be done at ``range``, and do it."""
    actions = await all_actions(view, client, _span(view.analysis, arguments))
    number = await client.choose("What shall be done?", [action.title for action in actions])
    if number is None:
        return False
    action = actions[number]
    if action.command is not None:
        run = COMMANDS[action.command.command]
        (asked,) = action.command.arguments or ({},)
        return await run(view, client, asked if isinstance(asked, Mapping) else {})
    return await fix(view, client, {**(action.data or {}), "title": action.title})


@_changing("takeWay")
async def take_way(view: View, client: Client, arguments: Arguments) -> Any:
    """Make the ``edits`` of a way that `passageWays` gave; gives whether the client did so."""
    edits = ways.edits_in(view.analysis, arguments.get("edits"))
    title = str(arguments.get("title") or "Unlinkable")
    return await _applied(view, client, edits, title)


@_command("passageWays")
async def passage_ways(view: View, client: Client, arguments: Arguments) -> Any:
    """The ways to end the passage around ``range``, best first; of one ``kind`` alone, if any."""
    span = _span(view.analysis, arguments)
    return await ways.passage_ways(view, client, span, arguments.get("kind"))


@_changing("maskAll")
async def mask_all(view: View, client: Client, _: Arguments) -> Any:
    """Mask everything that leads back; gives whether the client did so."""
    changes = await fixes.mask_all(view, client)
    return await _confirmed(view, client, changes, "Mask everything that leads back")


@_changing("maskPassage")
async def mask_passage(view: View, client: Client, arguments: Arguments) -> Any:
    """Mask what leads back from the passage around ``range``; gives whether the client did so."""
    edits = await fixes.mask_passage(view, client, _span(view.analysis, arguments))
    return await _applied(view, client, edits, "Mask what leads back from this passage")


@_changing("rewrite")
async def rewrite(view: View, client: Client, arguments: Arguments) -> Any:
    """Rewrite the ``unit`` around ``range``; gives whether the client did so."""
    analysis = view.analysis
    try:
        unit = RewritingUnit(arguments.get("unit", "sentence"))
    except ValueError:
        raise UserError('The unit must be "sentence", "paragraph" or "document".') from None
    whole = unit is RewritingUnit.DOCUMENT
    span = Span(0, len(analysis.snapshot.text)) if whole else _span(analysis, arguments)
    made = await rewriting.rewritten(view, client, span, unit)
    if not made.complete:
        failures = [why for _, one in made.refused if not one.after for why in one.reasons]
        why = failures[0] if failures else "no other words were found that say the same"
        client.messages.answer(f"Something here still leads back: {why}.")
    edits = splices(made.edits)
    return await _applied(view, client, edits, f"Rewrite the {unit.value}")


@_changing("protectAll")
async def protect_all(view: View, client: Client, _: Arguments) -> Any:
    """Rewrite what can be rewritten and mask the rest; gives whether the client did."""
    made = await rewriting.protected(view, client)
    changes = rewriting.protection_changes(made)
    if not changes:
        client.messages.answer("Nothing here leads back but what was accepted, if anything.")
    return await _confirmed(view, client, changes, "Protect this text")


@_changing("chooseRewriting")
async def choose_rewriting(view: View, client: Client, arguments: Arguments) -> Any:
    """Have the user choose among rewritings of the sentence at ``range``."""
    proposal = await rewriting.proposed(view, client, _span(view.analysis, arguments))
    if not proposal.alternatives:
        client.messages.answer(f"{proposal.message}.")
        return False
    taken = await rewriting.asked_choice(view.analysis, client, proposal)
    if taken is None:
        return False
    edit = rewriting.chosen(view, proposal, taken)
    return await _applied(view, client, [edit], "Rewrite the sentence")


@_command("attackMask")
async def attack_mask(view: View, client: Client, arguments: Arguments) -> Any:
    """Whether the mask at ``range`` can be told, and by whom."""
    return await attacked_mask(view, client, _span(view.analysis, arguments))


@_command("report")
async def report(view: View, _: Client, __: Arguments) -> Any:
    """The report that ``unlinkable check --format json`` would give of the text as it is open."""
    return await asyncio.to_thread(_reported, view)


@_command("prices")
async def prices(view: View, client: Client, _: Arguments) -> Any:
    """The prices of the draft, as a page (``html``) and as lines (``text``).

    Raises StoppedError once it is cancelled or the text is changed, and UserError when the index
    is damaged.
    """
    analysis = view.analysis

    def work(stop: stopping.Stop, report: stopping.OnProgress) -> PricedDraft:
        from unlinkable.engine.protecting import price_draft

        task = analysis.task
        return price_draft(
            task.engine,
            task.engine.task(analysis.draft, task.markup),
            name_of(view.uri),
            file=file_of(view.uri),
            stop=stop,
            report=report,
        )

    priced = await worked(view, client, "Working out prices", work)
    from unlinkable.reporting.prices_page import prices_page

    return {"html": "".join(prices_page([priced])), "text": prices_text([priced], Style(_WIDTH))}


def _reported(view: View) -> Any:
    analysis = view.analysis
    if not analysis.settled:
        with contextlib.suppress(StoppedError):
            analysis = with_combinations(analysis, lambda: not view.current())
        if not view.current():
            raise UserError("The text was changed in the meantime: ask for the report again.")
    task, held, accepted = analysis.task, analysis.circumstances, analysis.accepted
    assert held is not None  # it is settled
    name, seen = name_of(view.uri), seen_in(view.uri, analysis.snapshot.text)
    return as_json(Checked(name, analysis.report, task.index, task.reading, held, accepted, seen))


async def _confirmed(
    view: View, client: Client, changes: Sequence[DocumentChange], label: str
) -> bool:
    """Have the client make changes, each with its reason and to be left out where it can be so."""
    if not changes:
        return False
    view.history.offer(view.analysis, [change.splice for change in changes])
    if not view.can.confirms_changes:
        return await _applied(view, client, [change.splice for change in changes], label)
    return await _made(view, client, proposed_edit(view.analysis.snapshot, changes), label)


async def _applied(view: View, client: Client, edits: Sequence[Splice], label: str) -> bool:
    """Have the client make edits, all in one step that can be undone; gives whether it did."""
    if not edits:
        return False
    view.history.offer(view.analysis, edits)
    edit = workspace_edit(view.analysis.snapshot, edits, view.can.versioned_edits)
    return await _made(view, client, edit, label)


async def _made(view: View, client: Client, edit: WorkspaceEdit, label: str) -> bool:
    if not view.current():
        client.messages.answer("The text was changed in the meantime, so nothing was replaced.")
        return False
    return await client.apply(edit, label)


def text_in(arguments: Arguments, name: str) -> str:
    """The text of an argument. Raises UserError where there is none."""
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
