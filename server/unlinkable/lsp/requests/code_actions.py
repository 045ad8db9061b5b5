"""Requests for code actions: those for the findings at a place, and the edit of one of them.

An edit is made only when the client resolves the action, where it can; where it can't, an edit that
may take long is made by a command. Knows the protocol; what is offered for which finding is known
elsewhere.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from lsprotocol.types import (
    CodeAction,
    CodeActionContext,
    CodeActionKind,
    CodeActionParams,
    Command,
    Range,
    TextDocumentIdentifier,
    WorkspaceEdit,
)
from pygls.exceptions import JsonRpcContentModified

from unlinkable.draft import Span
from unlinkable.findings.finding import AnyFinding, Finding
from unlinkable.lsp.client import Client
from unlinkable.lsp.documents import Splice, shows_file, workspace_edit
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.lsp.published.underlines import wanted
from unlinkable.lsp.requests.fixes import Fix, edits_of, suggested, tables_to_choose_from
from unlinkable.lsp.requests.offers import ACCEPT, FIX_ALL, MORE, MOST_OFFERED, SHOW, Offers
from unlinkable.lsp.requests.view import View, at_work
from unlinkable.rewriting.reworded import Suggestion

FIX = "unlinkable.fix"
"""The command that makes the edit of an action."""
_AT_ONCE = frozenset(one.value for one in (Fix.MASK, Fix.MASK_EVERYWHERE))
"""The fixes that take no longer than a list of actions may."""
_FINDINGS_OFFERED = 3
"""For so many findings at one place actions are offered; more would be a list nobody reads."""


async def offered(view: View, client: Client, params: CodeActionParams) -> list[CodeAction]:
    """The actions for the findings in a range: a few of them, or all where some of ours are asked
    for by their kind."""
    only = params.context.only
    asks_for_ours = any("unlinkable" in str(getattr(one, "value", one)) for one in only or ())
    actions = await (_all if asks_for_ours else _few)(view, client, params)
    if not view.can.resolves_edits:
        for action in actions:
            if isinstance(action.data, Mapping) and action.command is None:
                await _complete(view, client, action, action.data)
    return actions


async def _few(view: View, client: Client, params: CodeActionParams) -> list[CodeAction]:
    """Of the actions those that most need, as many as one sees at a glance."""
    analysis, span = view.analysis, _span(view.analysis, params.range)
    kinds = _kinds(view.uri, params.context.only)
    offers = Offers(view, kinds)
    visible = wanted(analysis)
    finding = next((one for one in analysis.at(*span) if one in visible), None)
    if finding is None:
        others = [action for action in await _all(view, client, params) if action.kind != ACCEPT]
        accepting = [offers.accepting(one) for one in _unphrased(analysis, span) if kinds(ACCEPT)]
        return [*others[: MOST_OFFERED - 1], *accepting[:1]]
    wordings = await _wordings(view, client, finding) if offers.rewords else ()
    actions = [*offers.few(finding, wordings), *offers.for_document()]
    further = list(_in_further_indexes(view, span, kinds))[: MOST_OFFERED - len(actions)]
    return [*actions[:2], *further, *actions[2:]]


async def _wordings(view: View, client: Client, finding: Finding) -> Sequence[Suggestion]:
    """The wordings to choose from for a finding."""
    tables = await tables_to_choose_from(view, client)
    return await asyncio.to_thread(suggested, view.analysis, finding, tables)


def _unphrased(analysis: Analysis, span: Span) -> Iterator[AnyFinding]:
    """What is found in a span by others than exact search."""
    for passage in analysis.report.leading_passages:
        if any(term.start <= span.end and span.start <= term.end for term in passage.terms):
            yield passage
    for mask in analysis.report.guessable or ():
        if mask.start <= span.end and span.start <= mask.end:
            yield mask


async def _all(view: View, client: Client, params: CodeActionParams) -> list[CodeAction]:
    """All actions for the findings in a range, of the kinds that were asked for."""
    analysis = view.analysis
    span = _span(analysis, params.range)
    visible = wanted(analysis)
    findings = [finding for finding in analysis.at(*span) if finding in visible]
    kinds = _kinds(view.uri, params.context.only)
    offers = Offers(view, kinds)
    actions: list[CodeAction] = []
    for finding in findings[:_FINDINGS_OFFERED]:
        wordings = await _wordings(view, client, finding) if offers.rewords else ()
        actions += [*offers.wordings(finding, wordings), *offers.for_finding(finding, wordings)]
    actions += _in_further_indexes(view, span, kinds)
    if not findings:
        actions += offers.for_leading_passage(span)
        actions += offers.for_guessable_mask(span)
        actions += offers.for_mask(span)
    return [*actions, *offers.for_document()]


async def _complete(
    view: View, client: Client, action: CodeAction, data: Mapping[str, Any]
) -> None:
    """Give an action that will not be resolved its edit, or the command that makes it."""
    if not view.can.applies_edits or "text" in data or data["fix"] in _AT_ONCE:
        action.edit = await edit_of(view, client, data)
    else:
        arguments = [{**data, "title": action.title}]
        action.command = Command(title=action.title, command=FIX, arguments=arguments)
        action.data = None


def _in_further_indexes(
    view: View, span: Span, kinds: Callable[[str], bool]
) -> Iterator[CodeAction]:
    """What can be done about what is found in a span in the further indexes: masking it."""
    for number, one in enumerate(view.analysis.further, start=1):
        offers, visible = Offers(replace(view, analysis=one), kinds, number), wanted(one)
        found = [finding for finding in one.at(*span) if finding in visible]
        for finding in found[:_FINDINGS_OFFERED]:
            yield from offers.masking(finding, preferred=False)
        if not found:
            yield from offers.masking_passage(span)


def document_of(action: CodeAction) -> str | None:
    """The document whose text the action would change; None where it changes none."""
    return action.data["uri"] if isinstance(action.data, Mapping) else None


async def resolved(view: View | None, client: Client, action: CodeAction) -> CodeAction:
    """The action with its edit, made for the text as it is now.

    Raises JsonRpcContentModified when that is no longer the text it was offered for.
    """
    if isinstance(action.data, Mapping) and action.edit is None:
        if view is None or view.analysis.snapshot.version != action.data["version"]:
            raise JsonRpcContentModified("The document has changed since; ask again.")
        action.edit = await edit_of(view, client, action.data)
    return action


async def edit_of(view: View, client: Client, data: Mapping[str, Any]) -> WorkspaceEdit:
    """The edit that the ``data`` of an action stands for."""
    span = Span(data["start"], data["end"])
    view = await at_work(view)
    # which of several indexes the finding is of
    view = replace(view, analysis=view.analysis.each[data.get("index", 0)])
    if "text" in data:  # the action says itself what is to stand there
        edits = [Splice(*span, data["text"])]
    else:
        edits = await edits_of(view, client, Fix(data["fix"]), span)
    view.history.offer(view.analysis, edits)
    return workspace_edit(view.analysis.snapshot, edits, view.can.versioned_edits)


def _kinds(uri: str, only: "Sequence[CodeActionKind | str] | None") -> Callable[[str], bool]:
    """Which kinds of actions are offered, of those that were asked for, if any; none that changes a
    text that nobody can edit."""
    # Unless asked for, actions on whole documents are not offered.
    asked = (lambda kind: _wanted(kind, only)) if only else (lambda kind: kind != FIX_ALL)
    if shows_file(uri):
        return lambda kind: kind in (ACCEPT, SHOW, MORE) and asked(kind)
    return asked


def _span(analysis: Analysis, where: Range) -> Span:
    lines = analysis.snapshot.lines
    return Span(lines.offset(where.start), lines.offset(where.end))


def _wanted(kind: str, only: "list[CodeActionKind | str] | Any") -> bool:
    """Whether ``kind`` is one of ``only`` or below one of them."""
    asked = [str(getattr(one, "value", one)) for one in only]
    return any(kind == one or kind.startswith(f"{one}.") or not one for one in asked)


async def more(view: View, client: Client, span: Span) -> list[CodeAction]:
    """All actions at a span, for a client that has the person choose one of them."""
    where = view.analysis.snapshot.lines.range(*span)
    context = CodeActionContext([], only=[_OURS])
    document = TextDocumentIdentifier(view.uri)
    return await _all(view, client, CodeActionParams(document, where, context))


_OURS = "quickfix.unlinkable"
