"""The command, over a small collection: the table in every form, what is kept, what is refused."""

import csv
import io
import json
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.unlinkable.lab.evaluation.conftest import DRAFTS, ORIGINALS, Done, write
from tests.unlinkable.lab.evaluation.tiny_bert import write_tiny_bert
from unlinkable.cli import main
from unlinkable.draft import read_draft
from unlinkable.findings.phrases import phrase_findings
from unlinkable.lab.annotations import KINDS
from unlinkable.lab.evaluation import run as evaluation_run
from unlinkable.lab.evaluation.linkage import APART
from unlinkable.lab.evaluation.table import SHOWN
from unlinkable.lab.published import ROWS
from unlinkable_index.index import Index

Evaluate = Callable[..., Done]


def measures(done: Done) -> dict[str, dict[str, dict[str, float]]]:
    """The measures of each method."""
    return {row["method"]: row["measures"] for row in json.loads(done.out)["methods"]}


def test_drafts_as_they_are_keep_every_link_and_every_word(evaluate: Evaluate) -> None:
    (found,) = measures(evaluate("--format", "json")).values()
    assert found["left 1"]["pooled"] == found["left (3,1)"]["pooled"] == 1
    assert found["words kept"]["mean"] == 1
    assert found["lost"]["mean"] == found["invented"]["mean"] == found["new gaps"]["mean"] == 0
    assert found["clean 1"]["mean"] == 0


def test_masked_drafts_keep_no_link_and_lose_words(evaluate: Evaluate) -> None:
    found = measures(evaluate("--baseline", "mask", "--format", "json"))["mask"]
    assert found["left 1"]["pooled"] == found["left (3,1)"]["pooled"] == 0
    assert found["clean (3,1)"]["mean"] == 1
    assert found["words kept"]["mean"] < 1
    assert found["new gaps"]["mean"] > 0
    assert found["seconds"]["drafts"] == 2


def test_words_rewords_where_masking_masks(evaluate: Evaluate, folder: Path) -> None:
    write(folder / "drafts", {"bees": DRAFTS["bees"] + " He subsequently sold the old mill."})
    found = measures(evaluate("--baseline", "mask", "--baseline", "words", "--format", "json"))
    assert found["words"]["clean (3,1)"]["mean"] == 1
    assert found["words"]["words masked"]["pooled"] <= found["mask"]["words masked"]["pooled"]


def test_results_made_elsewhere_are_measured_beside_the_drafts(
    evaluate: Evaluate, folder: Path
) -> None:
    better = {name: text.replace("forty hives of bees", "insects") for name, text in DRAFTS.items()}
    write(folder / "theirs", better | {"boats": DRAFTS["boats"].replace("900", "700")})
    found = measures(evaluate("--results", "theirs=theirs", "--format", "json"))["theirs"]
    assert 0 < found["left 1"]["pooled"] < 1
    assert found["invented: numbers"]["mean"] > 0
    assert "seconds" not in found


def test_the_table_for_people_shows_each_method_and_the_published_rows(evaluate: Evaluate) -> None:
    done = evaluate("--baseline", "mask", "--baseline", "model")
    assert done.status == 0
    lines = done.out.splitlines()
    assert lines[0] == "Links by phrases that are left"
    assert lines[1].split()[:3] == ["method", "apart", "all"]
    assert [line.split()[0] for line in lines[2:4]] == ["draft", "mask"]
    assert all(row.method in done.out for row in ROWS)
    assert "Left out: model: no language model was named" in done.out
    assert "Left out: perplexity" in done.out
    tables = done.out[: done.out.index("Means of the drafts")]
    assert max(map(len, tables.splitlines())) <= 80


