"""A small collection, a draft made from it, and models: scripted ones, and a tiny real one."""

import importlib.util
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from unlinkable.draft import Markup, Reading
from unlinkable.findings.question import Question
from unlinkable.rewriting.model_process import Model
from unlinkable.rewriting.options import ModelOptions
from unlinkable.rewriting.task import Task
from unlinkable_index.builder import Options, build_index
from unlinkable_index.index import Index

DRAFT = (
    "The claimant kept bees behind the rectory. The municipality did not reply to his letter of 3 "
    "May 2009.\n\nThe court heard [REDACTED] and a retired bell founder. He said that “the swarm "
    "was gone” before the fire began, and the claimant must bear the costs under section 12 (3)."
)
TWIN = (
    DRAFT.replace("kept bees behind the rectory", "kept goats near a mill")
    .replace("a retired bell founder", "a former school teacher")
    .replace("the fire began", "the roof fell in")
)
COMMON = "bees behind the rectory retired bell founder fire began kept swarm gone insects"


def rulings() -> list[dict[str, str]]:
    """A collection in which only the draft's three stories lead to one original."""
    backwards = " ".join(reversed(COMMON.split()))
    texts = {
        "original": DRAFT.replace("[REDACTED]", "Ms Abernathy"),
        "twin": TWIN.replace("[REDACTED]", "Mr Quillfeather"),
        "list": backwards.replace(" ", " and the "),
        "other list": backwards.replace(" ", " or of "),
    }
    return [{"id": name, "text": text} for name, text in texts.items()]


@pytest.fixture(scope="session")
def index_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The index of the rulings."""
    folder = tmp_path_factory.mktemp("collection")
    source = folder / "rulings.jsonl"
    source.write_text("\n".join(map(json.dumps, rulings())), encoding="utf-8")
    build_index([source], folder / "rulings.unlinkable", Options(processes=1))
    return folder / "rulings.unlinkable"


@pytest.fixture(scope="session")
def index(index_path: Path) -> Iterator[Index]:
    with Index.open(index_path) as opened:
        yield opened


def task_of(text: str = DRAFT, max_terms: int = 1, markup: Markup = Markup.PLAIN) -> Task:
    """The draft, checked for single phrases unless said otherwise."""
    return Task.of(text, markup, Reading(), Question(max_terms=max_terms))


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
        gguf.write_bytes(b"GGUF" + (3).to_bytes(4, "little") + bytes(16))
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


@pytest.fixture(scope="session")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A GGUF file with random weights, for the real llama.cpp."""
    demand_llama()
    from tests.unlinkable.rewriting.tiny_model import write_tiny_model

    path = tmp_path_factory.mktemp("model") / "tiny.gguf"
    write_tiny_model(path)
    return path


@pytest.fixture(scope="session")
def copying_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A GGUF file whose weights make it write passages of the draft again."""
    demand_llama()
    from tests.unlinkable.rewriting.copying_model import write_copying_model

    path = tmp_path_factory.mktemp("model") / "copier.gguf"
    write_copying_model(path, [DRAFT])
    return path
