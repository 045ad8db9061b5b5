"""From a text to its `Sense`, by the table of its language.

A negation is counted to what it stands at: "was not allowed" is "was refused". Knows words only;
no numbers, no names, no flagged phrases.
"""

from collections.abc import Iterator, Sequence

from unlinkable.fidelity.sense.clauses import ClauseReader
from unlinkable.fidelity.sense.modal_verbs import modal_verbs
from unlinkable.fidelity.sense.negations import Negations
from unlinkable.fidelity.sense.sense import ModalVerb, PoleMark, Sense, TermMark, opposite
from unlinkable.language import FoundPhrase, Language, Pole


def sense(text: str, language: Language) -> Sense:
    """Read ``text``, which is in ``language``."""
    there = ClauseReader(text, language)
    forms, place = there.forms, there.place
    poles = _poles(there)
    negations = Negations(there, poles)
    modals = tuple(modal_verbs(there, negations))
    kinds = {found.words: found.value for found in language.quantities.quantifiers.find(forms)}
    return Sense(
        forms=forms,
        negations=tuple(negations.marks),
        poles=tuple(_with_negations(there, poles, negations, modals)),
        modals=modals,
        quantifiers={kind: place(words)[0] for words, kind in kinds.items()},
        terms=tuple(
            TermMark(*place(found.words), found.words, name=found.value)
            for found in language.law.terms.find(forms)
        ),
        offences=frozenset(found.value for found in language.law.offences.find(forms)),
        in_scope=frozenset(negations.in_scope()),
        prefixed=dict(negations.prefixed()),
    )


def _poles(there: ClauseReader) -> list[FoundPhrase[Pole]]:
    """The phrases that stand for a pole, but those that only look so ("right now")."""
    language = there.language
    seeming = {w for one in language.law.seeming.find(there.forms) for w in one.words}
    return [
        found
        for found in dict.fromkeys(language.law.poles.find(there.forms))
        if there.unbroken(found.words) and seeming.isdisjoint(found.words)
    ]


def _with_negations(
    there: ClauseReader,
    poles: Sequence[FoundPhrase[Pole]],
    negations: Negations,
    modals: Sequence[ModalVerb],
) -> Iterator[PoleMark]:
    """The poles with their negations counted in."""
    owners = negations.owners(modals)
    for found in poles:
        words, pole = found.words, found.value
        inner, outer = [], []
        for number, negation in enumerate(negations.marks):
            shared = set(words) & set(negation.words)
            if shared and (pole.denies or len(shared) == len(negation.words)):
                inner.append(number)
            elif words[0] == owners.get(number):
                outer.append(number)
        other = opposite(pole, there.language)
        if other == pole:
            outer = []
        turned = other if len(outer) % 2 else pole
        yield PoleMark(*there.place(words), words, (*inner, *outer), word=pole, pole=turned)
