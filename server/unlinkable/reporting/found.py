"""What was found, as it is told to others, in plain values: findings, leading passages, guessed
masks, disguised words; in words of the draft and ids of originals, without numbers that only an
index understands. Must know no form of a report."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from unlinkable.draft import Disguise, DisguiseKind, Draft, Span, disguises
from unlinkable.findings.finding import AnyFinding, Finding
from unlinkable.findings.guessable_mask import GuessableMask
from unlinkable.findings.leading import RankingFinding
from unlinkable.printing import counted
from unlinkable.reporting.checked import Checked, Where


@dataclass(frozen=True)
class TermFound:
    """Words of a draft: ``text`` stands from ``start`` up to ``end``, in code points."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, kw_only=True)
class Found:
    """Words of a draft that lead back to originals.

    - ``kind``: whether they do so alone ("phrase"), together with others ("combination"), near
      others ("window") or around a mask ("gap");
    - ``start``, ``end``: where they stand, in code points of the draft;
    - ``words``: how many words; ``df``: how many originals contain them;
    - ``joint_df``: how many contain it together with the others; None where it leads alone;
    - ``documents``: the ids of originals that they lead to, at most ten;
    - ``together``: the words that it leads back with; ``within``: how near these stand, where
      that is why.
    """

    kind: str
    start: int
    end: int
    text: str
    words: int
    df: int
    joint_df: int | None = None
    documents: tuple[str, ...]
    together: tuple[TermFound, ...] = ()
    within: int | None = None


def _term(text: str, span: Span) -> TermFound:
    return TermFound(*span, text[span.start : span.end])


def described(finding: AnyFinding) -> str:
    """What a finding is, for people, where its words alone do not tell; else ''."""
    return "" if isinstance(finding, Finding) else finding.kind.title.lower()


@dataclass(frozen=True, kw_only=True)
class LeadingPassage:
    """A passage of a draft that leads a searcher who ranks to an original.

    - ``unit``: "sentence", "paragraph" or "draft"; ``start``, ``end``: where it stands;
    - ``rank``: at which place the original comes; ``lead``: its score over that of the best other
      (None where no other has any);
    - ``documents``: its id; ``terms``: the words that carry the lead.
    """

    unit: str
    start: int
    end: int
    text: str
    rank: int
    lead: float | None
    documents: tuple[str, ...]
    terms: tuple[TermFound, ...]


def leading_passage(checked: Checked, finding: RankingFinding) -> LeadingPassage:
    """A leading passage of a draft that was checked."""
    text = checked.report.draft.text
    return LeadingPassage(
        unit=finding.passage.unit.value,
        **vars(_term(text, finding.span)),
        rank=finding.rank,
        lead=rounded(finding.lead),
        documents=(checked.document(finding.source).id,),
        terms=tuple(_term(text, span) for span in finding.terms),
    )


@dataclass(frozen=True, kw_only=True)
class GuessedMask:
    """A mask of a draft whose words other rulings tell.

    - ``start``, ``end``: where it stands, in code points of the draft; ``text``: the mask itself;
    - ``guess``: the words; ``share``: of the votes of these rulings, those for them (0 to 1);
    - ``rulings``: how many say so; ``documents``: the ids of some of them, at most ten.
    """

    start: int
    end: int
    text: str
    guess: str
    share: float
    rulings: int
    documents: tuple[str, ...]


def guessed_mask(checked: Checked, finding: GuessableMask) -> GuessedMask:
    """A mask of a draft that was checked, told by other rulings."""
    return GuessedMask(
        **vars(_term(checked.report.draft.text, finding.span)),
        guess=finding.guess,
        share=round(finding.share, 3),
        rulings=finding.rulings,
        documents=finding.witnesses,
    )


def guessed_by(finding: GuessableMask) -> str:
    """How sure a guess is, for people: its share of the votes, and the rulings that say so."""
    more = finding.rulings - len(finding.witnesses)
    ids = ", ".join(finding.witnesses) + (f" and {more:,} more" if more else "")
    return f"{finding.share:.0%} of the votes, {counted(finding.rulings, 'ruling')}: {ids}"


def rounded(lead: float) -> float | None:
    """A lead as it is told; None where there is no other document to be ahead of."""
    return round(lead, 3) if math.isfinite(lead) else None


def found(checked: Checked, finding: Finding) -> Found:
    """A finding of a draft that was checked."""
    text = checked.report.draft.text
    return Found(
        kind=finding.kind.name,
        **vars(_term(text, finding.span)),
        words=finding.words,
        df=finding.df,
        joint_df=finding.joint_df,
        documents=tuple(document.id for document in checked.documents(finding)),
        together=tuple(_term(text, span) for span in finding.others),
        within=finding.within,
    )


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
        DisguisedWord(kind=one.kind.value, **vars(_term(draft.text, one.span)), read_as=one.read_as)
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
