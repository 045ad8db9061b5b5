"""Whether one text turns what another one says: a decision, a duty, a negation, an amount, a term.

Compares what `sense` read of both. Knows nothing of words and tables but what stands there.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from unlinkable.draft import Span
from unlinkable.fidelity.akin import akin
from unlinkable.fidelity.sense import Mark, Moved, Said, Sense
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
_SOFT = {"needed", "willed", "wished"}  # a rewording may add them
CONVERSE = {"order", "comparison", "amount"}
"""Axes of which both sides say the same of two things, named in the other order."""
_OTHER_EXTENTS = (  # kinds of quantifiers that cannot stand for each other
    {"all", "some"},
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
    {"only", "all"},
)
_LIMITING = {"only", "at_most", "less_than", "all_but", "one", "few"}
_LIMITING_SENSES = {"order", "from_until", "share", "limits", "inclusion", "bound"}
_EXCEPTING, _EXCLUDED = "all_but", Pole("inclusion", "excluded")
_DENYING_NOTHING = {
    *("beginning", "frequency", "number", "addition", "challenge", "time_limit", "care", "share"),
    *("duration", "completeness", "honesty", "morals", "democracy", "loyalty", "strength"),
}
"""Axes of which no side can stand for a negation."""
_DENYING_LITTLE = {*_DENYING_NOTHING, "sameness", "similarity", "limits"}
"""Axes of which no side can stand for a decision against something."""
_RAISING = {"probability"}  # what is "unlikely" is "probably not": the negation stands elsewhere
_CONTENT = 4  # letters of a word that says something


def turned(before: Sense, after: Sense, flagged: Sequence[Span]) -> list[str]:
    """Every reason why ``after`` says the opposite of ``before`` or something else. Only in
    ``flagged`` words may a denied modal verb be denied without it ("could not find", "found no").
    """
    reasons = [*_turned_poles(before, after), *_turned_duties(before, after, flagged)]
    reasons += [*_turned_negations(before, after), *_turned_extents(before, after)]
    reasons += [*_turned_decisions(before, after), *_moved_negations(before, after)]
    reasons += [*_turned_contraries(before, after), *_turned_terms(before, after, flagged)]
    reasons += [*_lost_limits(before, after), *_added_limits(before, after)]
    reasons += [*_lost_claims(before, after), *_other_conditions(before, after)]
    return [*dict.fromkeys(reasons)]


def added(before: Sense, text: Sense) -> Iterator[Mark]:
    """The negations and modal verbs of ``text``, a rewriting or its beginning, for which nothing
    in ``before`` can be a reason."""
    if not before.negations and not any(said.pole.denies for said in before.poles):
        yield from text.negations
    moods = {modal.mood for modal in before.modals}
    if not any(said.pole in DUTIES for said in before.poles):
        yield from (m for m in text.modals if m.mood not in _SOFT and m.mood not in moods)


def _by_axis(poles: Iterable[Said]) -> dict[str, list[Said]]:
    axes: dict[str, list[Said]] = {}
    for said in poles:
        axes.setdefault(said.word.axis, []).append(said)
    return axes


def _turned_poles(before: Sense, after: Sense) -> Iterator[str]:
    """Where words of one side stood, and now there are some of another. Words that only changed
    from affirmed to denied are left to the count of negations."""
    theirs = _by_axis(after.poles)
    kept, still = _in_both(before, after), _in_both(after, before)
    for axis, mine in _by_axis(before.poles).items():
        new = theirs.get(axis, [])
        more = _more if mine[0].word.weighs else _others
        lost = [said for said in more(mine, new) if said.words not in kept]
        gained = [said for said in more(new, mine) if said.words not in still]
        same = {said.word for said in mine} == {said.word for said in new}
        if axis in _RAISING and _raised(before, mine, after, new):
            continue
        if lost and gained and not same and not _converse(before, lost[0], after, gained[0]):
            yield _became(lost[0].shown, gained[0].shown)


def _in_both(text: Sense, other: Sense) -> set[tuple[int, ...]]:
    """The words of ``text`` that say on one axis or another what the other says as well."""
    there = [said.shown.casefold() for said in other.poles]
    mine = sorted(text.poles, key=lambda said: said.shown.casefold() not in there)
    more = {(said.words, said.pole) for said in _more(mine, other.poles)}
    same = [said for said in mine if said.word.weighs and (said.words, said.pole) not in more]
    return {said.words for said in same}


def _raised(before: Sense, mine: Sequence[Said], after: Sense, new: Sequence[Said]) -> int:
    """By how many negations ``after`` has more than ``before``, where that makes up for words of
    the other side; 0 elsewhere."""
    turned = sum(said.word.denies for said in mine) - sum(said.word.denies for said in new)
    more = len(after.negations) - len(before.negations)
    return turned if mine and new and turned == more else 0


def _negations_raised(before: Sense, after: Sense) -> int:
    mine, theirs = _by_axis(before.poles), _by_axis(after.poles)
    return sum(_raised(before, mine.get(a, []), after, theirs.get(a, [])) for a in _RAISING)


def _converse(before: Sense, old: Said, after: Sense, new: Said) -> bool:
    """Whether both say the same of two things named in the other order: "the fire broke out before
    the alarm rang", "the alarm rang after the fire had broken out"."""
    if old.word.axis not in CONVERSE:
        return False
    left, right = _sides_of(before, old)
    new_left, new_right = _sides_of(after, new)
    crossed = _shared(left, new_right) + _shared(right, new_left)
    return crossed > _shared(left, new_left) + _shared(right, new_right)


