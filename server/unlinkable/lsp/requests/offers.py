"""What is offered for each kind of finding: titles, kinds, order, and the code actions as the
protocol has them. Knows what can be asked for; the edits are made elsewhere."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from lsprotocol.types import CodeAction, CodeActionKind, Command, Diagnostic

from unlinkable.draft import Span
from unlinkable.engine.method import rewords
from unlinkable.findings.bm25 import Unit
from unlinkable.findings.finding import PHRASE, AnyFinding, Finding
from unlinkable.lsp.documents import file_of
from unlinkable.lsp.published.diagnostics import SEVERITY, SOURCE, message, quoted
from unlinkable.lsp.published.underlines import Levels, underlines
from unlinkable.lsp.requests.accepting import Scope, scopes
from unlinkable.lsp.requests.fixes import Fix
from unlinkable.lsp.requests.places import RewritingUnit, run_of, span_of
from unlinkable.lsp.requests.rewriting import splice
from unlinkable.lsp.requests.view import View
from unlinkable.rewriting.edits import Edit
from unlinkable.rewriting.reworded import Suggestion

REWORD = "quickfix.unlinkable.reword"
MASK = "quickfix.unlinkable.mask"
REWRITE = "quickfix.unlinkable.rewrite"
ACCEPT = "quickfix.unlinkable.accept"
SHOW = "quickfix.unlinkable.show"
MORE = "quickfix.unlinkable.more"
FIX_ALL = "source.fixAll.unlinkable"
KINDS: list[CodeActionKind | str] = [REWORD, MASK, REWRITE, ACCEPT, SHOW, MORE, FIX_ALL]
MOST_OFFERED = 5
"""So many actions at one place; the last of them shows all others."""

_OTHER_WORDS = "Other words for what leads back here"
_WHOLE = "(the whole sentence is new: read it)"
WORDINGS_OFFERED = 3
"""For one finding."""

_ACCEPT = {
    Scope.FINDING: "Accept {} at this place",
    Scope.FILE: "Accept {} in this file",
    Scope.WORKSPACE: "Accept {} in this workspace",
    Scope.USER: "Accept {} everywhere, for me",
}


class Offers:
    """Makes the actions for one document as it is."""

    def __init__(self, view: View, wanted: Callable[[str], bool], number: int = 0) -> None:
        """``number``: that of the index, of several."""
        self._view = view
        self._analysis = view.analysis
        self._wanted = wanted
        self._number = number
        self._levels = Levels(view.analysis)

    def for_leading_passage(self, span: Span) -> Iterator[CodeAction]:
        """What can be done about a passage that leads a searcher who ranks, at the words that carry
        its lead."""
        for finding in self._analysis.report.leading_passages:
            if not any(_touches(term, span) for term in finding.terms):
                continue
            yield from self.masking_passage(span)
            unit = _named(finding.passage.unit)
            yield from self._accepting(finding, f"that this {unit} leads there")
            return

    def masking_passage(self, span: Span) -> Iterator[CodeAction]:
        """To mask what leads back from a passage that leads a searcher who ranks."""
        for finding in self._analysis.report.leading_passages:
            if self._wanted(MASK) and any(_touches(term, span) for term in finding.terms):
                title = f"Mask what leads back from this {_named(finding.passage.unit)}"
                yield self._fix(title, MASK, Fix.MASK_PASSAGE, finding.passage.span)
                return

    def for_mask(self, span: Span) -> Iterator[CodeAction]:
        """What can be asked of any mask."""
        for mask in self._analysis.draft.masks:
            if self._wanted(SHOW) and mask.start <= span.end and span.start <= mask.end:
                title = "Can this mask be guessed?"
                yield self._command(title, SHOW, "unlinkable.attackMask", mask)
                return

    def for_guessable_mask(self, span: Span) -> Iterator[CodeAction]:
        """What can be done about a mask that other rulings tell."""
        for finding in self._analysis.report.guessable or ():
            if not _touches(finding.span, span):
                continue
            if self._wanted(MASK):
                title = "Mask wider, until other rulings no longer tell it"
                yield self._fix(title, MASK, Fix.MASK_WIDER, finding.span)
            settings = self._analysis.task.settings
            if rewords(settings) and self._wanted(REWORD):
                title = "Word it otherwise beside the mask, or mask wider where that hides nothing"
                yield self._fix(title, REWORD, Fix.WORD_BESIDE, finding.span)
            yield from self._accepting(finding, "that this mask can be guessed")
            return

    @property
    def rewords(self) -> bool:
        """Whether wordings of the tables are wanted."""
        settings = self._analysis.task.settings
        return self._wanted(REWORD) and rewords(settings)

    def wordings(self, finding: Finding, suggestions: Sequence[Suggestion]) -> Iterator[CodeAction]:
        """What the tables of wordings can do about one finding, best first."""
        sure = [one for one in suggestions if one.sure][:WORDINGS_OFFERED]
        others = [one for one in suggestions if not one.sure][:WORDINGS_OFFERED]
        for suggestion in (*sure, *others):
            best = suggestion is suggestions[0] and ends_finding(suggestion, finding)
            yield self._wording(suggestion, finding, preferred=best)
        if sure:
            title = "Reword what can be reworded in this sentence, and mask the rest"
            yield self._fix(title, REWORD, Fix.REWORD_PASSAGE, finding)
            title = "Reword what can be reworded in this document, and mask the rest"
            yield self._command(title, REWORD, "unlinkable.protectAll", finding)

    def few(self, finding: Finding, suggestions: Sequence[Suggestion]) -> Iterator[CodeAction]:
        """What can be done about the passage of a finding, in few words: the best wording, its
        masks, other words, accepting, and more. Preferred is what ends what was found."""
        best = suggestions[0] if suggestions else None
        ends = best is not None and ends_finding(best, finding)
        if best is not None and self._wanted(REWORD):
            yield self._wording(best, finding, preferred=ends)
        if self._wanted(MASK):
            title = self._masks_of_passage(finding)
            yield self._fix(title, MASK, Fix.MASK_PASSAGE, finding, preferred=not ends)
        if self._analysis.task.settings.model.path is not None and self._wanted(REWRITE):
            yield self._rewriting(_OTHER_WORDS, finding, RewritingUnit.SENTENCE)
        if self._wanted(ACCEPT):
            yield self.accepting(finding)
        if self._wanted(MORE):
            yield self._command("More…", MORE, "unlinkable.more", finding)

    def accepting(self, finding: AnyFinding) -> CodeAction:
        """To accept a finding; where, the person is asked."""
        run = run_of(self._analysis, finding) if isinstance(finding, Finding) else (finding,)
        what = quoted(self._analysis.text(span_of(run)), 40)
        places = scopes(self._view.folder, file_of(self._view.uri), finding)
        named = {
            "code": finding.kind.rule,
            "phrase": what,
            "scopes": [scope.value for scope in places],
        }
        return self._command("Accept this…", ACCEPT, "unlinkable.acceptRisk", finding, named)

    def _masks_of_passage(self, finding: Finding) -> str:
        """What masking the passage of a finding would mask, as far as that is counted."""
        left = self._analysis.left
        passage = left and left.passage_at(finding.span)
        masks = left.masks_in(passage.span) if left and passage else ()
        if not (passage and masks):
            return "Mask what leads back from this passage"
        underlined = (line.span for line in underlines(self._analysis))
        here = (span for span in underlined if _touches(span, passage.span))
        return masks_title(masks, next(here, finding.span), len(passage.findings))

    def for_finding(
        self, finding: Finding, suggestions: Sequence[Suggestion]
    ) -> Iterator[CodeAction]:
        """What else can be done about one finding, best first."""
        reworded = any(ends_finding(suggestion, finding) for suggestion in suggestions[:1])
        run = run_of(self._analysis, finding)
        text = quoted(self._analysis.text(span_of(run)), 40)
        has_model = self._analysis.task.settings.model.path is not None
        if has_model and self._wanted(REWRITE):
            for unit in RewritingUnit:
                title = f"Rewrite all findings in this {unit.value}, and no other words"
                yield self._rewriting(title, finding, unit)
            title = f"Rewrite this sentence, or mask it where that fails {_WHOLE}"
            yield self._fix(title, REWRITE, Fix.REWRITE, finding)
            title = f"Choose among rewritings… {_WHOLE}"
            yield self._command(title, REWRITE, "unlinkable.chooseRewriting", finding)
        yield from self.masking(finding, preferred=not reworded)
        if self._wanted(SHOW):
            document = self._analysis.task.index.document(finding.documents[0]).id
            title, told = f"Show everything that leads to {document}", {"document": document}
            yield self._command(title, SHOW, "unlinkable.showSameSource", finding, told)
        yield from self._accepting(finding, text)

    def _rewriting(self, title: str, finding: Finding, unit: RewritingUnit) -> CodeAction:
        """To have a model write other words for those that lead back; all others stay."""
        arguments = {"unit": unit.value}
        return self._command(title, REWRITE, "unlinkable.rewrite", finding, arguments)

    def masking(self, finding: Finding, preferred: bool) -> Iterator[CodeAction]:
        """To mask one finding."""
        if not self._wanted(MASK):
            return
        text = quoted(self._analysis.text(span_of(run_of(self._analysis, finding))), 40)
        title = f"Mask as little as possible of {text}"
        yield self._fix(title, MASK, Fix.MASK, finding, preferred=preferred)
        title = "Mask what leads back from this sentence"
        yield self._fix(title, MASK, Fix.MASK_PASSAGE, finding)
        title = f"Mask {text} everywhere in this document"
        yield self._fix(title, MASK, Fix.MASK_EVERYWHERE, finding)

    def _accepting(self, finding: AnyFinding, what: str) -> Iterator[CodeAction]:
        """To accept a finding, of which ``what`` is said to the person, for every scope."""
        if not self._wanted(ACCEPT):
            return
        for scope in scopes(self._view.folder, file_of(self._view.uri), finding):
            title = _ACCEPT[scope].format(what)
            named = {"code": finding.kind.rule, "scope": scope.value, "phrase": what}
            yield self._command(title, ACCEPT, "unlinkable.acceptRisk", finding, named)

    def for_document(self) -> Iterator[CodeAction]:
        """What can be done about all findings at once."""
        if self._wanted(FIX_ALL) and any(one.findings for one in self._analysis.each):
            title = "Mask everything that leads back to an original"
            whole = Span(0, len(self._analysis.snapshot.text))
            yield self._fix(title, FIX_ALL, Fix.MASK_ALL, whole)

    def _fix(
        self, title: str, kind: str, fix: Fix, about: AnyFinding | Span, preferred: bool = False
    ) -> CodeAction:
        """A fix whose edit is made once the action is taken; ``preferred``: of the actions for a
        finding the one to take by one key."""
        data = self._data(fix, about)
        return self._shown(CodeAction(title=title, kind=kind, data=data), about, preferred)

    def _wording(self, suggestion: Suggestion, finding: Finding, preferred: bool) -> CodeAction:
        """To take a wording for a finding: a fix whose edit is known."""
        edit = splice(suggestion.wording.edit)
        data = self._data(Fix.REWORD, Span(edit.start, edit.end)) | {"text": edit.text}
        action = CodeAction(title=reworded_title(suggestion, finding), kind=REWORD, data=data)
        return self._shown(action, finding, preferred)

    def _command(
        self,
        title: str,
        kind: str,
        name: str,
        about: AnyFinding | Span,
        arguments: Mapping[str, Any] | None = None,
    ) -> CodeAction:
        """A command on a place, with further ``arguments`` if any."""
        snapshot = self._analysis.snapshot
        where = snapshot.lines.range(about.start, about.end)
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
        return self._shown(CodeAction(title=title, kind=kind, command=command), about)

    def _shown(
        self, action: CodeAction, about: AnyFinding | Span, preferred: bool = False
    ) -> CodeAction:
        """The action; one for a finding names its diagnostic: VS Code lists what belongs to none
        last, behind "More…"."""
        if isinstance(about, Finding):
            action.diagnostics = [
                Diagnostic(
                    range=self._analysis.snapshot.lines.range(*about.span),
                    message=message(about, self._analysis),
                    severity=SEVERITY.get(self._levels.of(about)),
                    code=about.kind.rule,
                    source=SOURCE,
                )
            ]
        if preferred and self._view.can.preferred_actions:
            action.is_preferred = True
        return action

    def _data(self, fix: Fix, place: AnyFinding | Span) -> dict[str, Any]:
        snapshot = self._analysis.snapshot
        return {
            "uri": snapshot.uri,
            "version": snapshot.version,
            "fix": fix.value,
            "start": place.start,
            "end": place.end,
            **({"index": self._number} if self._number else {}),
        }


def masks_title(masks: Sequence[Edit], place: Span, findings: int) -> str:
    """What masking a passage would mask, from which so many ``findings`` lead back: first what is
    masked at ``place``, or nearest to it."""
    first = max(masks, key=lambda edit: min(edit.end, place.end) - max(edit.start, place.start))
    words = quoted(first.before.strip(), 40)
    several = f" and {len(masks) - 1} more" if len(masks) > 1 else ""
    return f"Mask {words}{several} ({findings} {'phrase' if findings == 1 else 'phrases'})"


def reworded_title(suggestion: Suggestion, finding: Finding) -> str:
    """A wording and what it does, as the title of an action."""
    said = suggestion.wording.substitute.derivation
    before, after = (quoted(text.strip(" ,"), 40) for text in (said.before, said.after))
    what = f"Say {after} for {before}" if said.after.strip(" ,") else f"Leave out {before}"
    effects = [] if said.read else ["not yet read by a native speaker"]
    if suggestion.wording.says_less:
        effects.append("less exact")
    if not suggestion.sure:
        effects.append("a synonym: judge whether it says the same")
    if finding.kind is PHRASE:
        phrases = "phrase" if suggestion.of == 1 else "phrases"
        effects.insert(0, f"breaks {suggestion.breaks} of {suggestion.of} {phrases}")
    return f"{what} ({'; '.join(effects)})" if effects else what


def ends_finding(suggestion: Suggestion, finding: Finding) -> bool:
    """Whether what was found is surely gone with it, and nothing else: a word of a combination may
    stand elsewhere, too."""
    phrase = finding.kind is PHRASE and not suggestion.wording.says_less
    return phrase and suggestion.sure and suggestion.breaks == suggestion.of


def _touches(place: Span, span: Span) -> bool:
    return place.start <= span.end and span.start <= place.end


def _named(unit: Unit) -> str:
    return "text" if unit is Unit.DRAFT else unit.value
