"""The fuzzer, for some inputs a target; `python -m tests.benchmarks.fuzz` goes on for longer.

UNLINKABLE_FUZZ_SEED chooses other inputs than the usual ones.
"""

import os
from pathlib import Path

import pytest

from tests.unlinkable.trust.fuzzing import run, targets

INPUTS = {
    "index": 150,
    "drafts": 6,
    "model answers": 6,
    "disguises": 60,
    "settings": 200,
    "hostile folders": 5,
    "worker messages": 5000,
    "server messages": 15,
}


@pytest.mark.parametrize("name", INPUTS)
def test_whatever_is_read_is_refused_or_understood(name: str, tmp_path: Path) -> None:
    found = targets(tmp_path)
    assert [target.name for target in found] == list(INPUTS)
    (target,) = [target for target in found if target.name == name]
    try:
        tally = run(target, int(os.environ.get("UNLINKABLE_FUZZ_SEED", "0")), INPUTS[name])
    finally:
        for one in found:
            one.close()
    assert tally.accepted or name == "model answers"