def test_all_forms_say_the_same(evaluate: Evaluate) -> None:
    asked = ("--baseline", "mask", "--format")
    found = measures(evaluate(*asked, "json"))["mask"]
    rows = list(csv.DictReader(io.StringIO(evaluate(*asked, "csv").out)))
    told = {
        row["measure"]: float(row["pooled"])
        for row in rows
        if (row["method"], row["draft"]) == ("mask", "")
    }
    timed = {"seconds"}
    assert {name: told[name] for name in told.keys() - timed} == {
        name: one["pooled"] for name, one in found.items() if name not in timed
    }
    markdown = evaluate(*asked, "markdown").out
    assert (
        f"| words kept | 1.000; 1.000 (1.000 to 1.000) | {found['words kept']['pooled']:.3f}"
        in (markdown)
    )
    page = evaluate(*asked, "html").out
    HTMLParser().feed(page)
    assert "<svg" in page
    assert "<script" not in page
    assert all(row.method in page for row in ROWS)


def test_every_column_for_people_is_a_measure_that_there_is(
    evaluate: Evaluate, folder: Path
) -> None:
    mentions = [
        {"start_offset": 4, "end_offset": 9, "entity_id": kind, "entity_type": kind,
         "identifier_type": "DIRECT" if kind == KINDS[0] else "QUASI"}
        for kind in KINDS
    ]  # fmt: skip
    marked = {"annotator1": {"entity_mentions": mentions}}
    tab = [{"doc_id": "bees", "text": ORIGINALS["bees"], "annotations": marked}]
    (folder / "tab.json").write_text(json.dumps(tab), "utf-8")
    (folder / "g.jsonl").write_text('{"ids": ["bees", "boats"]}', "utf-8")
    done = evaluate("--baseline", "mask", "--level", "1", "--level", "3x1", "--level", "3x7",
                    "--annotations", "tab.json", "--groups", "g.jsonl",
                    "--format", "json")  # fmt: skip
    shown = {column.measure for group in SHOWN for column in group.columns}
    assert shown <= measures(done)["mask"].keys()


def test_links_are_counted_of_all_drafts_and_of_each(evaluate: Evaluate, folder: Path) -> None:
    """Of the first draft two of its phrases are left, of the second none."""
    write(
        folder / "theirs",
        {
            "bees": DRAFTS["bees"].replace("hives of bees", "hives"),
            "boats": DRAFTS["boats"].split(" The claimant repaired")[0],
        },
    )
    asked = ("--results", "theirs=theirs", "--format")
    (_, theirs) = json.loads(evaluate(*asked, "json").out)["methods"]
    each = {draft: tuple(told[APART]) for draft, told in theirs["each"].items()}
    with Index.open(folder / "i") as index:
        for name, text in DRAFTS.items():
            draft, source = read_draft(text), index.document_number(name)
            found = phrase_findings(draft, index, 2, source)
            result = (folder / "theirs" / f"{name}.txt").read_text("utf-8")
            words = " ".join(read_draft(result).forms)
            still = [
                " ".join(draft.forms[one.first_word : one.first_word + one.words]) for one in found
            ]
            assert each[name] == (sum(f" {one} " in f" {words} " for one in still), len(found))
    assert 0 < each["bees"][0] < each["bees"][1]
    assert each["boats"][0] == 0
    part, whole = (sum(one) for one in zip(*each.values(), strict=True))
    told = theirs["measures"][APART]
    assert (told["part"], told["whole"]) == (part, whole)
    assert f"{part:.0f} of {whole:.0f}" in evaluate(*asked, "text").out
    rows = list(csv.DictReader(io.StringIO(evaluate(*asked, "csv").out)))
    (of_bees,) = [
        (float(row["part"]), float(row["whole"]))
        for row in rows
        if (row["method"], row["draft"], row["measure"]) == ("theirs", "bees", APART)
    ]
    assert of_bees == each["bees"]


def test_a_higher_k_is_a_method_of_its_own(evaluate: Evaluate) -> None:
    found = measures(evaluate("--baseline", "mask", "--baseline", "mask:5", "--format", "json"))
    assert found["mask"]["phrases that lead, k = 2"]["mean"] == 0
    assert found["mask, k = 5"]["phrases that lead, k = 5"]["mean"] == 0
    assert found["mask, k = 5"]["words kept"]["mean"] <= found["mask"]["words kept"]["mean"]


