"""What is usual between two words is what enough rulings have there, by counting."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from tests.unlinkable.findings.ranking.conftest import MadeIndex, made_index  # noqa: F401
from unlinkable.draft import Markup, Reading, read_draft
from unlinkable.findings.question import Question
from unlinkable.rewriting import wordings_usable as module
from unlinkable.rewriting.task import Task, rare_phrases
from unlinkable.rewriting.wordings_usable import Tables, usable, usual


@dataclass(frozen=True)
class Changed:
    first: int
    stop: int
    forms: tuple[str, ...]


def having(rulings: list[list[str]], phrase: list[str]) -> int:
    """How many different rulings have the phrase."""
    size = len(phrase)
    different = {tuple(ruling) for ruling in rulings}
    return sum(
        any(list(ruling[at : at + size]) == phrase for at in range(len(ruling)))
        for ruling in different
    )


words = st.sampled_from("abcd")
rulings_of = st.lists(st.lists(words, min_size=1, max_size=9), min_size=1, max_size=9)


@given(rulings_of, st.lists(words, min_size=3, max_size=8), st.data())
@examples(150)
def test_that_is_usual_which_enough_rulings_have_so(
    made_index: MadeIndex,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    rulings: list[list[str]],
    draft: list[str],
    data: st.DataObject,
) -> None:
    monkeypatch.setattr(module, "ENOUGH", 2)
    first = data.draw(st.integers(0, len(draft) - 1))
    stop = data.draw(st.integers(first, min(len(draft), first + 2)))
    forms = tuple(data.draw(st.lists(words, min_size=1, max_size=2)))
    (found,) = usual(
        [Changed(first, stop, forms)], read_draft(" ".join(draft)), made_index(rulings)
    ).tolist()
    ahead = draft[max(0, first - (1 if stop < len(draft) else 2)) : first]
    behind = draft[stop : stop + (1 if first else 2)]
    phrase = [*ahead, *forms, *behind]
    count = having(rulings, phrase)
    assert not found or count >= 2
    parts = having(rulings, phrase[1:]), having(rulings, phrase[:-1])
    assert found or count < 2 or count in parts


@pytest.mark.parametrize(("others", "taken"), [(module.ENOUGH, True), (module.ENOUGH - 1, False)])
def test_a_verb_of_the_same_sense_may_be_taken_where_enough_rulings_have_it_so(
    made_index: MadeIndex,  # noqa: F811
    others: int,
    taken: bool,
) -> None:
    text = "Later they inspected the offers."
    said = ["later they examined the offers", "they inspected it", "he saw that the offers fell"]
    rulings = [text.lower().strip(".").split()]
    rulings += [[*" ".join(said).split(), f"in{number}"] for number in range(others)]
    rulings += [["they", "examined", "it"], ["he", "examined", "the", "mill"]]
    index = made_index(rulings)
    task = Task.of(text, Markup.PLAIN, Reading(), Question(max_terms=1, source=0))
    spans = [one.span for one in rare_phrases(task.draft, index, task.question)]
    assert spans
    found = [one for one in usable(task, index, spans, Tables()) if one.substitute.usual]
    assert any(one.edit.after == "examined" for one in found) is taken
