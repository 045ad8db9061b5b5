"""The versions of a draft are voted on as if each were the only one."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from tests.unlinkable_index.writing import write_texts
from unlinkable.attackers.attacker import Attacker, VotersOfVersions, weight
from unlinkable.attackers.rulings import Rulings, Texts
from unlinkable.attackers.votes import Counting, Voter, Voters
from unlinkable.draft import read_draft
from unlinkable.draft.draft import gaps
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
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


@examples(40)
@given(st.lists(st.sets(st.integers(0, len(WORDS) - 1), max_size=9), min_size=1, max_size=4))
def test_as_if_each_version_were_the_only_one(attacker: Attacker, hidden: list[set[int]]) -> None:
    draft, source = read_draft(OWN), attacker.index.document_number("own")
    versions, left_out = VotersOfVersions(attacker, draft, source), attacker.left_out(draft, source)
    for some in hidden:
        words = ["[XXX]" if n in some else word for n, word in enumerate(WORDS)]
        version = read_draft(" ".join(words))
        near, found = attacker.nearest(version, left_out), versions.of(version)
        assert (found is None) == (not near)
        if found is None:
            continue
        expected = Voters([Voter(one.id, one.text, weight(one, near[0])) for one in near])
        for gap, counting in product(gaps(version), Counting):
            same = {(g.forms, round(g.share, 9)) for g in expected.guesses(gap, counting)}
            told = {(g.forms, round(g.share, 9)) for g in found.guesses(gap, counting)}
            assert told == same
