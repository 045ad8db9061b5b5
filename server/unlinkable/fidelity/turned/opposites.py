"""Whether one text says the opposite of another: granted for refused, before for after.

Compares the senses of words that `sense` read in both, with the negations that belong to them.
Knows nothing of the negations that belong to no such word.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from unlinkable.fidelity.akin import akin, akin_to_any
from unlinkable.fidelity.sense.sense import Mark, Said, Sense
from unlinkable.fidelity.surplus import surplus
from unlinkable.fidelity.turned.contraries import said_with_negation
from unlinkable.language import Pole

CONVERSE = {"order", "comparison", "amount"}
"""Axes of which both sides say the same of two things, named in the other order."""
DENYING_NOTHING = {
    *("beginning", "frequency", "number", "addition", "challenge", "time_limit", "care", "share"),
    *("duration", "completeness", "honesty", "morals", "democracy", "loyalty", "strength"),
    *("sameness", "similarity"),
}
"""Axes of which no side can stand for a negation."""
_DENYING_LITTLE = {*DENYING_NOTHING, "limits", "payment", "performance", "favour"}
"""Axes of which no side can stand for a decision against something."""
_SELDOM_DENYING = {
    *("favour", "work", "office", "imposition", "bank", "enforcement", "marriage", "holding"),
}
"""Axes of which the denying words mostly say something else: "against", "remitted"."""
_FALLING_SHORT = {Pole("comparison", "less"), Pole("excess", "below")}
"""Poles that may deny what somebody reached: "below the level", "did not reach the level"."""
OUTCOMES = {
    *("granting", "judgment_below", "success", "merit", "conviction", "guilt", "admissibility"),
}
"""Axes of which one may say what another one said: "was allowed", "succeeded"."""
_PRESENCE = "presence"
_OF_SMALL = {_PRESENCE, "siding"}
"""Axes of small words that mean something only beside the same: "with reasons", "für das Werk"."""
_OF_DUTY = {"obligation", "permission", "possibility"}
"""Axes of what modal verbs say as well."""
_RAISING = {"probability"}  # what is "unlikely" is "probably not": the negation stands elsewhere
_REACH = 8  # words from a negation to what it may deny besides its own
_CONTENT = 4  # letters of a word that says something
_COMPOUND = 8  # letters of a word that is known in a compound
_PHRASE = 3  # words that a preposition stands before


def turned_poles(before: Sense, after: Sense) -> Iterator[str]:
    """Where words of one side stood, and now there are some of another. Words that only changed
    from affirmed to denied are left to the count of negations."""
    theirs = by_axis(after.poles)
    kept, still = said_in_both(before, after), said_in_both(after, before)
    for axis, mine in by_axis(before.poles).items():
        new = theirs.get(axis, [])
        more = _more if mine[0].word.weighs else _others
        lost = [said for said in more(mine, new) if not within(said, kept)]
        gained = [said for said in more(new, mine) if not within(said, still)]
        same = {said.word for said in mine} == {said.word for said in new}
        if axis in _RAISING and _raised(before, mine, after, new):
            continue
        if not (lost and gained) or same or _converse(before, lost[0], after, gained[0]):
            continue
        if axis in _OF_SMALL and not _of_the_same(before, lost[0], after, gained[0]):
            continue
        if not _carried(before, lost[0], after, gained[0]):
            yield became(lost[0].shown, gained[0].shown)


def joined_by_opposites(before: Sense, after: Sense) -> Iterator[str]:
    """Where one side stood alone and the other one has come beside it: "detained", "released from
    detention"."""
    theirs = by_axis(after.poles)
    for axis, mine in by_axis(before.poles).items():
        sides = {said.pole for said in mine}
        new = [said for said in theirs.get(axis, []) if said.pole not in sides]
        new = [said for said in new if not _in_another_form(said, before)]
        stay = sides & {said.pole for said in theirs.get(axis, [])}
        decided = {said.pole.denies for said in before.poles if said.word.decides}
        if new and new[0].word.decides and new[0].pole.denies in decided:
            continue
        if axis in _OF_DUTY and (before.modals or before.obliged):
            continue
        if mine[0].word.weighs and len(sides) == 1 and new and stay:
            yield f"“{new[0].shown}” was not there before."


