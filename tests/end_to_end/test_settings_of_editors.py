"""The settings page of VS Code offers just what the server understands."""

import json
from typing import Any

from tests.end_to_end.toolchain import REPOSITORY
from unlinkable.settings import settings_schema

MANIFEST = json.loads((REPOSITORY / "editors/vscode/package.json").read_text())
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
    assert set(declared) == restricted | {"unlinkable.server.path"}


def test_every_folder_of_a_workspace_may_have_its_own_settings() -> None:
    scopes = {PROPERTIES[name]["scope"] for name in settings_schema()}
    assert scopes == {"resource"}


def test_the_extension_depends_on_no_other() -> None:
    assert not {"extensionDependencies", "extensionPack"} & set(MANIFEST)
