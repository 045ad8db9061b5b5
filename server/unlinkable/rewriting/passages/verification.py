"""The checks that every candidate must pass before anyone sees it, on the draft as it would be.

Trusts nobody: the whole draft is read anew with the candidate in its place. Knows drafts, findings
and fidelity; nothing of where a candidate comes from.
"""

from dataclasses import dataclass
from functools import cached_property

from unlinkable.draft import Draft, DraftReader, Forms, Span, overlapping
from unlinkable.fidelity.fidelity import unfaithful
from unlinkable.fidelity.kind_of_text import another_kind
from unlinkable.rewriting.known_words import KnownWords
from unlinkable.rewriting.linkable import combination_spans, rare_phrases
from unlinkable.rewriting.passages.passage_request import PassageRequest
from unlinkable.stopping import Stop, never
from unlinkable_index.index import Index


@dataclass(frozen=True)
class Verdict:
    """Why a candidate is refused; ``text`` is the draft as it would be."""

    reasons: tuple[str, ...]
    text: str


class Verifier:
    """Checks candidates for one passage."""

    def __init__(self, request: PassageRequest, index: Index) -> None:
        self._request = request
        self._task = request.task
        self._index = index
        self._reader = DraftReader(self._task.markup, self._task.reading)
        self._inflections = request.inflections
        known = rare_phrases(self._task.draft, index, self._task.question)
        self._known = {found.span for found in known}
        k, listed = self._task.question.k, request.larger_places
        self._words = KnownWords(self._task.draft, index, k, listed)

    def verdict(self, after: str) -> Verdict:
        """What speaks against ``after`` in place of the passage."""
        task, passage, before = self._task, self._request.passage, self._request.before
        text = task.draft.text[: passage.start] + after + task.draft.text[passage.end :]
        inside = self._request.flagged_inside
        masks, language = task.reading.masks, task.draft.language
        reasons = another_kind(before, after, task.markup, task.reading)
        new_masks = self._request.new_masks
        reasons += unfaithful(before, after, inside, masks, language, task.places, new_masks)
        reasons += self._still_linkable(text, after)
        return Verdict(reasons, text)

    def combination_spans(self, text: str, stop: Stop) -> list[Span]:
        """Where the combination findings of the draft would stand."""
        draft = self._reader.read(text)
        return combination_spans(draft, self._index, self._task.question, stop)

    def _leads_no_more(self, phrase: Forms, draft: Draft, words: range) -> bool:
        """Whether a term of a combination no longer leads back at its places among ``words``, as
        another term of it is gone, and none has come in its place."""
        if phrase not in self._terms:
            return False
        left = combination_spans(draft, self._index, self._task.question, never)
        places = [draft.span_of(place) for place in draft.places_of(phrase, words)]
        led = any(overlapping(left, place) for place in places)
        return not led and len(left) < len(self._combinations)

    @cached_property
    def _combinations(self) -> list[Span]:
        """Where the combination findings of the draft stand."""
        return combination_spans(self._task.draft, self._index, self._task.question, never)

    @cached_property
    def _terms(self) -> frozenset[Forms]:
        """What must go as a term of a combination."""
        asked = set(self._request.target.must_go)
        found = asked.intersection(self._combinations) - self._known
        return frozenset(map(self._task.draft.forms_in, found))

    def _still_linkable(self, text: str, after: str) -> tuple[str, ...]:
        draft = self._reader.read(text)
        passage = self._request.passage
        shift = len(after) - len(self._request.before)
        new = Span(passage.start, passage.start + len(after))
        reasons = []
        for finding in rare_phrases(draft, self._index, self._task.question):
            outside = finding.end <= new.start or finding.start >= new.end
            back = shift if finding.start >= new.end else 0
            if not outside or (finding.start - back, finding.end - back) not in self._known:
                shown = draft.text[finding.start : finding.end]
                reasons.append(f"“{shown}” leads to {_originals(finding.df)}.")
        words = draft.words_in(new)
        unknown = self._words.unknown(draft.forms[word] for word in words)
        reasons += [
            f"“{word}” is no word of the draft, and too few originals have it." for word in unknown
        ]
        stay = {phrase for phrase in self._request.must_go if any(draft.places_of(phrase, words))}
        stay = {phrase for phrase in stay if not self._leads_no_more(phrase, draft, words)}
        reasons += [f"“{' '.join(phrase)}” is still there." for phrase in sorted(stay)]
        for phrase, place in self._inflections.places(draft, words):
            start, end = draft.span_of(place)
            reasons.append(f"“{draft.text[start:end]}” is “{' '.join(phrase)}” with other endings.")
        return tuple(reasons)


def _originals(count: int) -> str:
    return "one original" if count == 1 else f"{count} originals"
