"""What is left to do: listed passage by passage, and each ended by one fix."""

import json
import lzma
import tomllib
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.unlinkable.lsp.editor import Editor, editor
from tests.unlinkable.lsp.test_code_actions import ACCEPT, MASK, edited, span
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options

pytestmark = pytest.mark.asyncio(loop_scope="module")
LISTED = {"left": True}
TEXT = "A baker came. Bread was made at home. Off Millbrook. He sold bread at night. The end."


async def left(it: Editor, uri: str) -> Any:
    """What is left of the current version, once all work on it is done."""
    await it.settled(uri)
    version = it.versions[uri]
    return await it.until(
        lambda: next((x for x in it.left if (x.uri, x.version) == (uri, version)), None)
    )


async def masked_by_the_list(it: Editor, uri: str, text: str, told: Any) -> tuple[str, int]:
    """The text once the first passage of the list was masked until none is left, and how often that
    was; in as many steps as ``told`` has passages none must be left."""
    steps, most = 0, len(told.passages)
    while told.passages and steps < most:
        arguments = {
            "uri": uri,
            "version": it.versions[uri],
            "range": _json(told.passages[0].range),
        }
        assert await it.command("maskPassage", **arguments) is True
        text = edited(text, it.applied[-1].edit)
        it.replace(uri, text)
        told = await left(it, uri)
        steps += 1
    assert told.passages == []
    return text, steps