def _in_another_form(said: Said, text: Sense) -> bool:
    """Whether the words of a mark stand in a text with other endings at most: "to decide"."""
    forms = said.shown.casefold().split()
    return all(akin_to_any(form, text.forms) for form in forms)


def turned_decisions(before: Sense, after: Sense) -> Iterator[str]:
    """Where a decision against something comes from nowhere, or leaves nothing behind."""
    for text, other, said in (
        (before, after, "is missing"),
        (after, before, "was not there before"),
    ):
        kept = said_in_both(other, text)
        denying = [
            said.word.axis for said in other.poles if said.word.denies and not within(said, kept)
        ]
        prefixed = said_with_negation(text, other)
        if prefixed:  # "without excuse", "unexcused"
            denying = [axis for axis in denying if axis != _PRESENCE]
        other_negations, negations = _plain_negations(other), _plain_negations(text)
        more = other_negations - len(prefixed) > negations
        if more or not _DENYING_LITTLE.issuperset(denying):
            continue
        elsewhere = said_in_both(text, other)
        against = next(
            (
                mark
                for mark in text.poles
                if mark.pole.decides_against
                and not within(mark, elsewhere)
                and not _in_compound(text.forms[mark.words[0]], other)
                and (mark.word.decides_against or other_negations < negations)
            ),
            None,
        )
        if against is not None:
            yield f"“{against.shown}” {said}."


def _in_compound(word: str, text: Sense) -> bool:
    """Whether a longer word of a text begins with the word: "Widerspruch", "Widerspruchsfrist"."""
    return len(word) >= _COMPOUND and any(form.startswith(word) for form in text.forms)


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
            if (said.word.denies or said.word in _FALLING_SHORT)
            and said.word.axis not in there
            and said.word.axis not in DENYING_NOTHING | _SELDOM_DENYING
            and not said.negations
        }
    )


def negations_raised(before: Sense, after: Sense) -> int:
    mine, theirs = by_axis(before.poles), by_axis(after.poles)
    return sum(_raised(before, mine.get(a, []), after, theirs.get(a, [])) for a in _RAISING)


def _of_the_same(before: Sense, old: Said, after: Sense, new: Said) -> bool:
    """Whether the same word comes next behind both: "with reasons", "without any reasons"."""
    first, second = _next(before, old), _next(after, new)
    return bool(first and second) and akin(first, second)


def _next(text: Sense, said: Said) -> str:
    """The first word behind a mark that says something, or ''."""
    return next((form for form in text.forms[said.words[-1] + 1 :] if len(form) >= _CONTENT), "")


def carried(before: Sense, after: Sense) -> int:
    """How many negations more ``before`` has, where they stand at other words and what they deny is
    said by words that deny: "was not given sufficient", "was given insufficient"."""
    theirs = by_axis(after.poles)
    pairs = [
        (mine[0], theirs[axis][0])
        for axis, mine in by_axis(before.poles).items()
        if axis in theirs and len(mine) == len(theirs[axis]) == 1
    ]
    pairs = [(old, new) for old, new in pairs if _carried(before, old, after, new)]
    return sum(new.word.denies - old.word.denies for old, new in pairs)


def _carried(before: Sense, old: Said, after: Sense, new: Said) -> bool:
    if old.pole.denies == new.pole.denies:
        return False
    return _behind_negation(before, old) != _behind_negation(after, new)


def _behind_negation(text: Sense, said: Said) -> bool:
    """Whether a negation that belongs to other words stands before this one in its clause."""
    first = said.words[0]
    return any(
        number not in said.negations
        and not mark.repeats
        and 0 < first - mark.words[-1] <= _REACH
        and text.clauses[mark.words[-1]] == text.clauses[first]
        for number, mark in enumerate(text.negations)
    )


