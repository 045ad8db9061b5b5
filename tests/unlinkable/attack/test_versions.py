"""The versions of a draft are voted on as if each were the only one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unlinkable_index.writing import write_texts
from unlinkable.attack.attacker import Attacker
from unlinkable.attack.rulings import Rulings
from unlinkable.attack.texts import Texts
from unlinkable.attack.versions import VotersOfVersions
from unlinkable.attack.votes import Counting
from unlinkable.draft import read_draft
from unlinkable.draft.gaps import gaps
from unlinkable_index.builder import Options, build_index
from unlinkable_index.index import Index

OWN = "The hives had stood behind a disused chapel since the flood, and the owner was heard in May."
TEXTS = {
    "own": OWN,
    "mill": "The mill had stood behind a chapel since the flood, and the owner was heard.",
    "barn": "The barn had stood behind a disused mill since May, and the owner of it was ill.",
    "weir": "A weir stood behind the disused chapel; the flood was in May.",
}
WORDS = OWN.replace(",", "").replace(".", "").split()


@pytest.fixture(scope="module")
def attacker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Attacker]:
    source = write_texts(tmp_path_factory.mktemp("rulings") / "c.jsonl", TEXTS)
    build_index([source], source.with_name("i"), Options(processes=1))
    with Index.open(Path(source.with_name("i"))) as index:
        yield Attacker(index, background=Rulings(Texts.read([source]), index))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sets(st.integers(0, len(WORDS) - 1), max_size=9), min_size=1, max_size=4))
def test_as_if_each_version_were_the_only_one(attacker: Attacker, hidden: list[set[int]]) -> None:
    source = attacker.index.document_number("own")
    versions = VotersOfVersions(attacker, read_draft(OWN), source)
    for some in hidden:
        words = ["[XXX]" if n in some else word for n, word in enumerate(WORDS)]
        version = read_draft(" ".join(words))
        found, expected = versions.of(version), attacker.voters(version, source)
        assert (found is None) == (expected is None)
        for gap in gaps(version):
            for counting in Counting:
                if found is not None and expected is not None:
                    same = {(g.forms, round(g.share, 9)) for g in expected.guesses(gap, counting)}
                    told = {(g.forms, round(g.share, 9)) for g in found.guesses(gap, counting)}
                    assert told == same