def _sides_of(text: Sense, mark: Mark) -> tuple[list[str], list[str]]:
    """The words that say something on either side of a mark."""
    first, last = mark.words[0], mark.words[-1]
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
    left = Counter(said.pole for said in others)
    more = []
    for said in poles:
        left[said.pole] -= 1
        if left[said.pole] < 0:
            more.append(said)
    return more


def _became(old: str, new: str) -> str:
    if old.casefold() == new.casefold():
        return f"What is said with “{new}” is negated where it was not, or the other way round."
    return f"“{old}” became “{new}”."


def _duties(text: Sense) -> dict[str, Mark]:
    duties: dict[str, Mark] = {modal.duty: modal for modal in text.modals if modal.duty}
    for said in text.poles:
        if said.pole in DUTIES:
            duties.setdefault(DUTIES[said.pole], said)
    return {_ALIKE.get(duty, duty): mark for duty, mark in duties.items()}


def _turned_duties(before: Sense, after: Sense, flagged: Sequence[Span]) -> Iterator[str]:
    mine, theirs = _duties(before), _duties(after)
    lost = [modal for modal in before.modals if _without_match(modal, after, theirs)]
    gained = [modal for modal in after.modals if _without_match(modal, before, mine)]
    soft = all(modal.mood in _SOFT for modal in gained)
    other, new = _only(mine, theirs), _only(theirs, mine)
    words = [{said.word for said in some if isinstance(said, Said)} for some in (other, new)]
    if other and new and not lost and soft and words[0].isdisjoint(words[1]):
        yield _became(other[0].shown, new[0].shown)
    for modal in lost:
        denied = modal.duty == "impossible" and (after.negations or _only_in(after, before))
        free = any(modal.start < span.end and span.start < modal.end for span in flagged)
        if gained or not (free and (denied or modal.mood == "willed")):
            yield f"The modal verb ({modal.shown}) is missing."
    for modal in gained:
        denied = modal.duty == "impossible" and (before.negations or _only_in(before, after))
        if not (modal.mood in _SOFT or (denied and not lost)):
            yield f"The modal verb ({modal.shown}) was not there before."


def _only(duties: dict[str, Mark], others: dict[str, Mark]) -> list[Mark]:
    return [mark for duty, mark in duties.items() if duty not in others]


def _without_match(modal: Moved, other: Sense, duties: dict[str, Mark]) -> bool:
    """Whether nothing in the other text, of these duties, says what a modal verb says."""
    if modal.duty:
        return _ALIKE.get(modal.duty, modal.duty) not in duties
    return modal.mood not in {other_modal.mood for other_modal in other.modals}


def _turned_negations(before: Sense, after: Sense) -> Iterator[str]:
    mine, theirs = _unexplained(before, after), _unexplained(after, before)
    raised = _negations_raised(before, after)
    lost = max(0, raised) + _only_in(before, after) + len(_said_with_negation(before, after))
    gained = max(0, -raised) + _only_in(after, before) + len(_said_with_negation(after, before))
    my_firm = [mark for mark in mine if not mark.loose]
    their_firm = [mark for mark in theirs if not mark.loose]
    if len(my_firm) > len(theirs) + gained:
        yield f"A negation ({my_firm[0].shown}) is missing."
    if len(their_firm) > len(mine) + lost:
        yield f"A negation ({their_firm[0].shown}) was not there before."


def _unexplained(text: Sense, other: Sense) -> list[Mark]:
    """The negations of ``text`` but those of poles and duties that the other has as well."""
    there = {said.pole for said in other.poles}
    duties = _duties(other)
    explained = {number for said in text.poles if said.pole in there for number in said.negations}
    explained |= {
        number
        for duty, mark in _duties(text).items()
        if duty in duties
        for number in mark.negations
    }
    return [
        mark
        for number, mark in enumerate(text.negations)
        if number not in explained and not mark.repeats
    ]


def _only_in(text: Sense, other: Sense) -> int:
    """How many poles that deny something without a negation only ``text`` has."""
    there = {said.word.axis for said in other.poles}
    return len(
        {
            said.words
            for said in text.poles
            if said.word.denies
            and said.word.axis not in there
            and said.word.axis not in _DENYING_NOTHING
            and not said.negations
        }
    )


def _places_of_contraries(text: Sense, other: Sense) -> Iterator[tuple[str, list[int]]]:
    """The words with a negative prefix that only ``text`` has, and where the other has the same
    without it."""
    for form, stem in text.contraries.items():
        if form not in other.forms:
            places = [n for n, word in enumerate(other.forms) if akin(stem, word)]
            if places:
                yield form, places


