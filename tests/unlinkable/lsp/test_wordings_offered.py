"""Wordings of the tables in the editor: offered first, with their effect, and taken with masks for
the rest; no model is set."""

import json
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.unlinkable.lsp.editor import Editor, editor
from tests.unlinkable.lsp.test_code_actions import edited, span
from tests.unlinkable.lsp.test_left import _json, left
from tests.unlinkable.rewriting.rewording.test_draft_reworded import (
    APPEAL,
    DRAFT,
    LORRY,
    TOLL,
    rulings,
)
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options

pytestmark = pytest.mark.asyncio(loop_scope="module")
REWORD, MASK = "quickfix.unlinkable.reword", "quickfix.unlinkable.mask"
TEXT = f"{DRAFT} {TOLL}"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def it(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Editor]:
    folder = tmp_path_factory.mktemp("elsewhere")
    records = [{"id": name, "text": text} for name, text in rulings().items()]
    (folder / "rulings.jsonl").write_text("\n".join(map(json.dumps, records)), "utf-8")
    index = folder / "rulings.unlinkable"
    build_index([folder / "rulings.jsonl"], index, Options(processes=1))
    settings = {"index": str(index), "maxTerms": 1, "ranked": "off", "typingPauseMs": 0}
    options = {"left": True}
    workspace = tmp_path_factory.mktemp("workspace")
    async with editor(workspace, settings, options=options) as session:
        yield session


async def test_wordings_come_first_with_what_they_break_and_carry_their_edit(it: Editor) -> None:
    uri = it.open("a.txt", TEXT)
    await it.settled(uri)
    actions = await it.actions(uri, span(TEXT, "miller lodged"))
    assert [action.kind for action in actions][:2] == [REWORD, REWORD]
    first = actions[0]
    assert first.title == "Say “filed” for “lodged” (breaks 2 of 2 phrases)"
    assert first.is_preferred
    assert sum(bool(action.is_preferred) for action in actions) == 1
    first = await it.client.code_action_resolve_async(first)
    assert edited(TEXT, first.edit) == TEXT.replace("lodged", "filed")


async def test_a_wording_that_says_less_is_offered_as_less_exact(it: Editor) -> None:
    uri = it.open("l.txt", LORRY)
    await it.settled(uri)
    actions = await it.actions(uri, span(LORRY, "a lorry"), [REWORD])
    title = "Say “vehicle” for “lorry” (breaks 2 of 2 phrases; less exact)"
    assert actions[0].title == title
    assert not actions[0].is_preferred


async def test_a_sentence_is_reworded_and_what_then_leads_back_from_it_is_masked(
    it: Editor,
) -> None:
    uri = it.open("b.txt", TEXT)
    await it.settled(uri)
    actions = await it.actions(uri, span(TEXT, "account of the storm."), [REWORD])
    title = "Reword what can be reworded in this sentence, and mask the rest"
    action = next(action for action in actions if action.title == title)
    text = edited(TEXT, (await it.client.code_action_resolve_async(action)).edit)
    assert text.startswith(DRAFT)
    assert "bell tolled" not in text
    it.replace(uri, text)
    left = await it.settled(uri)
    assert all(found.range.end.character <= len(DRAFT) for found in left)


async def test_a_whole_text_is_protected_without_a_model(it: Editor) -> None:
    uri = it.open("c.txt", TEXT)
    await it.settled(uri)
    assert await it.command("protectAll", uri=uri) is True
    text = edited(TEXT, it.applied[-1].edit)
    assert "lodged" not in text
    assert text.startswith(APPEAL.replace("lodged", "submitted"))
    assert "[REDACTED]" in text
    it.replace(uri, text)
    assert await it.settled(uri) == []


async def test_few_fixes_are_offered_each_saying_what_will_stand_there(it: Editor) -> None:
    uri = it.open("few.txt", TEXT)
    told = await left(it, uri)
    passage = next(one for one in told.passages if "lodged" in one.text)
    actions = await it.actions(uri, span(TEXT, "miller lodged"), None)
    titles = [action.title for action in actions]
    assert len(titles) <= 5
    assert titles[0] == "Say “filed” for “lodged” (breaks 2 of 2 phrases)"
    assert titles[1].startswith("Mask “")
    assert (" more (" in titles[1]) is (passage.masks > 1)
    assert titles[-2:] == ["Accept this…", "More…"]
    assert [action.title for action in actions if action.is_preferred] == titles[:1]
    other = await it.actions(uri, span(TEXT, "bell tolled"), ["quickfix"])
    (preferred,) = [action for action in other if action.is_preferred]
    assert preferred.title.startswith("Mask “")
    masked = edited(TEXT, (await it.client.code_action_resolve_async(preferred)).edit)
    it.replace(uri, masked)
    after = await left(it, uri)
    assert len(after.passages) == len(told.passages) - 1


