"""What was asked of drafts, in a sentence for people."""

from unlinkable.findings.question import Question


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
