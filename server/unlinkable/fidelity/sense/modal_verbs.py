"""The modal verbs of a text, what they say with their negations, and the words that say as much.

Knows clauses and negations; compares nothing.
"""

import re
from collections.abc import Iterator

from unlinkable.fidelity.sense.clauses import Clauses
from unlinkable.fidelity.sense.negations import NEAR, SUBJECT, Negations
from unlinkable.fidelity.sense.poles_said import PolesSaid
from unlinkable.fidelity.sense.sense import Moved

ADVISED = "advised"
"""The mood of "should"."""
_NONE = "none"
_UNREAL = ("able", "perhaps", "willed")
_MEANS = {  # what a modal verb says, and what it says when negated
    "obliged": ("required", "forbidden"),
    "needed": ("required", "optional"),
    "permitted": ("permitted", "forbidden"),
    "able": ("possible", "impossible"),
}
_OF_RIGHTS = ("required", "optional", "permitted", "forbidden")
_OF_INFINITIVES = (("required", "permitted"), ("optional", "forbidden"))  # denied or not


class ModalVerbs:
    """Those of a text, ``found``."""

    def __init__(self, clauses: Clauses, poles: PolesSaid, negations: Negations) -> None:
        self._there = clauses
        self._language = clauses.language
        self._negations = negations
        self._of_presence = poles.of_presence
        verbs = self._language.negating_verbs.find(clauses.forms)
        self._of_verbs = {found.words for found in verbs}
        self.found = list(self._find())

    def _find(self) -> Iterator[Moved]:
        every = [
            found
            for found in self._language.modals.find(self._there.forms)
            if self._there.unbroken(found.words)
        ]
        seeming = {word for found in every if found.value == _NONE for word in found.words}
        for words, mood in every:
            if not seeming.isdisjoint(words) or self._says_no_more(mood, words[0]):
                continue  # "the need to secure", "decided that he should be heard"
            if words[0] and self._there.is_capital(words[0]):  # "May" is a month
                continue
            near = [
                number
                for number, negation in enumerate(self._negations.marks)
                if self._negates(negation.words, words)
            ]
            means = _MEANS.get(mood)
            duty = means[len(near) % 2] if means else ""
            mine = tuple(near) if means else ()
            yield Moved(*self._there.place(words), words, mine, mood=mood, duty=duty)

    def _says_no_more(self, mood: str, modal: int) -> bool:
        """Whether its clause depends on one in which somebody asks for what should be, or which
        speaks of what could come about."""
        language = self._language
        ahead = language.requests if mood == ADVISED else language.risks
        able = mood in (ADVISED, *_UNREAL)
        if mood == ADVISED and (not modal or self._in_condition(modal)):
            return True  # "should he leave", "if he should leave"
        return able and any(one.words[-1] < modal for one in ahead.find(self._there.forms))

    def _in_condition(self, word: int) -> bool:
        """Whether it stands in a clause that begins with a condition."""
        return any(
            one.words[-1] < word and self._there.together(one.words[-1], word)
            for one in self._language.conditions.find(self._there.forms)
        )

    def _negates(self, negation: tuple[int, ...], modal: tuple[int, ...]) -> bool:
        if not set(negation).isdisjoint(modal):
            return True
        if not self._there.together(negation[0], modal[0]):
            return False
        if negation in self._of_presence:  # "without having to", "ohne zahlen zu müssen"
            before = self._there.forms[modal[0] - 1] if modal[0] else ""
            return bool(before) and before == self._language.infinitive
        if negation[0] > modal[-1] and negation in self._of_verbs:
            return False  # "could have avoided", "may refuse to"
        if self._language.negation_follows:
            return negation[0] > modal[0] or modal[0] - negation[-1] <= NEAR
        near = SUBJECT if negation[0] in self._negations.none else NEAR  # "none of them could"
        return -near <= negation[0] - modal[-1] <= 2

    def others(self) -> Iterator[tuple[str, str]]:
        """The duties that words may say that are no modal verbs: "zumutbar", "Anspruch auf", and
        verbs such as "hat" with an infinitive in their clause; and the word that says it."""
        language, forms, together = self._language, self._there.forms, self._there.together
        for form in forms:
            if re.fullmatch(language.able_words, form):
                yield from (("permitted", form), ("forbidden", form))
        for found in language.rights.find(forms):
            yield from ((duty, forms[found.words[0]]) for duty in _OF_RIGHTS)
        verbs = [w for w, form in enumerate(forms) if form in language.infinitive_verbs]
        for word in range(1, len(forms)) if verbs else ():
            inside = re.fullmatch(language.infinitive_inside, forms[word])
            if forms[word - 1] == language.infinitive or inside:
                denied = any(together(mark.words[0], word) for mark in self._negations.marks)
                if any(together(verb, word) for verb in verbs):
                    yield from ((duty, forms[word]) for duty in _OF_INFINITIVES[denied])
