"""What a table of wordings says: what stands, what may stand instead, where, and with what effect.

Knows nothing of how tables are written, nor of the texts they are held against.
"""

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
        """One line for a clerk: "»on account of« says the same as »because of«"."""
        if self.effect is Effect.DROPS:
            return f"»{self.before.strip(' ,')}« {self.effect.value}"
        if self.effect is Effect.SAYS_LESS and not self.after:
            return f"without »{self.before}« it says less"
        return f"»{self.after}« {self.effect.value} »{self.before}«"
