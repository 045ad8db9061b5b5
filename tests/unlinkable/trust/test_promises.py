"""The documentation of trust keeps to the truth: its tests exist, and packages are listed."""

import importlib.metadata
import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests import licences

ROOT = Path(__file__).parents[3]
TRUST = (ROOT / "server" / "TRUST.md").read_text("utf-8")
TESTS = tomllib.loads(Path(__file__).with_name("promises.toml").read_text("utf-8"))
FAMILIES = {"BSD-3-Clause": "BSD", "Apache-2.0": "Apache", "MPL-2.0": "MPL", "PSF-2.0": "P"}
FAMILIES |= {"CNRI-Python": "CNRI"}


def test_every_test_that_is_named_exists() -> None:
    named = {name for part in TESTS.values() for tests in part.values() for name in tests}
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    existing = set(re.findall(r"def (test_\w+)\(", sources))
    assert len(named) > 30
    assert named - existing == set()


def test_every_promise_names_a_test() -> None:
    section = TRUST.partition("## What is promised")[2].partition("\n## ")[0]
    promises = {
        " ".join(one.split()).rstrip(".")
        for one in re.findall(r"^- \*\*(.+?)\*\*", section, re.M | re.S)
    }
    assert len(promises) == section.count("\n- ") > 20
    assert promises == set(TESTS["promised"])
    assert all(TESTS["promised"].values())


def test_what_is_not_promised_and_has_tests_stands_on_the_page() -> None:
    section = TRUST.partition("## What is not promised")[2].partition("\n## ")[0]
    assert all(f"- **{title}.**" in section for title in TESTS["not-promised"])


def test_every_package_that_is_installed_stands_in_the_list_with_its_licence() -> None:
    listed = licences.read(licences.PAGE.read_text("utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = _needed([Requirement(one) for one in project["dependencies"]])
    assert needed <= set(listed)  # of some, other versions need less
    for name in needed:
        licence, metadata = listed[name], importlib.metadata.metadata(name)
        said = " ".join(
            str(metadata.get(field) or "") for field in ("License-Expression", "License")
        )
        classifiers = metadata.get_all("Classifier") or []
        said += " ".join(one for one in classifiers if one.startswith("License"))
        if not said.strip():  # some versions say nothing
            continue
        parts = re.split(r" OR | AND ", licence.strip())
        assert any(FAMILIES.get(part, part.partition("-")[0]) in said for part in parts), name


def test_every_package_that_is_needed_is_pinned_for_development() -> None:
    pins = (ROOT / ".ci" / "constraints.txt").read_text("utf-8")
    pinned = set(re.findall(r"^([\w-]+)==", pins, re.MULTILINE))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["test"], *extras["dev"], *extras["llm"]]
    names = {canonicalize_name(Requirement(one).name) for one in wanted} - {"unlinkable"}
    assert names <= pinned


def _needed(requirements: list[Requirement]) -> set[str]:
    """The names of packages that these need, and what those need."""
    names: set[str] = set()
    while requirements:
        requirement = requirements.pop()
        name = canonicalize_name(requirement.name)
        if name in names or (requirement.marker and not requirement.marker.evaluate({"extra": ""})):
            continue
        names.add(name)
        further = importlib.metadata.requires(name) or []
        requirements += [Requirement(one) for one in further]
    return names
