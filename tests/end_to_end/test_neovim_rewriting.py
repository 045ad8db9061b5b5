"""Rewriting in a real, headless Neovim by a real model process."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from tests.end_to_end.neovim import Neovim, open_neovim
from tests.end_to_end.office import COPIED_WORDS, NEW_WORDS, SENTENCE, Office, open_office
from tests.end_to_end.patience import wait_for
from tests.end_to_end.test_neovim import choose_action, go_to_rare_phrase
from tests.end_to_end.toolchain import Toolchain, must_have
from tests.unlinkable.rewriting.conftest import demand_llama

pytestmark = pytest.mark.editor
RARE = tuple(" ".join(pair) for pair in pairwise(SENTENCE.rstrip(".").split()))
"""The rare phrases of the sentence: two words of it in a row stand in no other original."""


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Office:
    """An office with a model that does as it is told, and the product's own program."""
    demand_llama()
    from tests.unlinkable.model.copying_model import write_copying_model

    room = tmp_path_factory.mktemp("room")
    office = open_office(room, f"{NEW_WORDS} {COPIED_WORDS}")
    write_copying_model(office.folder / "model.gguf", [office.drafts[0].read_text("utf-8")])
    program = room / "own/unlinkable"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m unlinkable "$@"\n')
    program.chmod(0o755)
    return replace(office, program=program)


@pytest.fixture
def neovim(toolchain: Toolchain, office: Office, tmp_path: Path) -> Iterator[Neovim]:
    """Neovim on a draft, once it has been checked."""
    must_have(toolchain.neovim)
    with open_neovim(toolchain, tmp_path, office.program, office.drafts[0]) as opened:
        opened.wait_for_status("left")
        yield opened


def undo(neovim: Neovim, text: str) -> None:
    neovim.keys("u")
    wait_for(lambda: neovim.text() == text, "the text as it was")


def test_what_the_model_writes_replaces_the_sentence_and_is_undone_in_one_step(
    neovim: Neovim,
) -> None:
    before = neovim.text()
    go_to_rare_phrase(neovim)
    choose_action(neovim, "Rewrite this sentence", "quickfix.unlinkable")
    wait_for(lambda: SENTENCE not in neovim.text(), "the rewriting")
    after = neovim.text()
    head, tail = before.split(SENTENCE)
    assert after.startswith(head)
    assert after.endswith(tail)
    assert not any(phrase in after for phrase in RARE)
    undo(neovim, before)
