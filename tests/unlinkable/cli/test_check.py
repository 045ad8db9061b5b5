"""`unlinkable check`: what it prints, the status it ends with, and what it refuses."""

import json
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.unlinkable.cli.conftest import Run
from unlinkable.draft.kinds import SUFFIXES

DRAFT = "The 𝔘𝔫 baker of Millbrook paid.\r\nHe sold bread and fish at market."
PHRASES = ("--max-terms", "1")


@pytest.fixture(autouse=True)
def draft(folder: Path, index: str) -> Path:
    """A draft called draft.txt; the settings name the index."""
    assert index
    (folder / "unlinkable.toml").write_text(f'index = "{index}"\n', "utf-8")
    path = folder / "draft.txt"
    path.write_text(DRAFT, "utf-8", newline="")
    return path


def checked(run: Run, *arguments: str, stdin: bytes = b"") -> list[dict[str, Any]]:
    """What is printed as JSON for the phrases of some drafts."""
    done = run("check", *PHRASES, "--format", "json", *arguments, stdin=stdin)
    return [json.loads(line) for line in done.out.splitlines()]


def texts(report: dict[str, Any]) -> list[str]:
    return [finding["text"] for finding in report["findings"]]


def test_the_json_of_phrases_has_exactly_the_keys_of_the_contract(run: Run) -> None:
    done = run("check", "draft.txt", *PHRASES, "--format", "json")
    assert done.status == 1
    assert done.err == ""
    report = json.loads(done.out)
    assert done.out.count("\n") == 1
    keys = ["draft", "index", "settings", "words", "verdict", "findings", "likely_source", "ranked"]
    assert list(report) == ["$schema", *keys, "doubts", "narrowed", "ignored"]
    assert report["doubts"] == report["ignored"] == []
    assert report["narrowed"] == [{"setting": "max_terms", "value": 1, "where": "the command line"}]
    assert report["draft"] == "draft.txt"
    assert list(report["index"]) == ["documents", "fingerprint", "file"]
    assert report["index"]["documents"] == 17
    assert report["settings"] == {
        "k": 2, "max_words": 7, "max_terms": 1, "term_words": 1, "cross_sentences": True,
        "against": ["exact"], "within": 10, "ranked": "off",
    }  # fmt: skip
    assert report["words"] == 13
    assert report["findings"] == [
        {
            "kind": "phrase", "start": 16, "end": 25, "text": "Millbrook", "words": 1, "df": 1,
            "documents": ["case-a"],
        },
        {
            "kind": "phrase", "start": 47, "end": 50, "text": "and", "words": 1, "df": 1,
            "documents": ["case-c"],
        },
        {
            "kind": "phrase", "start": 51, "end": 58, "text": "fish at", "words": 2, "df": 1,
            "documents": ["case-b"],
        },
    ]  # fmt: skip
    for finding in report["findings"]:  # code points: 𝔘 and 𝔫 count as one each, \r\n as two
        assert DRAFT[finding["start"] : finding["end"]] == finding["text"]
    assert report["likely_source"] == {"document": "case-a", "phrases": 1}


def test_the_json_of_a_combination_has_exactly_the_keys_of_the_contract(run: Run) -> None:
    report = json.loads(run("check", "draft.txt", "--format", "json").out)
    assert report["settings"]["max_terms"] == 3
    found = [finding for finding in report["findings"] if finding["kind"] == "combination"]
    assert found
    for finding in found:
        assert list(finding) == [
            "kind", "start", "end", "text", "words", "df", "joint_df", "documents", "with",
        ]  # fmt: skip
        assert finding["df"] >= 2 > finding["joint_df"] == len(finding["documents"])
        for place in (finding, *finding["with"]):
            assert DRAFT[place["start"] : place["end"]] == place["text"]
        assert all(list(other) == ["start", "end", "text"] for other in finding["with"])


