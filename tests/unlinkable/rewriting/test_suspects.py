"""New wording is judged against the suspects, and has no word that is none."""

from dataclasses import replace

import pytest

from tests.unlinkable.rewriting.conftest import DRAFT, Scripted, task_of
from unlinkable.draft import Span, read_draft
from unlinkable.findings.phrases import minimal_rare, phrase_findings
from unlinkable.findings.report import check, searched
from unlinkable.rewriting.edits import Replacements
from unlinkable.rewriting.protection import protect
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.task import KnownWords, asked_against, rare_phrases, suspects_of
from unlinkable_index.index import Index

BEES = Span(DRAFT.index("bees"), DRAFT.index("bees") + 4)
SHARED = "The claimant kept the animals there."
"""Of which "the animals" is in a ruling that the draft has nothing to do with."""


def test_the_suspects_are_what_the_findings_lead_to_and_what_ranks_first(index: Index) -> None:
    found = check(task_of().draft, index, task_of().question)
    suspects = suspects_of(found, index)
    original = index.document_number("original")
    assert suspects.likeliest == suspects.first == original
    rare = minimal_rare(found.draft, index, 2)
    assert suspects.documents == {d for phrase in rare for d in phrase.documents} | {original}
    assert suspects.led == suspects.findings == len(found.phrases)
    accepted = check(found.draft, index, found.question, accepts=lambda _: True)
    assert not accepted.phrases
    known = suspects_of(accepted, index)
    assert (known.likeliest, known.led) == (original, len(accepted.accepted))
    assert asked_against(found.question, known) == asked_against(found.question, suspects)


def test_against_some_documents_a_phrase_counts_that_leads_to_one_of_them(index: Index) -> None:
    draft = read_draft(f"{DRAFT} {SHARED} A former school teacher came.", *_reading())
    sources = [index.document_number(name) for name in ("original", "twin")]
    against = frozenset(source for source in sources if source is not None)
    for search in (minimal_rare, phrase_findings):
        question = replace(task_of().question, against=against)
        found = {(one.first_word, one.words) for one in searched(draft, index, question, search)}
        each = [minimal_rare(draft, index, 2, source) for source in against]
        expected = {(one.first_word, one.words) for some in each for one in some}
        assert found == expected if search is minimal_rare else found <= expected


def _reading() -> tuple:
    return task_of().markup, task_of().reading


def test_what_a_wording_shares_with_another_ruling_is_no_reason_to_refuse_it(
    index: Index, scripted: Scripted
) -> None:
    after = task_of(DRAFT.replace("The claimant kept bees behind the rectory.", SHARED))
    assert any(
        after.draft.text[found.start : found.end] == "the animals"
        for found in rare_phrases(after.draft, index, after.question)
    )
    rewriter = Rewriter(index, scripted({"bees": [SHARED]}))
    proposal = rewriter.propose(task_of(), BEES, wanted=1)
    assert [one.edit.after for one in proposal.alternatives] == [SHARED]


def test_what_is_protected_says_whom_it_took_for_its_source(
    index: Index, scripted: Scripted
) -> None:
    rewriter = Rewriter(index, scripted({"bees": [SHARED]}))
    protection = protect(task_of(), index, rewriter)
    assert protection.suspects is not None
    assert protection.suspects.likeliest == index.document_number("original")
    source = index.document_number("original")
    named = task_of()
    named = replace(named, question=replace(named.question, source=source))
    assert protect(named, index, rewriter).suspects is None


def test_a_question_against_suspects_asks_of_them_alone(index: Index) -> None:
    found = check(task_of().draft, index, task_of().question)
    suspects = suspects_of(found, index)
    assert asked_against(found.question, suspects).against == suspects.documents


def test_a_word_is_known_from_the_draft_or_from_enough_originals(index: Index) -> None:
    words = KnownWords(read_draft("He kept an ostrich.", *_reading()), index, k=2)
    written = (
        "ostrich",
        "livestock",
        "xqzt",
        "1984",
        "1980s",
        "3rd",
        "house17",
        "abernathy",
        "livestok",
    )
    written += ("4xqzt",)
    assert words.unknown(written) == ["xqzt", "house17", "abernathy", "livestok", "4xqzt"]


@pytest.mark.parametrize("word", ["livestok", "liveѕtock", "牲畜", "Vieh"])
def test_a_word_that_is_none_is_refused(index: Index, scripted: Scripted, word: str) -> None:
    written = f"The claimant kept {word} of a small kind there."
    proposal = Rewriter(index, scripted({"bees": [written]})).propose(task_of(), BEES, wanted=1)
    assert proposal.alternatives == ()


def test_each_finding_is_remembered_by_itself(index: Index, scripted: Scripted) -> None:
    """The words around it are others where it comes again."""
    again = f"{DRAFT} A bell rang, and the bees behind the mill heard it."
    model = scripted({"The claimant kept bees": ["The claimant kept livestock there."]})
    rewriter, used = Rewriter(index, model), Replacements()
    task = task_of(again)
    first = rewriter.remembering(used).propose(task, BEES, wanted=1)
    assert len(first.findings) > len(first.flagged)
    used.learn_from(task.draft, first, first.alternatives[0])
    assert used.known
    assert (
        min(map(len, used.known))
        <= max(len(task.draft.forms_in(finding)) for finding in first.findings) + 3
    )
