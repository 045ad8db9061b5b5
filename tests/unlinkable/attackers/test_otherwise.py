"""Another wording beside a mask that other rulings tell: from the tables, or judged if written."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.unlinkable_index.writing import write_texts
from unlinkable.attackers.attacker import Attacker
from unlinkable.attackers.remedies import MaskedPlace
from unlinkable.attackers.rulings import Rulings, Texts
from unlinkable.attackers.votes import Voter, Voters
from unlinkable.draft import Markup, Reading
from unlinkable.draft.draft import gaps
from unlinkable.findings.question import Question
from unlinkable.rewriting.edits import Edit, applied
from unlinkable.rewriting.task import Task
from unlinkable.rewriting.wordings_usable import Tables
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.index import Index

TEXT = "He had instituted proceedings [REDACTED] the council in May. The owl [XXX] slept."
DAYS, WAYS = ("one", "two", "six"), ("before", "with", "of", "in", "for")
RULINGS = [
    *(f"He had instituted proceedings against the council on day {day}." for day in DAYS),
    *(f"Proceedings {way} the council were initiated late." for way in WAYS),
]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_texts(tmp_path_factory.mktemp("rulings") / "c.jsonl", RULINGS)


@pytest.fixture(scope="module")
def index(source: Path) -> Iterator[Index]:
    build_index([source], source.with_name("i"), Options(processes=1))
    with Index.open(source.with_name("i")) as opened:
        yield opened


@pytest.fixture(scope="module")
def attacker(source: Path, index: Index) -> Attacker:
    return Attacker(index, background=Rulings(Texts.read([source]), index))


def task(text: str = TEXT) -> Task:
    return Task.of(text, Markup.PLAIN, Reading(), Question(max_terms=1, against=frozenset({7})))


def place_in(asked: Task, attacker: Attacker) -> MaskedPlace:
    """The first mask of a draft, all rulings having the same vote."""
    equal = Voters([Voter(str(n), text, 1.0) for n, text in enumerate(RULINGS)])
    return replace(MaskedPlace.of(asked, asked.draft.masks[0], attacker, 7), voters=equal)


def guess(place: MaskedPlace, text: str) -> tuple[str, float]:
    assert place.voters is not None
    (best, *_) = place.voters.guesses(gaps(task(text).draft)[0])
    return best.text, best.share


def test_a_wording_of_the_tables_that_hides_it_is_found(index: Index, attacker: Attacker) -> None:
    place = place_in(task(), attacker)
    assert guess(place, TEXT)[0] == "against"
    assert guess(place, TEXT)[1] > 0.9
    edit = place.reworded(index, Tables())
    assert edit is not None
    text = applied(TEXT, [edit])
    assert "initiated proceedings [REDACTED]" in text
    assert guess(place, text)[1] < 0.5
    assert place.hidden_by(edit)


def test_what_leaves_the_words_beside_it_hides_nothing(attacker: Attacker) -> None:
    place = place_in(task(), attacker)
    at = TEXT.index("in May")
    assert not place.hidden_by(Edit(at, at + 6, "in May", "in June"))
    word = TEXT.index("instituted")
    assert place.hidden_by(Edit(word, word + 10, "instituted", "seen"))


def test_a_term_that_must_stay_is_not_reworded(index: Index, attacker: Attacker) -> None:
    place = place_in(task(), attacker)
    assert place.reworded(index, Tables(terms=("instituted proceedings",))) is None


def test_only_words_of_the_sentence_stand_beside_it(attacker: Attacker) -> None:
    asked = task("The end. [REDACTED] the council slept. He went.")
    place = MaskedPlace.of(asked, asked.draft.masks[0], attacker, 7)
    said = [asked.draft.text[slice(*span)] for span in place.beside]
    assert said == ["the council slept"]


def test_without_rulings_nothing_is_said_to_hide_it(index: Index) -> None:
    asked = task()
    place = MaskedPlace.of(asked, asked.draft.masks[0], Attacker(index), 7)
    assert place.reworded(index, Tables()) is None
