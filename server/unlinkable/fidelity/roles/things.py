"""What in a text can change places with another of its kind, and who can with whom.

Knows what `substance` and `sense` found; nothing of where it stands in another text.
"""

import re
from collections.abc import Iterator, Sequence

from unlinkable.fidelity.roles.exchanged import PERSON, SENSE, Thing
from unlinkable.fidelity.sense.sense import Sense
from unlinkable.fidelity.substance.substance import Sort, Substance
from unlinkable.fidelity.turned.opposites import CONVERSE
from unlinkable.language import Language
from unlinkable_index.words import find_words

_LONGEST = 12  # letters of a small word, and spaces
_JOINED = re.compile(r"[ \u00a0](?:of (?:the )?)?")
_OWNER = re.compile(r"[’']s?\b|[’'](?!\w)")
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


def parties(text: str, found: Substance, said: Sense, language: Language) -> list[Thing]:
    """Who may do something to another: those with names, of which several words are one, masked
    ones, and those who have a part in the case; not whose something is ("the applicant's")."""
    names = [Thing("", e.value, *e[2:]) for e in found.elements if e.sort is Sort.NAME]
    some = [*_joined(text, names)]
    some += [
        Thing("", e.value, *e[2:])
        for e in found.elements
        if e.sort is Sort.MASK and _last_word(text[: e.start]) not in language.times
    ]
    taken = [(name.start, name.end) for name in some]
    some += [
        Thing("", "/".join(pole.word), pole.shown, pole.start, pole.end)
        for pole in said.poles
        if pole.word.is_of_persons
        and not any(start <= pole.start < end for start, end in taken)
        and not _OWNER.match(text, pole.end)
    ]
    return sorted(some, key=lambda party: party.start)


def _last_word(text: str) -> str:
    """The word that ``text`` ends with."""
    return "".join(find_words(text[-_LONGEST:]).forms[-1:])


def _joined(text: str, names: Sequence[Thing]) -> Iterator[Thing]:
    """Names that stand side by side, or joined by a small word, as one."""
    group: list[Thing] = []
    for name in (*names, None):
        if group and (name is None or not _JOINED.fullmatch(text[group[-1].end : name.start])):
            start, end = group[0].start, group[-1].end
            if not _OWNER.match(text, end):
                shown = text[start:end]
                yield Thing("", " ".join(shown.split()), shown, start, end)
            group = []
        if name is not None:
            group.append(name)
