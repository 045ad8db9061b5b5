"""Whether one text says more than another: of all for some, without its condition, as a fact.

Quantifiers, "only" and "all but", conditions, plans, and whose word it is. Knows what `sense` read.
"""

from collections.abc import Iterator

from unlinkable.fidelity.akin import akin_to_any
from unlinkable.fidelity.sense.sense import OF_PARTS, Sense
from unlinkable.fidelity.turned.duties import duties
from unlinkable.fidelity.turned.opposites import became
from unlinkable.language import Pole

_OTHER_EXTENTS = (  # kinds of quantifiers that cannot stand for each other
    {"all", "some"},
    {"each", "total"},
    {"all", "someone"},
    {"all", "most"},
    {"all", "few"},
    {"all", "one"},
    {"both", "some"},
    {"both", "one"},
    {"most", "few"},
    {"most", "one"},
    {"some", "one"},
    {"most", "some"},
    {"few", "some"},
    {"only", "some"},
    {"many", "one"},
    {"many", "only"},
    {"many", "few"},
    {"only", "all"},
)
_LIMITING = {"only", "at_most", "less_than", "all_but", "one", "few"}
_LIMITING_SENSES = {"order", "from_until", "share", "limits", "inclusion", "bound"}
_ALLEGED = Pole("allegation", "alleged")
_EXCEPTING, _EXCLUDED = "all_but", Pole("inclusion", "excluded")


def turned_extents(before: Sense, after: Sense) -> Iterator[str]:
    mine, theirs = dict(before.quantifiers), dict(after.quantifiers)
    for kind, old in mine.items():
        for other, new in theirs.items():
            if kind not in theirs and other not in mine and {kind, other} in _OTHER_EXTENTS:
                yield became(old, new)
    for some, others, text in ((mine, theirs, after), (theirs, mine, before)):
        excluded = any(said.word == _EXCLUDED for said in text.poles)
        if _EXCEPTING in some and _EXCEPTING not in others and not excluded:
            said = "is missing" if text is after else "was not there before"
            yield f"“{some[_EXCEPTING]}” {said}."


def other_shares(before: Sense, after: Sense) -> Iterator[str]:
    """Where something was said of all of several, and now of a part of them, or the other way
    round: "the applicants", "one of the applicants"."""
    for text, other, said in (
        (before, after, "is missing"),
        (after, before, "was not there before"),
    ):
        for several, share in text.shares.items():
            in_part = any(kind in {*OF_PARTS, "some"} for kind, _ in other.quantifiers)
            if several in other.forms and not in_part:
                yield f"“{share}” {said}."


def lost_limits(before: Sense, after: Sense) -> Iterator[str]:
    """Where "only" is gone and nothing else excludes the others."""
    mine, theirs = dict(before.quantifiers), dict(after.quantifiers)
    denied = len(after.negations) > len(before.negations) or "one" in theirs
    denied = denied or "at_most" in theirs  # "paid only a small tax", "no more than a small tax"
    denied = denied or ("required" in duties(after) and "required" not in duties(before))
    if "only" in mine and "only" not in theirs and not denied:
        yield f"“{mine['only']}” is missing."


def added_limits(before: Sense, after: Sense) -> Iterator[str]:
    """Where "only" came and nothing excluded others before."""
    mine, theirs = dict(before.quantifiers), dict(after.quantifiers)
    some = {"only", "some"} <= theirs.keys() and mine.keys().isdisjoint({"only", "some"})
    if some or ("only" in theirs and not (_excludes(before) or _LIMITING & mine.keys())):
        yield f"“{theirs['only']}” was not there before."


def _excludes(text: Sense) -> bool:
    """Whether anything but a quantifier may exclude others."""
    said = any(pole.word.denies or pole.word.axis in _LIMITING_SENSES for pole in text.poles)
    return said or bool(text.negations or text.modals or text.conditions or duties(text))


def other_conditions(before: Sense, after: Sense) -> Iterator[str]:
    """Where what depended on something no longer does, or now does."""
    if before.conditions and not after.conditional:
        yield f"The condition ({before.conditions[0].shown}) is missing."
    if after.conditions and not before.conditional:
        yield f"The condition ({after.conditions[0].shown}) was not there before."


def other_plans(before: Sense, after: Sense) -> Iterator[str]:
    """Where what was only thought of is done, or what was done is only thought of."""
    for text, other, said in (
        (before, after, "is missing"),
        (after, before, "was not there before"),
    ):
        plans = [plan for plan in text.plans if text.in_scope.isdisjoint(plan.words)]
        if plans and not other.planned:
            yield f"That it is not done yet (“{plans[0].shown}”) {said}."


def added_claims(before: Sense, after: Sense) -> Iterator[str]:
    """Where what was told as a fact is only alleged."""
    told = any(mark.words not in before.findings for mark in before.attributions)
    told = told or any(said.word.axis == _ALLEGED.axis for said in before.poles)
    alleged = next((said for said in after.poles if said.word == _ALLEGED), None)
    if alleged and not (told or before.claims):
        yield f"“{alleged.shown}” was not there before."


def lost_claims(before: Sense, after: Sense) -> Iterator[str]:
    """Where nobody says or thinks any more what somebody said or thought, or a court finds it."""
    said = {mark.shown.casefold() for mark in after.attributions}
    found = {m.shown.casefold() for m in after.attributions if m.words in after.findings}
    new = said - found - {mark.shown.casefold() for mark in before.attributions}
    by = [(claim, max((before.forms[w] for w in claim.words), key=len)) for claim in before.claims]
    lost = [claim for claim, form in by if not akin_to_any(form, after.forms)]
    if lost and not new:
        yield f"Whose word it is (“{lost[0].shown}”) is missing."
