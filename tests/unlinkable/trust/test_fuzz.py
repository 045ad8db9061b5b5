"""The fuzzer, for a few seconds a target; `python -m tests.benchmarks.fuzz` goes on for longer.

UNLINKABLE_FUZZ_SEED chooses other inputs than the usual ones.
"""

import os
from pathlib import Path

import pytest

from tests.unlinkable.trust.fuzzing import run, targets

SECONDS = 3.0
NAMES = (
    "index",
    "drafts",
    "model answers",
    "disguises",
    "settings",
    "hostile folders",
    "worker messages",
    "server messages",
)


@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_read_is_refused_or_understood(name: str, tmp_path: Path) -> None:
    found = targets(tmp_path)
    assert [target.name for target in found] == list(NAMES)
    (target,) = [target for target in found if target.name == name]
    try:
        tally = run(target, SECONDS, int(os.environ.get("UNLINKABLE_FUZZ_SEED", "0")))
    finally:
        for one in found:
            one.close()
    assert tally.tried >= 3
    assert tally.accepted or name == "model answers"
