"""Whether every word that came says what a word said that went.

Where a sentence stays as it was but for a few words, a word that comes must be an inflection of one
that was there, have a sense in common with it, or say the same as a word that went, or something
similar, more general or of the same kind, by the thesaurus or the table of the language: "froze"
cannot come for "transferred". In a sentence written anew good wordings bring as many new words as
bad ones; there only words of a sense that has an opposite are judged, where most other words stay:
"revoked" cannot come where nothing of the kind was said. What only went is left to `replaced` and
`turned`.
"""

from collections.abc import Collection, Iterator, Set

from unlinkable.fidelity.akin import akin, akin_to_any
from unlinkable.fidelity.changes.alike import stays
from unlinkable.fidelity.sense.sense import Sense
from unlinkable.fidelity.turned.duties import DUTIES, duties
from unlinkable.fidelity.turned.opposites import OUTCOMES
from unlinkable.language import Language
from unlinkable.language.wordnet import Thesaurus

_NEAR = 4  # words from a verb to its noun
_SHORTEST = 3  # letters of a word that says something
_TELLING = 4  # letters of one by which two texts are compared
_MUCH = 0.65  # share of these that stays in a sentence written anew that can be judged
_JUDGED_ELSEWHERE = {"order", "inclusion", "presence"}


def unanswered(before: Sense, after: Sense, names: Set[str], language: Language) -> Iterator[str]:
    """The words of ``after`` that no word of ``before`` answers; ``names``: words that are judged
    as names."""
    thesaurus = language.thesaurus
    if thesaurus is None:
        return
    if stays(before, after):
        yield from _new(
            before, _gone(before, after), after, after.forms, names, language, thesaurus
        )
    elif _kept(before, after, thesaurus, language) >= _MUCH:
        known = names | language.customary_words | language.conjunctions
        some = _opposed(before, after)
        yield from _new(before, before.forms, after, some, known, language, thesaurus)


def _gone(before: Sense, after: Sense) -> list[str]:
    there = set(after.forms)
    return [form for form in before.forms if not akin_to_any(form, there)]


def _new(
    before: Sense,
    may_go: Collection[str],
    after: Sense,
    some: Collection[str],
    names: Set[str],
    language: Language,
    thesaurus: Thesaurus,
) -> Iterator[str]:
    """Those of ``some`` words of ``after`` that neither stood before nor may come for one of
    ``may_go``."""
    known = names | _elsewhere(after, language) | said_in(after, before)
    known |= set(_contraries_of(before, after))
    known |= set(_before_nouns_of(before, after, thesaurus))
    light = not language.light_verbs.isdisjoint(_gone(before, after))
    for form in dict.fromkeys(some):
        if form in known or len(form) < _SHORTEST or not form.isalpha():
            continue
        stood = any(akin(form, one) or thesaurus.same(form, one) for one in before.forms)
        stood = stood or (light and thesaurus.acts(form))
        if not stood and not any(_stands_for(form, one, thesaurus) for one in may_go):
            yield form


def _opposed(before: Sense, after: Sense) -> list[str]:
    """The words of ``after`` that have a sense with an opposite which nothing before it answers."""
    outcomes = {said.pole.denies for said in before.poles if said.word.axis in OUTCOMES}
    obliged = duties(before)
    answered = {
        word
        for said in after.poles
        if said.word.is_of_persons
        or said.word.axis in _JUDGED_ELSEWHERE
        or (said.word.axis in OUTCOMES and said.pole.denies in outcomes)
        or DUTIES.get(said.pole) in obliged
        for word in said.words
    }
    words = [word for said in after.poles for word in said.words if word not in answered]
    return [after.forms[word] for word in words]


def _kept(before: Sense, after: Sense, thesaurus: Thesaurus, language: Language) -> float:
    """The share of the words of both texts that say something and have one like them in the
    other, wherever it stands."""
    small = language.function_words | language.light_words
    mine, theirs = (
        [form for form in text.forms if len(form) >= _TELLING and form not in small]
        for text in (before, after)
    )
    kept = sum(
        any(akin(form, one) or thesaurus.same(form, one) for one in others)
        for some, others in ((mine, theirs), (theirs, mine))
        for form in some
    )
    return kept / max(1, len(mine) + len(theirs))


def _contraries_of(before: Sense, after: Sense) -> Iterator[str]:
    """The words of ``after`` that are the same as one of ``before`` but for a negative prefix: that
    they do not say the opposite is judged elsewhere."""
    for form, stems in after.contraries.items():
        if any(akin(stem, one) for stem in stems for one in before.forms):
            yield form
    stems = tuple(stem for of_form in before.contraries.values() for stem in of_form)
    yield from (form for form in after.forms if any(akin(stem, form) for stem in stems))


def _before_nouns_of(before: Sense, after: Sense, thesaurus: Thesaurus) -> Iterator[str]:
    """The verbs of ``after`` before what another form of the word said before: "complained" and
    "lodged complaints" say the same."""
    for number, form in enumerate(after.forms):
        behind = after.forms[number + 1 : number + 1 + _NEAR]
        noun = next((word for word in behind if len(word) > _SHORTEST), "")
        if not noun or noun in before.forms or not thesaurus.verb(form):
            continue
        if any(akin(word, noun) and word not in after.forms for word in before.forms):
            yield form


def _stands_for(form: str, gone: str, thesaurus: Thesaurus) -> bool:
    """Whether a word may come for one that went. Which person or thing it was is not for the sense
    of words to tell; that nobody got another part is seen elsewhere."""
    things = thesaurus.thing(form) and thesaurus.thing(gone)
    near = thesaurus.answers(form, gone) or thesaurus.kin(form, gone)
    return near or (things and not thesaurus.opposite(form, gone))


def _elsewhere(text: Sense, language: Language) -> set[str]:
    """The words that say little, and those that other checks judge."""
    counted = (language.numbers, language.fractions, language.units, language.months)
    places = (one.words for phrases in counted for one in phrases.find(text.forms))
    found = {text.forms[word] for words in places for word in words}
    marks = (*text.negations, *text.modals)
    found |= {text.forms[word] for mark in marks for word in mark.words}
    small = language.function_words | language.articles | language.light_words
    return found | small | language.supporting_words


def said_in(text: Sense, other: Sense) -> set[str]:
    """The words of phrases of ``text`` for which the other has one of the same sense."""
    there = {said.pole for said in other.poles}
    too = duties(other)
    found = {
        text.forms[word]
        for said in text.poles
        if said.pole in there or DUTIES.get(said.pole) in too
        for word in said.words
    }
    kinds = {kind for kind, _ in other.quantifiers}
    shown = (words for kind, words in text.quantifiers if kind in kinds)
    found |= {form for words in shown for form in words.casefold().split()}
    taken = {word for said in text.poles if said.word.weighs for word in said.words}
    if other.attributions:
        words = {word for mark in text.attributions for word in mark.words}
        found |= {text.forms[word] for word in words - taken}
    return found
