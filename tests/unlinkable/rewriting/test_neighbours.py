"""A mask beside one of the draft's own becomes one with it, and nothing else changes."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from tests.unlinkable.rewriting.conftest import DRAFT, task_of
from unlinkable.draft import Markup
from unlinkable.findings.report import check
from unlinkable.rewriting.edits import applied
from unlinkable.rewriting.masking.labels import Labelling
from unlinkable.rewriting.masking.masking import masks_of
from unlinkable.rewriting.protection import protect
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable_index.index import Index

OURS = "[REDACTED]"
FORMS = sorted(set(task_of().draft.forms))
OWN = ["[PERSON_1]", "[PERSON_2]", "[DATE]", "[...]", "<NAME>"]
BESIDE = r"[ \t'’/&-]*"
NEIGHBOURS = re.compile(
    rf"\[REDACTED\]{BESIDE}(?:\[|<NAME)|(?:\[PERSON_\d\]|\[DATE\]|\[\.\.\.\]|<NAME>|\[NAME\])"
    rf"{BESIDE}\[(?:REDACTED|NAME)\]"
)


def masked(text: str, *words: str, markup: Markup = Markup.PLAIN) -> str:
    """The text with these words masked."""
    draft = task_of(text, markup=markup).draft
    numbers = [number for number, form in enumerate(draft.forms) if form in words]
    return applied(text, masks_of(draft, numbers, OURS, markup))


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("by [PERSON_1] baker then", "baker", "by [PERSON_1] then"),
        ("by baker [PERSON_1] then", "baker", "by [PERSON_1] then"),
        ("the old baker [PERSON_1] then", "old baker", "the [PERSON_1] then"),
        ("a baker, [PERSON_1], then", "baker", f"a {OURS}, [PERSON_1], then"),
        ("by [PERSON_1] a [PERSON_2] then", "a", "by [PERSON_1] [PERSON_2] then"),
        ("by [DATE] or [DATE] then", "or", "by [DATE] [DATE] then"),
        ("by [...] a [...] b [...] then", "a b", "by [...] [...] [...] then"),
        ("by [...] a [DATE] b [...] then", "a b", "by [...] [DATE] [...] then"),
        ("x [DATE] y", "x y", "[DATE]"),
        ("his [DATE]-old son", "old", "his [DATE] son"),
        ("the [NAME]’s son", "s", "the [NAME] son"),
        ("the mill, baker. [NAME] came", "baker", f"the mill, {OURS}. [NAME] came"),
        ("to Mr. [NAME] then", "mr", "to [NAME] then"),
        ("the baker ([NAME]) came", "baker", f"the {OURS} ([NAME]) came"),
        ("the baker; [NAME] came", "baker", f"the {OURS}; [NAME] came"),
        ("the baker\n[NAME] came", "baker", f"the {OURS}\n[NAME] came"),
        ("a well\u2011known mill", "well known", f"a {OURS} mill"),
        ("his [DATE]\u2010old son", "old", "his [DATE] son"),
        ("bread, butter and oil", "bread butter", f"{OURS}, {OURS} and oil"),
        ("bread; butter and oil", "bread butter", f"{OURS}; {OURS} and oil"),
        ("to XXX baker came", "baker", "to XXX came"),
        ("to XXX baker. He", "baker", f"to XXX {OURS}. He"),
        ("to (baker XXX) he", "baker", f"to ({OURS} XXX) he"),
        ("to baker far XXX he", "baker", f"to {OURS} far XXX he"),
    ],
)
def test_one_mask_stands_for_both(text: str, words: str, expected: str) -> None:
    assert masked(text, *words.split()) == expected


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("by [NAME] **baker** then", "baker", "by [NAME] **[REDACTED]** then"),
        ("by [NAME] old *baker* then", "old baker", "by [NAME] *[REDACTED]* then"),
        ("by [NAME] baker(see there)", "baker", r"by [NAME] \[REDACTED\](see there)"),
        ("by [NAME] baker (see there)", "baker", "by [NAME] (see there)"),
    ],
)
def test_in_markdown_nothing_becomes_a_link_and_no_mark_is_lost(
    text: str, words: str, expected: str
) -> None:
    assert masked(text, *words.split(), markup=Markup.MARKDOWN) == expected


TEXTS = st.lists(st.sampled_from([*FORMS, *OWN, *OWN, ".", ",", "\n\n", "Bees"]), max_size=40).map(
    " ".join
)


@examples(100)
@given(TEXTS, st.integers(1, 2), st.sampled_from(Labelling))
def test_no_result_has_a_mask_of_ours_beside_another(
    index: Index, text: str, max_terms: int, labelling: Labelling
) -> None:
    task = task_of(text, max_terms)
    protection = protect(task, index, Rewriter(index, labelling=labelling))
    assert check(protection.result.draft, index, protection.result.question).clean
    assert not NEIGHBOURS.search(protection.text)


@examples(100)
@given(TEXTS, st.sets(st.integers(0, 39)))
def test_only_the_words_go_and_what_parts_neighbours(text: str, chosen: set[int]) -> None:
    draft = task_of(text).draft
    words = sorted(number for number in chosen if number < len(draft.forms))
    edits = masks_of(draft, words, OURS, Markup.PLAIN)
    last = 0
    gone: list[int] = []
    for edit in edits:
        assert edit.fits(text)
        assert edit.start >= last
        assert edit.after in (OURS, "")
        last = edit.end
        inside = [
            n
            for n, (a, b) in enumerate(zip(draft.starts, draft.ends, strict=True))
            if edit.start <= a and b <= edit.end
        ]
        gone += inside
        assert re.fullmatch(r"[\w ,.'’/&-]*", edit.before)
    assert gone == words
    own = re.compile("|".join(map(re.escape, OWN)))
    assert own.findall(applied(text, edits)) == own.findall(text)


def test_the_draft_of_the_story_says_one_mask(index: Index) -> None:
    text = DRAFT.replace("[REDACTED] and a retired", "[PERSON_1] retired")
    result = protect(task_of(text), index, Rewriter(index)).text
    assert "[PERSON_1]" in result
    assert not NEIGHBOURS.search(result)
