"""What leads back once rulings have filled masks in, rightly or wrongly, is masked as well."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.properties import examples
from tests.unlinkable.rewriting.conftest import index_of
from unlinkable.draft import Draft, Markup, Reading, Span
from unlinkable.draft.draft import gaps
from unlinkable.findings.guessing import Gaps
from unlinkable.findings.question import Question
from unlinkable.findings.report import check
from unlinkable.rewriting.masking.guessers import (
    Attackers,
    Fits,
    leading_when_filled_in,
    places_to_mask,
)
from unlinkable.rewriting.protection import Protection, protect
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.task import Task
from unlinkable.stopping import never
from unlinkable_index.index import Index

OWN = "The hives had stood behind a disused chapel since the flood. The owner was heard in May."
TEXTS = [
    OWN,
    "The hives had stood behind a chapel since May. The owner was heard.",
    "The owner of a disused mill was heard since the flood. He had stood behind the hives.",
    "A disused barn behind the chapel. The flood was in May, and the hives stood.",
]
WORDS = sorted({word.strip(".") for text in TEXTS for word in text.split()})
Told = NDArray[np.bool_]


class Rulings:
    """Rulings that say certain words behind certain others, whatever stood there."""

    seconds = 0.0

    def __init__(self, says: Mapping[str, str]) -> None:
        self._says = says

    def told(self, gaps: Gaps, masked: Told) -> Told:  # noqa: ARG002
        return np.zeros(len(gaps), dtype=bool)

    def told_among(self, gaps: Gaps, masked: Told, fits: Fits) -> Told:  # noqa: ARG002
        return np.zeros(len(gaps), dtype=bool)

    def votes(self, draft: Draft) -> "Said":
        return Said(draft, self._says)


class Said:
    """What they say in one version; a gap that is wider to the left they no longer tell."""

    def __init__(self, draft: Draft, says: Mapping[str, str]) -> None:
        self._gaps = {gap.span: gap for gap in gaps(draft)}
        self._says = says

    @property
    def agreed(self) -> Sequence[Sequence[tuple[Span, str]]]:
        said = [
            (place, self._says[gap.left[-1]])
            for place, gap in self._gaps.items()
            if gap.left and gap.left[-1] in self._says
        ]
        return [[], said]

    def wider(self, gap: Span, costs: NDArray[np.float64]) -> Sequence[int]:
        found = self._gaps[gap]
        return [found.at - 1] if found.left and np.isfinite(costs[found.at - 1]) else []


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    folder: Path = tmp_path_factory.mktemp("rulings")
    with index_of(TEXTS, folder) as opened:
        yield opened


def protected(index: Index, text: str, says: Mapping[str, str], max_terms: int = 1) -> Protection:
    task = Task.of(
        text,
        Markup.PLAIN,
        Reading(),
        Question(max_terms=max_terms, source=0, within=0, guessing=True),
    )
    rulings = Rulings(says)
    attackers = Attackers(rulings=lambda _, __: rulings)
    return protect(task, index, Rewriter(index), attackers=attackers)


def test_a_mask_of_the_draft_that_is_filled_in_has_its_neighbours_masked(index: Index) -> None:
    text = "Near a [XXX] chapel. The owner was heard."
    assert protected(index, text, {}).text == text
    done = protected(index, text, {"a": "disused"})
    assert done.text == "Near [REDACTED] [XXX] chapel. The owner was heard."
    assert done.robustness.robust


def test_a_wrong_word_may_lead_there_as_well(index: Index) -> None:
    text = "It was dug since [XXX] flood, all said."
    done = protected(index, text, {"since": "the"})
    filled = done.text.replace("[XXX]", "the")
    assert filled != text
    task = Task.of(
        filled, Markup.PLAIN, Reading(), Question(max_terms=1, source=0, within=0, guessing=True)
    )
    assert check(task.draft, index, task.question).clean


def test_where_guesses_alone_lead_back_their_gap_is_made_wider(index: Index) -> None:
    text = "All said [XXX], he wrote."
    done = protected(index, text, {"said": "behind a disused chapel"})
    assert done.text == "All [REDACTED] [XXX], he wrote."
    assert done.robustness.robust


def test_of_guesses_that_lead_back_together_the_cheapest_is_hidden(index: Index) -> None:
    """Three words of the original, guessed in three gaps: one gap alone is made wider."""
    text = "All saw [XXX]. Some felt [XXX]. Both met [XXX]."
    says = {"saw": "chapel", "felt": "flood", "met": "owner"}
    done = protected(index, text, says, max_terms=3)
    assert sum(done.text.count(word) for word in says) == 2
    assert done.robustness.robust


def test_what_nothing_can_be_done_about_is_told_and_it_ends(index: Index) -> None:
    text = "[XXX], he wrote."
    said = Rulings({})
    said.votes = lambda draft: Alone(draft)  # type: ignore[method-assign]
    task = Task.of(
        text, Markup.PLAIN, Reading(), Question(max_terms=1, source=0, within=0, guessing=True)
    )
    done = protect(task, index, Rewriter(index), attackers=Attackers(rulings=lambda _, __: said))
    assert done.text == text
    assert done.robustness.leading == 1
    assert not done.robustness.robust


class Alone(Said):
    """They tell the first gap of a draft whatever stands beside it."""

    def __init__(self, draft: Draft) -> None:
        super().__init__(draft, {})

    @property
    def agreed(self) -> Sequence[Sequence[tuple[Span, str]]]:
        return [[(place, "behind a disused chapel") for place in list(self._gaps)[:1]]]

    def wider(self, gap: Span, costs: NDArray[np.float64]) -> Sequence[int]:  # noqa: ARG002
        return []


@examples(60)
@given(
    st.lists(st.sampled_from([*WORDS, "[XXX]", "."]), max_size=30),
    st.dictionaries(st.sampled_from([w.lower() for w in WORDS]), st.sampled_from(WORDS)),
    st.sampled_from([1, 3]),
)
def test_nothing_that_can_be_read_leads_back_with_them(
    index: Index, words: list[str], says: dict[str, str], max_terms: int
) -> None:
    done = protected(index, " ".join(words), says, max_terms)
    assert check(done.result.draft, index, done.result.question).clean
    rulings = Rulings(says)
    assert done.robustness.leading >= leading_when_filled_in(done.result, index, rulings)
    assert not places_to_mask(done.result, index, rulings, never)
