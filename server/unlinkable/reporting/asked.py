"""What was asked of drafts, in a sentence for people."""

from unlinkable.findings.near.near import asks_near
from unlinkable.findings.question import Question
from unlinkable.findings.ranking.leading import MARGIN
from unlinkable.findings.ranking.passages import Unit
from unlinkable.findings.ranking.ranked import Ranked
from unlinkable.reporting.checked import ProtectedBefore
from unlinkable.reporting.in_words import listed
from unlinkable_index.index import Index

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
            f"{times_ahead(words.lead)} ahead of the next"
        )
    else:
        said = (
            f"Whoever ranks the originals by the whole draft finds {name} at place {words.rank:,}"
        )
    if pairs is not None:
        place = (
            f"{times_ahead(pairs.lead)} ahead" if pairs.rank == 1 else f"at place {pairs.rank:,}"
        )
        said += f" (by pairs of words {place})"
    if not ranked.judged_by:
        return (
            f"{said}. That is too little to take it for the original, so no passage was judged by "
            "where it leads; name the original if it is in the index."
        )
    shares = (
        f"{share.leading:,} of {share.of:,} {unit}"
        for share, unit in ((ranked.sentences, "sentences"), (ranked.paragraphs, "paragraphs"))
    )
    several = len(ranked.judged_by) > 1
    there = (
        f"to one of the {len(ranked.judged_by)} that it may be made from" if several else "there"
    )
    return f"{said}. {' and '.join(shares)} lead {there}."


def times_ahead(lead: float) -> str:
    """How far a document is ahead of the next, in words."""
    return f"{lead:.2f} times" if lead < _FAR else "far"


def against(question: Question, index: Index) -> str:
    """At which k and against which originals a draft was checked."""
    count = index.header.documents
    documents = "1 original" if count == 1 else f"{count:,} originals"
    more = index.documents > count
    beside = " and the one beside the draft" if more else ""
    words = f"{index.header.words:,} words in {index.path.name}"
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
