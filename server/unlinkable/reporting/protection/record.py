"""The record of a run of `protect`: every change with its reason.

Values that are `SPREAD` have no name of their own in JSON: their members stand among those around
them. Holds text of the drafts, so it is confidential and goes only where the user says. Values
only: knows nothing of how they come about, and nothing of how they are shown.
"""

from dataclasses import dataclass

from unlinkable.findings.ranking import Share
from unlinkable.model.gguf.model_file import Fingerprint
from unlinkable.reporting.found import TermFound
from unlinkable.reporting.verdict import Standing


@dataclass(frozen=True)
class IndexUsed:
    """The index that drafts were checked against: how many originals, its fingerprint, and the name
    of its file where there are several."""

    documents: int
    fingerprint: str
    file: str = ""


@dataclass(frozen=True)
class SearchesAsked:
    """Which searches must not lead back. ``against``: whom drafts are protected against;
    ``ranked``: what a searcher who ranks asks."""

    k: int
    max_words: int
    max_terms: int
    term_words: int
    cross_sentences: bool
    against: tuple[str, ...]
    within: int
    ranked: str


@dataclass(frozen=True)
class Asked:
    """What was asked of every draft. Without a model ``seed`` and ``reasoning`` are None.

    ``attack_minutes``: how long a model may attack the masks (None: it does not); ``background``:
    where the rulings are that guess at them; ``labels``: which masks say what they hide.
    """

    searches: SearchesAsked
    source: str | None
    ignore_accepted: bool
    rewriter: str
    mask: str
    seed: int | None
    reasoning: bool | None
    attack_minutes: float | None = None
    background: str | None = None
    labels: str = "off"


@dataclass(frozen=True)
class Run:
    """What holds for every draft of a run: the version of Unlinkable, the date and time as in ISO
    8601, the index, the model (None: none rewrote), what was asked, and the further indexes."""

    version: str
    date: str
    index: IndexUsed
    model: Fingerprint | None
    settings: Asked
    further_indexes: tuple[IndexUsed, ...] = ()


@dataclass(frozen=True)
class Digests:
    """The SHA-256 of the text of a draft and of its protected version, and, where that is a
    document, of its file, which holds more than readers see."""

    draft: str
    output: str
    file: str = ""


@dataclass(frozen=True)
class Tally:
    """How many findings a check has, by the name of their kind (kinds with none are left out), and
    how many more someone accepted."""

    findings: dict[str, int]
    accepted: int

    @property
    def total(self) -> int:
        """How many there are, those accepted left out."""
        return sum(self.findings.values())


@dataclass(frozen=True)
class RankedTally:
    """What a searcher who ranks finds.

    - ``document``: the id of the original spoken of;
    - ``rank``, ``lead``: its own for the whole draft (None where no other original has a word of
      it);
    - ``sentences``, ``paragraphs``: how many lead there, of how many;
    - ``words``: all of it in words;
    - ``pairs_rank``: its rank by pairs of neighbouring words; None where no pair says anything.
    """

    document: str
    rank: int
    lead: float | None
    sentences: Share
    paragraphs: Share
    words: str
    pairs_rank: int | None = None

    @property
    def found_first(self) -> bool:
        """Whether it comes first for whoever ranks by the whole draft in any way."""
        return 1 in (self.rank, self.pairs_rank)


@dataclass(frozen=True)
class RobustnessTally:
    """The masks that were set (``gaps``, neighbours as one), how many of them other rulings tell
    by the index (``told``), and how many findings there are once these are filled in
    (``leading``)."""

    gaps: int
    told: int
    leading: int


@dataclass(frozen=True)
class GuessedWords:
    """Words of the draft that the model guessed behind a mask. Lines and columns count from 1;
    ``start`` and ``end`` are code points of the draft. ``still``: it guesses them in the end,
    too; else they were masked otherwise."""

    line: int
    column: int
    start: int
    end: int
    text: str
    still: bool


@dataclass(frozen=True)
class ModelTally:
    """What the model made of the masks that were set: about so many it was ``asked`` in the end (of
    the ``gaps`` of the robustness), and what it ``guessed``."""

    asked: int
    guessed: tuple[GuessedWords, ...]


@dataclass(frozen=True)
class RefusedWording:
    """A wording that failed a check (empty: there was none at all), and every reason."""

    after: str
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class ChangeMade:
    """One change. ``kind``: "reword" (from the tables), "rewrite" (by the model), "mask", or
    several of these, with "and". Lines and columns count from 1; ``start`` and
    ``end`` are code points of the draft. ``searcher``: who is kept out by it first of all."""

    kind: str
    line: int
    column: int
    start: int
    end: int
    before: str
    after: str
    reasons: tuple[str, ...]
    refused: tuple[RefusedWording, ...]
    searcher: str = "exact"


