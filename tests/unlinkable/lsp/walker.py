"""A clerk who works on a draft by its quick-fixes alone: asks at a finding, takes one, looks again.

What must hold of every walk is asserted here: each fix that is taken changes the text, and no text
comes twice. Knows the protocol only.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from lsprotocol import types as lsp

from tests.unlinkable.lsp.editor import Editor
from tests.unlinkable.lsp.test_code_actions import edited
from unlinkable.draft import Span, read_draft, united
from unlinkable.lsp.documents import LineIndex

Choose = Callable[[Sequence[lsp.CodeAction]], lsp.CodeAction]
CHANGING = ("quickfix.unlinkable.reword", "quickfix.unlinkable.mask")


def first_offered(actions: Sequence[lsp.CodeAction]) -> lsp.CodeAction:
    """What a hurried clerk takes."""
    return actions[0]


def titled(title: str) -> Choose:
    """The action that says so, else the first."""

    def choose(actions: Sequence[lsp.CodeAction]) -> lsp.CodeAction:
        return next((one for one in actions if (one.title or "").startswith(title)), actions[0])

    return choose


@dataclass
class Walk:
    """One draft on its way: its text, and what was done to it."""

    editor: Editor
    uri: str
    text: str
    taken: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    passages: list[int] = field(default_factory=list)
    """In how many something was found before each fix, and at the end."""
    seconds: list[float] = field(default_factory=list)
    """What each list of fixes took."""

    @classmethod
    def of(cls, editor: Editor, name: str, text: str) -> "Walk":
        """Open a draft."""
        return cls(editor, editor.open(name, text), text)

    async def diagnostics(self) -> list[lsp.Diagnostic]:
        """What is found now, in the order of the text; only what someone is asked to mend."""
        found = await self.editor.settled(self.uri)
        return sorted(
            (one for one in found if one.code != "disguised-word"),
            key=lambda one: (one.range.start.line, one.range.start.character),
        )

    async def fixes(self, at: lsp.Diagnostic) -> list[lsp.CodeAction]:
        """What is offered at a finding and changes the text."""
        began = time.perf_counter()
        actions = await self.editor.actions(self.uri, at.range)
        self.seconds.append(time.perf_counter() - began)
        return [one for one in actions if one.kind in CHANGING and one.command is None]

    async def edit(self, action: lsp.CodeAction) -> str:
        """The text as it would be with a fix, which must change it."""
        resolved = await self.editor.client.code_action_resolve_async(action)
        assert resolved.edit, f"no edit: {action.title}"
        after = edited(self.text, resolved.edit)
        assert after != self.text, f"nothing changes: {action.title}"
        return after

    async def take(self, action: lsp.CodeAction) -> None:
        """Have a fix made."""
        self.go_on(await self.edit(action), action.title)

    def go_on(self, text: str, done: str) -> None:
        """The text is now another one, which it was never before."""
        self.texts.append(self.text)
        self.taken.append(done)
        assert text not in self.texts, f"a text comes again after: {done}"
        self.text = text
        self.editor.replace(self.uri, text)

    async def to_the_end(self, choose: Choose = first_offered, most: int = 600) -> None:
        """Take fixes at the first finding until nothing is found."""
        while found := await self.diagnostics():
            self.passages.append(self._passages(found))
            assert len(self.taken) < most, f"{len(found)} left after {most} fixes"
            actions = await self.fixes(found[0])
            assert actions, f"nothing is offered for: {found[0].message}"
            await self.take(choose(actions))
        self.passages.append(0)

    def _passages(self, found: Sequence[lsp.Diagnostic]) -> int:
        draft, lines = read_draft(self.text), LineIndex(self.text, lsp.PositionEncodingKind.Utf16)
        spans = (Span(*map(lines.offset, (d.range.start, d.range.end))) for d in found)
        return len(united(map(draft.sentences_at, spans)))

    @property
    def status(self) -> Any:
        """What the status bar says now."""
        return self.editor.status_of(self.uri, "ready")
