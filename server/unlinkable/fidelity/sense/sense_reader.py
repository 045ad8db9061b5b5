"""From a text to its `Sense`, by the table of its language.

A negation is counted to what it stands at: "was not allowed" is "was refused". Knows words only;
no numbers, no names, no flagged phrases.
"""

from collections.abc import Iterator

from unlinkable.fidelity.akin import without_inside
from unlinkable.fidelity.sense.clauses import Clauses
from unlinkable.fidelity.sense.modal_verbs import ADVISED, ModalVerbs
from unlinkable.fidelity.sense.negations import Negations
from unlinkable.fidelity.sense.poles_said import PolesSaid
from unlinkable.fidelity.sense.sense import Mark, Said, Sense, Term, opposite
from unlinkable.fidelity.sense.times_and_parts import moments, shares
from unlinkable.language import Language


def sense(text: str, language: Language) -> Sense:
    """Read ``text``, which is in ``language``."""
    there = Clauses(text, language)
    poles = PolesSaid(there)
    negations = Negations(there, poles)
    modals = ModalVerbs(there, poles, negations)
    forms, place = there.forms, there.place
    kinds = {found.words: found.value for found in language.quantifiers.find(forms)}
    return Sense(
        forms=forms,
        bare=tuple(without_inside(form, language.inside_verbs) for form in forms),
        clauses=there.numbers,
        before_masks=there.blanks,
        passives=frozenset(word for word, form in enumerate(forms, 1) if form in language.passives),
        negations=tuple(negations.marks),
        poles=tuple(_said(there, poles, negations, modals)),
        modals=tuple(modals.found),
        quantifiers=tuple((kind, place(words)[0]) for words, kind in kinds.items()),
        terms=tuple(
            Term(*place(found.words), found.words, name=found.value)
            for found in language.terms.find(forms)
        ),
        offences=frozenset(found.value for found in language.offences.find(forms)),
        conditions=tuple(_conditions(there)),
        moments=moments(there, poles, negations),
        shares=dict(shares(there)),
        particles={found.value: place(found.words)[0] for found in language.particles.find(forms)},
        answering=frozenset(found.value for found in language.answering.find(forms)),
        conditional=any(True for _ in language.conditional.find(forms)),
        plans=there.marks(language.plans),
        planned=any(True for _ in language.planned.find(forms)),
        bids=tuple(mark for mark in there.marks(language.bids) if _leads_on(mark, there)),
        bidding=frozenset(
            forms[word] for one in language.bidding.find(forms) for word in one.words
        ),
        claims=there.marks(language.claims),
        attributions=there.marks(language.attributions),
        findings=frozenset(found.words for found in language.findings.find(forms)),
        asks=any(True for _ in language.requests.find(forms)),
        heads=dict(negations.heads(modals.found)),
        in_scope=frozenset(negations.in_scope()),
        opposed=frozenset(
            word for word, form in enumerate(forms, 1) if form in language.opposing_prefixes
        ),
        contraries=negations.contraries,
        obliged=frozenset(modals.others()),
    )


def _said(
    there: Clauses, poles: PolesSaid, negations: Negations, modals: ModalVerbs
) -> Iterator[Said]:
    """The poles with their negations counted in."""
    owners = negations.owners(modals.found)
    for found in poles.found:
        words, pole = found.words, found.value
        inner, outer = [], []
        for number, negation in enumerate(negations.marks):
            shared = set(words) & set(negation.words)
            if shared and (pole.denies or len(shared) == len(negation.words)):
                inner.append(number)
            elif words[0] in owners.get(number, ()) or (
                words[0] < negation.words[0] < words[-1] and not negations.deny(negation)
            ):
                outer.append(number)
        other = opposite(pole, there.language)
        if other == pole:
            outer = []
        late = any(negations.marks[number].loose for number in inner)
        turned = other if len(outer) % 2 or late else pole  # "did not pay until May" is paid
        yield Said(*there.place(words), words, (*inner, *outer), word=pole, pole=turned)


def _conditions(there: Clauses) -> Iterator[Mark]:
    """What makes things depend on something, also a modal verb that begins the text."""
    yield from (mark for mark in there.marks(there.language.conditions) if _begins(mark, there))
    modals = there.language.modals.find(there.forms)
    for words in (found.words for found in modals if found.value == ADVISED):
        if not words[0]:  # "should he leave"
            yield Mark(*there.place(words), words)


def _begins(mark: Mark, there: Clauses) -> bool:
    """Whether what a condition says begins with it: not "the rules provided that"."""
    first, language = mark.words[0], there.language
    small = language.function_words | language.conjunctions
    alone = len(mark.words) == 1 or not first
    return alone or there.forms[first] in small or not there.together(first - 1, first)


def _leads_on(mark: Mark, there: Clauses) -> bool:
    """Whether a verb may stand behind a bid: not "allowed to the owner"."""
    last = there.forms[mark.words[-1]]
    behind = there.forms[mark.words[-1] + 1 :][:1]
    clause = last in there.language.conjunctions  # "suggested that the mill be sold"
    return clause or there.language.determiners.isdisjoint(behind)
