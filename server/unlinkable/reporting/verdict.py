"""What is said of a draft for people: by what searches it was checked, whether it holds and against
whom, what ranking and an earlier protection tell. Never a verdict without the searchers; must
know no layout."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unlinkable.findings.bm25 import Unit
from unlinkable.findings.finding import RANKING
from unlinkable.findings.leading import MARGIN
from unlinkable.findings.near.near import asks_near
from unlinkable.findings.question import Question
from unlinkable.findings.ranking import Ranked
from unlinkable.findings.report import Report
from unlinkable.printing import counted, listed
from unlinkable.reporting.checked import Checked, ProtectedBefore
from unlinkable_index.index import Index

UNRELIABLE = "this result cannot be relied on"
CALLED = {"exact": "exact search", "ranking": "ranking", "guessing": "guessing"}
"""What each searcher is called in a sentence."""


@dataclass(frozen=True)
class Standing:
    """How a draft stands before one searcher; ``found``: what leads back, '' for nothing;
    ``in_vain``: why it is not known, though it was asked about; else ''."""

    searcher: str
    asked: bool
    found: str
    in_vain: str = ""

    @property
    def known(self) -> bool:
        """Whether it was asked about, and there is an answer."""
        return self.asked and not self.in_vain


_UNJUDGED = "since its original cannot be told from others"
_WITHOUT_TEXTS = "without texts of other rulings (background)"


def standings(report: Report) -> Iterator[Standing]:
    """How a draft stands before each searcher, whether asked about or not."""
    question = report.question
    asked = {
        "exact": (True, ""),
        "ranking": (question.ranked is not None, _UNJUDGED if report.ranked_in_vain else ""),
        "guessing": (
            question.guessing or report.guessable is not None,
            _WITHOUT_TEXTS if report.guessed_in_vain else "",
        ),
    }
    for searcher, called in CALLED.items():
        found = [
            _of_all(report, count) if kind is RANKING else kind.counted(count)
            for kind, count in report.counts.items()
            if kind.searcher == searcher
        ]
        is_asked, in_vain = asked[searcher]
        yield Standing(called, is_asked, listed(found, "and") if found else "", in_vain)


def _of_all(report: Report, leading: int) -> str:
    """How many passages lead, of how many that were judged."""
    unit = report.question.ranked
    if unit is None or report.ranked is None or unit is Unit.DRAFT:
        return "the whole draft"
    share = report.ranked.sentences if unit is Unit.SENTENCE else report.ranked.paragraphs
    return f"{leading:,} of {counted(share.of, unit.value)}"


def asked_about(report: Report) -> str:
    """The searchers that were asked about, and of whom something is known, in words."""
    return listed([one.searcher for one in standings(report) if one.known], "and")


def not_known(stands: Sequence[Standing]) -> str:
    """Of which searchers nothing is known, as they were not asked about or in vain, in words; ''
    where there are none."""
    unasked = [one.searcher for one in stands if not one.asked]
    said = [f"{listed(unasked, 'and')} not asked"] if unasked else []
    said += [f"{one.searcher} not known {one.in_vain}" for one in stands if one.in_vain]
    return "; ".join(said)


def verdict(checked: Checked) -> str:
    """As `verdict_of`, of a draft that was checked."""
    doubted, report = bool(checked.circumstances.doubts), checked.report
    return verdict_of(list(standings(report)), len(checked.accepted), doubted, report.complete)


def verdict_of(
    stands: Sequence[Standing], accepted: int, doubted: bool, complete: bool = True
) -> str:
    """Whether a draft holds, and against whom: the end of a sentence about it, without stop.

    - ``accepted``: how many findings someone answers for; ``doubted``: whether something speaks
      against relying on this; ``complete``: whether all was looked for.
    """
    leads = [f"by {one.searcher} ({one.found})" for one in stands if one.found]
    holds = [one.searcher for one in stands if one.known and not one.found]
    said = [f"leads back {listed(leads, 'and')}"] if leads else []
    if holds and not complete:
        said.append(f"nothing found so far by {listed(holds, 'or')}")
    elif holds and doubted:
        said.append(f"nothing found by {listed(holds, 'or')}")
    elif holds:
        said.append(f"holds against {listed(holds, 'and')}")
    if accepted:
        said[-1] += f", but for {counted(accepted, 'accepted finding')}"
    if unknown := not_known(stands):
        said.append(unknown)
    if doubted and not leads:
        said.append(UNRELIABLE)
    return "; ".join(said)


_HARDLY = 1.005  # of a lead: below, it rounds to none
_FAR = 1000.0  # of a lead: beyond, no other document has anything to speak of


def searches(question: Question, guesses: bool = False) -> str:
    """By what searches a draft was checked, so that no result is said without them. ``guesses``:
    whether its masks were guessed from other rulings as well."""
    words = "words" if question.term_words == 1 else f"terms of up to {question.term_words} words"
    kinds = ["by phrases"]
    if question.max_terms > 1:
        kinds.append(f"by up to {question.max_terms} {words} together")
    if asks_near(question):
        kinds.append(f"by words within {question.within} of each other")
    if question.ranked is not None:
        one = "the whole draft" if question.ranked is Unit.DRAFT else f"one {question.ranked.value}"
        kinds.append(f"by ranking with {one}")
    return listed([*kinds, "by guessing its masks"] if guesses else kinds, "or")


def recognised(ranked: Ranked, name: str) -> str:
    """What the whole draft gives away to a searcher who ranks, in sentences; ``name`` is that of
    the document spoken of."""
    if ranked.recognition is None:
        return ""
    words, pairs = ranked.recognition.words, ranked.recognition.pairs
    if ranked.recognition.recognised:
        said = (
            f"Whoever can rank the originals by the whole draft finds {name} first, "
            f"{ahead(words.lead)} of the next"
        )
    else:
        said = (
            f"Whoever ranks the originals by the whole draft finds {name} at place {words.rank:,}"
        )
    if pairs is not None:
        place = ahead(pairs.lead) if pairs.rank == 1 else f"at place {pairs.rank:,}"
        said += f" (by pairs of words {place})"
    if not ranked.judged_by:
        return (
            f"{said}. That is too little to take it for the original, so no passage was judged by "
            "where it leads; name the original if it is in the index."
        )
    units = ((ranked.sentences, "sentence"), (ranked.paragraphs, "paragraph"))
    shares = [(share.leading, share.of, unit) for share, unit in units if share.of]
    if not shares:
        return f"{said}."
    told = [f"{leading:,} of {counted(of, unit)}" for leading, of, unit in shares]
    verb = "leads" if len(shares) == 1 and shares[0][0] == 1 else "lead"
    several = len(ranked.judged_by) > 1
    there = (
        f"to one of the {len(ranked.judged_by)} that it may be made from" if several else "there"
    )
    return f"{said}. {' and '.join(told)} {verb} {there}."


def ahead(lead: float) -> str:
    """How far a document is ahead of the next, in words."""
    if lead < _HARDLY:
        return "hardly ahead"
    return f"{lead:.2f} times ahead" if lead < _FAR else "far ahead"


def against(question: Question, index: Index) -> str:
    """At which k and against which originals a draft was checked."""
    count = index.header.documents
    documents = counted(count, "original")
    more = index.documents > count
    beside = " and the one beside the draft" if more else ""
    words = f"{counted(index.header.words, 'word')} in {index.path.name}"
    return f"k {question.k}, {documents} with {words}{beside}"


def asked(question: Question, max_words: int, cross_sentences: bool) -> str:
    """What was asked of a draft, in a sentence."""
    ends = "also over sentence ends" if cross_sentences else "within sentences"
    single = (
        f"Phrases of up to {max_words} words, {ends}, that fewer than k = {question.k} originals "
        "contain"
    )
    kinds = [single]
    if question.max_terms > 1:
        words = "1 word" if question.term_words == 1 else f"up to {question.term_words} words"
        kinds.append(
            f"combinations of up to m = {question.max_terms} search terms of {words} "
            f"(L = {question.term_words}) that fewer than k contain together"
        )
    if asks_near(question):
        kinds.append(
            f"up to 3 words of a sentence within {question.within} words of each other, and up to "
            f"{question.gap_words} words around a mask, that fewer than k have so near each other"
        )
    if question.ranked is not None:
        whole = "the whole draft" if question.ranked is Unit.DRAFT else f"{question.ranked.value}s"
        kinds.append(
            f"{whole} that lead to the source whoever ranks the originals by them (BM25; fewer "
            f"than k - 1 others score at least {1 + MARGIN:g} times as high)"
        )
    return f"{'; '.join(kinds)}."


def protected_against(before: ProtectedBefore, findings: int, leading: int) -> str:
    """Against whom a draft was protected, and how many of its findings lead there; those that lead
    to other originals lead nobody to its own."""
    said = (
        f"{before.report} says that this text was protected on {before.date} against "
        f"{before.source}"
    )
    if not findings:
        return f"{said}."
    verb = "leads" if leading == 1 else "lead"
    return f"{said}: {leading:,} of {findings:,} findings {verb} there."
