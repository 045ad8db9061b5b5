"""Fixes do something: a draft becomes clean by those that are offered first, by sentence, and at
once; none changes nothing, and what new wording leads to by chance does not count."""

import json
import lzma
from collections.abc import AsyncIterator
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types as lsp

from tests.unlinkable.lsp.editor import Editor, editor
from tests.unlinkable.lsp.test_code_actions import edited
from tests.unlinkable.lsp.walker import Choose, Walk, first_offered, titled
from tests.unlinkable.rewriting.rewording.test_draft_reworded import DRAFT, rulings
from unlinkable.demo.folder import write_demo
from unlinkable.draft import Reading
from unlinkable.lsp.documents import Splice
from unlinkable.lsp.requests.view import History
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options

pytestmark = pytest.mark.asyncio(loop_scope="module")
BY_SENTENCE = titled("Mask what leads back from this sentence")
REWORDED = titled("Reword what can be reworded in this sentence, and mask the rest")
QUICK = {"pauseMs": 0, "typingPauseMs": 0, "ranked": "off"}
SHARED = 3  # drafts of the shared collection, the shortest


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def it(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Editor]:
    """A session in the demo's folder."""
    folder = tmp_path_factory.mktemp("demo") / "demo"
    write_demo(folder)
    index = next(folder.glob("*.unlinkable"))
    async with editor(tmp_path_factory.mktemp("beside"), QUICK | {"index": str(index)}) as session:
        session.folder = folder
        yield session


def draft_of(it: Editor) -> str:
    """The shortest English draft of the demo."""
    texts = (path.read_text("utf-8") for path in it.folder.glob("drafts/*.txt"))
    return min((text for text in texts if " the " in text), key=len)


@pytest.mark.parametrize("choose", [first_offered, BY_SENTENCE, REWORDED])
async def test_a_draft_becomes_clean_by_one_fix_after_the_other(it: Editor, choose: Choose) -> None:
    walk = Walk.of(it, "robbery.txt", draft_of(it))
    await walk.to_the_end(choose)
    if choose is first_offered:  # with none more passages lead than before
        assert walk.passages == sorted(walk.passages, reverse=True)
    assert walk.status.cleanAt.maxTerms == 3
    assert walk.status.doubts == []


async def test_every_fix_that_is_offered_changes_the_text(it: Editor) -> None:
    walk = Walk.of(it, "robbery.txt", draft_of(it))
    for found in (await walk.diagnostics())[:12]:
        actions = await walk.fixes(found)
        assert actions
        for action in actions:
            await walk.edit(action)


async def protected(walk: Walk) -> None:
    assert await walk.diagnostics()
    assert await walk.editor.command("protectAll", uri=walk.uri) is True
    walk.go_on(edited(walk.text, walk.editor.applied[-1].edit), "protectAll")


async def test_nothing_is_left_once_what_can_be_is_reworded_and_the_rest_masked(it: Editor) -> None:
    walk = Walk.of(it, "robbery.txt", draft_of(it))
    await protected(walk)
    assert await walk.diagnostics() == []
    assert walk.status.doubts == []


async def test_real_drafts_become_clean_at_once_and_by_one_fix_after_the_other(
    tmp_path: Path, corpora: Path
) -> None:
    """Beside their originals and a thousand other rulings."""
    with lzma.open(corpora / "drafts-human.jsonl.xz", "rt", encoding="utf-8") as lines:
        drafts = sorted(map(json.loads, lines), key=lambda one: len(one["text"]))[:SHARED]
    ids = {draft["id"] for draft in drafts}
    with lzma.open(corpora / "echr.jsonl.xz", "rt", encoding="utf-8") as lines:
        some = list(islice(lines, 1000))
        some += (line for line in lines if json.loads(line)["id"] in ids)
    (tmp_path / "rulings.jsonl").write_text("".join(some), "utf-8")
    build_index([tmp_path / "rulings.jsonl"], tmp_path / "real.unlinkable", Options(processes=1))
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    async with editor(workspace, QUICK | {"index": str(tmp_path / "real.unlinkable")}) as it:
        for draft in drafts:
            walk = Walk.of(it, "at-once.txt", draft["text"])
            await protected(walk)
            assert await walk.diagnostics() == []
            assert walk.status.doubts == []
            walk = Walk.of(it, "first.txt", draft["text"])
            await walk.to_the_end()
            assert walk.status.doubts == []


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def by_chance(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Editor]:
    """A session in which one more ruling has words of a wording by chance."""
    folder = tmp_path_factory.mktemp("elsewhere")
    records = [{"id": name, "text": text} for name, text in rulings().items()]
    records.append({"id": "chance", "text": "The miller filed papers with Quentin."})
    (folder / "rulings.jsonl").write_text("\n".join(map(json.dumps, records)), "utf-8")
    build_index([folder / "rulings.jsonl"], folder / "one.unlinkable", Options(processes=1))
    settings = QUICK | {"index": str(folder / "one.unlinkable"), "maxTerms": 1}
    async with editor(tmp_path_factory.mktemp("workspace"), settings) as session:
        yield session


async def reworded(it: Editor) -> Walk:
    """The draft with “filed” for “lodged”."""
    walk = Walk.of(it, "a.txt", DRAFT)
    found = [one for one in await walk.diagnostics() if "lodged" in one.message]
    action = next(one for one in await walk.fixes(found[0]) if "“filed” for" in one.title)
    await walk.take(action)
    assert "miller filed" in walk.text
    return walk


def named(found: list[lsp.Diagnostic], word: str) -> bool:
    return any(word in one.message for one in found)


async def test_what_new_wording_has_from_another_ruling_by_chance_does_not_count_and_is_said(
    by_chance: Editor,
) -> None:
    walk = await reworded(by_chance)
    assert not named(await walk.diagnostics(), "miller filed")
    assert "1 phrase of new wording" in " ".join(walk.status.narrowed)
    again = Walk.of(by_chance, "b.txt", walk.text)  # of whose beginnings nothing is known
    assert named(await again.diagnostics(), "miller filed")


async def test_what_someone_types_counts_wherever_it_leads(by_chance: Editor) -> None:
    walk = await reworded(by_chance)
    await walk.diagnostics()
    by_chance.type(walk.uri, 0, 0, "Quentin ")
    assert named(await walk.diagnostics(), "Quentin")


async def test_another_text_in_its_place_is_begun_anew(by_chance: Editor) -> None:
    walk = await reworded(by_chance)
    await walk.diagnostics()
    by_chance.replace(walk.uri, "Then the miller filed it.")
    assert named(await walk.diagnostics(), "miller filed")


async def test_words_that_a_fix_replaced_are_remembered_once_the_text_has_become_so() -> None:
    text = "Furthermore, the miller left."
    analysis: Any = SimpleNamespace(
        snapshot=SimpleNamespace(text=text), task=SimpleNamespace(reading=Reading())
    )
    history = History()
    history.offer(analysis, [Splice(0, 11, "Moreover")])
    history.offer(analysis, [Splice(17, 23, "[REDACTED]")])
    assert not history.follow("Something else.")
    assert history.replaced == frozenset()
    history.offer(analysis, [Splice(0, 11, "Moreover"), Splice(17, 23, "[REDACTED]")])
    assert history.follow("Moreover, the [REDACTED] left.")
    assert history.replaced == {("furthermore",)}
