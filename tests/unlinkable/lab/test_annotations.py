"""Files of annotations: what stands in them, and what is refused in a sentence."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.unlinkable.lab.annotated_rulings import RULINGS, TEXTS, write_annotations
from unlinkable.draft import Span
from unlinkable.lab.annotations import KINDS, AnnotatedText, Mention, read_annotations
from unlinkable_index.errors import UserError


def test_every_mention_stands_where_the_file_says(tmp_path: Path) -> None:
    found = read_annotations(write_annotations(tmp_path / "tab.json"))
    assert {name: one.text for name, one in found.items()} == TEXTS
    told = RULINGS[0]["annotations"]["annotator2"]["entity_mentions"]
    mentions = found["bees"].annotators[1]
    assert [TEXTS["bees"][one.span.start : one.span.end] for one in mentions] == [
        one["span_text"] for one in told
    ]
    assert {one.kind for one in found["bees"].annotators[0]} == set(KINDS)


def test_a_place_has_the_mention_that_shares_most_and_is_to_be_masked() -> None:
    court = Mention(Span(0, 9), "a", "ORG", "NO_MASK")
    town = Mention(Span(4, 9), "b", "LOC", "QUASI")
    text = AnnotatedText("Wold court sat", ((court,), (town,)))
    assert text.at(Span(4, 9)) is town
    assert text.at(Span(0, 9)) is court
    assert text.at(Span(10, 14)) is None


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"doc_id": None}, '"doc_id" and "text" must be texts'),
        ({"annotations": {"annotator1": {}}}, 'needs "doc_id", "text" and "annotations"'),
        ({"annotations": 3}, 'needs "doc_id", "text" and "annotations"'),
        ({"entity_type": "PLANET"}, "'PLANET' is no kind"),
        ({"identifier_type": "MAYBE"}, "'MAYBE' is no sort of identifier"),
        ({"end_offset": 9999}, "is not in the text"),
        ({"start_offset": "4"}, "is not in the text"),
    ],
)
def test_what_is_not_as_it_must_be_is_refused(
    tmp_path: Path, changed: dict[str, Any], said: str
) -> None:
    ruling = json.loads(json.dumps(RULINGS[1]))
    (name,) = changed
    mention = ruling["annotations"]["annotator1"]["entity_mentions"][0]
    (ruling if name in ruling else mention).update(changed)
    (tmp_path / "tab.json").write_text(json.dumps([RULINGS[0], ruling]), "utf-8")
    with pytest.raises(UserError, match="text 2") as refused:
        read_annotations(tmp_path / "tab.json")
    assert said in str(refused.value)
    assert "Runa" not in str(refused.value)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "is no JSON"),
        ("{}", "a JSON list"),
        (json.dumps(RULINGS[:1] * 2), "stands there twice"),
    ],
)
def test_what_is_no_such_file_is_refused(tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "tab.json").write_text(content, "utf-8")
    with pytest.raises(UserError, match=said):
        read_annotations(tmp_path / "tab.json")
    with pytest.raises(UserError, match="cannot be read"):
        read_annotations(tmp_path / "none.json")
