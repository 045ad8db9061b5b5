"""Documents as paragraphs: found is what `check` finds in the file, told by paragraph."""

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import docx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from tests.unlinkable.lsp.editor import Editor, editor
from tests.unlinkable.rewriting.rewording.test_draft_reworded import DRAFT, LORRY, rulings
from unlinkable.draft import Span
from unlinkable.lsp.documents import PARAGRAPHS as PARAGRAPHS_LANGUAGE
from unlinkable.lsp.documents import Snapshot
from unlinkable.lsp.published.analysis import Inquiry
from unlinkable.lsp.published.analyst import Analyst
from unlinkable.lsp.requests import paragraphs
from unlinkable.lsp.requests.blocks import Known
from unlinkable.lsp.requests.paragraphs import ClientBlock, Paragraphs
from unlinkable.risks.acceptance import AcceptedRisks
from unlinkable.settings import settle
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.opening import open_index

PARAGRAPHS = {
    "p1": "A baker came \U0001f600. Bread was made at home.",
    "p2": "Off Millbrook. He sold bread",
    "c1": "at night",
    "c2": "The tax late, and bread at the end.",
    "p3": "He sold bread",
    "p4": "at sea and fish.",
}
FLOWS = {"c1": "cell 1", "c2": "cell 2", "p3": "below", "p4": "below"}


class Writer:
    """A client that has one document as paragraphs, and keeps what it is told of them."""

    def __init__(self, it: Editor, name: str, texts: dict[str, str]) -> None:
        self.it, self.uri, self.texts = it, it.uri(name), dict(texts)
        self.version = self.known = 0
        self.blocks: dict[str, Any] = {}
        it.versions[self.uri] = 0

    async def ask(self, **asked: Any) -> Any:
        """What is answered, and kept."""
        return await self._heard("unlinkable/blocks", asked)

    async def send(self, names: Iterable[str], **asked: Any) -> Any:
        """Send some paragraphs as they are by now."""
        self.version += 1
        self.it.versions[self.uri] = self.version
        blocks = [
            {"id": name, "text": self.texts[name], "flow": FLOWS.get(name, "body")}
            for name in names
        ]
        return await self.ask(blocks=blocks, **asked)

    async def counted(self) -> Any:
        """What is answered once it is known what is left."""
        version = self.version
        await self.it.settled(self.uri)
        await self.it.until(
            lambda: any((one.uri, one.version) == (self.uri, version) for one in self.it.left)
        )
        return await self.ask()

    def make(self, edits: Iterable[Any]) -> set[str]:
        """Make edits; gives the ids of what has changed."""
        changed = set()
        for edit in sorted(edits, key=lambda edit: (edit.id, -edit.start)):
            text = self.texts[edit.id].encode("utf-16-le")
            new = edit.text.encode("utf-16-le")
            text = text[: 2 * edit.start] + new + text[2 * edit.end :]
            self.texts[edit.id] = text.decode("utf-16-le")
            changed.add(edit.id)
        return changed

    def findings(self, name: str) -> list[Any]:
        """What was found in a paragraph."""
        block = self.blocks.get(name)
        return block.findings if block else []

    def text(self, name: str, place: Any) -> str:
        """The words at a place."""
        text = self.texts[name].encode("utf-16-le")[2 * place.start : 2 * place.end]
        return text.decode("utf-16-le")

    async def _heard(self, method: str, asked: dict[str, Any]) -> Any:
        told = {"uri": self.uri, "version": self.version, "known": self.known, **asked}
        answer = await self.it.client.protocol.send_request_async(method, told)
        self.known = answer.answer
        if answer.whole:
            self.blocks.clear()
        self.blocks |= {block.id: block for block in answer.blocks}
        return answer


async def opened(it: Editor, name: str, texts: dict[str, str] = PARAGRAPHS) -> Writer:
    """A document sent whole, with all that is known of it."""
    writer = Writer(it, name, texts)
    await writer.send(texts)
    await writer.counted()
    return writer


def as_file(path: Path) -> None:
    """The paragraphs as a file of a word processor."""
    file = docx.Document()
    file.add_paragraph(PARAGRAPHS["p1"])
    file.add_paragraph(PARAGRAPHS["p2"])
    table = file.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = PARAGRAPHS["c1"], PARAGRAPHS["c2"]
    file.add_paragraph(PARAGRAPHS["p3"])
    file.add_paragraph(PARAGRAPHS["p4"])
    file.save(str(path))


def checked(path: Path, index: Path) -> list[str]:
    """The words that the command line finds in a file."""
    command = [sys.executable, "-m", "unlinkable", "check", path, "-i", index, "--format", "json"]
    done = subprocess.run(command, capture_output=True, check=False, cwd=path.parent)
    return [found["text"] for found in json.loads(done.stdout)["findings"]]


@pytest.fixture
def listed(settings: dict[str, Any]) -> dict[str, Any]:
    """How a session with a list of what is left is started."""
    return {"settings": settings, "options": {"left": True}}