async def test_more_has_the_person_choose_among_all_there_is(it: Editor) -> None:
    uri = it.open("more.txt", TEXT)
    await it.settled(uri)
    where = span(TEXT, "miller lodged")
    every = [action.title for action in await it.actions(uri, where)]
    few = await it.actions(uri, where, None)
    (argument,) = few[-1].command.arguments
    it.answers.append("Say “filed” for “lodged” (breaks 2 of 2 phrases)")
    assert await it.command("more", **argument) is True
    assert [item.title for item in it.asked[-1].actions] == every
    assert edited(TEXT, it.applied[-1].edit) == TEXT.replace("lodged", "filed")
    it.answers.append(None)
    assert await it.command("more", **argument) is False


async def test_where_a_risk_is_accepted_is_asked_where_nothing_says_so(it: Editor) -> None:
    uri = it.open("accept.txt", TEXT)
    await it.settled(uri)
    few = await it.actions(uri, span(TEXT, "bell tolled"), None)
    (argument,) = few[-2].command.arguments
    it.answers.append(None)
    assert await it.command("acceptRisk", **argument, reason="Public") is None
    assert [item.title for item in it.asked[-1].actions] == [
        "At this place",
        "In this file",
        "In this workspace",
        "Everywhere, for me",
    ]
    it.answers.append("In this file")
    assert await it.command("acceptRisk", **argument, reason="Public", by="Ada")
    risks = await it.command("acceptedRisks", uri=uri)
    assert {risk["scope"] for risk in risks} == {"file"}
    other = it.open("beside.txt", TEXT)
    await it.settled(other)
    assert await it.command("acceptedRisks", uri=other) == []
    for risk in risks:
        assert await it.command("withdrawRisk", uri=uri, id=risk["id"])


async def test_the_ways_to_end_a_passage_are_told_and_taken_as_told(it: Editor) -> None:
    uri = it.open("ways.txt", TEXT)
    told = await left(it, uri)
    passage = next(one for one in told.passages if "lodged" in one.text)
    asked = {"uri": uri, "version": 1, "range": _json(passage.range)}
    first, second = await it.command("passageWays", **asked)
    assert (first["kind"], second["kind"]) == ("reword", "mask")
    assert await it.command("passageWays", **asked, kind="mask") == [second]
    assert await it.command("passageWays", **asked, kind="reword") == [first]
    removed = [first["before"][start:end] for start, end in first["removed"]]
    added = [first["after"][start:end] for start, end in first["added"]]
    assert removed[0].startswith("lodged")
    assert first["title"].startswith(f"Say “{added[0]}” for “{removed[0]}”")
    assert second["masks"] == passage.masks
    assert await it.command("takeWay", uri=uri, version=1, edits=first["edits"], title="x") is True
    text = edited(TEXT, it.applied[-1].edit)
    assert first["after"] in text
    assert first["before"] in TEXT
    it.replace(uri, text)
    after = await left(it, uri)
    assert all(added[0] not in one.text for one in after.passages)
    assert await it.command("takeWay", uri=uri, version=2, edits=[], title="x") is None
    assert await it.message("as passageWays gives them")


async def test_once_nothing_is_found_nothing_is_left_at_once(it: Editor) -> None:
    uri = it.open("clean.txt", TEXT)
    await left(it, uri)
    it.replace(uri, DRAFT.split(".")[0][:3])
    told = await left(it, uri)
    assert told.passages == []


async def test_words_that_go_into_a_mask_beside_them_are_masked_not_said_otherwise(
    it: Editor,
) -> None:
    text = f"[REDACTED] {TOLL.removeprefix('The ')}"
    uri = it.open("beside-a-mask.txt", text)
    (passage,) = (await left(it, uri)).passages
    asked = {"uri": uri, "version": 1, "range": _json(passage.range)}
    reworded, masked = await it.command("passageWays", **asked)
    assert reworded["title"] == "Say “because of” for “on account of”, mask “bell”"
    assert (reworded["masks"], reworded["after"]) == (1, "[REDACTED] tolled because of the storm.")
    assert masked["title"] == "Mask “bell” and 2 more"
    assert masked["masks"] == passage.masks
