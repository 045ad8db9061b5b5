"""What is asked of a draft."""

import json
from pathlib import Path

import pytest

from unlinkable.findings.question import MOST_TERMS, Question, source_number
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index


@pytest.mark.parametrize("at_most", [{"k": 2}, {"max_terms": 1}, {"max_terms": MOST_TERMS}])
def test_the_first_and_last_values_are_taken(at_most: dict[str, int]) -> None:
    assert Question(**at_most, term_words=1)


@pytest.mark.parametrize(
    ("value", "named"),
    [
        ({"k": 1}, "k must be 2 or more, not 1"),
        ({"max_terms": 0}, "max_terms must be 1 to"),
        ({"max_terms": MOST_TERMS + 1}, "max_terms must be 1 to"),
        ({"term_words": 0}, "term_words must be 1 or more, not 0"),
    ],
)
def test_a_value_out_of_range_is_named(value: dict[str, int], named: str) -> None:
    with pytest.raises(UserError, match=named):
        Question(**value)


def test_the_source_is_known_by_its_id_and_one_that_is_not_there_is_refused(tmp_path: Path) -> None:
    records = [{"id": "first", "text": "one two"}, {"id": "second", "text": "three four"}]
    (tmp_path / "c.jsonl").write_text("\n".join(map(json.dumps, records)), "utf-8")
    build_index([tmp_path / "c.jsonl"], tmp_path / "i", Options(processes=1))
    with Index.open(tmp_path / "i") as index:
        assert source_number(index, None) is None
        numbers = {source_number(index, str(record["id"])) for record in records}
        assert numbers == {0, 1}
        with pytest.raises(UserError, match="'third' is not in the index"):
            source_number(index, "third")


def test_without_a_source_the_suspects_are_the_sources() -> None:
    assert Question().sources == ()
    assert Question(suspects=(3, 1)).sources == (3, 1)
    assert Question(source=0, suspects=(3, 1)).sources == (0,)