def test_a_model_for_embeddings_is_used_when_it_is_named(evaluate: Evaluate, folder: Path) -> None:
    write_tiny_bert(folder / "tiny")
    found = measures(evaluate("--similarity", "tiny", "--baseline", "mask", "--format", "json"))
    assert found["draft"]["similarity tiny, whole"]["mean"] == pytest.approx(1, abs=1e-5)
    assert found["mask"]["similarity tiny, whole"]["mean"] < 1 - 1e-6


def test_what_was_kept_is_not_done_again_and_gives_the_same(
    evaluate: Evaluate, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = evaluate("--baseline", "mask", "--keep", "kept", "--format", "json")
    assert ((folder / "kept").stat().st_mode & 0o077) == 0

    def never(_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(evaluation_run, "_measured", never)
    assert evaluate("--baseline", "mask", "--keep", "kept", "--format", "json") == first
    monkeypatch.undo()
    monkeypatch.chdir(folder)
    (folder / "drafts" / "bees.txt").write_text(DRAFTS["bees"] + " The court sat.", "utf-8")
    assert evaluate("--baseline", "mask", "--keep", "kept", "--format", "json") != first


def test_a_run_that_was_broken_off_goes_on(evaluate: Evaluate, folder: Path) -> None:
    first = evaluate("--keep", "kept", "--format", "json")
    noted = folder / "kept" / "measured.jsonl"
    lines = noted.read_text("utf-8").splitlines()
    noted.write_text(lines[0] + "\n" + lines[1][: len(lines[1]) // 2], "utf-8")
    assert evaluate("--keep", "kept", "--format", "json").out == first.out
    assert evaluate("--keep", "kept", "--format", "json").out == first.out


def test_several_processes_count_the_same(
    evaluate: Evaluate, capsys: pytest.CaptureFixture[str]
) -> None:
    alone = evaluate("--format", "json").out
    assert (
        main(["evaluate", "drafts", "-i", "i", "-q", "--processes", "2", "--format", "json"]) == 0
    )
    assert capsys.readouterr().out == alone


def test_originals_are_found_by_name_front_matter_and_rank(
    evaluate: Evaluate, folder: Path
) -> None:
    named = f"---\nunlinkable-source: boats\n---\n{DRAFTS['boats']}"
    (folder / "drafts" / "one.md").write_text(named, "utf-8")
    write(folder / "drafts", {"two": ORIGINALS["bees"], "three": "Zebras grazed quietly."})
    done = evaluate("--format", "json")
    assert json.loads(done.out)["methods"][0]["drafts"] == 4
    assert "for 1 of 5 drafts the original is the one that the whole draft ranks first" in done.err
    assert "1 drafts: no original" in done.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--results", "x"), "NAME=FOLDER"),
        (("--results", "x=empty"), "no draft in this folder"),
        (("--results", "x=some"), "1 of 2 drafts have no result there, such as boats"),
        (("--results", "draft=drafts"), "two methods have the same name"),
        (("--similarity", "missing"), "no model for embeddings"),
        (("--every", "0"), "1 or more"),
        (("--keep", "i"), "cannot be kept there"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    evaluate: Evaluate, folder: Path, arguments: tuple[str, ...], said: str
) -> None:
    (folder / "empty").mkdir()
    write(folder / "some", {"bees": DRAFTS["bees"]})
    done = evaluate(*arguments)
    assert done.status == 2
    assert said in done.err
    assert "honey" not in done.err


def test_without_any_known_original_nothing_is_measured(evaluate: Evaluate, folder: Path) -> None:
    for file in (folder / "drafts").iterdir():
        file.unlink()
    write(folder / "drafts", {"x": "Zebras grazed quietly."})
    done = evaluate()
    assert done.status == 2
    assert "for none of the drafts" in done.err
