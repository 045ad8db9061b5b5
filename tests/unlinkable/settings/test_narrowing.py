"""What makes a check find less is told from what does not, with its place and who chose it."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from unlinkable.findings.narrowing import Origin
from unlinkable.risks import AcceptedRisk
from unlinkable.settings import Layer, flags_layer, settle
from unlinkable.settings.values import rules

HARMLESS = {
    "gaps",
    "keep_words",
    "labels",
    "less_exact",
    "places",
    "rewriter",
    "synonyms",
    "take_synonyms",
    "collection", "key_file", "mask", "pause_ms", "typing_pause_ms",
    "model.path", "model.gpu_layers", "model.context_tokens", "model.idle_minutes",
    "model.patience", "model.alternatives", "model.reasoning", "model.seed", "model.entailment",
    "model.entailment_least",
}  # fmt: skip
"""Settings by which no check finds less."""


def folder(values: Mapping[str, object]) -> Layer:
    return Layer("/drafts/unlinkable.toml", None, values, origin=Origin.FOLDER)


def own(values: Mapping[str, object]) -> Layer:
    return Layer("/home/unlinkable.toml", None, values)


def narrowed(*layers: Layer) -> list[tuple[str, object, str]]:
    settled = settle(layers)
    assert settled.problems == ()
    return [(one.setting, one.value, one.where) for one in settled.narrowed]


def test_of_every_setting_it_is_decided_whether_it_narrows() -> None:
    """Whoever adds a setting has to say so here or in the schema."""
    assert {key for key, (_, _, rule) in rules().items() if not rule.narrows} == HARMLESS


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("max_terms", 1),
        ("source", "case-b"),
        ("masks", ["(?s).+"]),
        ("sentences", "en_core_web_sm"),
        ("markdown", ["markdown", "plaintext"]),
        ("plain_text", [".tex"]),
        ("severity.phrase", "off"),
        ("severity.combination", "hint"),
        ("severity.ordinary", "list"),
    ],
)
def test_what_narrows_is_named_with_its_value_and_its_file(key: str, value: object) -> None:
    assert narrowed(folder({key: value})) == [(key, value, "/drafts/unlinkable.toml")]
    assert narrowed(own({key: value})) == [(key, value, "/home/unlinkable.toml")]
    assert narrowed(flags_layer({key: value})) == [(key, value, "the command line")]


@pytest.mark.parametrize(
    ("key", "value"),
    [("k", 5), ("max_terms", 4), ("cross_sentences", True), ("markdown", []), ("k", 2)],
)
def test_what_makes_a_check_find_more_or_as_much_narrows_nothing(key: str, value: object) -> None:
    assert narrowed(folder({key: value})) == []


def test_a_folder_narrows_what_the_user_asked_for_though_not_the_default() -> None:
    strict = own({"k": 5, "term_words": 3, "cross_sentences": True})
    assert narrowed(strict, folder({"k": 4})) == [("k", 4, "/drafts/unlinkable.toml")]
    assert narrowed(strict, folder({"k": 6})) == []
    assert narrowed(strict, folder({"cross_sentences": False}))
    assert narrowed(strict, folder({"k": 4}), flags_layer({"k": 7})) == []


def test_who_answers_for_an_accepted_risk_is_known() -> None:
    mine, theirs = AcceptedRisk("a"), AcceptedRisk("b")
    layers = [
        Layer("/home/unlinkable.toml", None, accepted=({"phrase": "a"},)),
        Layer("/d/unlinkable.toml", None, accepted=({"phrase": "b"}, {"phrase": "a"}),
              origin=Origin.FOLDER),
    ]  # fmt: skip
    assert settle(layers).accepted_in == {
        mine: ("/home/unlinkable.toml", Origin.USER),
        theirs: ("/d/unlinkable.toml", Origin.FOLDER),
    }


def test_a_long_value_is_shortened_for_people() -> None:
    (one,) = settle([folder({"masks": ["x" * 5000]})]).narrowed
    assert len(str(one)) < 250


def test_an_index_of_the_folder_narrows_where_the_user_has_another(tmp_path: Path) -> None:
    theirs, ours = tmp_path / "theirs", tmp_path / "ours"
    assert narrowed(folder({"index": str(theirs)})) == []
    assert narrowed(own({"index": str(ours)})) == []
    assert narrowed(own({"index": str(ours)}), folder({"index": str(ours)})) == []
    layers = own({"index": str(ours)}), folder({"index": str(theirs)})
    assert narrowed(*layers) == [("index", str(theirs), "/drafts/unlinkable.toml")]
    assert narrowed(*layers, flags_layer({"index": str(ours)})) == []