def _said_with_negation(text: Sense, other: Sense) -> list[str]:
    """Those that the other has in the reach of a negation: "unlocked", "not locked"."""
    found = _places_of_contraries(text, other)
    return [form for form, places in found if not other.in_scope.isdisjoint(places)]


def _turned_contraries(before: Sense, after: Sense) -> Iterator[str]:
    """Where "unlocked" became "locked", or the other way round, or the same behind a negation."""
    for text, other in ((before, after), (after, before)):
        for form, places in _places_of_contraries(text, other):
            if other.in_scope.isdisjoint(places) != (form in text.heads.values()):
                yield f"“{form}” and “{other.forms[places[0]]}” say the opposite."


def _turned_decisions(before: Sense, after: Sense) -> Iterator[str]:
    """Where a decision against something comes from nowhere, or leaves nothing behind."""
    for text, other, said in (
        (before, after, "is missing"),
        (after, before, "was not there before"),
    ):
        kept = _in_both(other, text)
        denying = [
            said.word.axis for said in other.poles if said.word.denies and said.words not in kept
        ]
        if other.negations or not _DENYING_LITTLE.issuperset(denying):
            continue
        elsewhere = _in_both(text, other)
        against = next(
            (
                mark
                for mark in text.poles
                if mark.pole.decides_against and mark.words not in elsewhere
            ),
            None,
        )
        if against is not None:
            yield f"“{against.shown}” {said}."


def _moved_negations(before: Sense, after: Sense) -> Iterator[str]:
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


def _turned_extents(before: Sense, after: Sense) -> Iterator[str]:
    mine, theirs = dict(before.quantifiers), dict(after.quantifiers)
    for kind, old in mine.items():
        for other, new in theirs.items():
            if kind not in theirs and other not in mine and {kind, other} in _OTHER_EXTENTS:
                yield _became(old, new)
    for some, others, text in ((mine, theirs, after), (theirs, mine, before)):
        excluded = any(said.word == _EXCLUDED for said in text.poles)
        if _EXCEPTING in some and _EXCEPTING not in others and not excluded:
            said = "is missing" if text is after else "was not there before"
            yield f"“{some[_EXCEPTING]}” {said}."


def _lost_claims(before: Sense, after: Sense) -> Iterator[str]:
    """Where nobody says or thinks any more what somebody said or thought, or a court finds it."""
    said = {mark.shown.casefold() for mark in after.attributions}
    found = {m.shown.casefold() for m in after.attributions if m.words in after.findings}
    new = said - found - {mark.shown.casefold() for mark in before.attributions}
    first = [(claim, before.forms[claim.words[0]]) for claim in before.claims]
    lost = [claim for claim, form in first if not any(akin(form, word) for word in after.forms)]
    if lost and not new:
        yield f"Whose word it is (“{lost[0].shown}”) is missing."


def _lost_limits(before: Sense, after: Sense) -> Iterator[str]:
    """Where "only" is gone and nothing else excludes the others."""
    mine, theirs = dict(before.quantifiers), dict(after.quantifiers)
    denied = len(after.negations) > len(before.negations) or "one" in theirs
    denied = denied or ("required" in _duties(after) and "required" not in _duties(before))
    if "only" in mine and "only" not in theirs and not denied:
        yield f"“{mine['only']}” is missing."


def _added_limits(before: Sense, after: Sense) -> Iterator[str]:
    """Where "only" came and nothing excluded others before."""
    mine, theirs = dict(before.quantifiers), dict(after.quantifiers)
    excluded = before.negations or before.modals or _LIMITING & mine.keys() or before.conditions
    excluded = excluded or _duties(before) or any(said.word.denies for said in before.poles)
    excluded = excluded or any(said.word.axis in _LIMITING_SENSES for said in before.poles)
    if "only" in theirs and not excluded:
        yield f"“{theirs['only']}” was not there before."


def _other_conditions(before: Sense, after: Sense) -> Iterator[str]:
    """Where what depended on something no longer does, or now does."""
    if before.conditions and not after.conditional:
        yield f"The condition ({before.conditions[0].shown}) is missing."
    if after.conditions and not before.conditional:
        yield f"The condition ({after.conditions[0].shown}) was not there before."


def _turned_terms(before: Sense, after: Sense, flagged: Sequence[Span]) -> Iterator[str]:
    """Where a term of the law came in place of another. A flagged one may become the shorter one
    that it begins with ("appeal on points of law", "appeal")."""
    mine = {term.name for term in before.terms}
    theirs = {term.name for term in after.terms}
    poles = {said.pole for said in before.poles}
    for term in after.terms:
        same_side = any(
            said.pole in poles for said in after.poles if not set(term.words).isdisjoint(said.words)
        )
        if term.name in mine or same_side:
            continue
        lost = [other for other in before.terms if other.name not in theirs]
        shorter = any(
            other.name.startswith(term.name + " ")
            and any(other.start < span.end and span.start < other.end for span in flagged)
            for other in lost
        )
        if lost and not shorter:
            yield f"The term of the law “{lost[0].shown}” became “{term.shown}”."
        elif not lost and term.name in after.offences:
            yield f"The term of the law “{term.shown}” was not there before."
