"""The page of licences, made from what is installed: python -m tests.licences > server/LICENCES.md

Of every package that an installation brings, with or without extras, what its metadata says; of
what is packed into the VS Code extension, what its lock file says. Versions are left out: those
that are tested stand in .ci/constraints.txt.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "server/LICENCES.md"
_IN_VS_CODE = "the VS Code extension"
NOT_FOR_USERS = {"test", "dev", "benchmark", "mutants"}
_HEAD = """\
# Licences of what comes along

Unlinkable is under the [MIT licence](../LICENSE); English synonyms are from Princeton WordNet 3.0,
under [its own](unlinkable/language/wordnet/LICENSE). What an installation brings on Linux, by its
own word (made by `python -m tests.licences`):

| comes with | licence | packages |
|---|---|---|
"""


def rows() -> Iterator[tuple[str, str, str]]:
    """Every package that is installed here, its licence, and what it comes with."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = {"": project["dependencies"]} | {
        name: needs
        for name, needs in project["optional-dependencies"].items()
        if name not in NOT_FOR_USERS
    }
    brought: dict[str, list[str]] = {}
    for extra, needs in wanted.items():
        for name in _closure(needs):
            brought.setdefault(name, []).append(extra)
    for name, extras in sorted(brought.items()):
        try:
            licence = _licence(name)
        except PackageNotFoundError:
            continue
        yield name, licence, "always" if "" in extras else "an extra"


def packed() -> Iterator[tuple[str, str]]:
    """The packages that are packed into the extension, and their licences."""
    lock = json.loads((ROOT / "editors/vscode/package-lock.json").read_text("utf-8"))["packages"]
    waiting, found = ["vscode-languageclient"], set[str]()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += lock[f"node_modules/{name}"].get("dependencies", ())
    return ((name, lock[f"node_modules/{name}"]["license"]) for name in sorted(found))


def page() -> str:
    """The whole page."""
    groups: dict[tuple[str, str], list[str]] = {}
    for name, licence, by in (*rows(), *((*one, _IN_VS_CODE) for one in packed())):
        groups.setdefault((by, licence), []).append(name)
    lines = (
        f"| {by} | {licence} | {', '.join(groups[by, licence])} |\n"
        for by, licence in sorted(groups)
    )
    return _HEAD + "".join(lines)


def read(text: str) -> dict[str, str]:
    """The licence of each package that a page of licences lists."""
    rows = text.partition("|---|")[2]
    groups = re.findall(r"^\| .+? \| (.+?) \| (.+?) \|$", rows, re.MULTILINE)
    return {name: licence for licence, names in groups for name in names.split(", ")}


def _closure(needs: Iterable[str]) -> set[str]:
    """The names of packages and of all that they need here."""
    found: set[str] = set()
    waiting = [Requirement(need) for need in needs]
    seen: set[str] = set()
    while waiting:
        one = waiting.pop()
        if str(one) in seen:
            continue
        seen.add(str(one))
        name = canonicalize_name(one.name)
        found.add(name)
        try:
            asked = distribution(name).requires or []
        except PackageNotFoundError:
            continue
        for need in map(Requirement, asked):
            extras: Iterable[str] = one.extras or {""}
            if need.marker is None or any(need.marker.evaluate({"extra": e}) for e in extras):
                waiting.append(need)
    return found


def _licence(name: str) -> str:
    """What a package says of its licence, as short as it says it."""
    said: Any = distribution(name).metadata
    if expression := said.get("License-Expression"):
        return str(expression)
    field = (said.get("License") or "").strip().replace("UNKNOWN", "")
    classifiers = [one for one in said.get_all("Classifier") or [] if one.startswith("License")]
    names = [re.sub(r"^.*:: (.*?)( License)?( \([^)]*\))?$", r"\1", one) for one in classifiers]
    return field if field and len(field) < 60 and "\n" not in field else ", ".join(names) or "?"


if __name__ == "__main__":
    print(page(), end="")
