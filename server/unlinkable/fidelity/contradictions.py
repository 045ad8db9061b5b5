"""Whether one text turns what another one says: a decision, a duty, a negation, an amount, a term;
with which words are one word with other endings. Compares what `sense` read of both; must know
no tables but what stands there."""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from typing import TypeVar

from unlinkable.draft import Span, touches
from unlinkable.fidelity.sense import Mark, ModalVerb, PoleMark, Sense, TermMark
from unlinkable.language import Pole
from unlinkable.language.thesaurus import Thesaurus

_PLAIN = str.maketrans("äöü", "aou")
_INFLECTING = ("ern", "es", "en", "er", "em", "e", "n", "s")


def are_inflections(word: str, other: str) -> bool:
    """Whether two words differ in their endings at most, and in dots over vowels ("Mangel",
    "Mängel")."""
    if word[:4] != other[:4]:  # of most words, and soon seen
        if word[:1] != other[:1] or (word.isascii() and other.isascii()):
            return False
        word, other = word.translate(_PLAIN), other.translate(_PLAIN)
        if word[:4] != other[:4]:
            return False
    begins = max(4, len(word) - 3)
    return other[:begins] == word[:begins] and abs(len(word) - len(other)) <= 3


def has_inflection(word: str, others: Collection[str]) -> bool:
    """Whether it is one of ``others``, with other endings or the same: most that stay are."""
    return word in others or any(are_inflections(word, other) for other in others)


def uninflected(word: str) -> str:
    """A German word without an ending of number and case, if it has one: "Geldes", "Kosten"."""
    found = next((ending for ending in _INFLECTING if word.endswith(ending)), "")
    return word.removesuffix(found)


_STEM = 5  # letters of the shortest stem, and of the longest ending


def other_prefixes(before: Sense, after: Sense) -> Iterator[str]:
    """Where "unlocked" became "locked", or the other way round, with nothing near that denies."""
    for text, other in ((before, after), (after, before)):
        for form, places in _without_prefix(text, other):
            if other.in_scope.isdisjoint(places):
                yield f"“{form}” and “{other.forms[places[0]]}” say the opposite."


def said_with_negation(text: Sense, other: Sense) -> list[str]:
    """Those that the other has in the reach of a negation: "unlocked", "not locked"."""
    found = _without_prefix(text, other)
    return [form for form, places in found if not other.in_scope.isdisjoint(places)]


def _without_prefix(text: Sense, other: Sense) -> Iterator[tuple[str, list[int]]]:
    """The words with a negative prefix that only ``text`` has, and where the other has the same
    without it."""
    for form, stem in text.prefixed.items():
        if has_inflection(form, other.forms):
            continue
        places = [
            number
            for number, word in enumerate(other.forms)
            if word == stem
            or (_derived(stem, word) and word not in text.forms and word not in other.prefixed)
        ]
        if places:
            yield form, places


def _derived(stem: str, word: str) -> bool:
    """Whether two words differ in their endings at most, also such as make nouns of verbs."""
    begins = max(_STEM, len(stem) - 2)
    more = len(word) - len(stem)
    return are_inflections(stem, word) or (word[:begins] == stem[:begins] and 0 <= more <= _STEM)


Thing = TypeVar("Thing")
Value = TypeVar("Value", bound=Hashable)


def surplus(
    things: Iterable[Thing], allowed: Counter[Value], value: Callable[[Thing], Value]
) -> list[Thing]:
    """Of ``things`` with the same ``value`` those after the first ``allowed`` ones, in order."""
    left = allowed.copy()
    more = []
    for thing in things:
        left[value(thing)] -= 1
        if left[value(thing)] < 0:
            more.append(thing)
    return more


