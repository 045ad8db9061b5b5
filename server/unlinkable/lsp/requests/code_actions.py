"""What can be done about the findings at a place, offered as code actions.

An edit is made only when the client resolves the action, where it can. Knows titles, kinds and
order; the edits themselves are made elsewhere.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from lsprotocol.types import (
    CodeAction,
    CodeActionKind,
    CodeActionParams,
    Command,
    Diagnostic,
    Range,
    WorkspaceEdit,
)
from pygls.exceptions import JsonRpcContentModified

from unlinkable.draft import Span
from unlinkable.findings.phrases import PhraseFinding
from unlinkable.findings.ranking.passages import Unit
from unlinkable.findings.report import AnyFinding, Finding
from unlinkable.interpretation import tables_of
from unlinkable.lsp.client.client import Client
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.lsp.published.diagnostics import SEVERITY, SOURCE, code, message, quoted
from unlinkable.lsp.published.levels import Levels
from unlinkable.lsp.published.shown import wanted
from unlinkable.lsp.requests import fixes
from unlinkable.lsp.requests.accepting import Scope, scopes
from unlinkable.lsp.requests.places import RewritingUnit
from unlinkable.lsp.requests.runs import run_of, span_of
from unlinkable.lsp.requests.view import View
from unlinkable.lsp.text.documents import Splice, file_of
from unlinkable.lsp.text.edits import workspace_edit
from unlinkable.rewriting.rewording.suggestions import Suggestion

REWORD = "quickfix.unlinkable.reword"
MASK = "quickfix.unlinkable.mask"
REWRITE = "quickfix.unlinkable.rewrite"
ACCEPT = "quickfix.unlinkable.accept"
SHOW = "quickfix.unlinkable.show"
FIX_ALL = "source.fixAll.unlinkable"
KINDS: list[CodeActionKind | str] = [REWORD, MASK, REWRITE, ACCEPT, SHOW, FIX_ALL]

_FINDINGS_OFFERED = 3
"""For so many findings at one place actions are offered; more would be a list nobody reads."""

_WORDINGS_OFFERED = 3
"""For one finding."""

_ACCEPT = {
    Scope.FINDING: "Accept {} at this place",
    Scope.FILE: "Accept {} in this file",
    Scope.WORKSPACE: "Accept {} in this workspace",
    Scope.USER: "Accept {} everywhere, for me",
}


async def offered(view: View, client: Client, params: CodeActionParams) -> list[CodeAction]:
    """The actions for the findings in a range, of the kinds that were asked for."""
    analysis, only = view.analysis, params.context.only
    span = _span(analysis, params.range)
    visible = wanted(analysis)
    findings = [finding for finding in analysis.at(*span) if finding in visible]
    offers = _Offers(view, (lambda kind: _wanted(kind, only)) if only else _is_quickfix)
    actions: list[CodeAction] = []
    for finding in findings[:_FINDINGS_OFFERED]:
        wordings = await fixes.suggested(view, client, finding) if offers.rewords else ()
        actions += [*offers.wordings(finding, wordings), *offers.for_finding(finding, wordings)]
    if not findings:
        actions += offers.for_leading_passage(span)
        actions += offers.for_guessable_mask(span)
        actions += offers.for_mask(span)
    actions += offers.for_document()
    if not view.can.resolves_edits:
        for action in actions:
            if action.data is not None and action.command is None:
                action.edit = await _edit(view, client, action.data)
    return actions


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
        action.edit = await _edit(view, client, action.data)
    return action


async def _edit(view: View, client: Client, data: Mapping[str, Any]) -> WorkspaceEdit:
    span = Span(data["start"], data["end"])
    if "text" in data:  # the action says itself what is to stand there
        edit = Splice(*span, data["text"])
        return workspace_edit(view.analysis.snapshot, [edit], view.can.versioned_edits)
    edits = await fixes.edits(view, client, fixes.Fix(data["fix"]), span)
    return workspace_edit(view.analysis.snapshot, edits, view.can.versioned_edits)


class _Offers:
    """Makes the actions for one document as it is."""

    def __init__(self, view: View, wanted: Callable[[str], bool]) -> None:
        self._view = view
        self._analysis = view.analysis
        self._levels = Levels(view.analysis)
        self._wanted = wanted

    def for_leading_passage(self, span: Span) -> Iterator[CodeAction]:
        """What can be done about a passage that leads a searcher who ranks, at the words that carry
        its lead."""
        for finding in self._analysis.report.leading_passages:
            if not any(_touches(term, span) for term in finding.terms):
                continue
            unit = _named(finding.passage.unit)
            if self._wanted(MASK):
                yield CodeAction(
                    title=f"Mask what leads back from this {unit}",
                    kind=MASK,
                    data=self._data(fixes.Fix.MASK_PASSAGE, finding.start, finding.end),
                )
            yield from self._accepting(finding, f"that this {unit} leads there")
            return

    def for_mask(self, span: Span) -> Iterator[CodeAction]:
        """What can be asked of any mask."""
        snapshot = self._analysis.snapshot
        for mask in self._analysis.draft.masks:
            if self._wanted(SHOW) and mask.start <= span.end and span.start <= mask.end:
                title = "Can this mask be guessed?"
                where = snapshot.lines.range(*mask)
                place = {"uri": self._view.uri, "version": snapshot.version, "range": where}
                yield CodeAction(
                    title=title,
                    kind=SHOW,
                    command=Command(
                        title=title, command="unlinkable.attackMask", arguments=[place]
                    ),
                )
                return

    def for_guessable_mask(self, span: Span) -> Iterator[CodeAction]:
        """What can be done about a mask that other rulings tell."""
        for finding in self._analysis.report.guessable or ():
            if not _touches(finding.span, span):
                continue
            if self._wanted(MASK):
                yield CodeAction(
                    title="Mask wider, until other rulings no longer tell it",
                    kind=MASK,
                    data=self._data(fixes.Fix.MASK_WIDER, finding.start, finding.end),
                )
            settings = self._analysis.task.settings
            words = tables_of(settings) is not None or settings.model.path is not None
            if words and self._wanted(REWORD):
                yield CodeAction(
                    title="Word it otherwise beside the mask, so that other rulings no longer tell",
                    kind=REWORD,
                    data=self._data(fixes.Fix.WORD_BESIDE, finding.start, finding.end),
                )
            yield from self._accepting(finding, "that this mask can be guessed")
            return

    @property
    def rewords(self) -> bool:
        """Whether wordings of the tables are wanted."""
        settings = self._analysis.task.settings
        return self._wanted(REWORD) and tables_of(settings) is not None

    def wordings(self, finding: Finding, suggestions: Sequence[Suggestion]) -> Iterator[CodeAction]:
        """What the tables of wordings can do about one finding, best first."""
        sure = [one for one in suggestions if one.sure][:_WORDINGS_OFFERED]
        others = [one for one in suggestions if not one.sure][:_WORDINGS_OFFERED]
        for suggestion in (*sure, *others):
            edit = suggestion.wording.edit
            data = self._data(fixes.Fix.REWORD, edit.start, edit.end) | {"text": edit.after}
            best = suggestion is suggestions[0] and _ends(suggestion, finding)
            yield self._action(_reworded(suggestion, finding), REWORD, finding, data, best)
        if sure:
            rest = "and mask the rest"
            yield self._fix(
                f"Reword what can be reworded in this sentence, {rest}",
                REWORD,
                fixes.Fix.REWORD_PASSAGE,
                finding,
            )
            title = f"Reword what can be reworded in this document, {rest}"
            yield self._command(title, REWORD, "unlinkable.protectAll", finding, {})

    def for_finding(
        self, finding: Finding, suggestions: Sequence[Suggestion]
    ) -> Iterator[CodeAction]:
        """What else can be done about one finding, best first."""
        reworded = any(_ends(suggestion, finding) for suggestion in suggestions[:1])
        run = run_of(self._analysis, finding)
        text = quoted(self._analysis.text(span_of(run)), 40)
        has_model = self._analysis.task.settings.model.path is not None
        if has_model and self._wanted(REWRITE):
            yield self._fix(
                "Rewrite this sentence", REWRITE, fixes.Fix.REWRITE, finding, preferred=not reworded
            )
            yield self._command(
                "Choose among rewritings…", REWRITE, "unlinkable.chooseRewriting", finding, {}
            )
            for unit in (RewritingUnit.PARAGRAPH, RewritingUnit.DOCUMENT):
                title = f"Rewrite all findings in this {unit.value}"
                arguments = {"unit": unit.value}
                yield self._command(title, REWRITE, "unlinkable.rewrite", finding, arguments)
        if self._wanted(MASK):
            title = f"Mask as little as possible of {text}"
            yield self._fix(
                title, MASK, fixes.Fix.MASK, finding, preferred=not (has_model or reworded)
            )
            yield self._fix(
                "Mask what leads back from this sentence", MASK, fixes.Fix.MASK_PASSAGE, finding
            )
            yield self._fix(
                f"Mask {text} everywhere in this document", MASK, fixes.Fix.MASK_EVERYWHERE, finding
            )
        if self._wanted(SHOW):
            document = self._analysis.task.index.document(finding.documents[0]).id
            yield self._command(
                f"Show everything that leads to {document}",
                SHOW,
                "unlinkable.showSameSource",
                finding,
                {"document": document},
            )
        for action in self._accepting(finding, text):
            action.diagnostics = [self._diagnostic(finding)]
            yield action

    def _accepting(self, finding: AnyFinding, what: str) -> Iterator[CodeAction]:
        """To accept a finding, of which ``what`` is said to the person, for every scope."""
        if not self._wanted(ACCEPT):
            return
        for scope in scopes(self._view.folder, file_of(self._view.uri), finding):
            title = _ACCEPT[scope].format(what)
            named = {"code": code(finding), "scope": scope.value, "phrase": what}
            command = self._commanded(title, "unlinkable.acceptRisk", finding, named)
            yield CodeAction(title=title, kind=ACCEPT, command=command)

    def for_document(self) -> Iterator[CodeAction]:
        """What can be done about all findings at once."""
        if self._wanted(FIX_ALL) and self._analysis.findings:
            yield CodeAction(
                title="Mask everything that leads back to an original",
                kind=FIX_ALL,
                data=self._data(fixes.Fix.MASK_ALL, 0, len(self._analysis.snapshot.text)),
            )

    def _fix(
        self, title: str, kind: str, fix: fixes.Fix, finding: Finding, preferred: bool = False
    ) -> CodeAction:
        data = self._data(fix, finding.start, finding.end)
        return self._action(title, kind, finding, data, preferred)

    def _action(
        self, title: str, kind: str, finding: Finding, data: dict[str, Any], preferred: bool
    ) -> CodeAction:
        shown = [self._diagnostic(finding)]
        action = CodeAction(title=title, kind=kind, diagnostics=shown, data=data)
        if preferred and self._view.can.preferred_actions:
            action.is_preferred = True
        return action

    def _command(
        self, title: str, kind: str, name: str, finding: Finding, arguments: dict[str, Any]
    ) -> CodeAction:
        return CodeAction(
            title=title,
            kind=kind,
            diagnostics=[self._diagnostic(finding)],
            command=self._commanded(title, name, finding, arguments),
        )

    def _commanded(
        self, title: str, name: str, finding: AnyFinding, arguments: dict[str, Any]
    ) -> Command:
        where = self._range(finding)
        place = {
            "uri": self._view.uri,
            "version": self._analysis.snapshot.version,
            "range": {
                "start": {"line": where.start.line, "character": where.start.character},
                "end": {"line": where.end.line, "character": where.end.character},
            },
        }
        return Command(title=title, command=name, arguments=[place | arguments])

    def _data(self, fix: fixes.Fix, start: int, end: int) -> dict[str, Any]:
        snapshot = self._analysis.snapshot
        return {
            "uri": snapshot.uri,
            "version": snapshot.version,
            "fix": fix.value,
            "start": start,
            "end": end,
        }

    def _diagnostic(self, finding: Finding) -> Diagnostic:
        return Diagnostic(
            range=self._range(finding),
            message=message(finding, self._analysis),
            severity=SEVERITY.get(self._levels.of(finding)),
            code=code(finding),
            source=SOURCE,
        )

    def _range(self, finding: AnyFinding) -> Range:
        return self._analysis.snapshot.lines.range(finding.start, finding.end)


def _reworded(suggestion: Suggestion, finding: Finding) -> str:
    """A wording and what it does, as the title of an action."""
    said = suggestion.wording.substitute.derivation
    before, after = (quoted(text.strip(" ,"), 40) for text in (said.before, said.after))
    what = f"Say {after} for {before}" if said.after.strip(" ,") else f"Leave out {before}"
    effects = [] if said.read else ["not yet read by a native speaker"]
    if not suggestion.sure:
        effects.append("a synonym: judge whether it says the same")
    if isinstance(finding, PhraseFinding):
        phrases = "phrase" if suggestion.of == 1 else "phrases"
        effects.insert(0, f"breaks {suggestion.breaks} of {suggestion.of} {phrases}")
    return f"{what} ({'; '.join(effects)})" if effects else what


def _ends(suggestion: Suggestion, finding: Finding) -> bool:
    """Whether what was found is surely gone with it: a word of a combination may stand elsewhere,
    too."""
    phrase = isinstance(finding, PhraseFinding)
    return phrase and suggestion.sure and suggestion.breaks == suggestion.of


def _touches(place: Span, span: Span) -> bool:
    return place.start <= span.end and span.start <= place.end


def _named(unit: Unit) -> str:
    return "text" if unit is Unit.DRAFT else unit.value


def _span(analysis: Analysis, where: Range) -> Span:
    lines = analysis.snapshot.lines
    return Span(lines.offset(where.start), lines.offset(where.end))


def _wanted(kind: str, only: "list[CodeActionKind | str] | Any") -> bool:
    """Whether ``kind`` is one of ``only`` or below one of them."""
    asked = [str(getattr(one, "value", one)) for one in only]
    return any(kind == one or kind.startswith(f"{one}.") or not one for one in asked)


def _is_quickfix(kind: str) -> bool:
    """Unless asked for, actions on whole documents are not offered."""
    return kind != FIX_ALL
