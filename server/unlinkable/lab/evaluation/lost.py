"""What of law and facts a result lost or invented, by kind, a thousand words.

With the eyes of `fidelity`, over whole texts: each mention counts, wherever it moved. What a mask
hides is gone for the reader but not wrong, so it is counted apart.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from unlinkable.draft import Draft, Span
from unlinkable.fidelity.sense.sense_reader import sense
from unlinkable.fidelity.substance.substance import Sort, substance
from unlinkable.lab.evaluation.alignment import Alignment
from unlinkable.lab.evaluation.pair import Pair
from unlinkable.lab.evaluation.tally import MeanTally, Tallies

KINDS = (
    "references",
    "dates",
    "numbers",
    "names",
    "quotations",
    "negations",
    "modal verbs",
    "opposites",
)
_OF_SORT = {
    Sort.REFERENCE: "references",
    Sort.DATE: "dates",
    Sort.NAME: "names",
    Sort.QUOTATION: "quotations",
}
Mention = tuple[str, str]
"""The kind of what is mentioned, and a value that is the same for all ways to write it."""
Placed = tuple[Mention, Span]


def lost_and_invented(pair: Pair, alignment: Alignment) -> Tallies:
    """By kind, in a thousand words of the draft: mentions lost, hidden by a mask, and invented; and
    over all kinds."""
    before = list(_mentions(pair.draft, pair.masks))
    after = list(_mentions(pair.result, pair.masks))
    gone = _only(before, after)
    new = _only(after, before)
    # what is cut reads otherwise ("12 March" is left of a date whose year is masked): that is
    # neither lost nor invented, but for what was put in place of words
    changed = alignment.replaced | alignment.removed
    masked = _touching(pair.draft, before, alignment.masked) & gone
    lost = (_touching(pair.draft, before, changed) & gone) - masked
    invented = _touching(pair.result, after, alignment.added) & new
    thousands = len(pair.draft.forms) / 1000
    tallies: Tallies = {}
    for what, mentions in (
        ("lost", lost),
        ("masked", masked),
        ("invented", invented),
    ):
        counts = Counter[str]()
        for (kind, _), times in mentions.items():
            counts[kind] += times
        tallies[what] = MeanTally(counts.total(), thousands)
        for kind in KINDS:
            tallies[f"{what}: {kind}"] = MeanTally(counts[kind], thousands)
    return tallies


def _only(some: Sequence[Placed], others: Sequence[Placed]) -> Counter[Mention]:
    """What is mentioned more often in ``some``, and how much more."""
    return Counter(mention for mention, _ in some) - Counter(mention for mention, _ in others)


def _touching(draft: Draft, mentions: Sequence[Placed], words: frozenset[int]) -> Counter[Mention]:
    """How often each is mentioned with one of ``words``."""
    return Counter(
        mention for mention, place in mentions if not words.isdisjoint(draft.words_in(place))
    )


def _mentions(draft: Draft, masks: tuple[str, ...]) -> Iterator[Placed]:
    """All that counts in a draft, each with its place."""
    found = substance(draft.text, masks, draft.language)
    for element in found.elements:
        if element.sort in _OF_SORT:
            yield (_OF_SORT[element.sort], element.value), Span(element.start, element.end)
    for quantity in found.quantities:
        value = quantity.shown.casefold()
        if quantity.amount is not None:
            value = f"{quantity.amount} {quantity.unit}"
        yield ("numbers", value), Span(quantity.start, quantity.end)
    read = sense(found.rest, draft.language)
    for mark in read.negations:
        yield ("negations", ""), Span(mark.start, mark.end)
    for modal in read.modals:
        yield ("modal verbs", modal.duty or modal.mood), Span(modal.start, modal.end)
    decided = [set(said.words) for said in read.poles if said.word.decides]
    for said in read.poles:
        again = any(words < set(said.words) for words in decided)  # "was granted", and "granted"
        if not again:
            yield ("opposites", "/".join(said.pole)), Span(said.start, said.end)