@pytest.mark.asyncio
async def test_the_words_that_the_command_line_finds_in_the_file_are_found_by_paragraph(
    tmp_path: Path, index: Path, listed: dict[str, Any]
) -> None:
    as_file(tmp_path / "a.docx")
    async with editor(tmp_path, **listed) as it:
        writer = await opened(it, "a.docx")
        found = [
            writer.text(block.id, place)
            for block in writer.blocks.values()
            for place in block.findings
        ]
        by_file = checked(tmp_path / "a.docx", index)
        parts = [part for text in by_file for part in re.split(r"\n\n", text)]
        assert by_file
        assert sorted(found) == sorted(parts)
        assert any("\n" in text for text in by_file), "a phrase runs over the end of a paragraph"


@pytest.mark.asyncio
async def test_only_what_differs_is_told_and_all_to_whoever_missed_an_answer(
    tmp_path: Path, listed: dict[str, Any]
) -> None:
    async with editor(tmp_path, **listed) as it:
        writer = await opened(it, "a.odt")
        again = await writer.ask()
        assert (again.whole, again.blocks) == (False, [])
        writer.texts["p2"] = "Off. He sold bread"
        answer = await writer.send(["p2"])
        assert not answer.whole
        assert "Millbrook" not in str(writer.blocks["p2"])
        await writer.counted()
        kept = {name: block for name, block in writer.blocks.items() if any(block[1:])}
        assert (await writer.ask(known=0)).whole
        assert writer.blocks == kept


@pytest.mark.asyncio
async def test_paragraphs_are_put_in_and_taken_out_by_their_order(
    tmp_path: Path, listed: dict[str, Any]
) -> None:
    async with editor(tmp_path, **listed) as it:
        writer = await opened(it, "a.odt")
        writer.texts["new"] = "Near Oldport, too."
        await writer.send(["new"], order=["p1", "new", "c1", "c2", "p3", "p4"])
        assert writer.blocks["new"].findings
        assert not writer.blocks["p2"].findings
        fresh = {name: writer.texts[name] for name in ("p1", "new", "c1", "c2", "p3", "p4")}
        other = await opened(it, "b.odt", fresh)
        await writer.counted()
        for name in fresh:
            assert writer.findings(name) == other.findings(name), name


@pytest.mark.asyncio
async def test_the_list_leads_to_its_end_by_replacements_that_came_with_it(
    tmp_path: Path, listed: dict[str, Any]
) -> None:
    async with editor(tmp_path, **listed) as it:
        writer = await opened(it, "a.odt")
        for _ in range(20):
            passages = [one for block in writer.blocks.values() for one in block.passages]
            if not passages:
                break
            worst = max(passages, key=lambda one: one.lead)
            changed = writer.make(worst.ways[-1].edits)
            assert "[REDACTED]" in worst.masked
            await writer.send(changed, fixed=True)
            answer = await writer.counted()
        assert (answer.left, answer.state) == (0, "ready")
        assert not any(block.findings or block.underlines for block in writer.blocks.values())


@pytest.mark.asyncio
async def test_wordings_come_with_what_they_are_for(tmp_path: Path, listed: dict[str, Any]) -> None:
    texts = {"p1": "He paid the tax late. The baker of Millbrook sold bread."}
    async with editor(tmp_path, **listed) as it:
        writer = await opened(it, "a.odt", texts)
        while not (await writer.ask()).worded:
            pass
        ways = [way for line in writer.blocks["p1"].underlines for way in line.ways]
        assert {way.kind for way in ways} <= {"reword", "mask"}
        for way in ways:
            copy = Writer(it, "copy.odt", texts)
            copy.make(way.edits)
            assert copy.texts != texts


@pytest.mark.asyncio
async def test_wordings_after_typing_and_taking_it_back_are_those_of_a_new_document(
    tmp_path: Path,
) -> None:
    records = [json.dumps({"id": name, "text": text}) for name, text in rulings().items()]
    (tmp_path / "rulings.jsonl").write_text("\n".join(records), "utf-8")
    index = tmp_path / "rulings.unlinkable"
    build_index([tmp_path / "rulings.jsonl"], index, Options(processes=1))
    settings = {"index": str(index), "maxTerms": 1, "typingPauseMs": 0}
    async with editor(tmp_path, settings, options={"left": True}) as it:
        typed_into, new = [await opened(it, name, {"p1": DRAFT}) for name in ("a.odt", "b.odt")]
        for typed in (f"Also. {DRAFT}", f"{DRAFT} {LORRY}", DRAFT):
            typed_into.texts["p1"] = typed
            await typed_into.send(["p1"])
            await typed_into.counted()
            for writer in (typed_into, new):
                while not (await writer.ask()).worded:
                    pass
        assert typed_into.blocks == new.blocks
        ways = (way.title for line in new.blocks["p1"].underlines for way in line.ways)
        assert any("“filed”" in title for title in ways)


