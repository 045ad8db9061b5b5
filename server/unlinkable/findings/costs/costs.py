"""What it costs to change each word of a draft: the one place where that is settled.

Every word costs 1, so that few words are changed. A part of 1 is added for what is hard to replace
without touching the facts: a number, a name, a negation or modal verb, a word that is rare in the
collection. A word that says how a court decides costs as much as 5 words. What is part of a legal
reference costs as much as 50, so it is only touched where nothing else helps. The cost of a term is
that of its places: a word that is everywhere is dear.

Where masks are set, the cost is another (`masking_costs`): a mask takes a word from the reader,
where a rewriting only says it otherwise.
"""

import math

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft
from unlinkable.findings.kept import kept
from unlinkable.language import find_references
from unlinkable_index.index import Index

Costs = NDArray[np.float64]

LEGAL_REFERENCE = 50.0
DECISION = 4.0  # for a word that says how a court decides: without it nobody knows the outcome
NUMBER = 0.3
NEGATION_OR_MODAL = 0.3
NAME = 0.2
TOLD = 2.0  # for a word that all votes of other rulings tell; less for what fewer tell
GAP = 0.5  # for a reader: a hole in the text, however wide
RAREST = 0.1  # for a word that only one document has; less for commoner ones


@kept
def word_costs(draft: Draft, index: Index) -> Costs:
    """The cost of changing each word of a draft, 1 or more (float64, one a word)."""
    hashes = index.hasher.words(draft.forms)
    df = index.df(index.lookup(index.hasher.phrases(hashes, 1)))
    costs = 1 + RAREST * (1 - np.log1p(df) / math.log1p(max(index.documents, 1)))
    language = draft.language
    carrying = {
        word
        for phrases in (language.negation.words, language.law.modals)
        for found in phrases.find(draft.forms)
        for word in found.words
    }
    deciding = {word for found in language.law.decisions.find(draft.forms) for word in found.words}
    text = draft.text
    sentence_starts = set(draft.sentence_starts.tolist())
    for word, (form, start) in enumerate(zip(draft.forms, draft.starts.tolist(), strict=True)):
        if word in deciding and form not in language.function_words:
            costs[word] += DECISION
        elif any(map(str.isdigit, form)):
            costs[word] += NUMBER
        elif word in carrying:
            costs[word] += NEGATION_OR_MODAL
        elif text[start].isupper() and start not in sentence_starts:
            costs[word] += NAME
    for reference in find_references(text, draft, language):
        first, last = np.searchsorted(draft.starts, (reference.start, reference.end))
        costs[first:last] += LEGAL_REFERENCE
    costs.flags.writeable = False
    return costs
