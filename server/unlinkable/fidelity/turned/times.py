"""Whether what happened at a time is now said to have happened at another one.

Where the same thing is named behind a word of time in both texts, these words must agree. Where
nothing that was said before tells of before and after, nothing may be before something else;
otherwise `opposites` compares.
"""

from collections.abc import Iterator

from unlinkable.fidelity.akin import akin
from unlinkable.fidelity.sense.sense import Said, Sense

_ORDER, _BEFORE, _AFTER = "order", "before", "after"
_SPAN = "from_until"
_OF_TIME = {_ORDER, _SPAN, "limits", "time_limit", "day_named", "sequence"}
_LATE = "late"
_CONTENT = 4  # letters of a word that says something
_STAGE, _PENDING = "stage", "pending"


def other_moments(before: Sense, after: Sense) -> Iterator[str]:
    """Where something was before, during or after what is named, and is so no longer."""
    for word, mine in before.moments.items():
        for other, theirs in after.moments.items():
            if akin(word, other) and mine.isdisjoint(theirs):
                yield f"Whether it was before, during or after “{other}” has changed."
                return


def other_times(before: Sense, after: Sense) -> Iterator[str]:
    """Where something is said to be before something else, of which nothing was said, or after what
    was still going on."""
    yield from _no_longer_pending(before, after)
    yield from _beside_masks(before, after)
    if any(said.word.axis in _OF_TIME and said.word.side != _LATE for said in before.poles):
        return
    until = {said.words for said in after.poles if said.word.axis == _SPAN}
    for said in after.poles:
        if said.words in until:  # how long something was so, not when
            continue
        if _stood(said, before, after):  # "before the court", then as well
            continue
        if said.word == (_ORDER, _BEFORE) and _leads_on(said, after) and not _denied(said, after):
            yield f"“{said.shown}” was not there before."
            return


def _beside_masks(before: Sense, after: Sense) -> Iterator[str]:
    """Where a mask, perhaps a date, is now said to come before or after, and nothing was said of
    before and after: "by [REDACTED]", "after [REDACTED]"."""
    if any(said.word.axis in {_ORDER, _SPAN} for said in before.poles) or before.moments:
        return
    for said in after.poles:
        beside = said.word.axis == _ORDER and said.words[-1] in after.before_masks
        if beside and not _denied(said, after):
            yield f"“{said.shown}” was not there before."


def _stood(said: Said, before: Sense, after: Sense) -> bool:
    """Whether the same word stood before the same, perhaps to say before whom."""
    last = said.words[-1]
    next_word = _behind(last, after)
    places = (n for n, form in enumerate(before.forms) if form == after.forms[last])
    return any(_behind(place, before) == next_word for place in places)


def _behind(number: int, text: Sense) -> str:
    """The first word behind another one that says something, or ''."""
    behind = text.forms[number + 1 :]
    return next((form for form in behind if len(form) >= _CONTENT), "")


def _no_longer_pending(before: Sense, after: Sense) -> Iterator[str]:
    if (_STAGE, _PENDING) not in {said.word for said in before.poles}:
        return
    if (_ORDER, _AFTER) not in {said.pole for said in before.poles}:
        new = (said for said in after.poles if said.word == (_ORDER, _AFTER))
        yield from (f"“{said.shown}” was not there before." for said in new)


def _leads_on(said: Said, text: Sense) -> bool:
    """Whether words of its clause follow, or a mask: not "as before"."""
    last, following = said.words[-1], said.words[-1] + 1
    if last in text.before_masks:
        return True
    return following < len(text.forms) and text.clauses[following] == text.clauses[following - 1]


def _denied(said: Said, text: Sense) -> bool:
    """Whether a negation stands right before it, or one that need not be said: "not before"."""
    return any(mark.loose or mark.words[-1] == said.words[0] - 1 for mark in text.negations)
