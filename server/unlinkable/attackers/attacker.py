"""Whoever attacks a draft, with what they have: an index, originals, other rulings. Asks the cheap
questions: is its original recognised, can its masks be read off it, can they be guessed from
other rulings; also of one version of a draft after another, and as a part of its report. Must
know nothing of models, files and how reports look."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain

from unlinkable.attackers.infilling import Filled
from unlinkable.attackers.reading_off import ReadOff, is_original, read_off
from unlinkable.attackers.rulings import NEAREST, Near, Rulings, Texts
from unlinkable.attackers.votes import Guess, Voter, Voters
from unlinkable.draft import Draft, Span
from unlinkable.draft.draft import Gap, gaps
from unlinkable.draft.masks import Masks
from unlinkable.findings.bm25 import Vocabulary, WordScores
from unlinkable.findings.guessable_mask import SHOWN_RULINGS, SHOWN_SHARE, GuessableMask
from unlinkable.findings.leading import MARGIN, Recognition, recognition
from unlinkable.findings.report import Accepts, Report
from unlinkable.stopping import Stop, StoppedError, never
from unlinkable_index.index import Index

_NEARER = 4
"""The power to which nearness is taken as the weight of a vote: the nearest rulings count most."""
_WITNESSES = 10
_ALL_READ = 1 << 17
"""In a collection of so many documents it is faster to read all that a word gives than to skip."""
_LIKE_IT = 5
"""So many of the nearest rulings may be the original under another name; they are left out too."""


@dataclass(frozen=True)
class AtMask:
    """What is found out at one mask (``number``, from 1 on) of a draft.

    ``gap`` is shared with the masks beside it that no word parts from it, of which it is number
    ``place``, from 0 on. ``read``: off the original; ``guesses``: from other rulings, the most
    votes first; ``filled``: by a model. None and () also where that was not asked.
    """

    number: int
    mask: Span
    gap: Gap
    place: int
    read: ReadOff | None = None
    guesses: tuple[Guess, ...] = ()
    filled: Filled | None = None

    @property
    def guessable(self) -> GuessableMask | None:
        """The best guess as a finding; None where there is none that is sure enough."""
        if not self.guesses:
            return None
        best = self.guesses[0]
        voters = best.voters
        found = GuessableMask(self.mask, best.text, best.share, len(voters), voters[:_WITNESSES])
        sure = best.share >= SHOWN_SHARE and len(voters) >= SHOWN_RULINGS
        return found if sure else None


class ModelShown(Enum):
    """What a model is shown, as the published attacks number it."""

    NOTHING = 1
    GENERAL = 2
    OTHERS = 3
    ORIGINAL = 4


@dataclass(frozen=True)
class ModelAsked:
    """The masks that a model was asked about: so many were ``tried``, of so many in all."""

    level: ModelShown
    tried: int
    of: int


@dataclass(frozen=True)
class Attacked:
    """What was found out from a draft.

    - ``recognition``: how the source that was named fares before a searcher who ranks, or else the
      document ranked first; None where the index has no word of the draft;
    - ``source``: the number of the document that masks were read off and that was left out of the
      guessing: the one named, else the one recognised; None where there is none;
    - ``originals``: whether texts of originals were at hand, ``text_at_hand`` that of the source;
    - ``rulings``: how many other rulings were looked into; None where none were handed in;
    - ``masks``: what was found out at each of the masks that were asked about;
    - ``by_model``: what a model was asked; None where none was.
    """

    draft: Draft
    recognition: Recognition | None
    source: int | None
    originals: bool
    text_at_hand: bool
    rulings: int | None
    masks: tuple[AtMask, ...]
    by_model: ModelAsked | None = None

    @property
    def recognised(self) -> bool:
        """Whether a searcher who ranks finds an original first, and by more than chance would have
        any text find one."""
        fares = self.recognition
        return fares is not None and fares.recognised and fares.words.lead >= 1 + MARGIN

    @property
    def guessable(self) -> tuple[GuessableMask, ...]:
        """The masks that can be guessed."""
        return tuple(found for one in self.masks if (found := one.guessable))


@dataclass(frozen=True)
class Attacker:
    """``index``: of the originals. ``originals``: texts of originals, where the attacker has them.
    ``background``: other rulings, likewise. ``masks``: what counts as a mask in them."""

    index: Index
    originals: Texts | None = None
    background: Rulings | None = None
    masks: Masks | None = None

    def attack(
        self,
        draft: Draft,
        source: int | None = None,
        original: str | None = None,
        only: frozenset[int] = frozenset(),
        stop: Stop = never,
    ) -> Attacked:
        """Attack a draft.

        - ``source``: the number of the document that it was made from, where that is known;
        - ``original``: the text of that document, where it lies beside the draft;
        - ``only``: the numbers of the masks to attack, from 1 on; none: all.

        Raises UserError when the index is damaged, and StoppedError once ``stop`` is true.
        """
        fares = self._recognition(draft, source)
        taken = source if fares is None else fares.document
        ids = () if taken is None else self.index.document(taken).ids
        found = gaps(draft)
        number, wanted = 0, []
        for gap in found:
            for place, mask in enumerate(gap.masks):
                number += 1
                if not only or number in only:
                    wanted.append(AtMask(number, mask, gap, place))
        text = original
        if text is None and self.originals is not None:
            text = self.originals.of(ids)
        read = dict(zip(found, read_off(draft, found, text), strict=True)) if text else {}
        guesses, rulings = self._guesses(draft, {one.gap for one in wanted}, ids, stop)
        return Attacked(
            draft,
            fares,
            taken,
            self.originals is not None or original is not None,
            text is not None,
            rulings,
            tuple(
                replace(one, read=read.get(one.gap), guesses=guesses.get(one.gap, ()))
                for one in wanted
            ),
        )

    def voters(self, draft: Draft, source: int | None) -> Voters | None:
        """The rulings nearest to a draft, the document ``source`` left out (None: the one ranked
        first), ready to vote; None where there are none. Raises UserError."""
        near = self.nearest(draft, self.left_out(draft, source))
        return self._voting(near) if near else None

    def near(self, draft: Draft, source: int | None) -> tuple[Near, ...]:
        """The rulings nearest to a draft, the document ``source`` left out; none where the attacker
        has no other rulings. Raises UserError when the index is damaged."""
        ids = () if source is None else self.index.document(source).ids
        return self.nearest(draft, self._with_copies(draft, ids))

    def left_out(self, draft: Draft, source: int | None) -> frozenset[str]:
        """The ids of the records that a draft is taken to be made from: the document ``source``
        (None: the one ranked first), and what is this under another name. Raises UserError when the
        index is damaged."""
        if source is None:
            fares = self._recognition(draft, None)
            source = None if fares is None else fares.document
        ids = () if source is None else self.index.document(source).ids
        return self._with_copies(draft, ids)

    def nearest(
        self, draft: Draft, without: frozenset[str], count: int = NEAREST
    ) -> tuple[Near, ...]:
        """The rulings nearest to a draft but those of some records; none where the attacker has no
        other rulings. Raises UserError when the index is damaged."""
        return () if self.background is None else self.background.nearest(draft, without, count)

    def _recognition(self, draft: Draft, source: int | None) -> Recognition | None:
        vocabulary = Vocabulary(draft)
        all_read = self.index.documents <= _ALL_READ
        words = WordScores(vocabulary.forms, self.index) if all_read else None
        return recognition(draft, self.index, vocabulary, source, words)

    def _guesses(
        self, draft: Draft, wanted: set[Gap], without: tuple[str, ...], stop: Stop
    ) -> tuple[dict[Gap, tuple[Guess, ...]], int | None]:
        """The guesses in each gap, and how many rulings were looked into."""
        if self.background is None:
            return {}, None
        near = self.nearest(draft, self._with_copies(draft, without))
        if not near or not wanted:
            return {}, len(near)
        asked = self._voting(near)
        guesses: dict[Gap, tuple[Guess, ...]] = {}
        for gap in wanted:
            if stop():
                raise StoppedError
            guesses[gap] = asked.guesses(gap)
        return guesses, len(near)

    def _with_copies(self, draft: Draft, ids: Sequence[str]) -> frozenset[str]:
        """Some ids, with those of the rulings that may be the original under another name."""
        if self.background is None:
            return frozenset(ids)
        near = self.background.nearest(draft, ids, _LIKE_IT)
        known = gaps(draft)
        copies = (one.ids for one in near if is_original(draft, known, one.text))
        return frozenset(chain(ids, *copies))

    def _voting(self, near: Sequence[Near]) -> Voters:
        voters = [Voter(one.id, one.text, weight(one, near[0])) for one in near]
        return Voters(voters, self.masks)


def weight(ruling: Near, nearest: Near) -> float:
    """The weight of a ruling's vote, 0 to 1."""
    return (ruling.score / nearest.score) ** _NEARER


