"""What in a text can change places with another of its kind, and who can with whom.

Knows what `substance` and `sense` found; nothing of where it stands in another text.
"""

from unlinkable.fidelity.roles.exchanged import PERSON, SENSE, Thing
from unlinkable.fidelity.sense.sense import Sense
from unlinkable.fidelity.substance.substance import Sort, Substance
from unlinkable.fidelity.turned.opposites import CONVERSE

_PLACED = (Sort.DATE, Sort.REFERENCE, Sort.MASK)


def things(found: Substance, said: Sense) -> list[Thing]:
    """What can change places with another of its kind."""
    placed = [Thing(e.sort.value, e.value, *e[2:]) for e in found.elements if e.sort in _PLACED]
    placed += [
        Thing("number", str(q.amount), q.shown, q.start, q.end)
        for q in found.quantities
        if not q.article
    ]
    placed += [
        Thing(pole.word.axis, pole.word.side, pole.shown, pole.start, pole.end)
        for pole in said.poles
        if not pole.word.is_of_persons and pole.word.axis not in CONVERSE
    ]
    placed += [
        Thing(SENSE, "/".join(pole.word), pole.shown, pole.start, pole.end)
        for pole in said.poles
        if pole.word.weighs
    ]
    placed += [
        Thing(PERSON, "/".join(pole.word), pole.shown, pole.start, pole.end)
        for pole in said.poles
        if pole.word.is_of_persons
    ]
    return placed


def parties(found: Substance, said: Sense) -> list[Thing]:
    """Who may do something to another."""
    sorts = (Sort.NAME, Sort.MASK)
    some = [Thing("", e.value, *e[2:]) for e in found.elements if e.sort in sorts]
    some += [
        Thing("", "/".join(pole.word), pole.shown, pole.start, pole.end)
        for pole in said.poles
        if pole.word.is_of_persons
    ]
    return sorted(some, key=lambda party: party.start)
