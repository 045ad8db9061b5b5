"""`unlinkable protect` as a program, on the demo, with a model that does as it is told."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks.rewriting_protect_all import Engine, rare_phrases
from tests.unlinkable.rewriting.conftest import demand_llama
from unlinkable.demo.folder import COLLECTION, INDEX, SETTINGS, write_demo
from unlinkable.draft import Markup, Reading, read_draft
from unlinkable_index.index import Index

DRAFTS = {
    "hopeless.txt": Markup.PLAIN,
    "miete.txt": Markup.PLAIN,
    "robbery.txt": Markup.PLAIN,
    "tenancy.md": Markup.MARKDOWN,
}
HOPELESS = "Windmill."
"""A sentence of which nothing is left when what leads back is gone."""


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the demo with one more draft, and a model that knows the words of them all."""
    demand_llama()
    from tests.unlinkable.model.copying_model import write_copying_model

    folder = tmp_path_factory.mktemp("demo") / "demo"
    write_demo(folder)
    with (folder / SETTINGS).open("a", encoding="utf-8") as settings:
        settings.write("reasoning = false\n")  # of the last table, model
    (folder / "drafts/hopeless.txt").write_text(HOPELESS, "utf-8")
    texts = [(folder / "drafts" / name).read_text("utf-8") for name in DRAFTS]
    write_copying_model(folder / "copier.gguf", texts)
    return folder


@dataclass(frozen=True)
class Protected:
    """The results of a run over all drafts, by their names, and its report."""

    texts: dict[str, str]
    report: dict[str, Any]

    def every(self, name: str) -> list[Any]:
        """All values of this name in the report, however deep they lie."""
        return list(_every(self.report, name))


def protect(demo: Path, name: str, drafts: str = "drafts") -> Protected:
    """Protect drafts of the demo; the results go into the folder ``name``."""
    out, report = demo.parent / name, demo / f"{name}.json"
    out.mkdir()
    command = ["protect", drafts, "-o", out, "--model", "copier.gguf", "--seed", "5"]
    done = subprocess.run(
        [sys.executable, "-m", "unlinkable", *command, "--report", report],
        cwd=demo,
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    texts = {name: (out / name).read_text("utf-8") for name in DRAFTS if (out / name).exists()}
    return Protected(texts, json.loads(report.read_text("utf-8")))


def _every(value: Any, name: str) -> Iterator[Any]:
    if isinstance(value, dict):
        if name in value:
            yield value[name]
        value = list(value.values())
    if isinstance(value, list):
        for inside in value:
            yield from _every(inside, name)


@pytest.fixture(scope="module")
def protected(demo: Path) -> Protected:
    return protect(demo, "protected")


def test_what_a_model_that_copies_has_no_words_for_is_masked(protected: Protected) -> None:
    kinds = protected.every("kind")
    assert set(kinds) <= {"rewrite", "mask", "rewrite and mask"}
    assert "mask" in kinds
    assert protected.texts["hopeless.txt"] == "[REDACTED]."
    assert protected.report["model"]["name"] == "copier"
    for draft in protected.report["drafts"]:
        assert draft["before"]["findings"]["phrase"] > 0
        assert draft["after"]["findings"] == {}


def test_no_phrase_of_the_results_leads_to_a_suspect_by_fts5(
    demo: Path, protected: Protected
) -> None:
    records = [json.loads(line) for line in (demo / COLLECTION).read_text("utf-8").splitlines()]
    with Index.open(demo / INDEX) as index:
        engine = Engine(records, index)

        def leading_to(text: str, markup: Markup) -> set[int]:
            """To which originals the phrases of a text lead."""
            found = rare_phrases(read_draft(text, markup, Reading()), engine, index.max_words)
            return {one.document for one in found}

        for name, markup in DRAFTS.items():
            draft = (demo / "drafts" / name).read_text("utf-8")
            before = leading_to(draft, markup)
            source = read_draft(draft, markup).source
            suspects = {index.document_number(source)} & before if source else before
            assert suspects
            # What a new wording shares with some other ruling leads nobody to the source.
            assert suspects.isdisjoint(leading_to(protected.texts[name], markup))


def test_the_same_seed_gives_the_same_result(demo: Path, protected: Protected) -> None:
    again = protect(demo, "again", "drafts/robbery.txt")
    assert again.texts["robbery.txt"] == protected.texts["robbery.txt"]
