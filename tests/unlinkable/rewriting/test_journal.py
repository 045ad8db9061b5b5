"""An interrupted run goes on: what a model has written is not written again, and tells nobody."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.unlinkable.rewriting.conftest import DRAFT, WORDS, task_of
from unlinkable.model.author import Author, ModelOptions
from unlinkable.model.authors import remembering
from unlinkable.model.decoding.infilling import Blank, Infill, Infilled
from unlinkable.model.prompt import Prompt
from unlinkable.model.span_prompt import Place
from unlinkable.rewriting.protection import protect
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable_index.index import Index

Texts = Sequence[tuple[str, float]]


class Scripted:
    """Writes what stands in `WORDS`, counts that, and is interrupted after so many spans."""

    def __init__(self, last: int | None = None) -> None:
        self.options = ModelOptions(Path("no-such-file.gguf"))
        self.written = 0
        self._last = last

    def infilled(self, _prompt: Prompt, gap: Blank, *_: object) -> Infilled:
        if self.written == self._last:
            raise KeyboardInterrupt
        self.written += 1
        texts = tuple(Infill(text, -0.5, -0.5) for text in WORDS.get(gap.original, ()))
        return Infilled(texts, -0.5, 9, 0)

    def weighed(self, _passage: str, _place: Place, texts: Texts, *_: object) -> tuple[float, ...]:
        return (99.0,) * len(texts)


def protected(index: Index, author: Author, out: Path, secret: str = DRAFT) -> str:
    """The draft protected for the result ``out``."""
    with remembering(author, out, secret) as remembered:
        return protect(task_of(), index, Rewriter(index, remembered)).text


def files(folder: Path) -> list[Path]:
    """What lies in the folder of the result, without what the test put there for the model."""
    return [path for path in folder.iterdir() if "unfinished" in path.name]


@pytest.mark.parametrize("last", range(1, 3))
def test_wherever_it_is_interrupted_only_the_last_words_are_begun_anew_with_the_same_result(
    index: Index, tmp_path: Path, last: int
) -> None:
    out = tmp_path / "out.txt"
    whole = Scripted()
    expected = protected(index, whole, tmp_path / "other.txt")
    assert files(tmp_path) == []
    first, second = Scripted(last), Scripted()
    with pytest.raises(KeyboardInterrupt):
        protected(index, first, out)
    (kept,) = files(tmp_path)
    assert kept.stat().st_mode & 0o777 == 0o600
    assert protected(index, second, out) == expected
    assert first.written == last
    assert second.written == whole.written - last
    assert files(tmp_path) == []


def test_a_journal_tells_nothing_and_fits_no_other_draft_or_settings(
    index: Index, tmp_path: Path
) -> None:
    out = tmp_path / "out.txt"
    with pytest.raises(KeyboardInterrupt):
        protected(index, Scripted(2), out)
    (kept,) = files(tmp_path)
    for word in DRAFT.split():
        if len(word) > 4:
            assert word.encode() not in kept.read_bytes()
    again, whole = Scripted(), Scripted()
    protected(index, again, out, "another draft")
    protected(index, whole, tmp_path / "other.txt")
    assert again.written == whole.written


@pytest.mark.parametrize("damage", ["torn", "garbage", "nothing"])
def test_a_damaged_journal_only_costs_writing_again(
    index: Index, tmp_path: Path, damage: str
) -> None:
    out = tmp_path / "out.txt"
    expected = protected(index, Scripted(), tmp_path / "other.txt")
    with pytest.raises(KeyboardInterrupt):
        protected(index, Scripted(2), out)
    (kept,) = files(tmp_path)
    whole = kept.read_bytes()
    kept.write_bytes({"torn": whole[:-9], "garbage": b"\xff\x00" * 99, "nothing": b""}[damage])
    with pytest.raises(KeyboardInterrupt):
        protected(index, Scripted(0), out)
    assert protected(index, Scripted(), out) == expected
    assert files(tmp_path) == []


def test_where_nothing_can_be_kept_the_work_goes_on(index: Index, tmp_path: Path) -> None:
    (tmp_path / ".out.txt.unfinished").mkdir()
    expected = protected(index, Scripted(), tmp_path / "other.txt")
    assert protected(index, Scripted(), tmp_path / "out.txt") == expected
