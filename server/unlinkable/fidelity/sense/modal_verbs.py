"""The modal verbs of a text, and what they say with their negations.

Knows clauses and negations; compares nothing.
"""

from collections.abc import Iterator

from unlinkable.fidelity.sense.clauses import ClauseReader
from unlinkable.fidelity.sense.negations import NEAR, Negations
from unlinkable.fidelity.sense.sense import ModalVerb

_NONE = "none"
_MEANS = {  # what a modal verb says, and what it says when negated
    "obliged": ("required", "forbidden"),
    "needed": ("required", "optional"),
    "permitted": ("permitted", "forbidden"),
    "able": ("possible", "impossible"),
}


def modal_verbs(there: ClauseReader, negations: Negations) -> Iterator[ModalVerb]:
    """Those of a text, in order."""
    found = [
        one for one in there.language.law.modals.find(there.forms) if there.unbroken(one.words)
    ]
    seeming = {word for one in found if one.value == _NONE for word in one.words}
    for words, mood in found:
        if not seeming.isdisjoint(words):
            continue  # "the need to secure"
        if words[0] and there.is_capital(words[0]):  # "May" is a month
            continue
        near: tuple[int, ...] = ()
        if mood in _MEANS:
            near = tuple(
                number
                for number, negation in enumerate(negations.marks)
                if _negates(negation.words, words, there)
            )
        duty = _MEANS[mood][len(near) % 2] if mood in _MEANS else ""
        yield ModalVerb(*there.place(words), words, near, mood=mood, duty=duty)


def _negates(negation: tuple[int, ...], modal: tuple[int, ...], there: ClauseReader) -> bool:
    """Whether a negation belongs to a modal verb, both given by the numbers of their words."""
    if not set(negation).isdisjoint(modal):
        return True
    if not there.together(negation[0], modal[0]):
        return False
    if negation[0] > modal[-1] and negation in there.of_verbs:
        return False  # "could have avoided", "may refuse to"
    if there.language.negation.follows:
        return negation[0] > modal[0] or modal[0] - negation[-1] <= NEAR
    return -NEAR <= negation[0] - modal[-1] <= 2