def test_the_json_of_ranked_search_has_the_keys_of_the_contract(run: Run) -> None:
    report = json.loads(run("check", "draft.txt", "--ranked", "sentence", "--format", "json").out)
    assert report["settings"]["ranked"] == "sentence"
    ranked = report["ranked"]
    assert list(ranked) == ["document", "rank", "lead", "pairs", "sentences", "paragraphs"]
    assert ranked["document"] == "case-a"
    assert ranked["rank"] == 1
    assert ranked["sentences"]["of"] >= ranked["sentences"]["leading"] >= 1
    found = [finding for finding in report["findings"] if finding["kind"] == "ranking"]
    assert len(found) == ranked["sentences"]["leading"]
    for finding in found:
        assert list(finding) == [
            "kind", "start", "end", "text", "unit", "rank", "lead", "documents", "terms",
        ]  # fmt: skip
        assert DRAFT[finding["start"] : finding["end"]] == finding["text"]
        assert all(DRAFT[t["start"] : t["end"]] == t["text"] for t in finding["terms"])


def test_a_draft_that_only_leads_searchers_who_rank_is_not_clean(run: Run, draft: Path) -> None:
    draft.write_text("The baker of the market sold bread.", "utf-8")
    asked = ("check", "draft.txt", "--max-terms", "1", "-k", "2", "--source", "case-a")
    without, by_sentence = run(*asked), run(*asked, "--ranked", "sentence")
    assert without.status == 0
    assert by_sentence.status == 1
    assert without.out.startswith("draft.txt: holds against exact search; ranking and guessing not")
    assert "case-a" in by_sentence.out
    assert "leads back by ranking (1 of 1 sentence); holds against exact" in by_sentence.out
    assert "Whoever can rank the originals by the whole draft finds case-a" in by_sentence.out


def test_a_clean_draft_has_no_likely_source(run: Run, draft: Path) -> None:
    draft.write_text("The tax.", "utf-8")
    done = run("check", "draft.txt", *PHRASES, "--format", "json")
    assert done.status == 0
    assert json.loads(done.out)["findings"] == []
    assert json.loads(done.out)["likely_source"] is None


def test_at_most_ten_documents_are_listed(run: Run, draft: Path) -> None:
    draft.write_text("owl", "utf-8")
    (report,) = checked(run, "draft.txt", "-k", "13")
    (finding,) = report["findings"]
    assert finding["df"] == 12
    assert finding["documents"] == [f"more-{number:02}" for number in range(10)]
    assert report["likely_source"] == {"document": "more-00", "phrases": 1}


def test_with_a_larger_k_phrases_that_lead_to_several_originals_are_found(run: Run) -> None:
    (report,) = checked(run, "draft.txt", "-k", "3")
    assert report["settings"]["k"] == 3
    found = {finding["text"]: finding["documents"] for finding in report["findings"]}
    assert found["baker"] == ["case-a", "case-b"]
    assert found["He"] == ["case-a", "case-c"]


def test_the_text_says_where_what_and_which_original(run: Run) -> None:
    done = run("check", "draft.txt", *PHRASES)
    assert done.status == 1
    assert "1:17     … of »Millbrook« paid.\n" in done.out
    assert "2:15     … bread »and« »fish at« market.\n" in done.out
    assert "- »fish at«: only in case-b" in done.out
    said = " ".join(done.out.split())
    assert said.startswith("draft.txt: leads back by exact search (3 phrases); ")
    assert "13 words checked by phrases (k 2, 17 originals with 99 words in i.unlinkable)" in said
    assert "1 of 3 lead to case-a." in said
    assert "Next: unlinkable protect draft.txt -o OUT" in said
    assert "Narrowed" not in said  # the user typed that
    assert "\033" not in done.out  # colours are for terminals


