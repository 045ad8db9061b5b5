"""Settings: five layers, one schema, one message for each bad value."""

import json
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unlinkable.settings import (
    SearchSettings,
    Settings,
    Severity,
    editor_layer,
    file_layer,
    flags_layer,
    restricted_keys,
    settings_schema,
    settle,
    settle_for,
    user_file,
    without_restricted,
)
from unlinkable.settings.schema import PauseSettings
from unlinkable.settings.values import rules


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_without_any_layer_the_defaults_hold() -> None:
    settled = settle([])
    assert settled.settings == Settings()
    assert settled.problems == ()


def test_later_layers_win(tmp_path: Path) -> None:
    user = write(tmp_path / "user.toml", "k = 3\nmax_terms = 2\npause_ms = 1\nterm_words = 2\n")
    workspace = write(tmp_path / "unlinkable.toml", "k = 4\nmax_terms = 1\npause_ms = 2\n")
    editor = {"k": 5, "maxTerms": 4}
    flags = {"k": 6, "max_terms": None}
    layers = [file_layer(user), file_layer(workspace), editor_layer(editor, None)]
    settings = settle([*layers, flags_layer(flags)]).settings
    assert (
        settings.searches.term_words,
        settings.pauses.pause_ms,
        settings.searches.max_terms,
        settings.searches.k,
    ) == (2, 2, 4, 6)


def test_groups_are_merged_setting_by_setting(tmp_path: Path) -> None:
    file = write(tmp_path / "unlinkable.toml", '[severity]\nphrase = "error"\n[model]\nseed = 7\n')
    editor = {"severity": {"combination": "off"}, "model": {"idleMinutes": 0}}
    settings = settle([file_layer(file), editor_layer(editor, None)]).settings
    assert settings.severity.phrase is Severity.ERROR
    assert settings.severity.combination is Severity.OFF
    assert (settings.model.seed, settings.model.idle_minutes) == (7, 0)


def test_a_bad_value_costs_one_message_and_changes_nothing(tmp_path: Path) -> None:
    file = write(tmp_path / "unlinkable.toml", "k = 1\nmax_terms = 2\n")
    settled = settle([file_layer(file)])
    assert settled.settings == Settings(searches=SearchSettings(max_terms=2))
    assert settled.problems == (
        f"{file}: k must be a whole number, 2 or more; the value there is ignored.",
    )


def test_the_value_of_the_layer_below_stands_where_one_is_bad() -> None:
    settled = settle([editor_layer({"k": 3}, None), flags_layer({"k": 0})])
    assert settled.settings.searches.k == 3
    assert settled.problems[0].startswith("the command line: k must be")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("k", "2"),
        ("k", True),
        ("k", 2.5),
        ("maxTerms", 0),
        ("crossSentences", 1),
        ("crossSentences", "true"),
        ("index", 5),
        ("index", ""),
        ("index", "a\0b"),
        ("masks", "[X]"),
        ("masks", ["("]),
        ("masks", ["x*"]),
        ("masks", [1]),
        ("markdown", {"a": 1}),
        ("severity", "warning"),
        ("severity.phrase", "loud"),
        ("severity.phrase", 1),
        ("sentences", " "),
        ("model.alternatives", 9),
        ("pauseMs", -1),
        ("typingPauseMs", 10**9),
        ("source", ["a"]),
    ],
)
def test_values_of_a_wrong_kind_are_refused(key: str, value: object) -> None:
    settled = settle([editor_layer({key: value}, None)])
    assert settled.settings == Settings()
    assert len(settled.problems) == 1


def test_null_in_an_editor_means_not_set() -> None:
    assert settle([editor_layer({"k": None, "model": {"path": None}}, None)]).problems == ()


def test_an_unknown_setting_is_named_with_the_one_probably_meant() -> None:
    problems = settle([editor_layer({"maxTerm": 2, "banana": 1}, None)]).problems
    assert problems == (
        'the editor: there is no setting "max_term" (did you mean "max_terms"?); it is ignored.',
        'the editor: there is no setting "banana"; it is ignored.',
    )


def test_paths_are_relative_to_the_file_that_names_them(tmp_path: Path) -> None:
    file = write(tmp_path / "a" / "unlinkable.toml", 'index = "i/x"\n[model]\npath = "m.gguf"\n')
    settings = settle([file_layer(file)]).settings
    assert settings.indexes.index == tmp_path / "a" / "i" / "x"
    assert settings.model.path == tmp_path / "a" / "m.gguf"
    here = settle([editor_layer({"index": "x"}, tmp_path)]).settings
    assert here.indexes.index == tmp_path / "x"
    assert (
        settle([editor_layer({"index": "~/x"}, tmp_path)]).settings.indexes.index
        == Path.home() / "x"
    )


