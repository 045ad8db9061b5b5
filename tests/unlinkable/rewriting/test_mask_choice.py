"""Masks are chosen so that what other rulings tell of them leads nowhere."""

from collections.abc import Iterator

import numpy as np
import pytest

from tests.unlinkable.rewriting.conftest import index_of
from unlinkable.draft import Markup, Reading, Span
from unlinkable.findings.question import Question
from unlinkable.findings.report import check
from unlinkable.rewriting.masking.choosing import MaskingScope
from unlinkable.rewriting.masking.guessers import Attackers
from unlinkable.rewriting.masking.mask_choice import cheapest_masks, choose_masks, robustness
from unlinkable.rewriting.protection import protect
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.task import Task, rare_phrases
from unlinkable.stopping import never
from unlinkable_index.index import Index

START = "The case originated in an application against the town, lodged by"
OWN = f"{START} two beekeepers. It was heard in the winter and refused in the spring."
TEXTS = [
    OWN,
    f"{START} a miller. It was heard in the autumn and allowed.",
    f"{START} a tenant. It was heard in the winter and allowed in part.",
    f"{START} two heirs. It was heard in the spring and refused.",
    "The claim originated in a sale of two beekeepers to the town, which was allowed.",
    "A lodger heard the beekeepers in the spring; the miller refused to be heard.",
    "The winter was hard, and the town refused two tenants.",
]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    with index_of(TEXTS, tmp_path_factory.mktemp("rulings")) as opened:
        yield opened


def task(max_terms: int) -> Task:
    return Task.of(
        OWN,
        Markup.PLAIN,
        Reading(),
        Question(max_terms=max_terms, source=0, within=0, guessing=True),
    )


@pytest.mark.parametrize("max_terms", [1, 2, 3])
def test_the_draft_leads_nowhere_even_with_the_told_masks_filled_in(
    index: Index, max_terms: int
) -> None:
    asked = task(max_terms)
    guessers = Attackers().before(asked, index)
    words = choose_masks(asked, MaskingScope(index, Span(0, len(OWN)), never), guessers)
    left = np.setdiff1d(np.arange(len(asked.draft.forms)), words)
    assert check(asked.draft.part(left), index, asked.question).clean
    fares = robustness(asked, words, index, guessers)
    assert fares.gaps > 0
    assert fares.robust


def test_a_word_of_the_formula_stays_where_another_serves(index: Index) -> None:
    protection = protect(task(3), index, Rewriter(index))
    assert protection.text.startswith("The case originated in an application")
    assert protection.robustness.robust


def test_a_mask_on_a_formula_is_told_and_what_leads_back_then_is_counted(index: Index) -> None:
    asked = task(2)
    originated = asked.draft.forms.index("originated")
    fares = robustness(asked, np.array([originated]), index, Attackers().before(asked, index))
    assert (fares.gaps, fares.told) == (1, 1)
    assert fares.leading == len(check(asked.draft, index, asked.question).findings) > 0
    assert not fares.robust


def test_only_words_of_the_span_are_masked(index: Index) -> None:
    asked = task(2)
    first = Span(0, OWN.index(".") + 1)
    guessers = Attackers().before(asked, index)
    words = choose_masks(asked, MaskingScope(index, first, never), guessers).tolist()
    assert words
    assert set(words) <= set(asked.draft.words_in(first))


def test_a_single_span_is_masked_at_the_same_costs_as_a_whole_draft(index: Index) -> None:
    """Of "the town lodged by two beekeepers" other rulings tell all but the end."""
    asked = task(1)
    guesser = Attackers().before(asked, index).index
    start = OWN.index("the town")
    span = Span(start, OWN.index("beekeepers") + len("beekeepers"))
    words = cheapest_masks(asked, index, [span], guesser).tolist()
    assert {asked.draft.forms[word] for word in words} <= {"by", "two", "beekeepers"}
    assert set(words) & set(asked.draft.words_in(span))
    told = robustness(asked, np.array(words), index, Attackers().before(asked, index)).told
    assert told == 0


def test_what_was_accepted_is_masked_only_where_a_span_has_nothing_else(index: Index) -> None:
    phrase = rare_phrases(task(1).draft, index, task(1).question)[0]
    asked = task(1).accepting([phrase])
    guesser = Attackers().before(asked, index).index
    kept = set(asked.draft.words_in(phrase.span))
    wider = Span(phrase.start, asked.draft.sentences_at(phrase.span).end)
    assert not kept & set(cheapest_masks(asked, index, [wider], guesser).tolist())
    assert kept & set(cheapest_masks(asked, index, [phrase.span], guesser).tolist())