def test_the_text_of_a_clean_draft_says_by_what_searches_and_in_which_index(
    run: Run, draft: Path
) -> None:
    draft.write_text("The tax.", "utf-8")
    where = "(k 2, 17 originals with 99 words in i.unlinkable)"
    near = "or by words within 10 of each other"
    for flags, searches in (
        (PHRASES, "by phrases"),
        ((), f"by phrases, by up to 3 words together {near}"),
        (("--term-words", "2"), f"by phrases, by up to 3 terms of up to 2 words together {near}"),
    ):
        done = run("check", "draft.txt", *flags)
        said = " ".join(done.out.split())
        assert done.status == 0
        assert said.startswith("draft.txt: holds against exact search; ranking and guessing not")
        assert f"2 words checked {searches} {where}." in said


def test_standard_input_is_checked(run: Run) -> None:
    (report,) = checked(run, "-", stdin=DRAFT.encode())
    assert report["draft"] == "-"
    assert texts(report) == ["Millbrook", "and", "fish at"]
    done = run("check", "-", stdin=b"Confidential \xff")
    assert done.status == 2
    assert done.err == (
        "unlinkable: standard input: byte 13 is not valid UTF-8; save the draft as UTF-8\n"
    )


def test_several_drafts_and_folders_give_one_line_each(run: Run, folder: Path) -> None:
    (folder / "drafts" / "inner").mkdir(parents=True)
    (folder / "drafts" / "inner" / "b.md").write_text("# Millbrook", "utf-8")
    (folder / "drafts" / "a.txt").write_text("the tax", "utf-8")
    (folder / "drafts" / "notes.doc").write_text("Millbrook", "utf-8")
    (folder / "drafts" / ".hidden.txt").write_text("Millbrook", "utf-8")
    reports = checked(run, "draft.txt", "drafts")
    assert [report["draft"] for report in reports] == [
        "draft.txt", "drafts/a.txt", "drafts/inner/b.md",
    ]  # fmt: skip
    assert [bool(report["findings"]) for report in reports] == [True, False, True]


def test_drafts_that_cannot_be_read_do_not_keep_others_from_being_checked(
    run: Run, folder: Path
) -> None:
    (folder / "bad.txt").write_bytes(b"Confidential \xe9")
    (folder / "empty").mkdir()
    arguments = ("bad.txt", "empty", "gone.txt", "draft.txt")
    done = run("check", *arguments, *PHRASES, "--format", "json")
    assert done.status == 2
    assert texts(json.loads(done.out)) == ["Millbrook", "and", "fish at"]
    assert done.err.splitlines() == [
        "unlinkable: bad.txt: byte 13 is not valid UTF-8; save the draft as UTF-8",
        f"unlinkable: empty: no draft in this folder ({', '.join(sorted(SUFFIXES))}); name another "
        "one",
        "unlinkable: gone.txt: the draft cannot be read (No such file or directory); "
        "check the path and its rights",
    ]


@pytest.mark.parametrize("name", ["draft.doc", "draft", "draft.txt.bak"])
@pytest.mark.parametrize("command", ["check", "protect", "attack"])
def test_a_file_of_an_unknown_kind_is_refused_by_name_and_nothing_of_it_is_written(
    run: Run, folder: Path, command: str, name: str
) -> None:
    (folder / name).write_text(DRAFT, "utf-8")
    done = run(command, name, *(("-o", "out.txt", "--rewriter", "mask") * (command == "protect")))
    assert (done.status, done.out) == (2, "")
    assert f"unlinkable: {name}: not checked: " in done.err
    assert "--as" in done.err
    assert not (folder / "out.txt").exists()


def test_what_a_draft_is_can_be_said(run: Run, folder: Path) -> None:
    (folder / "draft.doc").write_text("bread, *an*d fish at market", "utf-8")
    assert texts(checked(run, "draft.doc", "--as", "text")[0]) == ["fish at"]
    assert texts(checked(run, "draft.doc", "--as", "markdown")[0]) == ["an*d", "fish at"]
    stdin = b"bread, *an*d fish at market"
    assert texts(checked(run, "-", "--as", "markdown", stdin=stdin)[0]) == ["an*d", "fish at"]
    assert texts(checked(run, "-", stdin=stdin)[0]) == ["fish at"]


