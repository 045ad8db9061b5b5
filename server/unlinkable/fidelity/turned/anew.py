"""Whether something is decided or denied now of which nothing was said: "brought a claim", "won a
claim".

Knows the senses of words that `sense` read in both texts; where both say something of a kind,
`opposites` compares.
"""

from collections.abc import Iterator

from unlinkable.fidelity.akin import akin
from unlinkable.fidelity.sense.sense import Said, Sense
from unlinkable.fidelity.turned.opposites import (
    DENYING_NOTHING,
    OUTCOMES,
    by_axis,
    said_in_both,
    within,
)
from unlinkable.language.wordnet import Thesaurus

_PLAIN_OUTCOMES = {"granting", "success", "conviction", "guilt"}
_DENYING_AS_WELL = {
    "favour",
    "sameness",
    "limits",
    "time_limit",
    "continuation",
    "enforcement",
    "attendance",
    "bank",
    "knowledge",
}
"""Axes of which the denying words often say something else: "against", "another", "out of"."""
_EXCEPTING = "all_but"
_CONTENT = 4  # letters of a word that says something


def decided_anew(before: Sense, after: Sense, thesaurus: Thesaurus | None = None) -> Iterator[str]:
    """Where something is now decided, won or lost, of which nothing was said: "brought a claim",
    "won a claim"."""
    told = {"violation"} | OUTCOMES
    if before.negations or before.modals or not told.isdisjoint(by_axis(before.poles)):
        return
    known = said_in_both(after, before) | {
        said.words for said in after.poles if said.pole in {one.pole for one in before.poles}
    }
    for said in after.poles:
        known_too = within(said, known) or _stood(said, after, before, thesaurus)
        if said.word.axis in _PLAIN_OUTCOMES and not known_too:
            yield f"“{said.shown}” was not there before."


def denied_anew(before: Sense, after: Sense, thesaurus: Thesaurus | None = None) -> Iterator[str]:
    """Where a word denies something and nothing before did: "departed from its view"."""
    excepting = any(kind == _EXCEPTING for kind, _ in before.quantifiers)
    if excepting or before.negations or any(_denies(said) for said in before.poles):
        return
    there = {said.pole for said in before.poles}
    known = {said.words for said in after.poles if said.pole in there}
    for said in after.poles:
        if _denies(said) and not (within(said, known) or _stood(said, after, before, thesaurus)):
            yield f"“{said.shown}” was not there before."


def _denies(said: Said) -> bool:
    return said.word.denies and said.word.axis not in DENYING_NOTHING | _DENYING_AS_WELL


def _stood(said: Said, text: Sense, other: Sense, thesaurus: Thesaurus | None) -> bool:
    """Whether the other text has one of its words, or one that it may stand for."""
    words = [text.forms[word] for word in said.words if len(text.forms[word]) >= _CONTENT]
    return any(
        akin(word, form) or (thesaurus is not None and thesaurus.answers(word, form))
        for word in words
        for form in other.forms
    )
