"""The command line starts without loading what only some commands need."""

import subprocess
import sys

import pytest

HEAVY = {
    "--help": "numpy cattrs pygls lsprotocol tqdm cryptography llama_cpp msgpack",
    "check": "pygls lsprotocol tqdm cryptography llama_cpp unlinkable_index.builder",
}


@pytest.mark.parametrize("what", HEAVY)
def test_nothing_heavy_is_loaded_that_is_not_needed(what: str, index: str) -> None:
    arguments = ["--help"] if what == "--help" else ["check", "-", "-i", index, "--max-terms", "1"]
    script = (
        "import contextlib, sys\nfrom unlinkable.cli import main\n"
        f"with contextlib.suppress(SystemExit): main({arguments!r})\n"
        f"loaded = [m for m in {HEAVY[what].split()!r} if m in sys.modules]\n"
        "raise SystemExit(' '.join(loaded) or 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], input="", capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