def test_a_setting_has_files_with_other_endings_read_as_plain_text(run: Run, folder: Path) -> None:
    with (folder / "unlinkable.toml").open("a", encoding="utf-8") as settings:
        settings.write('plain_text = [".log"]\n')
    (folder / "draft.log").write_text(DRAFT, "utf-8")
    (report,) = checked(run, "draft.log")
    assert texts(report) == ["Millbrook", "and", "fish at"]
    assert "plain_text" in [one["setting"] for one in report["narrowed"]]


def test_mask_patterns_replace_the_usual_ones(run: Run, draft: Path) -> None:
    draft.write_text("bread [REDACTED] and, bread ## at", "utf-8")
    (usual,) = checked(run, "draft.txt")
    assert usual["words"] == 4
    assert texts(usual) == ["and", "bread ## at"]
    (others,) = checked(run, "draft.txt", "--mask", "#+", "--mask", "nothing")
    assert others["words"] == 5
    assert texts(others) == ["and"]


def test_phrases_run_over_sentence_ends_unless_that_is_switched_off(run: Run, draft: Path) -> None:
    draft.write_text("We saw fish. At night we left.", "utf-8")
    (report,) = checked(run, "draft.txt")
    assert report["settings"]["cross_sentences"] is True
    assert texts(report) == ["fish. At"]
    assert texts(checked(run, "draft.txt", "--no-cross-sentences")[0]) == []


def test_with_a_source_only_what_leads_there_is_found(run: Run, folder: Path) -> None:
    assert texts(checked(run, "draft.txt", "--source", "case-b")[0]) == ["fish at"]
    (folder / "draft.md").write_text(f"---\nunlinkable-source: case-c\n---\n{DRAFT}", "utf-8")
    assert texts(checked(run, "draft.md")[0]) == ["and"]
    done = run("check", "draft.txt", "--source", "case-z")
    assert done.status == 2
    assert "the source 'case-z' is not in the index" in done.err


def test_settings_are_those_of_the_nearest_folder_upwards(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = folder / "inner"
    inner.mkdir()
    (inner / "draft.txt").write_text(DRAFT, "utf-8")
    monkeypatch.chdir(inner)
    (report,) = checked(run, "draft.txt")
    assert texts(report) == ["Millbrook", "and", "fish at"]
    (inner / "unlinkable.toml").write_text('index = "../i.unlinkable"\nk = 3\n', "utf-8")
    assert checked(run, "draft.txt")[0]["settings"]["k"] == 3
    assert checked(run, "draft.txt", "-k", "4")[0]["settings"]["k"] == 4


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("k = 1\n", "k must be a whole number, 2 or more"),
        ('k = "2"\n', "k must be a whole number, 2 or more"),
        ("max_term = 1\n", 'no setting "max_term" (did you mean "max_terms"?); nothing was done\n'),
        ("k = \n", "is not valid TOML (at line 1"),
        ('masks = ["("]\n', "masks must be a list of regular expressions"),
    ],
)
def test_a_bad_setting_is_refused_with_its_file(
    run: Run, folder: Path, settings: str, said: str
) -> None:
    (folder / "unlinkable.toml").write_text(settings, "utf-8")
    done = run("check", "draft.txt", "-i", "i.unlinkable")
    assert (done.status, done.out) == (2, "")
    assert str(folder / "unlinkable.toml") in done.err
    assert said in done.err
    assert done.err.splitlines()[-1].endswith("; nothing was done")


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (("-k", "1"), "k must be a whole number, 2 or more"),
        (("--max-terms", "9"), "max_terms must be a whole number from 1 to 4"),
        (("--term-words", "0"), "term_words must be"),
        (("--mask", "("), "masks must be a list of regular expressions"),
        (("--mask", "x*"), "match at least one character"),
        (("--time-limit", "-1"), "--time-limit: must be 0 or more, not "),
        (("--time-limit", "nan"), "--time-limit: must be 0 or more, not "),
        (("-i", "gone.unlinkable"), "the index cannot be opened (No such file or directory)"),
        (("-i", "."), "this is no file, so not an index"),
        (("-i", "draft.txt"), "not an index of Unlinkable; make one with `unlinkable index`"),
        (("-i", "empty"), "this file is empty, not an index"),
        (("--key-file", "gone.key"), "gone.key: the key file cannot be read"),
    ],
)
def test_a_bad_flag_is_refused(run: Run, folder: Path, flags: tuple[str, ...], said: str) -> None:
    (folder / "empty").touch()
    done = run("check", "draft.txt", *flags)
    assert (done.status, done.out) == (2, "")
    assert said in done.err
    assert "Millbrook" not in done.err


