"""Whether one text denies what another affirms: negations lost or added.

Negations of which the senses and duties of words already tell are left to `opposites` and
`duties`.
"""

from collections.abc import Iterator

from unlinkable.fidelity.contradictions.duties import duties
from unlinkable.fidelity.contradictions.negative_prefixes import said_with_negation
from unlinkable.fidelity.contradictions.opposites import only_in
from unlinkable.fidelity.sense.sense import Mark, Sense


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
