"""Another model is set while the old one writes: nobody waits, and only one is ever loaded."""

import json
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from tests.unlinkable.model.model_headers import STAND_IN
from tests.unlinkable.model.tiny_nli import write_tiny_nli
from unlinkable.lsp.requests.view import Models
from unlinkable.model.author import Writing
from unlinkable.model.authors import SecondReader
from unlinkable.model.decoding.guided_decoding import Limits
from unlinkable.model.decoding.tokens import Sampling
from unlinkable.model.process.process import Model
from unlinkable.model.prompt import Request
from unlinkable.settings import ModelSettings
from unlinkable.stopping import StoppedError, never

WRITING = Writing(
    Request("", "The mill burned.", "", ("mill",), {}),
    (Sampling(),),
    Limits(tokens=200),
    lambda _text, _ended: None,
)


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModelSettings:
    """A model whose process never answers."""
    script, path = tmp_path / "script.json", tmp_path / "model.gguf"
    script.write_text(json.dumps({"trouble": "hangs"}), "utf-8")
    path.write_bytes(STAND_IN)
    worker = Path(__file__).parents[1] / "model" / "scripted_worker.py"
    command = (sys.executable, str(worker), str(script))
    monkeypatch.setattr(Model.__init__, "__defaults__", (command,))
    return ModelSettings(path=path)


def test_the_model_set_before_is_let_go_at_once_and_never_loads_again(
    settings: ModelSettings,
) -> None:
    models, stopped = Models(), threading.Event()
    old = models.get(settings)
    assert old is not None

    def write() -> None:
        try:
            list(old.candidates(WRITING, never))
        except StoppedError:
            stopped.set()

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    while not old.loaded:
        time.sleep(0.01)
    assert models.get(settings) is old

    changed: list[Model | None] = []
    other = ModelSettings(path=settings.path, seed=7)
    asking = threading.Thread(target=lambda: changed.append(models.get(other)), daemon=True)
    asking.start()
    asking.join(30)
    assert not asking.is_alive()
    assert changed[0] is not None
    assert changed[0].options.seed == 7
    assert stopped.wait(30)
    writer.join(30)
    with pytest.raises(StoppedError):
        list(old.candidates(WRITING, never))
    assert not old.loaded
    models.close()


def test_what_is_written_is_read_by_the_model_for_entailment_where_one_is_set(
    settings: ModelSettings, tmp_path: Path
) -> None:
    models = Models()
    read = replace(settings, entailment=write_tiny_nli(tmp_path / "nli", {}))
    assert isinstance(models.author(read), SecondReader)
    assert models.author(settings) is models.get(settings)
    assert models.author(ModelSettings(entailment=read.entailment)) is None
    models.close()


def test_where_no_model_is_set_there_is_none() -> None:
    assert Models().get(ModelSettings()) is None
