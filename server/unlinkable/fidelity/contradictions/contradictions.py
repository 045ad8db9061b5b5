"""Whether one text turns what another one says: a decision, a duty, a negation, an amount, a term.

Compares what `sense` read of both. Knows nothing of words and tables but what stands there.
"""

from collections.abc import Iterator, Sequence

from unlinkable.draft import Span, touches
from unlinkable.fidelity.contradictions.duties import DUTIES, SOFT, other_duties
from unlinkable.fidelity.contradictions.negations import other_negations
from unlinkable.fidelity.contradictions.negative_prefixes import other_prefixes
from unlinkable.fidelity.contradictions.opposites import became, other_decisions, other_poles
from unlinkable.fidelity.inflections import are_inflections
from unlinkable.fidelity.sense.sense import Mark, Sense, TermMark
from unlinkable.language.wordnet import Thesaurus

_CHECKS = (other_poles, other_decisions, other_negations, other_prefixes)
_OTHER_EXTENTS = (  # kinds of quantifiers that cannot stand for each other
    *({"all", other} for other in ("some", "someone", "most", "few", "one", "only")),
    *({"some", other} for other in ("both", "one", "most", "few", "only")),
    *({"many", other} for other in ("one", "only", "few")),
    *({"most", "few"}, {"most", "one"}, {"both", "one"}, {"each", "total"}),
)


def contradictions(
    before: Sense, after: Sense, flagged: Sequence[Span], thesaurus: Thesaurus | None = None
) -> list[str]:
    """Every reason why ``after`` says the opposite of ``before`` or something else. Only in
    ``flagged`` words may a denied modal verb be denied without it ("could not find", "found no").
    """
    reasons = [
        *other_duties(before, after, flagged),
        *_other_terms(before, after, flagged, thesaurus),
        *_other_extents(before, after),
        *(reason for check in _CHECKS for reason in check(before, after)),
    ]
    return [*dict.fromkeys(reasons)]


def unprompted(before: Sense, text: Sense) -> Iterator[Mark]:
    """The negations and modal verbs of ``text``, a rewriting or its beginning, for which nothing
    in ``before`` can be a reason."""
    if not before.negations and not any(said.pole.denies for said in before.poles):
        yield from text.negations
    moods = {modal.mood for modal in before.modals}
    if not any(said.pole in DUTIES for said in before.poles):
        yield from (m for m in text.modals if m.mood not in SOFT and m.mood not in moods)


def _other_extents(before: Sense, after: Sense) -> Iterator[str]:
    """Where something was said of all, and is now said of some, or the like."""
    mine, theirs = before.quantifiers, after.quantifiers
    for kind, old in mine.items():
        for other, new in theirs.items():
            if kind not in theirs and other not in mine and {kind, other} in _OTHER_EXTENTS:
                yield became(old, new)


def _other_terms(
    before: Sense, after: Sense, flagged: Sequence[Span], thesaurus: Thesaurus | None
) -> Iterator[str]:
    """Where a term of the law came in place of another. A flagged one may become the shorter one
    that it begins with ("appeal on points of law", "appeal")."""
    mine = {term.name for term in before.terms}
    theirs = {term.name for term in after.terms}
    poles = {said.pole for said in before.poles}
    for term in after.terms:
        same_side = any(
            said.pole in poles for said in after.poles if not set(term.words).isdisjoint(said.words)
        )
        if term.name in mine or same_side:
            continue
        lost = [other for other in before.terms if other.name not in theirs]
        shorter = any(
            other.name.startswith(term.name + " ") and touches(other, flagged) for other in lost
        )
        if lost and not shorter:
            yield f"The term of the law “{lost[0].shown}” became “{term.shown}”."
        elif not lost and term.name in after.offences and not _said(term, before, thesaurus):
            yield f"The term of the law “{term.shown}” was not there before."


def _said(term: TermMark, text: Sense, thesaurus: Thesaurus | None) -> bool:
    """Whether a word of a text says what an offence says: "stolen", "theft"."""
    return thesaurus is not None and all(
        any(are_inflections(word, form) or thesaurus.same(word, form) for form in text.forms)
        for word in term.name.split()
    )
