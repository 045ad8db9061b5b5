"""What others have made needless is shown again, and nothing leads back by it."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.properties import examples
from tests.unlinkable.rewriting.conftest import index_of
from tests.unlinkable.rewriting.test_mask_choice import OWN, TEXTS
from unlinkable.draft import Draft, Markup, Reading, Span
from unlinkable.findings.bm25 import Unit
from unlinkable.findings.guessing import Gaps, gaps_of
from unlinkable.findings.question import Question
from unlinkable.findings.report import check
from unlinkable.rewriting.edits import Revision
from unlinkable.rewriting.masking import needless
from unlinkable.rewriting.masking.choosing import NO_GAPS, MaskingScope
from unlinkable.rewriting.masking.guessers import Attackers, Guessers
from unlinkable.rewriting.masking.mask_choice import choose_masks, robustness
from unlinkable.rewriting.masking.masking import DEFAULT_MASK, masks_of
from unlinkable.rewriting.masking.needless import without_needless
from unlinkable.rewriting.task import Task
from unlinkable.stopping import never
from unlinkable_index.index import Index

FORMS = sorted({form for text in TEXTS for form in text.split()})
QUESTIONS = st.builds(
    Question,
    max_terms=st.integers(1, 3),
    term_words=st.integers(1, 2),
    source=st.just(0),
    within=st.sampled_from([0, 3, 10]),
    guessing=st.just(True),
    ranked=st.sampled_from([None, Unit.SENTENCE, Unit.PARAGRAPH]),
)
DRAFTS = st.lists(st.sampled_from(FORMS), min_size=1, max_size=40).map(" ".join) | st.just(OWN)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    with index_of(TEXTS, tmp_path_factory.mktemp("rulings")) as opened:
        yield opened


def task_of(text: str, question: Question) -> Task:
    return Task.of(text, Markup.PLAIN, Reading(), question)


def holds(task: Task, masked: np.ndarray, index: Index, guessers: Guessers) -> bool:
    """Whether nothing leads back with these words masked, nor with what is told filled in."""
    masks = masks_of(task.draft, masked.tolist(), DEFAULT_MASK, task.markup)
    result = task.revised(Revision(task.draft.text).revised(masks))
    clean = check(result.draft, index, task.question).clean
    return clean and robustness(task, masked, index, guessers).robust


def parts(task: Task, masked: np.ndarray, guessers: Guessers) -> Iterator[np.ndarray]:
    """What can be shown again: every gap, and the words at its ends."""
    inside = np.zeros(len(task.draft.forms), dtype=bool)
    inside[masked] = True
    gaps = gaps_of(inside, guessers.index.runs)
    for first, stop in zip(gaps.firsts.tolist(), gaps.stops.tolist(), strict=True):
        yield np.arange(first, stop)
        yield np.array([first])
        yield np.array([stop - 1])


@examples(60)
@given(DRAFTS, QUESTIONS)
def test_of_a_draft_masked_whole_what_stays_is_enough(
    index: Index, text: str, question: Question
) -> None:
    task = task_of(text, question)
    guessers = Attackers().before(task, index)
    everything = np.arange(len(task.draft.forms))
    whole = Span(0, len(text))
    kept = without_needless(
        task, MaskingScope(index, whole, never), guessers.index, NO_GAPS, everything
    )
    assert holds(task, kept, index, guessers)


@examples(60)
@given(DRAFTS, QUESTIONS)
def test_of_the_gaps_that_are_chosen_none_can_be_left_out(
    index: Index, text: str, question: Question
) -> None:
    task = task_of(text, question)
    guessers = Attackers().before(task, index)
    whole = Span(0, len(text))
    chosen = choose_masks(task, MaskingScope(index, whole, never), guessers)
    assert holds(task, chosen, index, guessers)
    for part in parts(task, chosen, guessers):
        assert not holds(task, np.setdiff1d(chosen, part), index, guessers)


def test_only_words_of_the_span_are_shown_again(index: Index) -> None:
    task = task_of(OWN, Question(source=0, within=0, guessing=True))
    guessers = Attackers().before(task, index)
    everything = np.arange(len(task.draft.forms))
    first = Span(0, OWN.index(".") + 1)
    kept = without_needless(
        task, MaskingScope(index, first, never), guessers.index, NO_GAPS, everything
    )
    behind = everything[task.draft.words_in(first).stop :]
    assert set(behind) <= set(kept)
    assert len(kept) < len(everything)


def test_a_gap_that_others_tell_is_not_enough(index: Index) -> None:
    task = task_of(OWN, Question(max_terms=1, source=0, within=0, guessing=True))
    guessers = Attackers().before(task, index)
    whole = Span(0, len(OWN))
    everything = np.arange(len(task.draft.forms))

    def kept(told: Gaps) -> Gaps:
        left = without_needless(
            task, MaskingScope(index, whole, never), guessers.index, told, everything
        )
        return gaps_of(np.isin(everything, left), guessers.index.runs)

    enough = kept(NO_GAPS)
    wider = kept(enough)
    for first, stop in zip(wider.firsts.tolist(), wider.stops.tolist(), strict=True):
        assert not any((enough.firsts <= first) & (stop <= enough.stops))
    assert (wider.stops - wider.firsts).sum() > (enough.stops - enough.firsts).sum()


def without_joining(
    task: Task, index: Index, guessers: Guessers, monkeypatch: pytest.MonkeyPatch
) -> np.ndarray:
    with monkeypatch.context() as patched:
        patched.setattr(needless, "_parting", lambda *_: [])
        return choose_masks(
            task, MaskingScope(index, Span(0, len(task.draft.text)), never), guessers
        )


def alike_but_small_words(draft: Draft) -> NDArray[np.float64]:
    """Costs of 1, and a little more for words that only join others."""
    return 1.0 + 0.05 * np.array([form in draft.language.function_words for form in draft.forms])


@pytest.mark.parametrize(
    ("text", "apart", "together"),
    [
        ("against the town, [XXX] by two beekeepers. It was heard", ["two"], ["by"]),
        ("against the town, [XXX] by beekeepers, two of them", [], []),
    ],
)
def test_a_small_word_between_two_gaps_is_masked_in_place_of_one_beside_it(
    index: Index, text: str, apart: list[str], together: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("choosing", "needless", "guessers", "mask_choice"):  # as if all cost the same
        where = f"unlinkable.rewriting.masking.{module}.masking_costs"
        monkeypatch.setattr(where, lambda draft, _: alike_but_small_words(draft))
    task = task_of(text, Question(max_terms=1, source=0, within=0, guessing=True))
    guessers = Attackers().before(task, index)
    before = without_joining(task, index, guessers, monkeypatch)
    chosen = choose_masks(task, MaskingScope(index, Span(0, len(text)), never), guessers)
    assert [task.draft.forms[word] for word in before] == apart
    assert [task.draft.forms[word] for word in chosen] == together


@example(["[XXX]"], Question(source=0, within=0, guessing=True))
@examples(60)
@given(
    st.lists(st.sampled_from([*FORMS, "the", "by", "[XXX]"]), min_size=1, max_size=30), QUESTIONS
)
def test_joining_gaps_masks_no_more_words(
    index: Index, monkeypatch: pytest.MonkeyPatch, words: list[str], question: Question
) -> None:
    text = " ".join(words)
    task = task_of(text, question)
    guessers = Attackers().before(task, index)
    everything, whole = np.arange(len(task.draft.forms)), Span(0, len(text))
    kept = without_needless(
        task, MaskingScope(index, whole, never), guessers.index, NO_GAPS, everything
    )
    with monkeypatch.context() as patched:
        patched.setattr(needless, "_parting", lambda *_: [])
        apart = without_needless(
            task, MaskingScope(index, whole, never), guessers.index, NO_GAPS, everything
        )
    assert len(kept) <= len(apart)
    assert holds(task, kept, index, guessers)
