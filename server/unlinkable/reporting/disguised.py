"""What is said of words that are not written as they are seen.

Told beside the findings, and none of them: such words are checked as they are seen. Knows the kinds
of disguises and their names; must know nothing of the form of a report.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from unlinkable.draft import Disguise, DisguiseKind, Draft, disguises
from unlinkable.reporting.where import Where

_WRITTEN_WITH = {
    DisguiseKind.NOTHING: "characters that show nothing",
    DisguiseKind.BLANK: "characters that show a blank to some readers and nothing to others",
    DisguiseKind.LOOK_ALIKE: "letters that look like others",
    DisguiseKind.MARK: "marks that belong to no letter",
    DisguiseKind.MARKUP: "markup that shows nothing",
}
MEANING = "They are checked as a reader sees them."
_PLACES = 5


@dataclass(frozen=True)
class DisguisedWord:
    """A word that is not written as it is seen, in plain values; offsets are code points.

    ``kind`` is one of "shows-nothing", "blank-or-nothing", "look-alike", "loose-mark" and
    "hidden-markup"; ``read_as`` is the word that was checked.
    """

    kind: str
    start: int
    end: int
    text: str
    read_as: str


def disguised_places(draft: Draft) -> tuple[DisguisedWord, ...]:
    """The disguised words of a draft, in order."""
    return tuple(
        DisguisedWord(
            one.kind.value,
            one.span.start,
            one.span.end,
            draft.text[one.span.start : one.span.end],
            one.read_as,
        )
        for one in disguises(draft)
    )


def disguised_words(draft: Draft, where: Where) -> Iterator[str]:
    """A sentence for each kind of disguise, with the places of the first ones."""
    everything = disguises(draft)
    for kind, written_with in _WRITTEN_WITH.items():
        found = [one for one in everything if one.kind is kind]
        if not found:
            continue
        words = "1 word is" if len(found) == 1 else f"{len(found):,} words are"
        places = [where.briefly(one.span.start) for one in found[:_PLACES]]
        more = f" and {len(found) - _PLACES:,} more" if len(found) > _PLACES else ""
        yield f"{words} written with {written_with}, at {', '.join(places)}{more}."


def disguised_word(disguise: Disguise) -> str:
    """A sentence on one such word that does not tell it."""
    return f"This word is written with {_WRITTEN_WITH[disguise.kind]}; it is checked as it is seen."
