"""What was asked of drafts, in a sentence for people."""

from unlinkable.findings.question import Question
from unlinkable_index.index import Index


def searches(question: Question) -> str:
    """By what searches a draft was checked, so that no result is said without them."""
    words = "words" if question.term_words == 1 else f"terms of up to {question.term_words} words"
    kinds = ["by phrases"]
    if question.max_terms > 1:
        kinds.append(f"by up to {question.max_terms} {words} together")
    return " or ".join(kinds)


def against(question: Question, index: Index) -> str:
    """At which k and against which originals a draft was checked."""
    documents = "1 original" if index.documents == 1 else f"{index.documents:,} originals"
    return f"k {question.k}, {documents} with {index.header.words:,} words in {index.path.name}"


def asked(question: Question, max_words: int, cross_sentences: bool) -> str:
    """What was asked of a draft, in a sentence."""
    ends = "also over sentence ends" if cross_sentences else "within sentences"
    single = (
        f"Phrases of up to {max_words} words, {ends}, that fewer than k = {question.k} originals "
        "contain"
    )
    if question.max_terms == 1:
        return f"{single}."
    words = "1 word" if question.term_words == 1 else f"up to {question.term_words} words"
    return (
        f"{single}; combinations of up to m = {question.max_terms} search terms of {words} "
        f"(L = {question.term_words}) that fewer than k contain together."
    )