def test_a_file_that_is_no_toml_is_one_problem_and_says_where(tmp_path: Path) -> None:
    file = write(tmp_path / "unlinkable.toml", "k = 3\nmasks = = 1\n")
    settled = settle([file_layer(file)])
    assert settled.settings == Settings()
    assert len(settled.problems) == 1
    assert "line 2" in settled.problems[0]


@pytest.mark.parametrize("content", [b"\xff\xfe", b"k = \xff"])
def test_a_file_that_is_no_text_is_one_problem(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "unlinkable.toml"
    file.write_bytes(content)
    assert len(settle([file_layer(file)]).problems) == 1


def test_a_file_from_a_windows_editor_is_read(tmp_path: Path) -> None:
    file = tmp_path / "unlinkable.toml"
    file.write_bytes(b"\xef\xbb\xbfk = 3\r\n")
    assert settle([file_layer(file)]).settings.searches.k == 3


def test_a_folder_in_place_of_the_file_is_one_problem(tmp_path: Path) -> None:
    (tmp_path / "unlinkable.toml").mkdir()
    assert len(settle([file_layer(tmp_path / "unlinkable.toml")]).problems) == 1


def test_bad_accepted_entries_are_told_of_and_left_out(tmp_path: Path) -> None:
    text = '[[accepted]]\nphrase = "a"\n[[accepted]]\nreason = "b"\n[[accepted]]\nphrase = 3\n'
    settled = settle([file_layer(write(tmp_path / "unlinkable.toml", text))])
    assert [risk.phrase for risk in settled.settings.accepted] == ["a"]
    (problem,) = settled.problems
    assert "2 [[accepted]] entries are ignored" in problem


def test_an_untrusted_workspace_chooses_no_files_and_narrows_nothing(tmp_path: Path) -> None:
    text = 'index = "x"\nk = 3\npause_ms = 7\nmodel.path = "m"\n[[accepted]]\nphrase = "a"\n'
    file = write(tmp_path / "unlinkable.toml", text)
    settled = settle([without_restricted(file_layer(file))])
    assert settled.settings == Settings(pauses=PauseSettings(pause_ms=7))
    assert settled.ignored == (
        f"{file}: index, k, model.path, accepted not used, since this folder is not trusted.",
    )
    names_files = {
        "index",
        "collection",
        "key_file",
        "model.path",
        "model.entailment",
        "sentences",
        "synonyms",
        "places",
    }
    narrow = {key for key, (_, _, rule) in rules().items() if rule.narrows}
    assert set(restricted_keys()) == names_files | narrow


def test_a_command_reads_the_files_of_user_and_workspace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    write(user_file(), "k = 3\nmax_terms = 2\n")
    write(tmp_path / "work" / "unlinkable.toml", "k = 4\n")
    settled = settle_for(tmp_path / "work", {"term_words": 2})
    assert settled.problems == ()
    assert (settled.settings.searches.k, settled.settings.searches.max_terms) == (4, 2)
    assert settled.settings.searches.term_words == 2


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)
names = st.sampled_from([key.removeprefix("unlinkable.") for key in settings_schema()])


@given(values | st.dictionaries(names | st.text(max_size=8), values, max_size=4))
def test_whatever_an_editor_sends_there_are_settings(options: Any) -> None:
    settled = settle([editor_layer(options, None)])
    assert isinstance(settled.settings, Settings)


def test_the_schema_for_editors_covers_every_setting_with_its_default() -> None:
    schema = settings_schema()
    assert json.loads(json.dumps(schema)) == schema
    assert {len(entry["description"]) > 10 for entry in schema.values()} == {True}
    assert _leaves(Settings()) == len(schema)
    assert schema["unlinkable.severity.phrase"]["default"] == "warning"
    assert schema["unlinkable.model.path"]["type"] == ["string", "null"]
    defaults = {key.removeprefix("unlinkable."): entry["default"] for key, entry in schema.items()}
    assert settle([editor_layer(defaults, None)]) == settle([])


def _leaves(values: Any) -> int:
    parts = [getattr(values, item.name) for item in fields(values) if item.name != "accepted"]
    return sum(_leaves(part) if is_dataclass(part) else 1 for part in parts)
