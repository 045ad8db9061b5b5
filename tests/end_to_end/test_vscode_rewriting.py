"""From a VS Code without a language model to one that is ready to rewrite."""

import hashlib
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.end_to_end.bare_environment import has_runtime, make_environment, make_wheel
from tests.end_to_end.conftest import PICTURES
from tests.end_to_end.office import Office, open_office
from tests.end_to_end.toolchain import Toolchain, must_have
from tests.unlinkable.model.model_headers import STAND_IN
from unlinkable.model.gguf.model_file import RECOMMENDED

pytestmark = pytest.mark.editor
must_have(module="playwright")

from tests.end_to_end.workbench import Workbench, open_workbench  # noqa: E402

SETTINGS = 'index = "originals.unlinkable"\n'


@contextmanager
def site(folder: Path) -> Iterator[str]:
    """The address of a server of the files in a folder."""
    handler = partial(SimpleHTTPRequestHandler, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def without_other_programs() -> dict[str, str]:
    """An environment in which the extension finds no program but its own, and pip is not bound to
    the versions that the tests run with."""
    folders = os.environ["PATH"].split(os.pathsep)
    kept = [folder for folder in folders if not (Path(folder) / "unlinkable").exists()]
    return {
        "PATH": os.pathsep.join(kept),
        "VIRTUAL_ENV": "",
        "CONDA_PREFIX": "",
        "PIP_CONSTRAINT": "",
    }


@pytest.fixture
def clerk(tmp_path: Path) -> Office:
    """An office whose settings name no model."""
    office = open_office(tmp_path)
    (office.folder / "unlinkable.toml").write_text(SETTINGS, "utf-8")
    return office


def test_rewriting_is_set_up_from_within_vscode(
    toolchain: Toolchain, clerk: Office, tmp_path: Path
) -> None:
    must_have(*toolchain.of_vscode)
    profile = tmp_path / "profile"
    own = profile / "data/User/globalStorage/unlinkable.unlinkable/server"
    others = tmp_path / "others"
    make_wheel(tmp_path / "wheels")
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / RECOMMENDED.name).write_bytes(STAND_IN)
    with site(tmp_path / "site") as address:
        digest = hashlib.sha256(STAND_IN).hexdigest()
        model = replace(RECOMMENDED, url=f"{address}/{RECOMMENDED.name}", sha256=digest)
        make_environment(own, model)
        make_environment(others, model)
        with open_workbench(
            toolchain, profile, clerk.folder, PICTURES, {}, without_other_programs()
        ) as window:
            window.open(clerk.drafts[0].name)
            window.wait_for_status("left")
            install_runtime(window, tmp_path / "wheels")
            download_model(window, profile)
            assert has_runtime(own)
            choose_file(window, clerk)
            see_how_to_complete_another_program(window, others / "bin/unlinkable")
            assert not has_runtime(others)


def install_runtime(window: Workbench, wheels: Path) -> None:
    """Begin to set things up: what needs no model works without, and asks for none."""
    window.run("Unlinkable: Set Up Rewriting")
    window.list().filter(has_text="The processor of this computer").wait_for()
    window.picture("rewriting-hardware")
    window.list().filter(has_text="Take it from a folder").click()
    window.enter_path(f"{wheels}/")
    window.page.get_by_role("button", name="Install from this folder").click()


def download_model(window: Workbench, profile: Path) -> None:
    """The second question, and the sentence at the end."""
    window.list().filter(has_text="Download the recommended model (2.5 GB)").wait_for()
    window.picture("rewriting-model")
    window.list().filter(has_text="Download the recommended model").click()
    window.list().filter(has_text="For all my drafts").click()
    ready = window.notification("Rewriting is ready and runs on the processor")
    window.picture("rewriting-ready")
    ready.get_by_role("button", name="OK").click()
    (file,) = profile.rglob(RECOMMENDED.name)
    assert file.read_bytes() == STAND_IN
    settings = json.loads((profile / "data/User/settings.json").read_text())
    assert settings["unlinkable.model.path"] == str(file)


def choose_file(window: Workbench, clerk: Office) -> None:
    """Again, with what was installed and a file of the office's own."""
    window.run("Unlinkable: Set Up Rewriting")
    window.list().filter(has_text="Keep what is installed").click()
    window.list().filter(has_text="Keep the model that is set").wait_for()
    window.list().filter(has_text="Choose a model file").click()
    window.enter_path(str(clerk.folder / "model.gguf"))
    window.page.get_by_role("button", name="Use this model").click()
    window.list().filter(has_text="Only in the folder office").click()
    window.notification("Rewriting is ready").get_by_role("button", name="OK").click()
    settings = json.loads((clerk.folder / ".vscode/settings.json").read_text())
    assert settings["unlinkable.model.path"] == str(clerk.folder / "model.gguf")


def see_how_to_complete_another_program(window: Workbench, program: Path) -> None:
    """A program that the extension has not installed is not added to."""
    window.set(unlinkable__server__path=str(program))
    window.wait_for_status("Starting")
    window.run("Unlinkable: Set Up Rewriting")
    dialog = window.page.get_by_role("dialog").filter(has_text="was not installed by this")
    dialog.wait_for()
    window.picture("rewriting-of-another-program")
    assert f"{program.parent}/python -P -m pip install llama-cpp-python" in dialog.inner_text()
    dialog.get_by_role("button", name="Go On").click()
    window.list().filter(has_text="Keep the model that is set").click()
    window.notification("Rewriting is not ready yet. Still missing: llama-cpp-python")
    window.picture("rewriting-not-ready")
