"""Rulings and models attack the masks that `protect` sets; what they guess is masked otherwise."""

import math
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from tests.unlinkable_index.writing import write_texts
from unlinkable.attackers.against_masks import by_model, votes
from unlinkable.attackers.attacker import Attacker
from unlinkable.attackers.infilling import Prediction
from unlinkable.attackers.rulings import Rulings, Texts
from unlinkable.draft import Markup, Reading, read_draft
from unlinkable.findings.bm25 import Unit
from unlinkable.findings.guessing import Gaps, gaps_of
from unlinkable.findings.question import Question
from unlinkable.findings.report import check
from unlinkable.rewriting.masking.guessers import Attackers
from unlinkable.rewriting.protection import Protection, protect
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.task import Task
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.index import Index
from unlinkable_index.words import find_words

START = "The case originated in an application against the town, lodged by"
OWN = (
    f"{START} two beekeepers. It was heard in the winter and refused in the spring. The hives had "
    "stood behind a disused chapel since the flood."
)
TEXTS = {
    "own": OWN,
    "mill": f"{START} a miller. It was heard in the autumn and allowed. The mill stood by a weir.",
    "let": f"{START} a tenant. It was heard in the winter and allowed in part, since the flood.",
    "heirs": f"{START} two heirs. It was heard in the spring and refused. They had a chapel.",
    "sale": "The claim originated in a sale of two beekeepers to the town, which was allowed.",
    "spring": "A lodger heard the beekeepers in the spring; the hives had stood behind a mill.",
    "winter": "The winter was hard, and the town refused two tenants. It was disused.",
}


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_texts(tmp_path_factory.mktemp("rulings") / "c.jsonl", TEXTS)


@pytest.fixture(scope="module")
def index(source: Path) -> Iterator[Index]:
    build_index([source], source.with_name("i"), Options(processes=1))
    with Index.open(source.with_name("i")) as opened:
        yield opened


class Reader:
    """A reader that knows some runs of words of the original, and says them wherever they stood;
    notes what it was asked."""

    def __init__(self, *known: str, original: str = OWN) -> None:
        self._words = find_words(original).forms
        self._known = {find_words(run).forms for run in known}
        self.asked: list[tuple[str, str]] = []

    def __call__(self, _: Sequence[str], before: str, after: str, __: int) -> Prediction | None:
        self.asked.append((before, after))
        left = find_words(before.split("[...]")[-1]).forms[-4:]
        right = find_words(after.split("[...]")[0]).forms[:4]
        words = self._words
        for first in range(len(words)):
            for stop in range(first + 1, len(words) + 1):
                fits = words[max(0, first - len(left)) : first] == left
                fits &= words[stop : stop + len(right)] == right
                if fits and (not self._known or words[first:stop] in self._known):
                    return Prediction(" ".join(words[first:stop]), (math.log(0.9),))
        return None


def protected(
    index: Index, reader: Reader, max_terms: int = 1, seconds: float = 60, ranked: bool = False
) -> Protection:
    unit = Unit.SENTENCE if ranked else None
    question = Question(max_terms=max_terms, source=index.document_number("own"), ranked=unit)
    task = Task.of(OWN, Markup.PLAIN, Reading(), question)
    model = by_model(Attacker(index), reader, seconds)
    return protect(task, index, Rewriter(index), attackers=Attackers(model=model))


def hidden(protection: Protection) -> set[str]:
    return {step.edit.before for step in protection.steps}


def whole_gaps(protection: Protection) -> set[str]:
    """What is hidden, but where two masks with no word between are one gap."""
    edits = [step.edit for step in protection.steps]
    ends, starts = {edit.end for edit in edits}, {edit.start for edit in edits}
    words = find_words(OWN)
    alone = set()
    for edit in edits:
        before = max((end for end in words.ends.tolist() if end <= edit.start), default=None)
        behind = min((start for start in words.starts.tolist() if start >= edit.end), default=None)
        if before not in ends and behind not in starts:
            alone.add(edit.before)
    return alone


