"""Flags and editors offer what the schema of the settings, and the list of formats, have."""

import argparse
import json
import re
from enum import Enum
from pathlib import Path

import pytest

from unlinkable.cli import make_parser
from unlinkable.cli.parser import KINDS, each_command
from unlinkable.draft.kinds import NAMES
from unlinkable.settings.values import rules
from unlinkable_index.documents import TEXTS

EDITORS = Path(__file__).parents[3] / "editors"
OTHERWISE = {"mask_with": "mask", "mask": "masks"}
"""Flags that are not called what their setting is."""


def flags() -> list[tuple[str, argparse.Action]]:
    """Every flag of `check` and `protect` that sets a setting, with the name of that."""
    commands = each_command(make_parser())
    actions = [one for name in ("check", "protect") for one in commands[name]._actions]
    named = [(OTHERWISE.get(one.dest, one.dest), one) for one in actions]
    return [(name, one) for name, one in named if name in rules()]


def test_most_settings_of_a_check_have_flags() -> None:
    asked = {"k", "max_terms", "term_words", "within", "against", "ranked", "cross_sentences"}
    assert asked | {"rewriter", "labels", "gaps", "mask", "source"} <= {name for name, _ in flags()}


@pytest.mark.parametrize(("name", "flag"), flags(), ids=lambda one: getattr(one, "dest", one))
def test_a_flag_has_the_choices_and_the_default_of_its_setting(
    name: str, flag: argparse.Action
) -> None:
    kind, default, _ = rules()[name]
    if flag.choices and isinstance(kind, type) and issubclass(kind, Enum):
        assert set(flag.choices) <= {one.value for one in kind}
    said = re.search(
        r"\(default:? (?:the setting [\w.]+, (?:or|else) )?([^\s;,)]+)", str(flag.help)
    )
    if said and not isinstance(default, Path | None) and said[1] != "llm":
        first = default[0] if isinstance(default, tuple) else default
        assert said[1] == str(getattr(first, "value", first))


def test_drafts_are_of_the_formats_that_are_texts_everywhere() -> None:
    assert set(KINDS) == set(NAMES) == {one.name for one in TEXTS}
    languages = {language for one in TEXTS for language in one.languages}
    manifest = json.loads((EDITORS / "vscode/package.json").read_text("utf-8"))
    opened = {one.partition(":")[2] for one in manifest["activationEvents"] if ":" in one}
    assert opened - {"unlinkable.toml"} == languages - {"text", "plaintex"}
    neovim = (EDITORS / "neovim/lsp/unlinkable.lua").read_text("utf-8")
    types = re.search(r"filetypes = \{(.*?)\}", neovim)
    assert types is not None
    assert set(re.findall(r"'(\w+)'", types[1])) <= languages
