"""What a finding is, and which kinds there are: reports and editors know no more of one.

A new kind is a search of its own, a `Kind` here, and a page of rules. Knows spans and words of
drafts; must know nothing of how anything is found.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol, Self

from unlinkable.draft import Draft, Forms, Span

Moved = Callable[[Span], Span]
"""Where a span stands after a change of the text elsewhere."""
Quoted = Callable[[str], str]
"""Puts words of a draft into the quotation marks of a report."""
Words = Callable[[Span], str]
"""The words of a draft that stand at a span, quoted as the reader of a report sees them."""
Names = Callable[[tuple[int, ...]], str]
"""What documents are called, or only how many they are."""


@dataclass(frozen=True)
class Kind:
    """One kind of finding.

    - ``name``: as JSON and settings have it; ``rule``: the code of its diagnostics and results;
    - ``title``: what it is called before its words; ``one``, ``several``: when it is counted;
    - ``searcher``: who finds it; ``severity``: the setting that says how it is shown;
    - ``means``, ``because``, ``remedy``: what it is, why it leads back, and what to do: a sentence
      each.
    """

    name: str
    rule: str
    title: str
    one: str
    several: str
    searcher: str
    severity: str
    means: str
    because: str
    remedy: str

    def counted(self, count: int) -> str:
        """So many of them, for people."""
        return f"{count:,} {self.one if count == 1 else self.several}"


PHRASE = Kind(
    name="phrase",
    rule="rare-phrase",
    title="Rare phrase",
    one="phrase",
    several="phrases",
    searcher="exact",
    severity="phrase",
    means="A phrase that fewer than k originals contain.",
    because="Whoever searches the originals for this phrase finds the original of the draft, or "
    "few others.",
    remedy="Say it in other words, or mask it.",
)
COMBINATION = Kind(
    name="combination",
    rule="rare-combination",
    title="Rare combination",
    one="word in combinations",
    several="words in combinations",
    searcher="exact",
    severity="combination",
    means="A term that together with others leads to fewer than k originals.",
    because="Each of these terms is in many originals, but fewer than k contain them all.",
    remedy="Replace or mask this word or one of the others.",
)
WINDOW = Kind(
    name="window",
    rule="rare-window",
    title="Rare words near each other",
    one="word near others",
    several="words near others",
    searcher="exact",
    severity="combination",
    means="A word that stands near others of its sentence in fewer than k originals only.",
    because="Many originals contain these words, but whoever searches for them near each other "
    "finds fewer than k.",
    remedy="Replace or mask this word or one of the others.",
)
GAP = Kind(
    name="gap",
    rule="rare-gap",
    title="Rare words around a mask",
    one="word beside a mask",
    several="words beside masks",
    searcher="exact",
    severity="combination",
    means="Words on both sides of a mask that fewer than k originals have so near each other.",
    because="Whoever searches for the words before and after the mask, near each other, finds "
    "fewer than k originals.",
    remedy="Mask one of these words as well.",
)
RANKING = Kind(
    name="ranking",
    rule="leading-passage",
    title="Leading passage",
    one="leading passage",
    several="leading passages",
    searcher="ranking",
    severity="ranking",
    means="A passage that leads a searcher who ranks to the original.",
    because="Put to an engine that ranks the originals by its words, as search boxes do, the "
    "passage brings up its original first.",
    remedy="Reword or mask the words that carry the lead.",
)
GUESSABLE_MASK = Kind(
    name="guessable-mask",
    rule="guessable-mask",
    title="Guessable mask",
    one="guessable mask",
    several="guessable masks",
    searcher="guessing",
    severity="guessable",
    means="A mask whose words can be told from other rulings.",
    because="Other rulings say the same between the words on either side of the mask, so it hides "
    "nothing.",
    remedy="Mask wider, or word the sentence otherwise.",
)
KINDS = (PHRASE, COMBINATION, WINDOW, GAP, RANKING, GUESSABLE_MASK)
"""All of them, in the order in which they are told."""


class AnyFinding(Protocol):
    """Something in a draft that leads somebody back to an original.

    - ``span``, from ``start`` to ``end``: where it stands, in code points of the draft;
    - ``documents``: the numbers of those that it leads to;
    - ``places``: where something has to change for it to go;
    - ``others``: the words elsewhere that it leads back with;
    - ``marks``: the words to change, as reports mark them, in order; each lies in one sentence;
    - ``any_word``: whether it is gone once any one word of the marks is changed, or else every one.
    """

    @property
    def kind(self) -> Kind: ...
    @property
    def span(self) -> Span: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def documents(self) -> tuple[int, ...]: ...
    @property
    def places(self) -> tuple[Span, ...]: ...
    @property
    def others(self) -> tuple[Span, ...]: ...
    @property
    def marks(self) -> tuple[Span, ...]: ...
    @property
    def any_word(self) -> bool: ...

    def note(self, quoted: Quoted) -> str:
        """What its words do not tell, as the end of a sentence that begins with them, or ''."""

    def typed(self, draft: Draft) -> int:
        """How many words a searcher types to follow it."""

    def moved(self, at: Moved) -> Self:
        """The same where it stands after a change of the text elsewhere."""

    def words_in(self, draft: Draft) -> tuple[Forms, frozenset[Forms]]:
        """By what it is known again: the forms of its words, and of those elsewhere."""

    def sentence(self, words: Words, names: Names) -> str:
        """What it is and where it leads, for people, without a full stop."""

    def details(self) -> dict[str, Any]:
        """What else other programs are told of it; nothing that the draft does not say."""

    def spans(self) -> dict[str, tuple[Span, ...]]:
        """The places that other programs are told of besides its own, by what they are."""


@dataclass(frozen=True)
class Finding:
    """Words of a draft that lead back by exact search, alone or with words elsewhere.

    - ``start``, ``end``: code points of the draft; ``first_word``, ``words``: the first word of the
      draft in it, and how many they are;
    - ``df``: how many documents contain these words; ``documents``: the numbers of those that it
      leads to;
    - ``others``: where the words stand that it leads back with; none where it leads by itself;
    - ``within``: of words near each other, how near; None for all else.
    """

    kind: Kind
    start: int
    end: int
    first_word: int
    words: int
    df: int
    documents: tuple[int, ...]
    others: tuple[Span, ...] = ()
    within: int | None = None

    @property
    def span(self) -> Span:
        """Where it stands in the draft."""
        return Span(self.start, self.end)

    @property
    def places(self) -> tuple[Span, ...]:
        """Where something has to change for it to go."""
        return (self.span,)

    @property
    def marks(self) -> tuple[Span, ...]:
        """The words themselves."""
        return (self.span,)

    @property
    def any_word(self) -> bool:
        """Of a phrase any word will do."""
        return not self.others

    def note(self, quoted: Quoted) -> str:
        """How near the words stand to each other, where that is why they lead."""
        del quoted
        return "" if self.within is None else f"within {self.within} words"

    @property
    def joint_df(self) -> int | None:
        """How many documents contain it together with the others; None where it needs none."""
        return len(self.documents) if self.others else None

    def typed(self, draft: Draft) -> int:
        """How many words a searcher types to follow it."""
        return self.words + sum(len(draft.words_in(other)) for other in self.others)

    def moved(self, at: Moved) -> "Finding":
        """The same after a change of the text elsewhere."""
        start, end = at(self.span)
        return replace(self, start=start, end=end, others=tuple(map(at, self.others)))

    def words_in(self, draft: Draft) -> tuple[Forms, frozenset[Forms]]:
        """Its words, and those that it leads back with."""
        words = draft.forms[self.first_word : self.first_word + self.words]
        return words, frozenset(map(draft.forms_in, self.others))

    def sentence(self, words: Words, names: Names) -> str:
        """What it is and where it leads, for people, without a full stop."""
        others = " and ".join(map(words, self.others))
        beside = f" with {others}" if others else ""
        near = "" if self.within is None else f" within {self.within} words"
        only = names(self.documents)
        return f"{self.kind.title} {words(self.span)}{beside}{near}: only in {only}"

    def details(self) -> dict[str, Any]:
        """How many words it has and how many documents contain them, alone and with the others."""
        joint = {} if self.joint_df is None else {"joint_df": self.joint_df}
        near = {} if self.within is None else {"within": self.within}
        return {"words": self.words, "df": self.df} | joint | near

    def spans(self) -> dict[str, tuple[Span, ...]]:
        """The words that it leads back with."""
        return {"with": self.others} if self.others else {}
