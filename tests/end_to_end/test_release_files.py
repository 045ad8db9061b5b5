"""What a release says of itself agrees in every file, and stands as those who read it demand."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from tests.end_to_end.toolchain import find_toolchain, must_have
from tests.unlinkable.reporting.sarif_schema import SARIF
from tests.unlinkable_index.writing import write_texts
from unlinkable import __version__
from unlinkable.reporting import schema_address
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "editors/examples"
REGISTRIES = ROOT / "editors/neovim/registries"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
HOME = PROJECT["project"]["urls"]["Homepage"]


def manifest() -> dict[str, Any]:
    """The extension's manifest."""
    return dict(json.loads((ROOT / "editors/vscode/package.json").read_text("utf-8")))


def citation() -> dict[str, Any]:
    """How the program is cited."""
    return dict(yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8")))


def mason() -> dict[str, Any]:
    """The entry for Mason's registry."""
    path = REGISTRIES / "mason/packages/unlinkable/package.yaml"
    return dict(yaml.safe_load(path.read_text("utf-8")))


def test_every_file_names_the_same_version() -> None:
    lock = json.loads((ROOT / "editors/vscode/package-lock.json").read_text("utf-8"))
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert newest
    assert {
        __version__,
        PROJECT["project"]["version"],
        manifest()["version"],
        lock["version"],
        lock["packages"][""]["version"],
        mason()["source"]["id"].rpartition("@")[2],
        newest[1],
        citation()["version"],
    } == {__version__}


def test_every_file_names_the_same_address() -> None:
    assert all(url.startswith(HOME) for url in PROJECT["project"]["urls"].values())
    for rule in PROJECT["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]["substitutions"]:
        assert HOME in rule["replacement"]
    assert manifest()["repository"]["url"] == f"{HOME}.git"
    assert manifest()["homepage"] == mason()["homepage"] == HOME == citation()["repository-code"]
    assert schema_address("check") == f"{HOME}/raw/v{__version__}/server/schemas/check.json"
    assert manifest()["bugs"]["url"] == PROJECT["project"]["urls"]["Issues"]


def test_the_readme_of_a_package_index_leads_to_files_that_are_there() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    hook = PROJECT["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]
    relative = re.findall(r"\]\((?!https?:)([^)#]+)", text)
    for rule in hook["substitutions"]:
        text = re.sub(rule["pattern"], rule["replacement"], text)
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert all(link.startswith("https://") for link in links)
    assert len(relative) > 5
    for path in relative:
        assert (ROOT / path).exists(), path
        assert any(link.endswith(f"/v$HFPR_VERSION/{path}") for link in links), path


def test_the_extension_has_what_the_marketplaces_ask_for() -> None:
    asked = manifest()
    for field in ("name", "displayName", "description", "publisher", "license", "engines", "icon"):
        assert asked[field], field
    assert len(asked["keywords"]) <= 30
    assert (ROOT / "editors/vscode" / asked["repository"]["directory"]).name == "vscode"
    icon = (ROOT / "editors/vscode" / asked["icon"]).read_bytes()
    assert icon.startswith(b"\x89PNG")
    width, height = (int.from_bytes(icon[at : at + 4], "big") for at in (16, 20))
    assert min(width, height) >= 128
    readme = (ROOT / "editors/vscode/README.md").read_text("utf-8")
    assert not re.search(r"\]\((?!https:)", readme), "its links would lead nowhere there"


def test_the_entry_for_mason_is_as_its_registry_demands() -> None:
    entry = mason()
    needed = {"name", "description", "homepage", "licenses", "languages", "categories", "source"}
    assert needed <= set(entry) <= needed | {"bin", "neovim", "schemas", "share", "opt"}
    assert set(entry["categories"]) <= {"Compiler", "DAP", "Formatter", "LSP", "Linter", "Runtime"}
    [(program, target)] = entry["bin"].items()
    assert target.removeprefix("pypi:") in PROJECT["project"]["scripts"]
    assert program in PROJECT["project"]["scripts"]
    assert (REGISTRIES / "nvim-lspconfig/lsp" / f"{entry['neovim']['lspconfig']}.lua").exists()


@pytest.mark.editor
def test_the_entry_for_nvim_lspconfig_starts_what_the_plugin_starts() -> None:
    plugin = in_neovim(ROOT / "editors/neovim/lsp/unlinkable.lua")
    entry = in_neovim(REGISTRIES / "nvim-lspconfig/lsp/unlinkable.lua")
    assert entry["cmd"] == ["unlinkable", "serve"]
    assert set(entry) == {"cmd", "cmd_cwd", "cmd_env", "filetypes", "root_markers"}
    assert {key: plugin[key] for key in entry} == entry


def in_neovim(config: Path) -> dict[str, Any]:
    """A configuration of a server as Neovim reads it, functions left out."""
    neovim = find_toolchain().neovim
    must_have(neovim)
    shown = (
        f"lua local read = {{}}; for key, value in pairs(dofile('{config}')) do "
        "if pcall(vim.json.encode, value) then read[key] = value end end; "
        "io.stdout:write(vim.json.encode(read))"
    )
    path = f"set rtp^={ROOT / 'editors/neovim'}"
    done = subprocess.run(
        [neovim, "--clean", "--headless", "-c", path, "-c", shown, "-c", "qa!"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return dict(json.loads(done.stdout))


@pytest.fixture
def drafts(tmp_path: Path) -> Path:
    """A repository of drafts: one leads back, one does not; the index lies elsewhere."""
    texts = {"a": "The baker sold a swan to the court.", "b": "The baker paid the court."}
    texts |= {"c": "Yesterday the baker paid the court.", "d": "But the baker paid the court."}
    write_texts(tmp_path / "rulings.jsonl", texts)
    index = tmp_path / "i.unlinkable"
    build_index([tmp_path / "rulings.jsonl"], index, Options(processes=1))
    folder = tmp_path / "repository"
    (folder / "drafts").mkdir(parents=True)
    (folder / "unlinkable.toml").write_text(f"index = '{index}'\n")
    (folder / "drafts/clean.txt").write_text("The baker paid the court.")
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    return folder


def with_programs() -> dict[str, str]:
    """The environment, with the programs of these tests on the path."""
    here = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": here, "GIT_CONFIG_GLOBAL": os.devnull}


def commits(folder: Path) -> subprocess.CompletedProcess[str]:
    """What the example for pre-commit says of all files of a repository."""
    subprocess.run(["git", "add", "."], cwd=folder, check=True)
    config = EXAMPLES / "pre-commit-config.yaml"
    return subprocess.run(
        [sys.executable, "-m", "pre_commit", "run", "--all-files", "--config", config],
        cwd=folder,
        env={**with_programs(), "PRE_COMMIT_HOME": str(folder.parent / "pre-commit")},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_example_for_pre_commit_stops_a_draft_that_leads_back(drafts: Path) -> None:
    pytest.importorskip("pre_commit")
    clean = commits(drafts)
    assert clean.returncode == 0, clean.stdout
    assert "Passed" in clean.stdout
    (drafts / "drafts/swan.txt").write_text("A swan stopped the baker.")
    leading = commits(drafts)
    assert leading.returncode == 1
    assert "drafts/swan.txt" in leading.stdout


def test_the_example_of_a_pipeline_shows_what_leads_back(drafts: Path) -> None:
    pipeline = yaml.safe_load((EXAMPLES / "pipeline.yml").read_text("utf-8"))
    steps = pipeline["jobs"]["check"]["steps"]
    [check] = [step["run"] for step in steps if "run" in step]
    [upload] = [step["with"] for step in steps if "sarif" in step.get("uses", "")]
    (drafts / "drafts/swan.txt").write_text("A swan stopped the baker.")

    def run(index: Path) -> int:
        environment = {**with_programs(), "INDEX": str(index)}
        return subprocess.run(
            ["bash", "-e", "-c", check], cwd=drafts, env=environment, check=False
        ).returncode

    assert run(drafts.parent / "i.unlinkable") == 0
    log = json.loads((drafts / upload["sarif_file"]).read_text("utf-8"))
    jsonschema.validate(log, SARIF)
    assert {
        result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        for result in log["runs"][0]["results"]
    } == {"drafts/swan.txt"}
    assert run(drafts.parent / "none.unlinkable") == 1, "what could not be checked is no success"


def test_outputs_are_no_part_of_the_repository() -> None:
    made = (
        "unlinkable-demo/rulings.jsonl",
        "a/b.unlinkable",
        "findings.sarif",
        ".b.unlinkable.kept",
    )
    for path in made:
        asked = ["git", "check-ignore", "-q", "--no-index", path]
        assert subprocess.run(asked, cwd=ROOT, check=False).returncode == 0, path


def test_forms_for_issues_ask_for_no_confidential_text() -> None:
    forms = ROOT / ".github/ISSUE_TEMPLATE"
    for path in forms.glob("*.yml"):
        form = yaml.safe_load(path.read_text("utf-8"))
        if path.name == "config.yml":
            assert form["contact_links"][0]["url"].startswith(HOME)
            continue
        assert {"name", "description", "body"} <= set(form)
        ids = [part["id"] for part in form["body"] if part["type"] != "markdown"]
        assert len(ids) == len(set(ids)) > 1
        assert "issue is public" in form["body"][0]["attributes"]["value"]
