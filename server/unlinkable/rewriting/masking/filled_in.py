"""What leads back once rulings have filled in the masks on which they agree, and masking that too.

A searcher cannot know which guesses are right, so he fills in all of them, also in the masks that a
draft came with; and a wrong word may stand in the original as well, beside what can be read. What
leads back then is broken at words that can be read. Knows guesses and findings; must know nothing
of how masks were chosen before.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from unlinkable.draft import Span
from unlinkable.findings.costs import masking_costs
from unlinkable.findings.report import check
from unlinkable.rewriting.edits.editing import Revision
from unlinkable.rewriting.edits.proposals import Edit
from unlinkable.rewriting.linkable import rare_phrases
from unlinkable.rewriting.masking.guessers import RulingsGuesser
from unlinkable.rewriting.masking.hitting_set import cheapest_points
from unlinkable.rewriting.task import Task
from unlinkable.stopping import Stop, StoppedError
from unlinkable_index.index import Index

_DEAR = 1000.0  # what it costs to mask a word that was filled in: there is nothing to mask


def places_to_mask(task: Task, index: Index, rulings: RulingsGuesser, stop: Stop) -> Sequence[Span]:
    """Where words of a draft stand that are to be masked so that less leads back once the guesses
    of rulings are filled in; none where nothing does, or where it is made of guesses alone.

    Raises StoppedError, and UserError when the index is damaged.
    """
    for filled in _filled(task, rulings):
        guessed = _unranked(task.revised(filled))
        draft = guessed.draft
        spared = [*_places(filled), *guessed.accepted_spans]
        dear = {word for span in spared for word in draft.words_in(span)}
        costs = masking_costs(draft, index)
        costs[list(dear)] += _DEAR
        phrases = rare_phrases(draft, index, guessed.question)
        found = [one.span for one in phrases if not guessed.accepts(one)]
        if guessed.question.max_terms > 1:
            report = check(draft, index, guessed.question, stop, guessed.accepts, costs)
            if not report.complete:
                raise StoppedError
            found += [one.span for one in report.combinations]
        intervals = [(words[0], words[-1]) for span in found if (words := draft.words_in(span))]
        chosen = cheapest_points(intervals, costs.tolist(), dear)
        readable = [draft.span_of(range(word, word + 1)) for word in chosen if word not in dear]
        if readable:
            return [filled.original_span(*span) for span in readable]
    return ()


def leading_when_filled_in(task: Task, index: Index, rulings: RulingsGuesser) -> int:
    """How many findings there are at most once everything is filled in that rulings agree on,
    before searchers by phrases and by combinations. Raises UserError when the index is damaged."""
    leading = 0
    for filled in _filled(task, rulings):
        guessed = _unranked(task.revised(filled))
        report = check(guessed.draft, index, guessed.question, accepts=guessed.accepts)
        leading = max(leading, len(report.findings))
    return leading


def _filled(task: Task, rulings: RulingsGuesser) -> Iterator[Revision]:
    """The draft with the guesses filled in, for each way to count them that comes to any."""
    text = task.draft.text
    for agreed in rulings.agreed(task.draft):
        fills = [Edit(start, end, text[start:end], words) for (start, end), words in agreed]
        if fills:
            yield Revision(text).revised(fills)


def _places(filled: Revision) -> Sequence[Span]:
    """Where what was filled in stands."""
    places, shift = [], 0
    for edit in filled.edits:
        start = edit.start + shift
        places.append(Span(start, start + len(edit.after)))
        shift += edit.grows
    return places


def _unranked(task: Task) -> Task:
    return replace(task, question=replace(task.question, ranked=None))
