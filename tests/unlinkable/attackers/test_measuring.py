"""The published measures, on drafts whose masks are counted by hand."""

import csv
import io
import json
from pathlib import Path

import pytest

from tests.unlinkable.cli.conftest import Run, folder, run  # noqa: F401
from tests.unlinkable_index.writing import write_texts
from unlinkable.attackers.attacker import Attacker
from unlinkable.attackers.rulings import Rulings, Texts
from unlinkable.draft import read_draft
from unlinkable.lab.attack_figures import (
    NEAREST,
    AttackFigures,
    FoundBy,
    MaskedWords,
    MaskTally,
    Ranks,
)
from unlinkable.lab.attack_table import measured_text
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.index import Index

FORMULA = "The case originated in an application. The {} of {} was heard on {} May 2001."
RULINGS = {
    "a": FORMULA.format("owl", "Wold", 4),
    "b": FORMULA.format("goat", "Swale", 5),
    "c": FORMULA.format("mill", "Pell", 6),
    "d": FORMULA.format("tax", "Merton", 7),
}
READ = "read off the original"
DRAFT = "The case [REDACTED] in an application. The owl of [REDACTED] was heard on [REDACTED]."


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with the rulings, their index, and a draft of the first."""
    write_texts(tmp_path / "all.jsonl", RULINGS)
    (tmp_path / "a.txt").write_text(DRAFT, "utf-8")
    build_index([tmp_path / "all.jsonl"], tmp_path / "i.unlinkable", Options(processes=1))
    return tmp_path


def test_masks_are_counted_by_what_they_hide() -> None:
    assert MaskedWords.of("4 May 2001") is MaskedWords.DATE
    assert MaskedWords.of("12345/99") is MaskedWords.NUMBER
    assert MaskedWords.of("the owl of Wold") is MaskedWords.NAME
    assert MaskedWords.of("originated") is MaskedWords.WORDS


def test_exact_match_and_token_recall_by_hand() -> None:
    tally = MaskTally()
    tally.add("Rosalind Achterberg", "rosalind ACHTERBERG")
    tally.add("Little Wold", "the Wold")
    tally.add("originated", None)
    assert (tally.masks, tally.said, tally.exact) == (3, 2, 1)
    assert tally.exact_match == pytest.approx(1 / 3)
    assert tally.token_recall == pytest.approx(3 / 4)
    assert MaskTally().exact_match == MaskTally().token_recall == 0


def test_ranks_by_hand() -> None:
    ranks = Ranks([1, 4, 20])
    assert [ranks.within(first) for first in (1, 5, 10)] == pytest.approx([1 / 3, 2 / 3, 2 / 3])
    assert ranks.mrr == pytest.approx((1 + 0.25 + 0.05) / 3)
    assert Ranks().mrr == 0


def test_what_a_draft_gives_away_is_measured(place: Path) -> None:
    texts = Texts.read([place / "all.jsonl"])
    with Index.open(place / "i.unlinkable") as index:
        attacker = Attacker(index, texts, Rulings(texts, index))
        draft, source = read_draft(DRAFT), index.document_number("a")
        assert source is not None
        measured = AttackFigures()
        near = [one.text for one in attacker.near(draft, source)]
        measured.add(attacker.attack(draft), RULINGS["a"], source, index, near)
    read = measured.tallies[FoundBy.READ_OFF, None]
    assert (read.masks, read.exact) == (3, 3)
    votes = measured.tallies[FoundBy.VOTES, None]
    assert votes.exact == 1
    assert measured.tallies[FoundBy.VOTES, MaskedWords.WORDS].exact == 1
    assert measured.tallies[FoundBy.SURE_VOTES, None].said == 1
    # "originated" alone stands in the others
    assert (measured.hits, measured.looked) == (dict.fromkeys(NEAREST, 1), 3)
    assert measured.ranks[None].places == [1]
    told = measured_text(measured)
    assert "1 drafts, 3 masks" in told
    assert "100.0% / 100.0%" in told
    assert "the model" not in told


def test_the_table_from_the_command_line(run: Run, place: Path) -> None:  # noqa: F811
    flags = ("-i", str(place / "i.unlinkable"), "--originals", str(place / "all.jsonl"))
    draft = str(place / "a.txt")
    done = run("attack", draft, *flags, "--background", str(place / "all.jsonl"), "--table")
    assert "1 drafts, 3 masks whose words follow from the original" in done.out
    assert "read off the original" in done.out
    assert "Wold" not in done.out
    assert max(map(len, done.out.splitlines())) <= 90
    assert run("attack", draft, "-i", str(place / "i.unlinkable"), "--table").status == 2


def test_the_table_as_json_and_csv_says_the_same(run: Run, place: Path) -> None:  # noqa: F811
    all_texts = str(place / "all.jsonl")
    flags = ("-i", str(place / "i.unlinkable"), "--originals", all_texts, "-q", "--table")
    asked = ("attack", str(place / "a.txt"), *flags, "--background", all_texts, "--format")
    told = json.loads(run(*asked, "json").out)
    assert (told["drafts"], told["masks"], told["hits"]) == (1, 3, {"10": 1, "50": 1, "100": 1})
    (read,) = [one for one in told["found"] if (one["by"], one["kind"]) == (READ, "all")]
    assert (read["exact"], read["masks"], read["exact_match"]) == (3, 3, 1)
    (dates,) = [one for one in told["found"] if (one["by"], one["kind"]) == (READ, "dates")]
    assert (dates["exact"], dates["masks"]) == (1, 1)
    assert told["ranks"][0] == {
        "filled_in": None, "drafts": 1, "first": {"1": 1, "5": 1, "10": 1}, "mrr": 1,
    }  # fmt: skip
    rows = list(csv.DictReader(io.StringIO(run(*asked, "csv").out)))
    ours = {(r["found_by"], r["kind"], r["measure"]): r for r in rows if r["from"] == "ours"}
    assert ours[READ, "all", "exact match"]["part"] == "3"
    assert ours["nearest rulings", "all", "words in the first 10"]["whole"] == "3"
    told = [r for r in rows if (r["from"], r["kind"]) == ("published", "all")]
    printed = {(r["found_by"], r["measure"]): r["value"] for r in told}
    assert printed["GLM-RoBERTa, L4", "exact match"] == "0.6604"
    assert run(*asked, "html").status == 2
    assert run(*(one for one in asked if one != "--table"), "csv").status == 2


def test_hits_are_counted_up_to_the_place_of_the_ruling(place: Path) -> None:
    """The words of the only mask stand in the twelfth of the nearest rulings alone."""
    with Index.open(place / "i.unlinkable") as index:
        draft, source = read_draft("The owl of [REDACTED] was heard."), index.document_number("a")
        assert source is not None
        measured = AttackFigures()
        near = ["Nothing of it."] * 11 + ["At Wold."]
        original = "The owl of Wold was heard."
        measured.add(Attacker(index).attack(draft), original, source, index, near)
    assert measured.hits == {10: 0, 50: 1, 100: 1}


def test_kinds_people_marked_are_told_apart(run: Run, place: Path) -> None:  # noqa: F811
    """Of the three masks one hides a place, one a date of which one annotator marked a part."""
    told = RULINGS["a"]

    def mention(words: str, kind: str, identifier: str) -> dict[str, object]:
        start = told.index(words)
        return {
            "entity_type": kind, "entity_mention_id": "m", "start_offset": start,
            "end_offset": start + len(words), "span_text": words, "edit_type": "check",
            "identifier_type": identifier, "entity_id": words, "confidential_status": "",
        }  # fmt: skip

    marked = [mention("Wold", "LOC", "DIRECT"), mention("May 2001", "DATETIME", "QUASI")]
    tab = [
        {"doc_id": "a", "text": told, "annotations": {"annotator1": {"entity_mentions": marked}}}
    ]
    (place / "tab.json").write_text(json.dumps(tab), "utf-8")
    flags = ("-i", str(place / "i.unlinkable"), "--originals", str(place / "all.jsonl"), "-q")
    asked = ("attack", str(place / "a.txt"), *flags, "--annotations", str(place / "tab.json"))
    found = json.loads(run(*asked, "--table", "--format", "json").out)["found"]
    read = {one["kind"]: (one["exact"], one["masks"]) for one in found if one["by"] == READ}
    assert read["all"] == (3, 3)
    assert {kind: read[kind] for kind in ("LOC", "DIRECT", "DATETIME", "QUASI")} == {
        "LOC": (1, 1), "DIRECT": (1, 1), "DATETIME": (1, 1), "QUASI": (1, 1),
    }  # fmt: skip
    assert "PERSON" not in read
    shown = run(*asked, "--table").out
    assert "28.6%" in shown
    assert max(map(len, shown.splitlines())) <= 90
    rows = list(csv.DictReader(io.StringIO(run(*asked, "--table", "--format", "csv").out)))
    printed = {(r["found_by"], r["kind"]): r["value"] for r in rows if r["from"] == "published"}
    assert printed["GLM-RoBERTa, L4", "DATETIME"] == "0.7932"
    assert run(*asked).status == 2  # the reports have no kinds


def test_the_best_draft_of_a_person_counts(run: Run, place: Path) -> None:  # noqa: F811
    rows = [
        {"id": "a", "text": DRAFT, "group": "one"},
        {"id": "b", "text": "The case [REDACTED].", "group": "one"},
        {"id": "c", "text": RULINGS["c"].replace("mill", "[REDACTED]")},
    ]
    (place / "d.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    flags = ("-i", str(place / "i.unlinkable"), "--originals", str(place / "all.jsonl"), "-q")
    asked = ("attack", str(place / "d.jsonl"), *flags, "--table")
    told = json.loads(run(*asked, "--format", "json").out)
    drafts, persons = told["ranks"][0], told["persons"][0]
    assert (drafts["drafts"], persons["persons"], persons["first"]["1"]) == (3, 2, 2)
    assert "2 persons by the masked draft" in run(*asked).out
    (place / "g.jsonl").write_text('{"ids": ["a", "b", "c"]}', "utf-8")
    grouped = run(*asked, "--groups", str(place / "g.jsonl"), "--format", "csv").out
    assert (
        'any draft of a person, by the masked draft",all,original in the first 1,1,1,1.0' in grouped
    )