_DENYING_NOTHING = {
    *("beginning", "frequency", "number", "addition", "challenge", "time_limit", "care", "share"),
    *("duration", "completeness", "honesty", "morals", "democracy", "loyalty", "strength"),
    *("sameness", "similarity"),
}
"""Axes of which no side can stand for a negation."""
_DENYING_LITTLE = {*_DENYING_NOTHING, "limits", "payment", "performance", "favour"}
"""Axes of which no side can stand for a decision against something."""
_SELDOM_DENYING = {
    *("favour", "work", "office", "imposition", "bank", "enforcement", "marriage", "holding")
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


def other_negations(before: Sense, after: Sense) -> Iterator[str]:
    """Where a negation went, or came, and nothing denies or affirms in its place."""
    mine, theirs = _unexplained(before, after), _unexplained(after, before)
    lost = only_in(before, after) + len(said_with_negation(before, after))
    gained = only_in(after, before) + len(said_with_negation(after, before))
    if len(mine) > len(theirs) + gained:
        yield f"A negation ({mine[0].shown}) is missing."
    if len(theirs) > len(mine) + lost:
        yield f"A negation ({theirs[0].shown}) was not there before."


def _unexplained(text: Sense, other: Sense) -> list[Mark]:
    """The negations of ``text`` but those of poles and duties that the other has as well."""
    there, there_too = {said.pole for said in other.poles}, duties(other)
    marks: list[Mark] = [said for said in text.poles if said.pole in there]
    marks += [mark for duty, mark in duties(text).items() if duty in there_too]
    explained = {number for mark in marks for number in mark.negations}
    return [
        mark
        for number, mark in enumerate(text.negations)
        if number not in explained and not mark.repeats
    ]


_CHECKS = (other_poles, other_decisions, other_negations, other_prefixes)
_OTHER_EXTENTS = (  # kinds of quantifiers that cannot stand for each other
    *({"all", other} for other in ("some", "someone", "most", "few", "one", "only")),
    *({"some", other} for other in ("both", "one", "most", "few", "only")),
    *({"many", other} for other in ("one", "only", "few")),
    *({"most", "few"}, {"most", "one"}, {"both", "one"}, {"each", "total"}),
)


def contradictions(
    before: Sense, after: Sense, flagged: Sequence[Span], thesaurus: Thesaurus | None = None
) -> list[str]:
    """Every reason why ``after`` says the opposite of ``before`` or something else. Only in
    ``flagged`` words may a denied modal verb be denied without it ("could not find", "found no").
    """
    reasons = [
        *other_duties(before, after, flagged),
        *_other_terms(before, after, flagged, thesaurus),
        *_other_extents(before, after),
        *(reason for check in _CHECKS for reason in check(before, after)),
    ]
    return [*dict.fromkeys(reasons)]


def unprompted(before: Sense, text: Sense) -> Iterator[Mark]:
    """The negations and modal verbs of ``text``, a rewriting or its beginning, for which nothing
    in ``before`` can be a reason."""
    if not before.negations and not any(said.pole.denies for said in before.poles):
        yield from text.negations
    moods = {modal.mood for modal in before.modals}
    if not any(said.pole in DUTIES for said in before.poles):
        yield from (m for m in text.modals if m.mood not in SOFT and m.mood not in moods)


def _other_extents(before: Sense, after: Sense) -> Iterator[str]:
    """Where something was said of all, and is now said of some, or the like."""
    mine, theirs = before.quantifiers, after.quantifiers
    for kind, old in mine.items():
        for other, new in theirs.items():
            if kind not in theirs and other not in mine and {kind, other} in _OTHER_EXTENTS:
                yield became(old, new)


def _other_terms(
    before: Sense, after: Sense, flagged: Sequence[Span], thesaurus: Thesaurus | None
) -> Iterator[str]:
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
            other.name.startswith(term.name + " ") and touches(other, flagged) for other in lost
        )
        if lost and not shorter:
            yield f"The term of the law “{lost[0].shown}” became “{term.shown}”."
        elif not lost and term.name in after.offences and not _said(term, before, thesaurus):
            yield f"The term of the law “{term.shown}” was not there before."


def _said(term: TermMark, text: Sense, thesaurus: Thesaurus | None) -> bool:
    """Whether a word of a text says what an offence says: "stolen", "theft"."""
    return thesaurus is not None and all(
        any(are_inflections(word, form) or thesaurus.same(word, form) for form in text.forms)
        for word in term.name.split()
    )
