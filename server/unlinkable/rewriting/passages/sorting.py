"""The candidates of one passage: those that pass every check, ranked, and those refused.

Knows verification; nothing of where candidates come from.
"""

from collections.abc import Callable
from dataclasses import replace

from unlinkable.draft import Span, overlapping
from unlinkable.draft.masks import Masks
from unlinkable.model.author import Candidate
from unlinkable.rewriting.edits.editing import changes, size
from unlinkable.rewriting.edits.proposals import Alternative, Edit, Refused, Remedy
from unlinkable.rewriting.linkable import leading_passages
from unlinkable.rewriting.passages.passage_request import PassageRequest
from unlinkable.rewriting.passages.verification import Verdict, Verifier
from unlinkable.stopping import Stop
from unlinkable_index.index import Index

_SURE = 0.9  # of 1: how probable the model holds it that a wording says the same
Shown = Callable[[Alternative], None]
"""Told of each alternative as soon as it has passed."""


class Sorting:
    """Takes the candidates of one passage, one after the other."""

    def __init__(self, request: PassageRequest, index: Index, stop: Stop, shown: Shown) -> None:
        self.alternatives: list[Alternative] = []
        self.refused: list[Refused] = []
        self._request = request
        self._stop = stop
        self._shown = shown
        self._index = index
        self._verifier = Verifier(request, index)
        self._verdicts: dict[str, Verdict] = {}
        self._seen = {request.before}
        self._written = 0
        self._masks = Masks(request.task.reading.masks)

    @property
    def enough(self) -> bool:
        """Whether as many have passed as are wanted, and the model wrote as many as it should, or
        none that it might still write could be better."""
        request = self._request
        if self.usable < request.wanted:
            return False
        return self._written >= request.drawn or any(map(self._is_best, self.alternatives))

    @property
    def usable(self) -> int:
        """How many have passed and are not doubted."""
        return sum(not alternative.doubted for alternative in self.alternatives)

    @property
    def ranked(self) -> tuple[Alternative, ...]:
        """What has passed, best first."""
        if len(self.alternatives) > 1:
            self.alternatives = [self._weighed(one) for one in self.alternatives]
        return tuple(sorted(self.alternatives, key=self._rank))

    def take(self, candidate: Candidate) -> None:
        """Sort in what a model wrote, or that it gave up."""
        self._written += 1
        if candidate.text is None:
            self.refused.append(Refused("", (f"The model gave up: {candidate.gave_up}.",)))
        else:
            self.consider(candidate.text, candidate.log_probability, candidate.agreement)

    def passes(self, after: str) -> bool:
        """Whether a wording that was not considered before passes every check."""
        return after not in self._seen and not self._verdict(after).reasons

    def consider(
        self, after: str, log_probability: float | None, agreement: float | None = None
    ) -> None:
        """Sort in a wording, unless it was considered before."""
        if after in self._seen:
            return
        self._seen.add(after)
        request = self._request
        verdict = self._verdict(after)
        if verdict.reasons:
            self.refused.append(Refused(after, verdict.reasons))
            return
        alternative = Alternative(
            kind=Remedy.REWRITE,
            edit=Edit(*request.passage, request.before, after),
            changes=changes(request.before, after),
            log_probability=log_probability,
            agreement=agreement,
        )
        if request.wanted > 1:
            alternative = self._weighed(alternative)
        self.alternatives.append(alternative)
        self._shown(alternative)

    def _weighed(self, alternative: Alternative) -> Alternative:
        """The same with the risk that it leaves in the draft, unless that is known."""
        if alternative.combinations is not None or alternative.leading is not None:
            return alternative
        question, text = self._request.task.question, self._verdict(alternative.edit.after).text
        more = question.max_terms > 1
        return replace(
            alternative,
            combinations=len(self._verifier.combination_spans(text, self._stop)) if more else None,
            leading=self._leading(text),
        )

    def _is_best(self, alternative: Alternative) -> bool:
        """Whether it leaves no risk in the passage, has no mask more, and says surely the same: the
        first wording is the likeliest already."""
        edit, text = alternative.edit, self._verdict(alternative.edit.after).text
        sure = alternative.agreement is None or alternative.agreement >= _SURE
        more_masks = len(self._masks.find(edit.after)) > len(self._masks.find(edit.before))
        if not sure or more_masks:
            return False
        place = Span(edit.start, edit.start + len(edit.after))
        task = self._request.task
        found = self._verifier.combination_spans(text, self._stop)
        if overlapping(found, place):
            return False
        leading = leading_passages(task.with_text(text), self._index)
        return not overlapping([one.passage.span for one in leading], place)

    def _verdict(self, after: str) -> Verdict:
        if after not in self._verdicts:
            self._verdicts[after] = self._verifier.verdict(after)
        return self._verdicts[after]

    def _leading(self, text: str) -> int | None:
        """How many passages of the draft would lead a searcher who ranks to its source; None where
        that is not asked."""
        task = self._request.task
        if task.question.ranked is None:
            return None
        return len(leading_passages(task.with_text(text), self._index))

    def _rank(self, alternative: Alternative) -> tuple[bool, int, int, bool, float, float, int]:
        """What is doubted last; fewest combinations and leading passages first, then fewest masks,
        then what came from elsewhere in the draft, then, in tenths, what the model thinks most
        surely to say the same, then the most natural, then the smallest edit."""
        natural, edit = alternative.log_probability, alternative.edit
        return (
            alternative.doubted,
            (alternative.combinations or 0) + (alternative.leading or 0),
            len(self._masks.find(edit.after)),
            natural is not None,
            -round(alternative.agreement or 0.0, 1),
            -round(natural or 0.0, 3),
            size(edit.before, edit.after),
        )
