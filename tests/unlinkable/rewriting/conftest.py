"""A small collection, a draft made from it, and models: scripted ones, and a tiny real one."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.unlinkable.model.conftest import Scripted, demand_llama, scripted, tiny_model
from tests.unlinkable_index.writing import write_texts
from unlinkable.draft import Markup, Reading
from unlinkable.findings.question import Question
from unlinkable.rewriting.task import Task
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.index import Index

__all__ = ["Scripted", "scripted", "tiny_model"]  # fixtures and types of models, also for here

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

WORDS = {
    "bees behind": ["livestock along"],
    "a retired bell": ["a former"],
    "fire began": ["place burned"],
}
"""What a model wants to write for the fewest words of the draft that break all that leads back."""

WRITTEN = """
other same certain matter part thing whole general usual common former present relevant similar
particular different ordinary further earlier person place time case reason with livestock small
kind number sort several long now then already again indeed rather quite along around away every
another way fact point there in where was animals some outside creatures at back what liked artisan
who had it burned never an
"""  # what the models of the tests may write


def rulings() -> list[dict[str, str]]:
    """A collection in which only the draft's three stories lead to one original."""
    backwards = " ".join(reversed((COMMON + WRITTEN).split()))
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


def index_of(texts: Sequence[str], folder: Path) -> Index:
    """The index of some texts, each an original whose id is its number; built in a folder."""
    write_texts(folder / "c.jsonl", texts)
    build_index([folder / "c.jsonl"], folder / "i", Options(processes=1))
    return Index.open(folder / "i")


def task_of(text: str = DRAFT, max_terms: int = 1, markup: Markup = Markup.PLAIN) -> Task:
    """The draft, checked for single phrases unless said otherwise."""
    return Task.of(text, markup, Reading(), Question(max_terms=max_terms))


@pytest.fixture(scope="session")
def copying_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A GGUF file whose weights make it write passages of the draft again."""
    demand_llama()
    from tests.unlinkable.model.copying_model import write_copying_model

    path = tmp_path_factory.mktemp("model") / "copier.gguf"
    write_copying_model(path, [DRAFT])
    return path