@pytest.mark.parametrize("max_terms", [1, 3])
def test_what_a_model_guesses_is_masked_otherwise(index: Index, max_terms: int) -> None:
    victim = sorted(whole_gaps(protected(index, Reader("no such words"), max_terms)))[0]
    done = protected(index, Reader(victim), max_terms)
    assert victim not in hidden(done)
    assert done.by_model is not None
    assert [OWN[slice(*place)] for place in done.by_model.otherwise] == [victim]
    assert done.by_model.still == ()
    assert done.by_model.asked == done.robustness.gaps
    assert done.robustness.robust


def test_a_model_that_knows_nothing_changes_nothing(index: Index) -> None:
    done = protected(index, Reader("no such words"))
    assert hidden(done) == hidden(protected(index, Reader(), seconds=0))
    assert done.by_model is not None
    assert done.by_model.otherwise == done.by_model.still == ()


@pytest.mark.parametrize("ranked", [False, True])
def test_against_a_model_that_knows_all_it_ends_and_says_what_is_still_guessed(
    index: Index, ranked: bool
) -> None:
    done = protected(index, Reader(), ranked=ranked)
    assert check(done.result.draft, index, done.result.question).clean
    assert done.by_model is not None
    assert done.by_model.still
    assert not done.robustness.robust
    words = {word for place in done.by_model.still for word in find_words(OWN[slice(*place)]).forms}
    masked = {word for step in done.steps for word in find_words(step.edit.before).forms}
    assert words <= masked


def test_without_time_it_is_asked_nothing_and_that_is_told(index: Index) -> None:
    reader = Reader()
    done = protected(index, reader, seconds=0)
    assert reader.asked == []
    assert done.by_model is not None
    assert done.by_model.asked == 0 < done.robustness.gaps


def test_no_gap_is_asked_about_twice(index: Index) -> None:
    reader = Reader()
    protected(index, reader)
    assert reader.asked
    assert len(set(reader.asked)) == len(reader.asked)


def test_it_is_shown_nothing_that_is_hidden(index: Index) -> None:
    reader = Reader("no such words")
    done = protected(index, reader)
    once = {words for words in hidden(done) if OWN.count(words) == 1}
    assert once
    for before, after in reader.asked:
        for words in once:
            assert words not in before + after


def test_the_cost_is_told_before_the_first_question(index: Index) -> None:
    reader, told = Reader("nothing"), []
    model = by_model(Attacker(index), reader, 60, lambda gaps: told.append((gaps, reader.asked[:])))
    question = Question(max_terms=1, source=index.document_number("own"))
    task = Task.of(OWN, Markup.PLAIN, Reading(), question)
    done = protect(task, index, Rewriter(index), attackers=Attackers(model=model))
    assert told == [(done.robustness.gaps, [])]


def test_rulings_at_hand_tell_what_they_say_between_the_same_words(
    index: Index, source: Path
) -> None:
    attacker = Attacker(index, background=Rulings(Texts.read([source]), index))
    draft = read_draft(OWN)
    guesser = votes(attacker)(draft, index.document_number("own"))
    assert guesser is not None
    originated, chapel = draft.forms.index("originated"), draft.forms.index("chapel")
    masked = np.zeros(len(draft.forms), dtype=bool)
    masked[[originated, chapel]] = True
    gaps = gaps_of(masked, np.zeros(len(masked), dtype=np.int64))
    assert guesser.told(gaps, masked).tolist() == [True, False]
    assert guesser.told(Gaps(*np.empty((2, 0), dtype=np.int64)), masked).tolist() == []


def test_the_source_has_no_vote(index: Index, source: Path) -> None:
    draft = read_draft(OWN)
    masked = np.zeros(len(draft.forms), dtype=bool)
    masked[draft.forms.index("behind")] = True
    gaps = gaps_of(masked, np.zeros(len(masked), dtype=np.int64))
    attacker = Attacker(index, background=Rulings(Texts.read([source]), index))
    named = votes(attacker)(draft, index.document_number("own"))
    assert named is not None
    assert named.told(gaps, masked).tolist() == [True]  # "had stood behind a", in another ruling
    masked[:] = False
    masked[draft.forms.index("disused")] = True
    gaps = gaps_of(masked, np.zeros(len(masked), dtype=np.int64))
    assert named.told(gaps, masked).tolist() == [False]