@dataclass(frozen=True)
class PaidFor:
    """What keeping out one searcher took of a draft: ``words`` masked, and changes with a mask
    (``masks``) and without (``wordings``). What keeps out several counts for the first only, so
    that the sums are those of all changes."""

    searcher: str
    words: int
    masks: int
    wordings: int


@dataclass(frozen=True)
class PassageChanged:
    """Some whole sentences of the draft, what became of them, and the changes in them."""

    line: int
    column: int
    start: int
    end: int
    before: str
    after: str
    changes: tuple[ChangeMade, ...]


@dataclass(frozen=True)
class AcceptedBy:
    """Who answers for something, since when, and why."""

    by: str
    date: str
    reason: str


@dataclass(frozen=True, kw_only=True)
class AcceptedFinding:
    """A finding that someone accepted, where it stands, and whether it ``stays`` as it was.

    As `Found`; ``kind`` may also be "ranking" or "guessable-mask", of which ``df`` is None.
    """

    kind: str
    start: int
    end: int
    text: str
    words: int
    df: int | None
    joint_df: int | None = None
    documents: tuple[str, ...]
    together: tuple[TermFound, ...] = ()
    within: int | None = None
    accepted: AcceptedBy
    line: int
    column: int
    stays: bool


@dataclass(frozen=True)
class ToldMask:
    """A mask of the result whose words other rulings tell. Lines and columns count from 1;
    ``start`` and ``end`` are code points of the result; ``share``: of the votes, those for
    ``guess``; ``rulings``: how many say so, of which ``documents`` are some; ``accepted``: who
    answers for it, if anyone."""

    line: int
    column: int
    start: int
    end: int
    guess: str
    share: float
    rulings: int
    documents: tuple[str, ...]
    accepted: AcceptedBy | None = None


@dataclass(frozen=True)
class DocumentTally:
    """What did not come along when a document was written anew, by kind: what nobody sees
    (``removed``) and what readers saw (``left_out``), which had so many ``words``; and the
    ``pictures`` that did."""

    removed: dict[str, int]
    left_out: dict[str, int]
    words: int
    pictures: int


@dataclass(frozen=True)
class Sources:
    """The original that was named (``source``), if any, and those that most of what led back led to
    before and after."""

    source: str | None
    source_before: str | None
    source_after: str | None


@dataclass(frozen=True)
class Reservations:
    """What speaks against relying on a result (``doubts``), by what the check of it found less
    (``narrowed``), and what was not heeded on purpose (``ignored``), in sentences."""

    doubts: tuple[str, ...] = ()
    narrowed: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()


@dataclass(frozen=True)
class RankedBeforeAndAfter:
    """What a searcher who ranks finds before and after, and, where no original was named, which was
    taken for it and why."""

    ranked_before: RankedTally | None = None
    ranked_after: RankedTally | None = None
    taken_for_source: str = ""


@dataclass(frozen=True)
class MasksGuessed:
    """What guessers make of the masks.

    - ``robustness``: how the draft fares before one; None in records of earlier versions;
    - ``guessable``: the masks of the result that other rulings tell; None where that was not asked;
    - ``by_model``: what a model made of the masks; None where none attacked them.
    """

    robustness: RobustnessTally | None = None
    guessable: tuple[ToldMask, ...] | None = None
    by_model: ModelTally | None = None


@dataclass(frozen=True)
class Balance:
    """How much led back before and after."""

    before: Tally
    after: Tally


SPREAD = (*(SearchesAsked, Sources, Reservations), *(RankedBeforeAndAfter, MasksGuessed, Balance))
"""Values whose members stand in JSON among those around them."""


@dataclass(frozen=True)
class ProtectedDraft:
    """What was done to one draft. Where there are several indexes there is one of each, with the
    same changes.

    - ``document``: what did not come along; None where the draft is a text;
    - ``index``: the file of the index, where there are several;
    - ``paid``: what was paid for each searcher asked about; empty in records of earlier versions;
    - ``standings``: how the result stands before each searcher, as a check says it; likewise.
    """

    draft: str
    output: str
    sha256: Digests
    words: int
    balance: Balance
    seconds: float
    passages: tuple[PassageChanged, ...]
    sources: Sources
    accepted: tuple[AcceptedFinding, ...]
    reservations: Reservations = Reservations()
    ranked: RankedBeforeAndAfter = RankedBeforeAndAfter()
    guessed: MasksGuessed = MasksGuessed()
    document: DocumentTally | None = None
    index: str = ""
    paid: tuple[PaidFor, ...] = ()
    standings: tuple[Standing, ...] = ()

    @property
    def called(self) -> str:
        """What it is called in a report."""
        return f"{self.draft} in {self.index}" if self.index else self.draft

    @property
    def changes(self) -> tuple[ChangeMade, ...]:
        """All changes, in order."""
        return tuple(change for passage in self.passages for change in passage.changes)


@dataclass(frozen=True)
class ProtectionRecord:
    """A run and its drafts."""

    run: Run
    drafts: tuple[ProtectedDraft, ...]
