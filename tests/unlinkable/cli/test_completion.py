"""What `unlinkable completion` prints, sourced by the shell itself: what it completes."""

import shutil
import subprocess
from pathlib import Path

import pytest

from unlinkable.cli import main
from unlinkable.cli.editors import SHELLS

TYPED = {
    "che": "check",
    "model fe": "fetch",
    "check --summ": "--summary",
    "check --format sh": "short",
    "check drafts/onl": "drafts/only.txt",
}
BASH = """\
source ./script
function=$(complete -p unlinkable | sed 's/.*-F \\([^ ]*\\).*/\\1/')
COMP_WORDS=(unlinkable {typed}) COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
$function
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
FISH = "source ./script; complete -C 'unlinkable {typed}'"
# A shell of its own, in which the tabulator is pressed.
ZSH = """\
zmodload zsh/zpty
zpty shell 'TERM=dumb zsh -f -i'
zpty -w shell 'PS1=; fpath=($PWD/functions $fpath); autoload -U compinit; compinit -u -D; echo on'
zpty -r -m shell seen '*echo on*on*'
zpty -n -w shell $'unlinkable {typed}\\t'
zpty -r -m shell seen '*unlinkable {begun}{wanted}*' && print -r -- '{wanted}'
zpty -d shell
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a draft."""
    (tmp_path / "drafts").mkdir()
    (tmp_path / "drafts" / "only.txt").touch()
    return tmp_path


def completed(shell: str, typed: str, wanted: str, script: str, folder: Path) -> list[str]:
    """What a shell that has the script makes of what was typed."""
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed here")
    (folder / "functions").mkdir()
    for place in ("script", "functions/_unlinkable"):
        (folder / place).write_text(script, "utf-8")
    begun = " ".join(typed.split()[:-1])
    filled = {"typed": typed, "wanted": wanted, "begun": f"{begun} " if begun else ""}
    commands = {
        "bash": ["bash", "--norc", "-c", BASH.format(**filled)],
        "fish": ["fish", "-N", "-c", FISH.format(**filled)],
        "zsh": ["zsh", "-f", "-c", ZSH.format(**filled)],
    }
    done = subprocess.run(
        commands[shell], cwd=folder, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stderr == ""
    return [line.split("\t")[0] for line in done.stdout.splitlines()]


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("typed", TYPED)
def test_a_shell_completes_commands_flags_values_and_files(
    shell: str, typed: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert completed(shell, typed, TYPED[typed], script, folder) == [TYPED[typed]]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_commands_are_described_in_a_line(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["completion", shell])
    assert "Exit status" not in capsys.readouterr().out