def with_guessable(
    report: Report, attacker: Attacker, accepts: Accepts | None = None, stop: Stop = never
) -> Report:
    """A report, and now the masks that ``attacker`` guesses from other rulings. Of these the source
    is left out, or else the document that the whole draft ranks first. Those that ``accepts`` is
    true of are told apart.

    Raises UserError when the index is damaged, and StoppedError once ``stop`` is true.
    """
    found = attacker.attack(report.draft, report.question.source, stop=stop).guessable
    accepted = [one for one in found if accepts and accepts(one)]
    left = tuple(one for one in found if one not in accepted)
    return replace(report, guessable=left, accepted=(*report.accepted, *accepted))


_READ = 150
"""So many rulings are read where one is missing: the next versions will have most of these."""


class VotersOfVersions:
    """The rulings of an attacker before the versions of one draft that was made from ``source``;
    None: from the document that it ranks first."""

    def __init__(self, attacker: Attacker, draft: Draft, source: int | None) -> None:
        """Raises UserError when the index is damaged."""
        self._attacker = attacker
        self._left_out = attacker.left_out(draft, source)
        self._read: set[str] = set()
        self._voters = Voters([], attacker.masks)

    def of(self, version: Draft) -> Voters | None:
        """Those that vote on a version; None where there are none. Raises UserError when the index
        is damaged."""
        near = self._attacker.nearest(version, self._left_out)
        if not near:
            return None
        if not self._read.issuperset(one.id for one in near):
            more = self._attacker.nearest(version, self._left_out, _READ)
            new = [Voter(one.id, one.text, 0.0) for one in more if one.id not in self._read]
            self._read.update(voter.id for voter in new)
            self._voters = self._voters.joined_by(new)
        return self._voters.weighing({one.id: weight(one, near[0]) for one in near})
