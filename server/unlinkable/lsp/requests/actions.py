"""Code actions in the form that the protocol has: for a finding or a place, a fix or a command.

Knows what the client sends back of an action; nothing of which are offered, and in what words.
"""

from collections.abc import Mapping
from typing import Any

from lsprotocol.types import CodeAction, Command, Diagnostic

from unlinkable.draft import Span
from unlinkable.findings.finding import Finding
from unlinkable.lsp.published.diagnostics import SEVERITY, SOURCE, message
from unlinkable.lsp.published.levels import Levels
from unlinkable.lsp.requests.fixes.fix import Fix
from unlinkable.lsp.requests.view import View
from unlinkable.lsp.text.documents import Splice


class Actions:
    """Writes down the actions for one document as it is. Those for a finding name its diagnostic.

    ``number``: that of the index, of several.
    """

    def __init__(self, view: View, number: int = 0) -> None:
        self._view = view
        self._analysis = view.analysis
        self._levels = Levels(view.analysis)
        self._number = number

    def fix_at(self, title: str, kind: str, fix: Fix, place: Span) -> CodeAction:
        """A fix whose edit is made once the action is taken."""
        return CodeAction(title=title, kind=kind, data=self._data(fix, place))

    def fix(
        self, title: str, kind: str, fix: Fix, finding: Finding, preferred: bool = False
    ) -> CodeAction:
        """As `fix_at`, for a finding; ``preferred``: of its actions the one to take by one key."""
        action = self.fix_at(title, kind, fix, _place(finding))
        return self._preferred(self.shown_for(finding, action), preferred)

    def edit(
        self, title: str, kind: str, fix: Fix, finding: Finding, edit: Splice, preferred: bool
    ) -> CodeAction:
        """A fix for a finding whose edit is known."""
        data = self._data(fix, Span(edit.start, edit.end)) | {"text": edit.text}
        action = CodeAction(title=title, kind=kind, data=data)
        return self._preferred(self.shown_for(finding, action), preferred)

    def command_at(
        self,
        title: str,
        kind: str,
        name: str,
        place: Span,
        arguments: Mapping[str, Any] | None = None,
    ) -> CodeAction:
        """A command on a place, with further ``arguments`` if any."""
        snapshot = self._analysis.snapshot
        where = snapshot.lines.range(*place)
        asked = {
            "uri": self._view.uri,
            "version": snapshot.version,
            "range": {
                "start": {"line": where.start.line, "character": where.start.character},
                "end": {"line": where.end.line, "character": where.end.character},
            },
            **(arguments or {}),
        }
        command = Command(title=title, command=name, arguments=[asked])
        return CodeAction(title=title, kind=kind, command=command)

    def command(
        self,
        title: str,
        kind: str,
        name: str,
        finding: Finding,
        arguments: Mapping[str, Any] | None = None,
    ) -> CodeAction:
        """As `command_at`, for a finding."""
        action = self.command_at(title, kind, name, _place(finding), arguments)
        return self.shown_for(finding, action)

    def shown_for(self, finding: Finding, action: CodeAction) -> CodeAction:
        """The action, as one for the diagnostic of a finding."""
        action.diagnostics = [
            Diagnostic(
                range=self._analysis.snapshot.lines.range(*_place(finding)),
                message=message(finding, self._analysis),
                severity=SEVERITY.get(self._levels.of(finding)),
                code=finding.kind.rule,
                source=SOURCE,
            )
        ]
        return action

    def _preferred(self, action: CodeAction, preferred: bool) -> CodeAction:
        if preferred and self._view.can.preferred_actions:
            action.is_preferred = True
        return action

    def _data(self, fix: Fix, place: Span) -> dict[str, Any]:
        snapshot = self._analysis.snapshot
        return {
            "uri": snapshot.uri,
            "version": snapshot.version,
            "fix": fix.value,
            "start": place.start,
            "end": place.end,
            **({"index": self._number} if self._number else {}),
        }


def _place(finding: Finding) -> Span:
    return Span(finding.start, finding.end)
