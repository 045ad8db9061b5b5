"""Recall and precision against a slow twin that follows the published procedure step by step, on
annotations in the published format, with masks set at random."""

import json
import math
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.unlinkable.lab.annotated_rulings import RULINGS, TEXTS, write_annotations
from tests.unlinkable.lab.evaluation.conftest import ORIGINALS, Done, write
from unlinkable.cli import main
from unlinkable.draft import Reading
from unlinkable.lab.annotations import KINDS, read_annotations
from unlinkable.lab.evaluation.alignment import against_annotations
from unlinkable.lab.evaluation.method import RawDraft, pair
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.index import Index
from unlinkable_index.words import find_words

Evaluate = Callable[..., Done]
LEFT_OUT = [
    "mr",
    "mrs",
    "ms",
    "and",
    "or",
    "from",
    "until",
    "to",
    "about",
    "after",
    "as",
    "at",
    "before",
    "between",
    "by",
    "during",
    "for",
    "in",
    "into",
    "of",
    "on",
    "over",
    "since",
    "with",
    "the",
    "a",
    "an",
    "no",
    "nr",
]


def index_of(folder: Path) -> Index:
    rows = [{"id": name, "text": text} for name, text in {**ORIGINALS, **TEXTS}.items()]
    (folder / "c.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    build_index([folder / "c.jsonl"], folder / "i.unlinkable", Options(processes=1))
    return Index.open(folder / "i.unlinkable")


def masked(text: str, spans: list[tuple[int, int]]) -> str:
    for start, end in reversed(spans):
        text = f"{text[:start]}[REDACTED]{text[end:]}"
    return text


def some_masks(text: str, dice: random.Random) -> list[tuple[int, int]]:
    """Runs of one to three words, apart from each other."""
    words = [match.span() for match in re.finditer(r"\w+", text)]
    spans, at = [], 0
    while at < len(words):
        run = dice.choice([0, 0, 0, 1, 2, 3])
        if run:
            last = min(at + run, len(words)) - 1
            spans.append((words[at][0], words[last][1]))
        at += max(run, 1) + 2
    return spans


class Twin:
    """What is published: for each entity all its mentions, for each mention all its characters."""

    def __init__(self, ruling: dict[str, Any], spans: list[tuple[int, int]]) -> None:
        self.text = ruling["text"]
        self.spans = spans
        self.hidden = [any(a <= at < b for a, b in spans) for at in range(len(self.text))]
        self.annotators = [one["entity_mentions"] for one in ruling["annotations"].values()]

    def is_masked(self, start: int, end: int) -> bool:
        left = [at for at in range(start, end) if not self.hidden[at]]
        for word in LEFT_OUT:
            for match in re.finditer(rf"\b{word}\b", self.text[start:end].lower()):
                left = [at for at in left if not match.start() <= at - start < match.end()]
        return not any(self.text[at].isalnum() for at in left)

    def entities(self) -> list[list[dict[str, Any]]]:
        found: list[list[dict[str, Any]]] = []
        for mentions in self.annotators:
            for name in dict.fromkeys(one["entity_id"] for one in mentions):
                entity = [one for one in mentions if one["entity_id"] == name]
                if any(one["identifier_type"] != "NO_MASK" for one in entity):
                    found.append(entity)
        return found

    def entity_recall(self, direct: bool) -> tuple[int, int]:
        asked = [
            one for one in self.entities() if (one[0]["identifier_type"] == "DIRECT") == direct
        ]
        found = 0
        for entity in asked:
            found += all(
                self.is_masked(one["start_offset"], one["end_offset"])
                or one["identifier_type"] == "NO_MASK"
                for one in entity
            )
        return found, len(asked)

    def word_recall(self, kind: str | None) -> tuple[int, int]:
        words = [
            (one["start_offset"] + word.start(), one["start_offset"] + word.end())
            for entity in self.entities()
            if kind in (None, entity[0]["entity_type"])
            for one in entity
            for word in re.finditer(r"\w+", one["span_text"])
        ]
        return sum(self.is_masked(*word) for word in words), len(words)

    def precision(self, weight: Callable[[str], float]) -> tuple[float, float]:
        agreed = every = 0.0
        for a, b in self.spans:
            for word in re.finditer(r"\w+", self.text[a:b]):
                start, end = a + word.start(), a + word.end()
                every += len(self.annotators) * weight(word[0])
                for mentions in self.annotators:
                    agreed += weight(word[0]) * any(
                        one["start_offset"] <= start
                        and end <= one["end_offset"]
                        and one["identifier_type"] != "NO_MASK"
                        for one in mentions
                    )
        return agreed, every


@pytest.mark.parametrize("number", [0, 1])
def test_all_figures_are_those_of_the_published_procedure(tmp_path: Path, number: int) -> None:
    ruling = RULINGS[number]
    annotated = read_annotations(write_annotations(tmp_path / "tab.json"))[ruling["doc_id"]]
    every_text = [find_words(text).forms for text in {**ORIGINALS, **TEXTS}.values()]

    def rarity(word: str) -> float:
        (form,) = find_words(word).forms
        return math.log((len(every_text) + 1) / (sum(form in one for one in every_text) + 1))

    with index_of(tmp_path) as index:
        source = index.document_number(ruling["doc_id"])
        assert source is not None
        for seed in range(40):
            spans = some_masks(ruling["text"], random.Random(seed))
            raw = RawDraft("draft", ruling["text"])
            two = pair(raw, masked(ruling["text"], spans), source, Reading())
            found = against_annotations(two, annotated, index)
            twin = Twin(ruling, spans)
            assert found["direct identifiers hidden"] == twin.entity_recall(direct=True)
            assert found["quasi identifiers hidden"] == twin.entity_recall(direct=False)
            assert found["marked words hidden"] == twin.word_recall(None)
            for kind in KINDS:
                assert found[f"hidden: {kind}"] == twin.word_recall(kind)
            assert found["precision"] == twin.precision(lambda _: 1)
            assert found["weighted precision"] == pytest.approx(twin.precision(rarity))


def test_titles_need_no_mask_and_one_mention_that_is_left_gives_the_entity_away(
    tmp_path: Path,
) -> None:
    annotated = read_annotations(write_annotations(tmp_path / "tab.json"))["boats"]
    with index_of(tmp_path) as index:
        source = index.document_number("boats")
        assert source is not None

        def figures(result: str) -> dict[str, Any]:
            return dict(
                against_annotations(
                    pair(RawDraft("d", TEXTS["boats"]), result, source, Reading()), annotated, index
                )
            )

        of = figures(TEXTS["boats"].replace("Runa Dahl", "[REDACTED]"))
        assert of["direct identifiers hidden"] == (1, 1)
        assert of["precision"] == (2, 2)
        left = figures(TEXTS["boats"].replace("Dahl", "[REDACTED]"))
        assert left["direct identifiers hidden"] == (0, 1)
        reworded = figures(TEXTS["boats"].replace("EUR 900", "a small sum"))
        assert reworded["hidden: QUANTITY"] == (2, 2)


def test_the_command_measures_what_is_annotated_and_says_of_what_it_is_not(
    evaluate: Evaluate, folder: Path
) -> None:
    tab = json.loads(json.dumps(RULINGS[1:]))
    shown = "The claimant repaired wooden boats"
    start = ORIGINALS["boats"].index(shown)
    mention = tab[0]["annotations"]["annotator1"]["entity_mentions"][0]
    mention |= {"start_offset": start + 13, "end_offset": start + len(shown)}
    tab[0]["annotations"]["annotator1"]["entity_mentions"] = [mention]
    tab[0]["text"] = ORIGINALS["boats"]
    (folder / "tab.json").write_text(json.dumps(tab), "utf-8")
    asked = ("--baseline", "mask", "--annotations", "tab.json")
    done = evaluate(*asked, "--format", "json")
    rows = {row["method"]: row["measures"] for row in json.loads(done.out)["methods"]}
    assert rows["draft"]["direct identifiers hidden"]["pooled"] == 0
    assert rows["mask"]["direct identifiers hidden"]["drafts"] == 1
    left_out = json.loads(done.out)["left_out"]
    assert "annotations: of the originals of 1 drafts there are none" in left_out
    told = evaluate(*asked).out
    assert "Of what people marked, pooled" in told
    tables = told[: told.index("Means of the drafts")]
    assert max(map(len, tables.splitlines())) <= 80


def test_a_person_is_found_when_one_of_its_drafts_leads_back(
    evaluate: Evaluate, folder: Path
) -> None:
    """One of two drafts is clean; both are about one person, or each about another."""
    clean = {"bees": "Nothing [REDACTED] is said.", "boats": ORIGINALS["boats"]}
    write(folder / "theirs", clean)
    asked = ("--results", "theirs=theirs", "--format", "json")

    def persons(*more: str) -> tuple[float, float]:
        for row in json.loads(evaluate(*asked, *more).out)["methods"]:
            if row["method"] == "theirs":
                found = row["measures"].get("persons not clean 1", {"part": -1, "whole": -1})
                return found["part"], found["whole"]
        raise AssertionError

    assert persons() == (-1, -1)
    (folder / "groups.jsonl").write_text('{"ids": ["bees", "boats"]}\n', "utf-8")
    assert persons("--groups", "groups.jsonl") == (1, 1)
    rows = [
        {"id": name, "text": ORIGINALS[name], "whom": whom}
        for name, whom in (("bees", "a"), ("boats", "b"))
    ]
    (folder / "d.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    flags = ("-i", "i", "-q", "--processes", "1", "--group-field", "whom", *asked)
    assert main(["evaluate", "d.jsonl", *flags]) == 0
