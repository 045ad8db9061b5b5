"""What a text obliges and allows, by modal verbs or other words, and whether another one does too.

"Must", "is obliged" and "may not refuse" are one; "can appeal" and "may appeal" as well.
"""

from collections.abc import Iterator, Sequence

from unlinkable.draft import Span, touches
from unlinkable.fidelity.contradictions.opposites import became, only_in
from unlinkable.fidelity.sense.sense import Mark, ModalVerb, PoleMark, Sense
from unlinkable.language import Pole

DUTIES = {  # what poles say of the same
    Pole("obligation", "required"): "required",
    Pole("obligation", "optional"): "optional",
    Pole("permission", "permitted"): "permitted",
    Pole("permission", "forbidden"): "forbidden",
    Pole("possibility", "possible"): "possible",
    Pole("possibility", "impossible"): "impossible",
}
_ALIKE = {"possible": "permitted", "impossible": "forbidden"}  # "can appeal", "may appeal"
_IMPOSSIBLE, _WILLED = "impossible", "willed"
SOFT = {"needed", _WILLED, "wished", "unreal"}
"""Moods of modal verbs that a rewording may add."""


def other_duties(before: Sense, after: Sense, flagged: Sequence[Span]) -> Iterator[str]:
    """Where somebody must or may now what he might or must not, or the other way round."""
    mine, theirs = duties(before), duties(after)
    lost = [modal for modal in before.modals if _is_alone(modal, after, theirs)]
    gained = [modal for modal in after.modals if _is_alone(modal, before, mine)]
    other, new = _only(mine, theirs), _only(theirs, mine)
    words = [{said.word for said in some if isinstance(said, PoleMark)} for some in (other, new)]
    soft = all(modal.mood in SOFT for modal in gained)
    if other and new and not lost and soft and words[0].isdisjoint(words[1]):
        yield became(other[0].shown, new[0].shown)
    for modal in lost:
        denied = modal.duty == _IMPOSSIBLE and (after.negations or only_in(after, before))
        free = touches(modal, flagged) and (denied or modal.mood == _WILLED)
        if gained or not free:
            yield f"The modal verb ({modal.shown}) is missing."
    for modal in gained:
        denied = modal.duty == _IMPOSSIBLE and (before.negations or only_in(before, after))
        if not (modal.mood in SOFT or (denied and not lost)):
            yield f"The modal verb ({modal.shown}) was not there before."


def duties(text: Sense) -> dict[str, Mark]:
    """What a text obliges and allows, and the first word that says so."""
    found: dict[str, Mark] = {modal.duty: modal for modal in text.modals if modal.duty}
    for said in text.poles:
        if said.pole in DUTIES:
            found.setdefault(DUTIES[said.pole], said)
    return {_ALIKE.get(duty, duty): mark for duty, mark in found.items()}


def _only(some: dict[str, Mark], others: dict[str, Mark]) -> list[Mark]:
    return [mark for duty, mark in some.items() if duty not in others]


def _is_alone(modal: ModalVerb, other: Sense, there: dict[str, Mark]) -> bool:
    """Whether nothing in the other text, of these duties, says what a modal verb says."""
    if modal.duty:
        return _ALIKE.get(modal.duty, modal.duty) not in there
    return modal.mood not in {other_modal.mood for other_modal in other.modals}
