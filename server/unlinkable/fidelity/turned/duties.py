"""What a text obliges and allows, by modal verbs or other words, and whether another one does too.

"Must", "is obliged" and "may not refuse" are one; "can appeal" and "may appeal" as well.
"""

from collections.abc import Iterator, Sequence

from unlinkable.draft import Span, touches
from unlinkable.fidelity.akin import akin
from unlinkable.fidelity.sense.sense import Mark, Moved, Said, Sense
from unlinkable.fidelity.turned.opposites import became, only_in
from unlinkable.language import Pole

DUTIES = {  # what poles say of the same
    Pole("obligation", "required"): "required",
    Pole("obligation", "optional"): "optional",
    Pole("permission", "permitted"): "permitted",
    Pole("permission", "forbidden"): "forbidden",
    Pole("possibility", "possible"): "possible",
    Pole("possibility", "impossible"): "impossible",
}
_ALLEGED = Pole("allegation", "alleged")
_ALIKE = {"possible": "permitted", "impossible": "forbidden"}  # "can appeal", "may appeal"
_UNREAL = "unreal"  # "wäre", "hätte"
SOFT = {"needed", "willed", "wished", _UNREAL}
"""Moods of modal verbs that a rewording may add."""
_NEAR = {
    *("command", "pursuit", "granting", "willingness", "obligation", "permission", "possibility"),
    *("need", "consent", "imposition", "help", "encouragement", "binding"),
    *("violation", "support", "liberty"),
}
"""Axes of which words may say that somebody is obliged or allowed."""
_POSSIBILITY = "possibility"  # that something "was available" obliges and allows nobody
_CONTENT = 4  # letters of a word that says something


def turned_duties(before: Sense, after: Sense, flagged: Sequence[Span]) -> Iterator[str]:
    mine, theirs = duties(before), duties(after)
    lost = [modal for modal in before.modals if _without_match(modal, before, after, theirs)]
    gained = [modal for modal in after.modals if _without_match(modal, after, before, mine)]
    lost, gained = (
        [modal for modal in some if not _said_as_future(modal, others)]
        for some, others in ((lost, gained), (gained, lost))
    )
    soft = all(modal.mood in SOFT for modal in gained)
    other, new = _only(mine, theirs), _only(theirs, mine)
    words = [{said.word for said in some if isinstance(said, Said)} for some in (other, new)]
    if other and new and not lost and soft and words[0].isdisjoint(words[1]):
        yield became(other[0].shown, new[0].shown)
    if not mine and not before.modals:
        yield from _from_nowhere(theirs, before, after)
    for modal in lost:
        denied = modal.duty == "impossible" and (after.negations or only_in(after, before))
        free = touches(modal, flagged)
        if gained or not (free and (denied or modal.mood == "willed")):
            yield f"The modal verb ({modal.shown}) is missing."
    for modal in gained:
        denied = modal.duty == "impossible" and (before.negations or only_in(before, after))
        if not (modal.mood in SOFT or (denied and not lost) or _was_asked(modal, before)):
            yield f"The modal verb ({modal.shown}) was not there before."


def _was_asked(modal: Moved, before: Sense) -> bool:
    """Whether something was ordered or asked for, and a modal of several words tells what: "ordered
    that he be heard", "he was to be heard"."""
    return before.asks and modal.duty == "required" and len(modal.words) > 1


def _from_nowhere(theirs: dict[str, Mark], before: Sense, after: Sense) -> Iterator[str]:
    """Where somebody now was allowed or obliged to do what he did, and nothing of the kind was
    said."""
    if _NEAR.isdisjoint(said.word.axis for said in before.poles):
        for mark in theirs.values():
            said = isinstance(mark, Said) and mark.word.axis != _POSSIBILITY
            if said and mark.words[0] in after.passives:
                yield f"“{mark.shown}” was not there before."


def duties(text: Sense) -> dict[str, Mark]:
    duties: dict[str, Mark] = {modal.duty: modal for modal in text.modals if modal.duty}
    for said in text.poles:
        if said.pole in DUTIES:
            duties.setdefault(DUTIES[said.pole], said)
    return {_ALIKE.get(duty, duty): mark for duty, mark in duties.items()}


def _only(duties: dict[str, Mark], others: dict[str, Mark]) -> list[Mark]:
    return [mark for duty, mark in duties.items() if duty not in others]


def _without_match(modal: Moved, text: Sense, other: Sense, duties: dict[str, Mark]) -> bool:
    """Whether nothing in the other text, of these duties, says what a modal verb says."""
    if _said_by_infinitive(modal, text, other):
        return False
    if _alleges(modal, text) and any(said.word == _ALLEGED for said in other.poles):
        return False
    if modal.mood == _UNREAL and other.attributions:  # he says so
        return False
    if modal.duty:
        duty = _ALIKE.get(modal.duty, modal.duty)
        said = {by for _, by in text.obliged}
        obliged = {one for one, by in other.obliged if by not in said}
        return duty not in duties and duty not in obliged
    return modal.mood not in {other_modal.mood for other_modal in other.modals}


def _alleges(modal: Moved, text: Sense) -> bool:
    """Whether a modal verb says that something is alleged: "soll gestohlen haben"."""
    return any(said.word == _ALLEGED and said.words[0] in modal.words for said in text.poles)


def _said_as_future(modal: Moved, others: Sequence[Moved]) -> bool:
    """Whether one of two is "would" and another one of several words: "those who would appear",
    "those who were to appear"."""
    wanted = "willed" if len(modal.words) > 1 and modal.duty == "required" else ""
    if modal.mood == "willed":
        return any(len(one.words) > 1 and one.duty == "required" for one in others)
    return any(one.mood == wanted for one in others)


def _said_by_infinitive(modal: Moved, text: Sense, other: Sense) -> bool:
    """Whether the other text has the verb of a modal of several words behind its last word: "was to
    be dismissed", "to dismiss"."""
    *first, last = modal.words
    sign = text.forms[last]
    verb = next((form for form in text.forms[last + 1 :] if len(form) >= _CONTENT), None)
    return bool(first and verb) and any(
        akin(verb or "", form) and sign in other.forms[max(0, number - 2) : number]
        for number, form in enumerate(other.forms)
    )