@pytest.mark.asyncio
async def test_what_protects_is_given_as_edits_of_paragraphs_and_leaves_nothing(
    tmp_path: Path, listed: dict[str, Any]
) -> None:
    async with editor(tmp_path, **listed) as it:
        writer = await opened(it, "a.odt")
        asked = {"uri": writer.uri, "version": writer.version}
        protected = it.client.protocol.send_request_async("unlinkable/protectedBlocks", asked)
        edits = (await protected).edits
        assert all(edit.label and edit.why for edit in edits)
        await writer.send(writer.make(edits), fixed=True)
        answer = await writer.counted()
        assert (answer.left, answer.state) == (0, "ready")


@pytest.mark.parametrize(
    "asked",
    [
        {"blocks": [{"id": "a", "text": "x"}, {"id": "a", "text": "y"}], "order": ["a", "a"]},
        {"order": ["nowhere"]},
        {"blocks": [{"text": "no id"}]},
        {"blocks": 5},
    ],
)
@pytest.mark.asyncio
async def test_a_change_that_does_not_fit_is_refused_and_the_document_stays(
    tmp_path: Path, listed: dict[str, Any], asked: dict[str, Any]
) -> None:
    async with editor(tmp_path, **listed) as it:
        writer = await opened(it, "a.odt")
        before = await writer.ask(known=0)
        with pytest.raises(JsonRpcException):
            await writer.ask(**asked)
        assert (await writer.ask(known=0)).blocks == before.blocks


@pytest.mark.asyncio
async def test_whatever_stands_in_a_paragraph_the_server_lives(
    tmp_path: Path, listed: dict[str, Any]
) -> None:
    hostile = {
        "": "\x1e\x1eat\x1e",
        "a": "\n\n",
        "b": "\u200b",
        "c": "x" * 50_000,
        "d": "---\nk: v",
    }
    async with editor(tmp_path, **listed) as it:
        await Writer(it, "h.odt", hostile).send(hostile)
        writer = await opened(it, "a.odt")
        assert writer.blocks


@pytest.mark.asyncio
async def test_a_document_without_an_index_is_answered_with_what_is_missing(tmp_path: Path) -> None:
    async with editor(tmp_path, {}, options={"left": True}) as it:
        writer = Writer(it, "a.odt", PARAGRAPHS)
        answer = await writer.send(PARAGRAPHS)
        assert answer.state in ("checking", "no-index")
        assert await it.message("no index")


def test_the_page_on_the_protocol_names_every_message_and_leads_to_their_fields() -> None:
    page = (Path(__file__).parents[3] / "server/PROTOCOL.md").read_text("utf-8")
    told = page[page.index("## Documents as paragraphs") :].split("\n## ")[0]
    assert all(
        name in told for name in (paragraphs.BLOCKS, paragraphs.PROTECTED, paragraphs.WORDED)
    )
    [path] = re.findall(r"\[paragraphs.py\]\((.+)\)", told)
    assert Path(str(paragraphs.__file__)).samefile(Path(__file__).parents[3] / "server" / path)


def test_what_an_answer_takes_after_a_change_in_20_pages(index: Path) -> None:
    """All but the transport, in the time of its process, since the machine may be busy."""
    texts = [f"{text} Paragraph {n} and so on." for n in range(40) for text in PARAGRAPHS.values()]
    blocks = [ClientBlock(f"p{n}", text, f"flow {n}") for n, text in enumerate(texts)]
    paragraphs = Paragraphs(blocks)
    uri, encoding = "file:///a.odt", lsp.PositionEncodingKind.Utf16
    snapshot = Snapshot(uri, PARAGRAPHS_LANGUAGE, 1, paragraphs.text, encoding)
    task = Inquiry(snapshot, settle([]), open_index(index), AcceptedRisks(()))
    analyst = Analyst()
    analysis = analyst.phrases(task, None, ())
    assert len(analysis.findings) > 100
    times = []
    for number in range(8):
        began = time.process_time()
        now = paragraphs.changed([ClientBlock("p100", f"Other words, {number}.", "flow 100")], None)
        edits = paragraphs.splices(now)
        snapshot = snapshot.spliced(number + 2, edits)
        analysis = analyst.phrases(replace(task, snapshot=snapshot), analysis, edits)
        Known(analysis, now, {}).blocks()
        times.append(time.process_time() - began)
        assert snapshot.text == now.text
        paragraphs = now
    assert min(times) <= 0.05


@given(st.data())
def test_whatever_changes_the_splices_make_the_one_text_the_other(data: st.DataObject) -> None:
    words = st.text("ab \n\x1e\U0001f600", max_size=6)
    blocks = st.builds(
        paragraphs.ClientBlock, st.sampled_from("1234567"), words, st.sampled_from("xy")
    )
    several = st.lists(blocks, unique_by=lambda block: block.id)
    before, then = Paragraphs(data.draw(several)), Paragraphs(data.draw(several))
    text = before.text
    for splice in before.splices(then):
        text = text[: splice.start] + splice.text + text[splice.end :]
    assert text == then.text
    for start in range(len(then.text)):
        for part in then.parts(Span(start, start + 1)):
            shown = then.blocks[part.id].text[part.start : part.end]
            assert shown == then.text[start]
