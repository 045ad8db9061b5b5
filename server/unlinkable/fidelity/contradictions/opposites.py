"""Whether one text says the opposite of another: granted for refused, before for after.

Compares the senses of words that `sense` read in both, with the negations that belong to them.
Knows nothing of the negations that belong to no such word.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from unlinkable.fidelity.sense.sense import Mark, PoleMark, Sense
from unlinkable.fidelity.surplus import surplus

_DENYING_NOTHING = {
    *("beginning", "frequency", "number", "addition", "challenge", "time_limit", "care", "share"),
    *("duration", "completeness", "honesty", "morals", "democracy", "loyalty", "strength"),
    *("sameness", "similarity"),
}
"""Axes of which no side can stand for a negation."""
_DENYING_LITTLE = {*_DENYING_NOTHING, "limits", "payment", "performance", "favour"}
"""Axes of which no side can stand for a decision against something."""
_SELDOM_DENYING = {
    *("favour", "work", "office", "imposition", "bank", "enforcement", "marriage", "holding"),
}
"""Axes of which the denying words mostly say something else: "against", "remitted"."""


def other_poles(before: Sense, after: Sense) -> Iterator[str]:
    """Where words of one side stood, and now there are some of another. Words that only changed
    from affirmed to denied are left to the count of negations."""
    theirs = _by_axis(after.poles)
    kept, still = _said_in_both(before, after), _said_in_both(after, before)
    for axis, mine in _by_axis(before.poles).items():
        new = theirs.get(axis, [])
        more = _more if mine[0].word.weighs else _others
        lost = [said for said in more(mine, new) if not _within(said, kept)]
        gained = [said for said in more(new, mine) if not _within(said, still)]
        same = {said.word for said in mine} == {said.word for said in new}
        if lost and gained and not same:
            yield became(lost[0].shown, gained[0].shown)


def other_decisions(before: Sense, after: Sense) -> Iterator[str]:
    """Where a decision against something comes from nowhere, or leaves nothing behind."""
    for text, other, said in (
        (before, after, "is missing"),
        (after, before, "was not there before"),
    ):
        kept = _said_in_both(other, text)
        denying = [
            one.word.axis for one in other.poles if one.word.denies and not _within(one, kept)
        ]
        other_negations, negations = _plain_negations(other), _plain_negations(text)
        if other_negations > negations or not _DENYING_LITTLE.issuperset(denying):
            continue
        elsewhere = _said_in_both(text, other)
        for mark in text.poles:
            against = mark.word.decides_against or other_negations < negations
            if mark.pole.decides_against and against and not _within(mark, elsewhere):
                yield f"“{mark.shown}” {said}."
                break


def _plain_negations(text: Sense) -> int:
    """How many negations stand in no word that denies by itself ("refused to")."""
    denying = {word for said in text.poles if said.word.denies for word in said.words}
    return sum(denying.isdisjoint(negation.words) for negation in text.negations)


def only_in(text: Sense, other: Sense) -> int:
    """How many poles that deny something without a negation only ``text`` has."""
    there = {said.word.axis for said in other.poles}
    return len(
        {
            said.words
            for said in text.poles
            if said.word.denies
            and said.word.axis not in there | _DENYING_NOTHING | _SELDOM_DENYING
            and not said.negations
        }
    )


def became(old: str, new: str) -> str:
    """The reason, where the words ``new`` came in place of ``old``."""
    if old.casefold() == new.casefold():
        return f"What is said with “{new}” is negated where it was not, or the other way round."
    return f"“{old}” became “{new}”."


def _by_axis(poles: Iterable[PoleMark]) -> dict[str, list[PoleMark]]:
    axes: dict[str, list[PoleMark]] = {}
    for said in poles:
        axes.setdefault(said.word.axis, []).append(said)
    return axes


def _said_in_both(text: Sense, other: Sense) -> set[tuple[int, ...]]:
    """The words of ``text`` that say on one axis or another what the other says as well."""
    there = [said.shown.casefold() for said in other.poles]
    mine = sorted(text.poles, key=lambda said: said.shown.casefold() not in there)
    more = {(said.words, said.pole) for said in _more(mine, other.poles)}
    same = [said for said in mine if said.word.weighs and (said.words, said.pole) not in more]
    return {said.words for said in same}


def _within(mark: Mark, places: set[tuple[int, ...]]) -> bool:
    return any(set(mark.words) <= set(words) for words in places)


def _others(poles: Iterable[PoleMark], others: Iterable[PoleMark]) -> list[PoleMark]:
    """Those that say what none of ``others`` says."""
    there = {said.pole for said in others}
    return [said for said in poles if said.pole not in there]


def _more(poles: Iterable[PoleMark], others: Sequence[PoleMark]) -> list[PoleMark]:
    """Those that say what ``others`` say fewer times."""
    return surplus(poles, Counter(said.pole for said in others), lambda said: said.pole)
