"""The extension for VS Code offers the settings of the server, and has all files that it names."""

import json
from pathlib import PurePosixPath
from typing import Any

from tests.end_to_end.toolchain import REPOSITORY
from unlinkable.settings import settings_schema

EXTENSION = REPOSITORY / "editors/vscode"
MANIFEST = json.loads((EXTENSION / "package.json").read_text())
PROPERTIES: dict[str, dict[str, Any]] = {
    name: schema
    for page in MANIFEST["contributes"]["configuration"]
    for name, schema in page["properties"].items()
}
NOT_SET = {"string": "", "array": []}
"""How the settings page shows that a setting which may be absent is absent."""


def as_in_settings_page(schema: dict[str, Any]) -> dict[str, Any]:
    """The server's schema of one setting as the settings page has it."""
    shown = {key: value for key, value in schema.items() if key != "restricted"}
    if isinstance(shown["type"], list):
        shown["type"] = shown["type"][0]
        shown["default"] = NOT_SET[shown["type"]]
    return shown


def test_the_settings_page_has_the_schema_of_the_server() -> None:
    page = {
        name: {key: value for key, value in schema.items() if key not in ("scope", "order")}
        for name, schema in PROPERTIES.items()
        if not name.startswith("unlinkable.server.")
    }
    assert page == {name: as_in_settings_page(one) for name, one in settings_schema().items()}


def test_what_an_untrusted_workspace_must_not_choose_is_restricted() -> None:
    restricted = {name for name, schema in settings_schema().items() if schema.get("restricted")}
    declared = MANIFEST["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"]
    assert set(declared) == restricted | {"unlinkable.server.path", "unlinkable.server.languages"}


def test_every_folder_of_a_workspace_may_have_its_own_settings() -> None:
    scopes = {PROPERTIES[name]["scope"] for name in settings_schema()}
    assert scopes == {"resource"}


def test_all_files_that_the_extension_names_are_packaged() -> None:
    packaged = {
        line.removeprefix("!")
        for line in (EXTENSION / ".vscodeignore").read_text("utf-8").splitlines()
    }
    contributes = MANIFEST["contributes"]
    containers = [one for some in contributes["viewsContainers"].values() for one in some]
    steps = [step for one in contributes["walkthroughs"] for step in one["steps"]]
    named = [MANIFEST["icon"], *(one["icon"] for one in containers)]
    named += [path for step in steps for path in step["media"].values()]
    for path in (PurePosixPath(name) for name in named):
        assert (EXTENSION / path).is_file(), path
        assert any(path.match(pattern) for pattern in packaged - {"**"}), path


def test_the_extension_depends_on_no_other() -> None:
    assert not {"extensionDependencies", "extensionPack"} & set(MANIFEST)
