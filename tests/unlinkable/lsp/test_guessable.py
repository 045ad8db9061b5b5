"""Masks that other rulings tell, in the editor: a finding on the mask, and a wider mask."""

import json
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp

from tests.unlinkable.lsp.editor import editor
from tests.unlinkable.lsp.test_code_actions import accepted_in, edited
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options

pytestmark = pytest.mark.asyncio

TEXT = "The case [REDACTED] in an application. The owl of the [REDACTED] hooted."
SAID = ["lodged here", "made there", "filed before", "signed by him", "brought in May"]


@pytest.fixture
def guessing(tmp_path: Path) -> dict[str, Any]:
    """Settings with rulings that all begin alike, and go on otherwise."""
    rows = [
        {"id": f"r{number}", "text": f"The case originated in an application {end}. Owl hooted."}
        for number, end in enumerate(SAID)
    ]
    file = tmp_path / "rulings.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    build_index([file], tmp_path / "r.unlinkable", Options(processes=1))
    return {
        "index": str(tmp_path / "r.unlinkable"),
        "background": str(file),
        "pauseMs": 0,
        "typingPauseMs": 0,
        "ranked": "off",
        "maxTerms": 1,
    }


def told(found: list[lsp.Diagnostic]) -> list[lsp.Diagnostic]:
    return [one for one in found if one.code == "guessable-mask"]


async def test_the_mask_is_a_finding_that_names_the_words_and_the_rulings(
    tmp_path: Path, guessing: dict[str, Any]
) -> None:
    async with editor(tmp_path, guessing) as it:
        uri = it.open("a.txt", TEXT)
        (one,) = told(await it.settled(uri))
        assert one.severity is lsp.DiagnosticSeverity.Information
        assert "“originated”" in one.message
        assert (one.range.start.character, one.range.end.character) == (9, 19)
        hover = await it.hover(uri, 0, 12)
        assert hover
        assert "hides nothing" in hover
        assert "- r2" in hover
        status = it.status_of(uri, "ready")
        assert not status.clean
        assert "1 guessable mask" in status.message


async def test_a_wider_mask_is_told_no_longer(tmp_path: Path, guessing: dict[str, Any]) -> None:
    async with editor(tmp_path, guessing) as it:
        uri = it.open("a.txt", TEXT.replace("application.", "application lodged."))
        (one,) = told(await it.settled(uri))
        actions = await it.actions(uri, one.range)
        (action,) = [action for action in actions if action.title.startswith("Mask wider")]
        resolved = await it.client.code_action_resolve_async(action)
        text = edited(TEXT.replace("application.", "application lodged."), resolved.edit)
        assert text.count("[REDACTED]") == 2
        it.replace(uri, text)
        assert told(await it.settled(uri)) == []


async def test_it_can_be_switched_off(tmp_path: Path, guessing: dict[str, Any]) -> None:
    async with editor(tmp_path, {**guessing, "severity": {"guessable": "off"}}) as it:
        uri = it.open("a.txt", TEXT)
        assert told(await it.settled(uri)) == []


async def test_rulings_that_cannot_be_read_leave_the_rest_of_the_check(
    tmp_path: Path, guessing: dict[str, Any]
) -> None:
    async with editor(tmp_path, {**guessing, "background": str(tmp_path / "absent")}) as it:
        uri = it.open("a.txt", TEXT)
        assert told(await it.settled(uri)) == []
        assert it.status_of(uri, "ready")


async def test_of_any_mask_it_can_be_asked(tmp_path: Path, guessing: dict[str, Any]) -> None:
    async with editor(tmp_path, {**guessing, "collection": guessing["background"]}) as it:
        uri = it.open("a.txt", TEXT)
        (one,) = told(await it.settled(uri))
        actions = await it.actions(uri, one.range)
        (action,) = [one for one in actions if one.title == "Can this mask be guessed?"]
        assert action.command
        assert action.command.command == "unlinkable.attackMask"
        where = {"start": {"line": 0, "character": 9}, "end": {"line": 0, "character": 19}}
        found = await it.command("attackMask", uri=uri, range=where)
        assert found["guesses"][0]["text"] == "originated"
        said = await it.message("Other rulings")
        assert "Other rulings tell it" in said
        assert "originated" not in said


async def test_that_it_can_be_guessed_can_be_accepted_until_its_neighbours_change(
    tmp_path: Path, guessing: dict[str, Any]
) -> None:
    async with editor(tmp_path, guessing) as it:
        uri = it.open("a.txt", TEXT)
        (one,) = told(await it.settled(uri))
        titles = await it.titled(uri, one.range)
        action = titles["Accept that this mask can be guessed in this workspace"]
        assert action.command
        (asked,) = action.command.arguments or ()
        await it.command("acceptRisk", **{**asked, "reason": "A formula", "by": "M. C."})
        await it.until(lambda: accepted_in(it, uri) == 1)
        assert it.status_of(uri, "ready").guessable == 0
        assert told(await it.settled(uri)) == []
        (listed,) = await it.command("acceptedRisks", uri=uri)
        assert listed["kind"] == "guessable-mask"
        assert listed["phrase"] == "the case [...] in an application"
        it.replace(uri, TEXT.replace("The case", "This one case"))
        assert len(told(await it.settled(uri))) == 1


WORD_BESIDE = "Word it otherwise beside the mask, or mask wider where that hides nothing"
WAYS = ("before", "with", "of", "in", "for", "on", "at", "by", "from", "under", "over")
NIGHT = "An owl hooted near some old barn by night while seven small mice hid below its door."
"""Which makes all rulings alike; turned round, nobody takes any for the original."""


async def test_what_stands_beside_the_mask_is_worded_otherwise(
    tmp_path: Path, guessing: dict[str, Any]
) -> None:
    texts = [f"{end}. They instituted proceedings against all owls. {NIGHT}" for end in SAID]
    texts += [
        f"They instituted it. Proceedings {way} all owls were initiated. {NIGHT}" for way in WAYS
    ]
    rows = [{"id": f"w{number}", "text": text} for number, text in enumerate(texts)]
    file = Path(guessing["background"])
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    build_index([file], tmp_path / "w.unlinkable", Options(processes=1))
    text = f"They instituted proceedings [REDACTED] all owls. {' '.join(NIGHT.split()[::-1])}"
    async with editor(tmp_path, {**guessing, "index": str(tmp_path / "w.unlinkable")}) as it:
        uri = it.open("a.txt", text)
        (one,) = told(await it.settled(uri))
        titles = await it.titled(uri, one.range)
        action = titles[WORD_BESIDE]
        resolved = await it.client.code_action_resolve_async(action)
        changed = edited(text, resolved.edit)
        assert changed.startswith("They initiated proceedings [REDACTED] all owls.")
        it.replace(uri, changed)
        assert told(await it.settled(uri)) == []


async def test_where_no_wording_hides_it_it_is_masked_wider(
    tmp_path: Path, guessing: dict[str, Any]
) -> None:
    async with editor(tmp_path, guessing) as it:
        uri = it.open("a.txt", TEXT)
        (one,) = told(await it.settled(uri))
        actions = await it.titled(uri, one.range)
        made = [
            await it.client.code_action_resolve_async(actions[title])
            for title in (WORD_BESIDE, "Mask wider, until other rulings no longer tell it")
        ]
        assert edited(TEXT, made[0].edit) == edited(TEXT, made[1].edit) != TEXT
    async with editor(tmp_path, {**guessing, "rewriter": "mask"}) as it:
        uri = it.open("a.txt", TEXT)
        (one,) = told(await it.settled(uri))
        assert not any("otherwise" in one.title for one in await it.actions(uri, one.range))
