"""Whether one text denies what another affirms: negations lost, added or moved.

Negations of which the senses and duties of words already tell are left to `opposites` and
`duties`.
"""

from collections.abc import Iterator

from unlinkable.fidelity.akin import akin, akin_to_any
from unlinkable.fidelity.sense.sense import Mark, Said, Sense
from unlinkable.fidelity.turned.contraries import said_with_negation
from unlinkable.fidelity.turned.duties import duties
from unlinkable.fidelity.turned.opposites import carried, negations_raised, only_in
from unlinkable.language import Pole
from unlinkable.language.wordnet import Thesaurus

_LATER = {
    *(Pole("order", "after"), Pole("repetition", "first_time"), Pole("time_limit", "late")),
    Pole("from_until", "until"),
}
_CONTENT = 4  # letters of a word that says something
_AHEAD, _BEHIND = 5, 12  # words close to what denies


def turned_negations(before: Sense, after: Sense) -> Iterator[str]:
    mine, theirs = _unexplained(before, after), _unexplained(after, before)
    raised = negations_raised(before, after) - carried(before, after)
    lost = max(0, raised) + only_in(before, after) + len(said_with_negation(before, after))
    gained = max(0, -raised) + only_in(after, before) + len(said_with_negation(after, before))
    my_firm = [mark for mark in mine if not (mark.loose and _at_last(after))]
    their_firm = [mark for mark in theirs if not mark.loose]
    late = [mark for mark in before.negations if mark.loose and mark not in mine]
    if late and not (after.negations or _at_last(after)):  # "did not pay until May"
        yield f"A negation ({late[0].shown}) is missing."
    if len(my_firm) > len(theirs) + gained:
        yield f"A negation ({my_firm[0].shown}) is missing."
    if len(their_firm) > len(mine) + lost:
        yield f"A negation ({their_firm[0].shown}) was not there before."


def _at_last(text: Sense) -> bool:
    """Whether it says that something was so only then, as "not until" does."""
    only = any(kind == "only" for kind, _ in text.quantifiers)
    return only or any(said.word in _LATER for said in text.poles)


def moved_negations(before: Sense, after: Sense) -> Iterator[str]:
    """Where a word that stood right behind a negation now stands without one, or another way."""
    for text, other in ((before, after), (after, before)):
        alone = _unexplained(text, other)
        for number, negation in enumerate(text.negations):
            word = text.heads.get(number)
            unsaid = negation.loose and any(kind == "only" for kind, _ in other.quantifiers)
            if word is None or unsaid or negation not in alone:
                continue
            places = [n for n, form in enumerate(other.forms) if akin(form, word)]
            if places and not any(place in other.in_scope for place in places):
                yield f"“{negation.shown}” belongs to other words than before."


def affirmed_anew(before: Sense, after: Sense, thesaurus: Thesaurus | None = None) -> Iterator[str]:
    """Where what stood right behind a negation is said by the same word or another one, and nothing
    near it denies: "no effort", "attempts"; whatever else is denied elsewhere."""
    for text, other in ((before, after), (after, before)):
        explained = _explained(text, other)
        near = _near_denials(other)
        for number, word in text.heads.items():
            negation = text.negations[number]
            if number in explained or negation.loose or negation.repeats:
                continue
            places = [
                place
                for place, form in enumerate(other.forms)
                if akin(form, word) or (thesaurus is not None and thesaurus.same(form, word))
            ]
            if places and near.isdisjoint(places):
                yield f"“{negation.shown}” belongs to other words than before."


def _near_denials(text: Sense) -> set[int]:
    """The words close to a negation or to a word that denies."""
    marks: list[Mark] = [*text.negations, *(said for said in text.poles if said.word.denies)]
    return {
        word for mark in marks for word in range(mark.words[0] - _AHEAD, mark.words[-1] + _BEHIND)
    }


def exchanged_negations(before: Sense, after: Sense) -> Iterator[str]:
    """Where what the only negation denied is now affirmed, and the other way round: "on Monday and
    not on Tuesday", "on Tuesday and not on Monday"."""
    if len(before.negations) != 1 or len(after.negations) != 1:
        return
    denied, now_denied = _denied(before), _denied(after)
    if _affirmed_of(denied, before, after) and _affirmed_of(now_denied, after, before):
        yield f"“{after.negations[0].shown}” belongs to other words than before."


def _unexplained(text: Sense, other: Sense) -> list[Mark]:
    """The negations of ``text`` but those of poles and duties that the other has as well."""
    explained = _explained(text, other)
    return [
        mark
        for number, mark in enumerate(text.negations)
        if number not in explained and not mark.repeats
    ]


def _explained(text: Sense, other: Sense) -> set[int]:
    there = {said.pole for said in other.poles}
    there_too = duties(other)
    explained = {
        number
        for said in text.poles
        if said.pole in there and not _affirmed(said, text, other)
        for number in said.negations
    }
    return explained | {
        number
        for duty, mark in duties(text).items()
        if duty in there_too
        for number in mark.negations
    }


def _affirmed(said: Said, text: Sense, other: Sense) -> bool:
    """Whether the other text affirms by the same word what is denied here and nowhere affirmed,
    and does not deny it as well."""
    if any(one.pole == said.word for one in text.poles):
        return False
    shown = said.shown.casefold()
    there = {one.pole for one in other.poles if akin(one.shown.casefold(), shown)}
    return said.word in there and said.pole not in there


def _denied(text: Sense) -> set[str]:
    """The words that say something behind the only negation, in its clause."""
    last = text.negations[0].words[-1]
    behind = range(last + 1, len(text.forms))
    here = [text.forms[w] for w in behind if text.clauses[w] == text.clauses[last]]
    return {form for form in here if len(form) >= _CONTENT}


def _affirmed_of(denied: set[str], text: Sense, other: Sense) -> bool:
    """Whether words that only stand denied in ``text`` all stand affirmed in the other one."""
    now_denied = _denied(other)
    there = set(other.forms) - now_denied
    own = {form for form in denied if text.forms.count(form) == 1}
    return bool(own) and all(akin_to_any(form, there) for form in own)
