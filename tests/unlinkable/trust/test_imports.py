"""The light parts load nothing heavy, and `unlinkable --help` is there at once."""

import resource
import subprocess
import sys

import pytest

HEAVY = {"numpy", "spacy", "llama_cpp", "pygls", "lsprotocol", "cryptography", "msgpack"}
HEAVY |= {"pyroaring", "keyring", "tantivy", "cattrs", "tomlkit", "zstandard", "regex", "tqdm"}


def loaded_by(code: str) -> set[str]:
    """The heavy packages that are loaded once ``code`` has run."""
    told = f"import sys, contextlib\nwith contextlib.suppress(SystemExit):\n  {code}\n"
    told += "print('loaded', *sorted({name.partition('.')[0] for name in sys.modules}))"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split()[1:]) & HEAVY


MODEL = {"spacy", "llama_cpp"}
EDITOR = {"pygls", "lsprotocol"}


@pytest.mark.parametrize(
    ("code", "allowed"),
    [
        ("from unlinkable.cli import main; main(['--help'])", set()),
        ("from unlinkable.cli import main; main(['check', '--help'])", set()),
        ("from unlinkable.cli import main; main(['--version'])", set()),
        ("import unlinkable; dir(unlinkable)", set()),
        ("import unlinkable; unlinkable.check", HEAVY - MODEL - EDITOR - {"keyring", "tqdm"}),
        ("import unlinkable_index.errors, unlinkable_index.collection", {"numpy", "zstandard"}),
        ("import unlinkable_index.index", HEAVY - MODEL - EDITOR - {"keyring", "cryptography"}),
        ("import unlinkable.draft", {"numpy", "regex"}),
        ("import unlinkable.settings", {"numpy"}),
        ("import unlinkable.findings.report", HEAVY - MODEL - EDITOR - {"keyring", "tomlkit"}),
        ("import unlinkable.rewriting", HEAVY - MODEL - EDITOR - {"keyring"}),
        ("import unlinkable.lsp.server", HEAVY - MODEL - {"keyring"}),
    ],
)
def test_what_is_not_needed_is_not_loaded(code: str, allowed: set[str]) -> None:
    assert loaded_by(code) <= allowed


def test_help_takes_less_than_a_third_of_a_second() -> None:
    """Of computing; or, on a slow machine, no more than eight times as much as Python alone."""

    def computed() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    def fastest(*arguments: str) -> float:
        times = []
        for _ in range(5):
            began = computed()
            subprocess.run([sys.executable, *arguments], capture_output=True, check=True)
            times.append(computed() - began)
        return min(times)

    assert fastest("-m", "unlinkable", "--help") < max(0.3, 8 * fastest("-c", "pass"))
