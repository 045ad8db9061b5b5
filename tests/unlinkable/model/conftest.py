"""Models to test with: scripted ones, and tiny real ones."""

import importlib.util
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.unlinkable.model.model_headers import STAND_IN
from unlinkable.model.author import ModelOptions
from unlinkable.model.process.process import Model

Scripted = Callable[..., Model]


@pytest.fixture
def scripted(tmp_path: Path) -> Iterator[Scripted]:
    """Makes models that want to write what they are told to."""
    models: list[Model] = []

    def make(answers: dict[str, list[str]], **script: Any) -> Model:
        options = {name: script.pop(name) for name in list(script) if name in OPTIONS}
        path = tmp_path / f"script{len(models)}.json"
        path.write_text(json.dumps({"answers": answers, **script}), encoding="utf-8")
        gguf = tmp_path / "model.gguf"
        gguf.write_bytes(STAND_IN)
        worker = Path(__file__).parent / "scripted_worker.py"
        model = Model(
            ModelOptions(gguf, **{"reasoning": False, **options}),
            (sys.executable, str(worker), str(path)),
        )
        models.append(model)
        return model

    yield make
    for model in models:
        model.close()


OPTIONS = (
    "alternatives",
    "idle_minutes",
    "patience",
    "loading_patience",
    "seed",
    "context_tokens",
    "gpu_layers",
)


def demand_llama() -> None:
    """Skips a test where llama.cpp is not installed."""
    if importlib.util.find_spec("llama_cpp") is None:
        pytest.skip("llama-cpp-python is not installed: pip install 'unlinkable[llm]'")


def vocabularies() -> Path:
    """The folder of vocabularies without weights that lies in the sources of llama.cpp (models/);
    skips a test where there is none."""
    demand_llama()
    folder = os.environ.get("UNLINKABLE_VOCABULARIES")
    if folder is None:
        pytest.skip("$UNLINKABLE_VOCABULARIES names no folder: models/ in the sources of llama.cpp")
    return Path(folder)


@pytest.fixture(scope="session")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A GGUF file with random weights, for the real llama.cpp."""
    demand_llama()
    from tests.unlinkable.model.tiny_model import write_tiny_model

    path = tmp_path_factory.mktemp("model") / "tiny.gguf"
    write_tiny_model(path)
    return path
