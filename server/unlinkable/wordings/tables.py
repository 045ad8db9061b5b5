"""What a table of wordings says, what stands, what may stand instead, where and with what effect,
and how it is written: text files for people to read, one entry or pair a line.

    # a comment
    ## kind: prepositions | then DET NAME        title of what follows, and conditions for all of it
    The hearing was moved {on account of → because of / owing to} the storm.
    {As regards ↔ Regarding} the costs, he said nothing. | after START
    commence → begin / start | The works {commenced → began / started} in May. | not then of

A line is an example with the change in braces. ``→`` holds one way, ``↔`` each way among all that
it joins; nothing behind the arrow drops the words. What stands before the example, if anything, is
the entry in general: the bare forms of verbs, or words in capitals for any word of a class. What
stands behind it are conditions, divided by semicolons: ``then`` and ``after`` name what must follow
or precede, ``not then`` and ``not after`` what must not; ``usual``, that other rulings must have
the new words between the same neighbours; ``else usual``, that they must where the neighbours are
others than ``then`` and ``after`` name. Words in capitals are classes (``classes.words``) or NAME,
NUMBER, MASK, WORD, START, END; ``*ing`` is any word with that ending. A line ``not yet read by a
native speaker`` says so of the table. Must know nothing of the texts that it is held against.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum, IntEnum


class Effect(Enum):
    """What a substitute does to the words; the value is how a clerk is told."""

    REPLACES = "says the same as"
    REORDERS = "says the same in another order as"
    LENGTHENS = "says the same in more words as"
    DROPS = "can go"
    LIES_IN = "is the larger place around"
    SAYS_LESS = "says less than"
    MAY_SAY = "is, as a list has it, another word for"


class Harm(IntEnum):
    """How much a reader may miss, least first; whoever chooses among alternatives begins there.
    What is less exact than it was comes after all that says the same, then what nobody has judged,
    and then a mask."""

    REPLACED = 1
    REORDERED = 2
    LENGTHENED = 3
    DROPPED = 4
    LESS_EXACT = 5
    TO_BE_JUDGED = 6


_HARMS = {
    Effect.REPLACES: Harm.REPLACED,
    Effect.REORDERS: Harm.REORDERED,
    Effect.LENGTHENS: Harm.LENGTHENED,
    Effect.DROPS: Harm.DROPPED,
    Effect.LIES_IN: Harm.LESS_EXACT,
    Effect.SAYS_LESS: Harm.LESS_EXACT,
    Effect.MAY_SAY: Harm.TO_BE_JUDGED,
}


SYNONYMS = "synonyms to be judged"
"""The kind of the entries that somebody gives, and that may say the same."""


class Neighbour(Enum):
    """Which neighbour of an entry a condition looks at; the value is the word of the tables."""

    BEHIND = "then"
    AHEAD = "after"


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that a neighbour of the entry must be, or must not be where ``refused``.

    - ``words``: words in small letters and single marks;
    - ``sorts``: what is told by looks: NAME, NUMBER, MASK, WORD (an ordinary word), START and END
      (of a sentence), and endings after an asterisk.
    """

    side: Neighbour
    words: frozenset[str]
    sorts: frozenset[str]
    refused: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a table.

    - ``stands``, ``instead``: what stands in a text, and what each it may become;
    - ``conditions``: where they hold;
    - ``kind``: the title of the table;
    - ``example``: a sentence with the change in braces, ``{before → after / after}``;
    - ``place``: the table and the line;
    - ``read``: whether a native speaker has read the table;
    - ``usual``: whether it holds only where other rulings have the new words so, between the same
      neighbours: that tells the grammar which the table leaves open;
    - ``elsewhere``: whether it holds so, too, among other neighbours than ``conditions`` ask for,
      but for those that they refuse.
    """

    kind: str
    stands: str
    instead: tuple[str, ...]
    conditions: tuple[Condition, ...]
    example: str
    place: str
    read: bool
    usual: bool = False
    elsewhere: bool = False

    @property
    def among_others(self) -> "Entry":
        """The entry as it holds among neighbours that it does not name."""
        refusing = tuple(condition for condition in self.conditions if condition.refused)
        return replace(self, conditions=refusing, usual=True, elsewhere=False)


@dataclass(frozen=True, slots=True)
class Derivation:
    """How a substitute came about.

    - ``before``, ``after``: a wording, and what it became;
    - ``effect``: what that does to the sense;
    - ``kind``, ``place``, ``read``: the table and its line, see `Entry`.
    """

    kind: str
    before: str
    after: str
    effect: Effect
    place: str
    read: bool

    @property
    def harm(self) -> Harm:
        return _HARMS[self.effect]

    @property
    def reason(self) -> str:
        """One line for a clerk: “on account of” says the same as “because of”."""
        if self.effect is Effect.DROPS:
            return f"“{self.before.strip(' ,')}” {self.effect.value}"
        if self.effect is Effect.SAYS_LESS and not self.after:
            return f"without “{self.before}” it says less"
        return f"“{self.after}” {self.effect.value} “{self.before}”"


SORTS = frozenset(["NAME", "NUMBER", "MASK", "WORD", "START", "END"])
UNREAD = "not yet read by a native speaker"
_USUAL, _ELSEWHERE = "usual", "else usual"
Classes = Mapping[str, frozenset[str]]

_ARROWS = re.compile(r"\s*([→↔])\s*")
_CHANGE = re.compile(r"\{([^{}]*)\}")


class TableError(ValueError):
    """A line of a table that cannot be read; the message says which, and why."""


@dataclass(frozen=True)
class _Title:
    """What the title of a part of a table says for each of its lines."""

    kind: str
    conditions: tuple[Condition, ...]
    usual: bool = False


def read_classes(text: str) -> dict[str, frozenset[str]]:
    """Classes of words, from lines of ``NAME: word word OTHER-CLASS``, each from those before."""
    classes: dict[str, frozenset[str]] = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            name, _, words = line.partition(":")
            members: set[str] = set(classes.get(name, ()))
            for word in words.split():
                members |= classes.get(word, {word})
            classes[name] = frozenset(members)
    return classes


def read_table(text: str, name: str, classes: Classes) -> Iterator[Entry]:
    """The entries of one table; ``name`` is for messages. Raises TableError."""
    title = _Title("", ())
    read = True
    conditions_of = _Conditions(classes)
    for number, line in enumerate(text.splitlines(), 1):
        place = f"{name}:{number}"
        if line == UNREAD:
            read = False
        elif line.startswith("## kind:"):
            kind, _, conditions = line.removeprefix("## kind:").partition("|")
            rest, usual = _without(conditions, _USUAL)
            title = _Title(kind.strip(), conditions_of(rest, place), usual)
        elif line.strip() and not line.startswith("#"):
            yield from _entries(line, place, title, conditions_of, read)


def example_sides(example: str) -> tuple[str, ...]:
    """The sentence with each of the wordings in its braces, the one that stands first.

    Where nothing is left in the braces, a space goes too, and a sentence begins with a capital.
    """
    match = _CHANGE.search(example)
    if match is None:
        raise TableError(f"no braces in {example!r}")
    _, stands, instead = _arrow(match[1], "")
    sides = []
    for side in (stands, *instead):
        ahead, behind = example[: match.start()], example[match.end() :]
        if not side and (not ahead or ahead.endswith(" ")):
            behind = behind.lstrip()
        sentence = ahead + side + behind
        sides.append(sentence[:1].upper() + sentence[1:])
    return tuple(sides)


def _entries(
    line: str, place: str, title: _Title, conditions_of: "_Conditions", read: bool
) -> Iterator[Entry]:
    fields = [field.strip() for field in line.split(" | ")]
    at = next((number for number, field in enumerate(fields) if _CHANGE.search(field)), None)
    if at is None or at > 1 or len(fields) > at + 2:
        raise TableError(f"{place}: not 'entry | example with braces | conditions'")
    example = fields[at]
    match = _CHANGE.search(example)
    assert match is not None
    arrow, stands, instead = _arrow(fields[0] if at else match[1], place)
    if not at and match.start() == 0:
        stands, instead = _lowered(stands), tuple(map(_lowered, instead))
    own = fields[at + 1] if len(fields) > at + 1 else ""
    own, usual = _without(own, _USUAL)
    own, elsewhere = _without(own, _ELSEWHERE)
    usual = usual or title.usual
    conditions = (*title.conditions, *conditions_of(own, place))
    if arrow == "→":
        yield Entry(title.kind, stands, instead, conditions, example, place, read, usual, elsewhere)
        return
    members = (stands, *instead)
    inside = _ARROWS.split(match[1])[::2]
    shown = [side for part in inside for side in part.split(" / ")]
    for number, member in enumerate(members):
        others = (*members[:number], *members[number + 1 :])
        turned = " / ".join((*shown[:number], *shown[number + 1 :]))
        turned_example = (
            f"{example[: match.start()]}{{{shown[number]} → {turned}}}{example[match.end() :]}"
        )
        yield Entry(
            title.kind, member, others, conditions, turned_example, place, read, usual, elsewhere
        )


def _without(conditions: str, word: str) -> tuple[str, bool]:
    """The conditions without ``word``, and whether it was among them."""
    parts = [part.strip() for part in conditions.split(";")]
    return "; ".join(part for part in parts if part != word), word in parts


def _arrow(text: str, place: str) -> tuple[str, str, tuple[str, ...]]:
    """The arrow, what stands before it, and what may stand instead."""
    parts = _ARROWS.split(text)
    arrows = set(parts[1::2])
    if len(arrows) != 1 or (arrows == {"→"} and len(parts) != 3):
        raise TableError(f"{place}: one → or several ↔ are needed in {text!r}")
    arrow = arrows.pop()
    if arrow == "→":
        return arrow, parts[0], tuple(parts[2].split(" / "))
    return arrow, parts[0], tuple(parts[2::2])


def _lowered(wording: str) -> str:
    return wording[:1].lower() + wording[1:]


class _Conditions:
    """Reads conditions; the same words mean the same object, since most lines repeat some."""

    def __init__(self, classes: Classes) -> None:
        self._classes = classes
        self._known: dict[str, tuple[Condition, ...]] = {}

    def __call__(self, text: str, place: str) -> tuple[Condition, ...]:
        """The conditions that ``text`` writes. Raises TableError."""
        if text not in self._known:
            self._known[text] = tuple(_conditions(text, self._classes, place))
        return self._known[text]


def _conditions(text: str, classes: Classes, place: str) -> Iterator[Condition]:
    for part in text.split(";"):
        names = part.split()
        if not names:
            continue
        refused = names[0] == "not"
        if refused:
            names = names[1:]
        try:
            side = Neighbour(names[0])
        except (ValueError, IndexError):
            raise TableError(f"{place}: a condition begins with 'then' or 'after'") from None
        words: set[str] = set()
        sorts: set[str] = set()
        for name in names[1:]:
            if name in SORTS or name.startswith("*"):
                sorts.add(name)
            elif name in classes:
                words |= classes[name]
            elif name == "COMMA":
                words.add(",")
            elif name.isupper() and name.isalpha() and len(name) > 1:
                raise TableError(f"{place}: no class is named {name}")
            else:
                words.add(name)
        small = frozenset(word.lower() for word in words)
        yield Condition(side, small, frozenset(sorts), refused)
