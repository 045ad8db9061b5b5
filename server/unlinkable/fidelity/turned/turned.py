"""Whether one text turns what another one says: a decision, a duty, a negation, an amount, a term.

Compares what `sense` read of both. Knows nothing of words and tables but what stands there.
"""

from collections.abc import Iterator, Sequence

from unlinkable.draft import Span, touches
from unlinkable.fidelity.akin import akin
from unlinkable.fidelity.sense.sense import Mark, Sense, Term
from unlinkable.fidelity.turned.anew import decided_anew, denied_anew
from unlinkable.fidelity.turned.bidden import other_bids
from unlinkable.fidelity.turned.contraries import turned_contraries
from unlinkable.fidelity.turned.denied import (
    affirmed_anew,
    exchanged_negations,
    moved_negations,
    turned_negations,
)
from unlinkable.fidelity.turned.duties import DUTIES, SOFT, turned_duties
from unlinkable.fidelity.turned.limited import (
    added_claims,
    added_limits,
    lost_claims,
    lost_limits,
    other_conditions,
    other_plans,
    other_shares,
    turned_extents,
)
from unlinkable.fidelity.turned.opposites import (
    joined_by_opposites,
    turned_decisions,
    turned_poles,
)
from unlinkable.fidelity.turned.particles import new_particles
from unlinkable.fidelity.turned.times import other_moments, other_times
from unlinkable.language.wordnet import Thesaurus

_CHECKS = (
    *(
        turned_poles,
        joined_by_opposites,
        turned_decisions,
        turned_negations,
        turned_contraries,
        moved_negations,
    ),
    *(exchanged_negations, other_shares, turned_extents, lost_limits, added_limits),
    *(added_claims, lost_claims),
    *(other_conditions, other_plans, other_times, other_moments),
    *(new_particles, other_bids),
)


def turned(
    before: Sense, after: Sense, flagged: Sequence[Span], thesaurus: Thesaurus | None = None
) -> list[str]:
    """Every reason why ``after`` says the opposite of ``before`` or something else. Only in
    ``flagged`` words may a denied modal verb be denied without it ("could not find", "found no").
    """
    reasons = [
        *turned_duties(before, after, flagged),
        *_turned_terms(before, after, flagged, thesaurus),
        *affirmed_anew(before, after, thesaurus),
        *decided_anew(before, after, thesaurus),
    ]
    if thesaurus is not None:  # else what is not known to deny may deny
        reasons += denied_anew(before, after, thesaurus)
    reasons += [reason for check in _CHECKS for reason in check(before, after)]
    return [*dict.fromkeys(reasons)]


def added(before: Sense, text: Sense) -> Iterator[Mark]:
    """The negations and modal verbs of ``text``, a rewriting or its beginning, for which nothing
    in ``before`` can be a reason."""
    if not before.negations and not any(said.pole.denies for said in before.poles):
        yield from text.negations
    moods = {modal.mood for modal in before.modals}
    if not any(said.pole in DUTIES for said in before.poles):
        yield from (m for m in text.modals if m.mood not in SOFT and m.mood not in moods)


def _turned_terms(
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


def _said(term: Term, text: Sense, thesaurus: Thesaurus | None) -> bool:
    """Whether a word of a text says what an offence of one word says: "stolen", "theft"; or all of
    one of several do: "aided and abetted", "aiding and abetting"."""
    words = term.name.split()
    return thesaurus is not None and all(
        any(akin(word, form) or thesaurus.same(word, form) for form in text.forms)
        for word in ([term.name] if len(words) == 1 else words)
    )