async def test_passages_are_listed_worst_first_with_reasons_and_what_would_be_done(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    async with editor(tmp_path, settings, options=LISTED) as it:
        uri = it.open("a.txt", TEXT)
        told = await left(it, uri)
        assert (told.left, told.sentences) == (len(told.passages), 5)
        first = told.passages[0]
        assert first.text == "Off Millbrook."
        assert first.masked == "Off [REDACTED]."
        assert [reason.message for reason in first.reasons] == [
            "Rare phrase “Millbrook”: only in 1 original."
        ]
        assert "The end." not in {passage.text for passage in told.passages}
        leads = [passage.lead for passage in told.passages]
        assert leads == sorted(leads, reverse=True)


async def test_the_list_alone_leads_to_a_clean_text_in_as_many_steps_as_it_has_passages(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    async with editor(tmp_path, settings, options=LISTED) as it:
        text, uri = TEXT, it.open("a.txt", TEXT)
        assert await it.command("maskAll", uri=uri) is True
        at_once = edited(text, it.applied[-1].edit)
        told = await left(it, uri)
        text, steps = await masked_by_the_list(it, uri, text, told)
        assert steps == len(told.passages)
        assert await it.settled(uri) == []
        assert it.status_of(uri, "ready").cleanAt.maxTerms == 3
        assert text == at_once


async def test_the_list_alone_makes_a_real_draft_clean_for_those_who_rank_too(
    tmp_path: Path, settings: dict[str, Any], corpora: Path
) -> None:
    """A draft of some 500 words beside its original and two hundred other rulings."""
    with lzma.open(corpora / "drafts-human.jsonl.xz", "rt", encoding="utf-8") as lines:
        draft = min(map(json.loads, lines), key=lambda one: abs(len(one["text"].split()) - 500))
    with lzma.open(corpora / "echr.jsonl.xz", "rt", encoding="utf-8") as lines:
        rulings = list(islice(lines, 200))
        rulings += (line for line in lines if json.loads(line)["id"] == draft["id"])
    (tmp_path / "rulings.jsonl").write_text("".join(rulings), "utf-8")
    build_index([tmp_path / "rulings.jsonl"], tmp_path / "real.unlinkable", Options(processes=1))
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    real = settings | {"index": str(tmp_path / "real.unlinkable"), "ranked": "sentence"}
    async with editor(workspace, real, options=LISTED) as it:
        text = draft["text"]
        uri = it.open("a.txt", text)
        told = await left(it, uri)
        assert len(told.passages) > 5
        await masked_by_the_list(it, uri, text, told)
        status = it.status_of(uri, "ready")
        assert status.clean
        assert status.leading == 0


async def test_a_quick_fix_sets_masks_that_are_listed(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    async with editor(tmp_path, settings, options=LISTED) as it:
        uri = it.open("a.txt", TEXT)
        assert await it.command("maskAll", uri=uri) is True
        listed = _places(it.applied[-1].edit)
        await left(it, uri)
        phrases = [one for one in await it.settled(uri) if one.code == "rare-phrase"]
        assert phrases
        for phrase in phrases:
            action = (await it.actions(uri, phrase.range, [MASK]))[0]
            masked = _places((await it.client.code_action_resolve_async(action)).edit)
            assert masked
            assert masked <= listed


@pytest.mark.parametrize("labels", ["off", "on"])
async def test_protecting_by_masks_sets_the_masks_that_are_listed(
    tmp_path: Path, settings: dict[str, Any], labels: str
) -> None:
    """With their labels, where masks have any."""
    text = "He sold bread at Millbrook on 3 May 1987. The miller came. Off Millbrook."
    settings = settings | {"labels": labels, "rewriter": "mask"}
    async with editor(tmp_path, settings, options=LISTED) as it:
        uri = it.open("a.txt", text)
        told = await left(it, uri)
        assert await it.command("protectAll", uri=uri) is True
        protected = edited(text, it.applied[-1].edit)
        assert await it.command("maskAll", uri=uri) is True
        assert edited(text, it.applied[-1].edit) == protected
        assert ("[NAME]" in protected) is (labels == "on")
        assert " ".join(p.masked for p in sorted(told.passages, key=_begin)) in protected


async def test_a_quick_fix_labels_masks_as_protecting_does(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    """Whether they are listed or not."""
    text = "He sold bread at night. Off Millbrook."
    for options in ({}, LISTED):
        async with editor(tmp_path, settings | {"labels": "on"}, options=options) as it:
            uri = it.open("a.txt", text)
            await it.settled(uri)
            action = (await it.actions(uri, span(text, "Millbrook"), [MASK]))[0]
            action = await it.client.code_action_resolve_async(action)
            assert edited(text, action.edit) == text.replace("Millbrook", "[NAME]")


async def test_a_quick_fix_lets_a_mask_that_is_there_stand_for_its_words_too(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    text = "He sold bread at night. Off [PERSON_1] Millbrook, then."
    async with editor(tmp_path, settings) as it:
        uri = it.open("a.txt", text)
        await it.settled(uri)
        action = (await it.actions(uri, span(text, "Millbrook"), [MASK]))[0]
        action = await it.client.code_action_resolve_async(action)
        assert edited(text, action.edit) == text.replace(" Millbrook", "")


def _begin(passage: Any) -> int:
    return int(passage.range.start.character)


def _places(edit: Any) -> set[tuple[int, int]]:
    """From where to where some text of one line is replaced."""
    (document,) = edit.document_changes
    ranges = [one.range for one in document.edits]
    return {(one.start.character, one.end.character) for one in ranges}


def _json(place: Any) -> dict[str, Any]:
    return {
        end: {"line": getattr(place, end).line, "character": getattr(place, end).character}
        for end in ("start", "end")
    }


async def test_who_does_not_ask_is_not_told(it: Editor) -> None:
    await it.settled(it.open("a.txt", TEXT))
    assert it.left == []


async def test_one_fix_ends_a_run_of_phrases_that_share_words(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    text = "So they sold fish at the night market then."
    async with editor(tmp_path, settings | {"maxTerms": 1}) as it:
        uri = it.open("a.txt", text)
        findings = await it.settled(uri)
        shown = {text[d.range.start.character : d.range.end.character] for d in findings}
        assert shown == {"sold fish"}  # "fish at" is as rare, and hidden by it
        action = (await it.actions(uri, span(text, "sold fish"), [MASK]))[0]
        assert "“sold fish at”" in action.title
        action = await it.client.code_action_resolve_async(action)
        masked = edited(text, action.edit)
        assert masked == text.replace("fish", "[REDACTED]")
        it.replace(uri, masked)
        assert await it.settled(uri) == []


async def test_one_acceptance_covers_a_run_of_phrases_that_share_words(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    text = "So they sold fish at the night market then."
    async with editor(tmp_path, settings | {"maxTerms": 1}) as it:
        uri = it.open("a.txt", text)
        await it.settled(uri)
        actions = await it.actions(uri, span(text, "sold fish"), [ACCEPT])
        action = next(action for action in actions if "in this workspace" in action.title)
        assert action.command
        assert action.command.arguments
        (argument,) = action.command.arguments
        assert argument["phrase"] == "“sold fish at”"
        assert await it.command("acceptRisk", **argument, reason="Public", by="Ada")
        await it.until(lambda: it.statuses[-1].accepted == 2)
        assert await it.settled(uri) == []
    entries = tomllib.loads((tmp_path / "unlinkable.toml").read_text("utf-8"))["accepted"]
    assert {entry["phrase"] for entry in entries} == {"sold fish", "fish at"}


async def test_nothing_is_done_to_a_text_that_was_changed_since(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    async with editor(tmp_path, settings) as it:
        uri = it.open("a.txt", "Off Millbrook.")
        await it.settled(uri)
        action = next(iter(await it.actions(uri, span("Off Millbrook.", "Millbrook"), [ACCEPT])))
        assert action.command
        assert action.command.arguments
        it.replace(uri, "Off Oldport..")
        await it.settled(uri)
        (argument,) = action.command.arguments
        assert await it.command("acceptRisk", **argument, reason="Public") is None
        assert "changed in the meantime" in await it.message("changed")
        assert await it.command("maskPassage", **argument) is None
    assert not (tmp_path / "unlinkable.toml").exists()


async def test_accepted_risks_are_listed_and_can_be_withdrawn(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    file = tmp_path / "unlinkable.toml"
    file.write_text("# ours\nk = 2\n", "utf-8")
    async with editor(tmp_path, settings) as it:
        uri = it.open("a.txt", "Off Millbrook. So Oldport.")
        assert len(await it.settled(uri)) == 2
        for place, scope in [(6, "workspace"), (20, "file")]:
            at = {"line": 0, "character": place}
            where = {"uri": uri, "range": {"start": at, "end": at}, "scope": scope}
            assert await it.command("acceptRisk", **where, reason="Public", by="Ada")
        await it.until(lambda: it.statuses[-1].accepted == 2)
        first, second = await it.command("acceptedRisks", uri=uri)
        assert (first["phrase"], first["scope"], first["by"]) == ("millbrook", "workspace", "Ada")
        assert (second["phrase"], second["scope"]) == ("oldport", "file")
        assert first["path"] == str(file)
        assert [place["start"]["character"] for place in first["places"]] == [4]
        assert await it.command("withdrawRisk", uri=uri, id=first["id"]) == {"path": str(file)}
        await it.until(lambda: it.statuses[-1].accepted == 1)
        assert len(await it.settled(uri)) == 1
        assert await it.command("withdrawRisk", uri=uri, id=first["id"]) is None
        assert await it.message("no longer there")
        assert await it.command("withdrawRisk", uri=uri, id=second["id"])
        await it.until(lambda: it.statuses[-1].accepted == 0)
    assert file.read_text("utf-8").startswith("# ours\nk = 2\n")
    assert "accepted" not in tomllib.loads(file.read_text("utf-8"))


async def test_a_mask_that_is_none_does_not_keep_a_text_from_being_checked(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    async with editor(tmp_path, settings | {"mask": "someone"}, options=LISTED) as it:
        assert len(await it.settled(it.open("a.txt", "Millbrook."))) == 1
        assert it.left == []
