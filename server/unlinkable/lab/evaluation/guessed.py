"""How the masks of a result fare before a guesser who knows other rulings.

By the index alone, as `protect` asks it of its own masks: which gaps other rulings tell, and
whether a finding leads back once these are filled in.
"""

import numpy as np

from unlinkable.draft import Reading, Span
from unlinkable.findings.question import Question
from unlinkable.lab.evaluation.alignment import Alignment
from unlinkable.lab.evaluation.linkage import LinkageLevel
from unlinkable.lab.evaluation.pair import Pair
from unlinkable.lab.evaluation.tally import MeanTally, Tallies
from unlinkable.rewriting.masking.guessers import Attackers
from unlinkable.rewriting.masking.mask_choice import robustness
from unlinkable.rewriting.task import Task
from unlinkable_index.index import Index

GUESSED_AT = LinkageLevel(3)
"""The combinations of which a draft must be clean, filled in."""


def guessed(pair: Pair, alignment: Alignment, index: Index, k: int, clean: bool) -> Tallies:
    """The share of the new gaps that other rulings tell, and whether the draft is robustly clean.

    ``clean``: whether it is clean at (3, 1) as it stands. Raises UserError when the index is
    damaged.
    """
    text, hidden = _filled_in(pair, alignment)
    question = Question(k, GUESSED_AT.max_terms, source=pair.source)
    task = Task.of(text, pair.markup, Reading(pair.masks), question)
    words = [word for span in hidden for word in task.draft.words_in(span)]
    guessers = Attackers().before(task, index)
    found = robustness(task, np.array(words, dtype=np.int64), index, guessers)
    return {
        "masks told": MeanTally(found.told, found.gaps),
        "robustly clean": MeanTally(float(clean and not found.leading)),
    }


def _filled_in(pair: Pair, alignment: Alignment) -> tuple[str, list[Span]]:
    """The result with the words of the draft in place of its new masks, and where these stand."""
    parts: list[str] = []
    spans, last, length = [], 0, 0
    for there, words in alignment.hidden:
        for part in (
            pair.result.text[last : there.start],
            pair.draft.text[words.start : words.end],
        ):
            parts.append(part)
            length += len(part)
        spans.append(Span(length - (words.end - words.start), length))
        last = there.end
    return "".join([*parts, pair.result.text[last:]]), spans
