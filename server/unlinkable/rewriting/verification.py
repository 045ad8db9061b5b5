"""The checks that every candidate must pass before anyone sees it, on the draft as it would be.

Trusts nobody: the whole draft is read anew with the candidate in its place. Knows drafts, findings
and fidelity; nothing of where a candidate comes from.
"""

from dataclasses import dataclass

from unlinkable.draft import DraftReader, Span
from unlinkable.fidelity.fidelity import unfaithful
from unlinkable.fidelity.kind_of_text import another_kind
from unlinkable.rewriting.risk import combination_spans, rare_phrases
from unlinkable.rewriting.task import Task
from unlinkable.stopping import Stop
from unlinkable_index.index import Index


@dataclass(frozen=True)
class Target:
    """A passage, what is flagged in it, and which of that must go: rare phrases, and the findings
    that someone asked about. All spans are of the draft."""

    passage: Span
    flagged: tuple[Span, ...]
    must_go: tuple[Span, ...]

    def shifted(self, by: int) -> "Target":
        """The same where the text before it has become longer by so many characters."""

        def moved(span: Span) -> Span:
            return Span(span.start + by, span.end + by)

        return Target(
            moved(self.passage),
            tuple(map(moved, self.flagged)),
            tuple(map(moved, self.must_go)),
        )


@dataclass(frozen=True)
class Verdict:
    """Why a candidate is refused; ``text`` is the draft as it would be."""

    reasons: tuple[str, ...]
    text: str


class Verifier:
    """Checks candidates for one target."""

    def __init__(self, task: Task, target: Target, index: Index) -> None:
        self._task = task
        self._target = target
        self._index = index
        self._reader = DraftReader(task.markup, task.reading)
        self._before = task.draft.text[target.passage.start : target.passage.end]
        self._known = {(f.start, f.end) for f in rare_phrases(task.draft, index, task.question)}
        self._phrases = {task.draft.forms_in(span) for span in target.must_go}

    def verdict(self, after: str) -> Verdict:
        """What speaks against ``after`` in place of the passage."""
        task, passage = self._task, self._target.passage
        text = task.draft.text[: passage.start] + after + task.draft.text[passage.end :]
        inside = [
            Span(span.start - passage.start, span.end - passage.start)
            for span in self._target.flagged
        ]
        reasons = another_kind(self._before, after, inside, task.markup, task.reading)
        reasons += unfaithful(self._before, after, inside, task.reading.masks)
        reasons += self._still_linkable(text, after)
        return Verdict(reasons, text)

    def combinations(self, text: str, stop: Stop) -> int:
        """How many combination findings the draft would have."""
        draft = self._reader.read(text)
        return len(combination_spans(draft, self._index, self._task.question, stop))

    def _still_linkable(self, text: str, after: str) -> tuple[str, ...]:
        draft = self._reader.read(text)
        passage = self._target.passage
        shift = len(after) - len(self._before)
        new = Span(passage.start, passage.start + len(after))
        reasons = []
        for finding in rare_phrases(draft, self._index, self._task.question):
            outside = finding.end <= new.start or finding.start >= new.end
            back = shift if finding.start >= new.end else 0
            if not outside or (finding.start - back, finding.end - back) not in self._known:
                shown = draft.text[finding.start : finding.end]
                reasons.append(f"“{shown}” leads to {_originals(finding.df)}.")
        words = draft.words_in(new)
        stay = {phrase for phrase in self._phrases if any(draft.places_of(phrase, words))}
        reasons += [f"“{' '.join(phrase)}” is still there." for phrase in sorted(stay)]
        return tuple(reasons)


def _originals(count: int) -> str:
    return "one original" if count == 1 else f"{count} originals"
