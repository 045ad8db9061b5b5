"""Whether every word that came says what a word said that went.

Where a sentence stays as it was but for a few words, a word that comes must be an inflection of one
that was there, have a sense in common with it, or say the same as a word that went, or something
similar, more general or of the same kind, by the thesaurus or the table of the language: "froze"
cannot come for "transferred". What only went is left to `replaced` and `turned`. In a sentence
written anew good wordings bring as many new words as bad ones, and nothing is said of them here.
"""

from collections.abc import Iterator, Set
from difflib import SequenceMatcher

from unlinkable.fidelity.akin import akin
from unlinkable.fidelity.changes.replaced import ALIKE
from unlinkable.fidelity.sense.sense import Sense
from unlinkable.fidelity.turned.duties import DUTIES, duties
from unlinkable.language import Language
from unlinkable.language.wordnet import Thesaurus

_NEAR = 4  # words from a verb to its noun
_SHORTEST = 3  # letters of a word that says something


def unanswered(before: Sense, after: Sense, names: Set[str], language: Language) -> Iterator[str]:
    """The words of ``after`` that no word of ``before`` answers; ``names``: words that are judged
    as names."""
    thesaurus = language.thesaurus
    matcher = SequenceMatcher(None, before.forms, after.forms, autojunk=False)
    if thesaurus is None or matcher.ratio() < ALIKE:
        return
    known = names | _elsewhere(after, language) | _said_in(after, before)
    gone = [form for form in before.forms if not any(akin(form, one) for one in after.forms)]
    light = not language.light_verbs.isdisjoint(gone)
    known |= set(_before_nouns_of(before, after, thesaurus))
    for form in dict.fromkeys(after.forms):
        if form in known or len(form) < _SHORTEST or not form.isalpha():
            continue
        stays = any(akin(form, one) or thesaurus.same(form, one) for one in before.forms)
        stays = stays or (light and thesaurus.acts(form))
        if not stays and not any(_stands_for(form, one, thesaurus) for one in gone):
            yield form


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
    return found | language.function_words | language.articles | language.light_words


def _said_in(text: Sense, other: Sense) -> set[str]:
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