def became(old: str, new: str) -> str:
    if old.casefold() == new.casefold():
        return f"What is said with “{new}” is negated where it was not, or the other way round."
    return f"“{old}” became “{new}”."


def by_axis(poles: Iterable[Said]) -> dict[str, list[Said]]:
    axes: dict[str, list[Said]] = {}
    for said in poles:
        axes.setdefault(said.word.axis, []).append(said)
    return axes


def said_in_both(text: Sense, other: Sense) -> set[tuple[int, ...]]:
    """The words of ``text`` that say on one axis or another what the other says as well."""
    there = [said.shown.casefold() for said in other.poles]
    mine = sorted(text.poles, key=lambda said: said.shown.casefold() not in there)
    more = {(said.words, said.pole) for said in _more(mine, other.poles)}
    same = [said for said in mine if said.word.weighs and (said.words, said.pole) not in more]
    return {said.words for said in same}


def within(mark: Mark, places: set[tuple[int, ...]]) -> bool:
    return any(set(mark.words) <= set(words) for words in places)


def _raised(before: Sense, mine: Sequence[Said], after: Sense, new: Sequence[Said]) -> int:
    """By how many negations ``after`` has more than ``before``, where that makes up for words of
    the other side; 0 elsewhere."""
    turned = sum(said.word.denies for said in mine) - sum(said.word.denies for said in new)
    more = len(after.negations) - len(before.negations)
    return turned if mine and new and turned == more else 0


def _converse(before: Sense, old: Said, after: Sense, new: Said) -> bool:
    """Whether both say the same of two things named in the other order: "the fire broke out before
    the alarm rang", "the alarm rang after the fire had broken out"."""
    if old.word.axis not in CONVERSE:
        return False
    left, right = _sides_of(before, old)
    new_left, new_right = _sides_of(after, new)
    crossed = _shared(left, new_right), _shared(right, new_left)
    return all(crossed) and sum(crossed) > _shared(left, new_left) + _shared(right, new_right)


def _sides_of(text: Sense, mark: Mark) -> tuple[list[str], list[str]]:
    """The words that say something on either side of a mark."""
    first, last = mark.words[0], mark.words[-1]
    inside = first and (len(mark.words) > 1 or text.clauses[first - 1] == text.clauses[first])
    if inside:  # "vor der Entziehung … anhören", "bis zum Abschluss"
        behind = [
            form
            for form, clause in zip(text.forms[last + 1 :], text.clauses[last + 1 :], strict=True)
            if clause == text.clauses[last] and len(form) >= _CONTENT
        ]
        ahead = [form for form in text.forms[:first] if len(form) >= _CONTENT]
        return ahead + behind[_PHRASE:], behind[:_PHRASE]
    ends = next(
        (w for w in range(last + 1, len(text.forms)) if text.clauses[w] > text.clauses[last]), 0
    )
    fronted = ends and not any(len(form) >= _CONTENT for form in text.forms[:first])
    sides = text.forms[:first], text.forms[last + 1 :]
    if fronted:  # "After the trial, he left"
        sides = text.forms[ends:], text.forms[last + 1 : ends]
    left, right = ([form for form in side if len(form) >= _CONTENT] for side in sides)
    return left, right


def _shared(some: Sequence[str], others: Sequence[str]) -> int:
    return sum(any(akin(other, word) for other in others) for word in some)


def _others(poles: Iterable[Said], others: Iterable[Said]) -> list[Said]:
    """Those that say what none of ``others`` says."""
    there = {said.pole for said in others}
    return [said for said in poles if said.pole not in there]


def _more(poles: Iterable[Said], others: Iterable[Said]) -> list[Said]:
    """Those that say what ``others`` say fewer times."""
    return surplus(poles, Counter(said.pole for said in others), lambda said: said.pole)
