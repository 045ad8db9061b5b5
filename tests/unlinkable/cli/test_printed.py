"""What `check` prints of whole drafts at its defaults: less to read than the draft itself."""

import json
import lzma
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest

import unlinkable
from unlinkable.cli import main
from unlinkable.demo.folder import write_demo

MOST = 0.6  # of the draft's words
FEW = 300  # words: the verdict and a few sentences, however short a draft is
DRAFTS, OTHERS = 6, 1000  # of the shared collection


Printed = Callable[..., float]


@pytest.fixture
def printed(folder: Path, capsys: pytest.CaptureFixture[str]) -> Printed:
    """How many words `check` prints of a draft, for each of its own; the verdict first and last."""

    def printed(draft: Path, *flags: str) -> float:
        assert main(["check", str(draft), *flags]) == 1
        out = capsys.readouterr().out
        *_, verdict, following = out.strip().split("\n\n")
        assert " leads back by exact search (" in " ".join(verdict.split())
        assert out.startswith(verdict)
        assert following.startswith("Next: ")
        return len(out.split()) / len(draft.read_text("utf-8").split())

    assert folder.is_dir()
    return printed


@pytest.fixture
def shared(corpora: Path, folder: Path) -> list[dict[str, str]]:
    """Drafts of the shared collection; the index `real` has their originals and others."""
    with lzma.open(corpora / "drafts-human.jsonl.xz", "rt", encoding="utf-8") as lines:
        drafts = [json.loads(line) for line in islice(lines, DRAFTS)]
    named = {draft["id"] for draft in drafts}
    with lzma.open(corpora / "echr.jsonl.xz", "rt", encoding="utf-8") as lines:
        rulings = list(_some(map(json.loads, lines), named))
    unlinkable.build_index(rulings, folder / "real")
    return drafts


def _some(rulings: Iterator[dict[str, str]], named: set[str]) -> Iterator[dict[str, str]]:
    for number, ruling in enumerate(rulings):
        if number < OTHERS or ruling["id"] in named:
            yield {"id": ruling["id"], "text": ruling["text"]}


def test_of_the_demo_s_drafts_little_is_printed(tmp_path: Path, printed: Printed) -> None:
    demo = write_demo(tmp_path / "demo")
    for draft in map(demo.draft_path, demo.drafts):
        assert printed(draft) <= MOST


@pytest.mark.slow
def test_of_real_drafts_less_is_printed_than_they_have_words(
    shared: list[dict[str, str]], folder: Path, printed: Printed
) -> None:
    for draft in shared:
        (folder / "draft.txt").write_text(draft["text"], "utf-8")
        most = max(MOST, FEW / len(draft["text"].split()))
        assert printed(folder / "draft.txt", "-i", "real") <= most