def test_without_an_index_it_says_how_to_get_one(run: Run, folder: Path) -> None:
    (folder / "unlinkable.toml").unlink()
    done = run("check", "draft.txt")
    assert done.status == 2
    assert done.err == (
        "unlinkable: no index: name one with -i FILE or in an unlinkable.toml in the folder of the "
        "drafts; "
        "`unlinkable index` makes one from the originals\n"
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("\ufeffbread and", ["and"]),
        ("sold\0bread\x0band\r\n\r\nfish", ["and"]),
        ("x" * 1_000_000 + " and " + "e\u0301" * 500_000, ["and"]),
        ("CAFE\u0301 ruled", ["ruled"]),
        ("ובית המשפט, קבע", ["ובית", "המשפט", "קבע"]),
        ("\u202e\u200fובית\u200f", ["ובית"]),
        ("\u0301 \u0300\u0301 and", ["and"]),
    ],
    ids=["empty", "BOM", "NUL", "a million letters", "marks", "Hebrew", "directions", "only marks"],
)
def test_strange_drafts_are_read_rightly(
    run: Run, draft: Path, text: str, found: list[str]
) -> None:
    draft.write_text(text, "utf-8", newline="")
    done = run("check", "draft.txt", *PHRASES, "--format", "json")
    report = json.loads(done.out)
    assert texts(report) == found
    assert done.status == (1 if found else 0 if report["words"] else 3)
    assert all(text[f["start"] : f["end"]] == f["text"] for f in report["findings"])
    shown = run("check", "draft.txt", *PHRASES)
    assert shown.status == done.status
    assert len(shown.out) < 2500
    assert not {"\u202e", "\0", "\x0b"} & set(shown.out)


@pytest.mark.slow(reason="ten megabytes: half a minute, three gigabytes")
def test_a_draft_of_ten_megabytes_is_checked_in_time_and_memory_like_its_size(
    run: Run, draft: Path
) -> None:
    piece = "The tax at night market was paid. He sold bread at the early miller. "
    copies = 10_000_000 // len(piece) + 1
    draft.write_text(piece * 1000, "utf-8")
    began = time.process_time()
    (small,) = checked(run, "draft.txt")
    took = time.process_time() - began
    draft.write_text(piece * copies, "utf-8")
    began = time.process_time()
    (large,) = checked(run, "draft.txt")
    assert time.process_time() - began < max(2.5 * took, 0.5) * copies / 1000
    assert large["words"] * 1000 == small["words"] * copies
    assert len(large["findings"]) * 1000 == len(small["findings"]) * copies
    assert len(small["findings"]) >= 1000
    assert psutil.Process().memory_info().rss < 3_000_000_000


def test_out_of_time_the_report_says_that_it_is_not_all(run: Run) -> None:
    done = run("check", "draft.txt", "--format", "json", "--time-limit", "0")
    assert done.status == 1
    assert json.loads(done.out)["complete"] is False


def test_nothing_found_by_the_time_limit_is_not_clean(run: Run, folder: Path) -> None:
    (folder / "draft.txt").write_text("He sold bread. The fish market.", "utf-8")
    assert run("check", "draft.txt", *PHRASES).status == 0
    done = run("check", "draft.txt", "--time-limit", "0")
    assert done.status == 2
    assert "nothing found so far" in done.out
