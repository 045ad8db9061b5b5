"""`unlinkable protect`: always ends, always clean, says what it did, and can be resumed."""

import hashlib
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.unlinkable.rewriting.conftest import DRAFT, WORDS, Scripted, task_of
from tests.unlinkable.rewriting.test_rewriter import GOOD
from tests.unlinkable.unranked import unranked
from unlinkable.cli import make_parser
from unlinkable.cli.protect import workers
from unlinkable.findings.finding import PHRASE
from unlinkable.findings.report import check as check_draft
from unlinkable.model.process.process import Model
from unlinkable.rewriting import several
from unlinkable.rewriting.edits import Remedy, applied
from unlinkable.rewriting.masking.mask_choice import Robustness
from unlinkable.rewriting.protection import Protection
from unlinkable.rewriting.protection import protect as protect_draft
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index


def unlinkable(*arguments: object) -> int:
    """Run the command line with these arguments."""
    args = make_parser().parse_args(unranked([str(argument) for argument in arguments]))
    status: int = args.run(args)
    return status


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    path = tmp_path / "draft.txt"
    path.write_text(DRAFT, encoding="utf-8")
    return path


def test_what_the_model_cannot_rewrite_is_masked_and_the_result_is_clean(
    index: Index, scripted: Scripted
) -> None:
    model = scripted({}, words={**WORDS, "a retired bell": ["never a"]})
    protection = protect_draft(task_of(), index, Rewriter(index, model))
    found = check_draft(task_of().draft, index, task_of().question)
    assert protection.found.counts[PHRASE] == len(found.phrases) == 5
    assert not protection.left.counts
    kinds = [step.kinds for step in protection.steps]
    assert kinds[0] == (Remedy.REWRITE,)
    assert (Remedy.MASK,) in kinds
    assert applied(DRAFT, [step.edit for step in protection.steps]) == protection.text
    first = protection.steps[0]
    assert any(reason.startswith("“kept bees”") for reason in first.reasons)
    assert all(reason.endswith("only in original.") for reason in first.reasons)
    refused = [r for step in protection.steps for one in step.refused for r in one.reasons]
    assert "never" not in protection.text
    assert refused == []  # what may not be written does not come


def test_the_command_writes_the_protected_draft_and_its_report(
    draft: Path, index_path: Path, tmp_path: Path
) -> None:
    out, report = tmp_path / "out.txt", tmp_path / "report.json"
    asked = ("-i", index_path, "--max-terms", 1)
    assert unlinkable("check", draft, *asked) == 1
    assert unlinkable("protect", draft, *asked, "-o", out, "--report", report) == 0
    assert unlinkable("check", out, *asked) == 0
    said = json.loads(report.read_text(encoding="utf-8"))
    assert said["model"] is None
    assert said["settings"]["rewriter"] == "words"
    assert said["index"]["documents"] == 4
    (one,) = said["drafts"]
    assert one["before"] == {"findings": {"phrase": 6}, "accepted": 0}
    assert one["after"] == {"findings": {}, "accepted": 0}
    result = out.read_text(encoding="utf-8")
    sums = [hashlib.sha256(text.encode()).hexdigest() for text in (DRAFT, result)]
    assert list(one["sha256"].values()) == sums
    text = DRAFT
    for passage in reversed(one["passages"]):
        assert passage["before"] == DRAFT[passage["start"] : passage["end"]]
        assert passage["after"] in result
        for change in reversed(passage["changes"]):
            line = DRAFT.split("\n")[change["line"] - 1]
            assert line[change["column"] - 1 :].startswith(change["before"])
            assert text[change["start"] : change["end"]] == change["before"]
            text = text[: change["start"]] + change["after"] + text[change["end"] :]
    assert text == result


def test_the_report_is_readable_when_its_name_ends_so(
    draft: Path, index_path: Path, tmp_path: Path
) -> None:
    report = tmp_path / "report.md"
    unlinkable(
        "protect",
        draft,
        "-i",
        index_path,
        "--max-terms",
        1,
        "-o",
        tmp_path / "o",
        "--report",
        report,
    )
    said = report.read_text(encoding="utf-8")
    assert "| Findings | 6 | 0 |\n| Phrases | 6 | 0 |" in said
    assert "**Line 1, column " in said
    assert "“kept bees”" in said
    assert "only in original." in said


def test_a_folder_is_protected_draft_by_draft_and_a_second_run_does_only_what_is_new(
    index_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drafts, out = tmp_path / "drafts", tmp_path / "out"
    (drafts / "deep").mkdir(parents=True)
    for name in ("a.txt", "b.md", "deep/c.txt"):
        (drafts / name).write_text(DRAFT, encoding="utf-8")
    done: list[str] = []
    protect_one = workers.protect_one

    def noting(args: Any, collections: Any, place: Any, *rest: Any) -> Any:
        done.append(place.draft.name)
        return protect_one(args, collections, place, *rest)

    monkeypatch.setattr(workers, "protect_one", noting)
    command = ("protect", drafts, "-i", index_path, "--max-terms", 1, "-o", out)
    report = tmp_path / "report.json"
    assert unlinkable(*command, "--report", report) == 0
    assert done == ["a.txt", "b.md", "c.txt"]
    for name in ("a.txt", "b.md", "deep/c.txt"):
        assert "kept bees" not in (out / name).read_text(encoding="utf-8")
    assert not list(out.rglob("*.part"))

    done.clear()
    (drafts / "a.txt").write_text(DRAFT + " He said so.", encoding="utf-8")
    (out / "b.md").write_text("tampered with", encoding="utf-8")
    assert unlinkable(*command, "--report", report) == 2
    assert done == ["a.txt"]  # nobody knows what is in the other now
    assert (out / "b.md").read_text(encoding="utf-8") == "tampered with"
    assert unlinkable(*command, "--report", report, "--force") == 0
    assert done == ["a.txt", "b.md"]
    assert len(json.loads(report.read_text(encoding="utf-8"))["drafts"]) == 3

    done.clear()
    assert unlinkable(*command, "--mask-with", "[...]") == 0
    assert len(done) == 3


def test_what_is_remembered_for_resuming_holds_no_text(index_path: Path, tmp_path: Path) -> None:
    drafts, out = tmp_path / "drafts", tmp_path / "out"
    drafts.mkdir()
    for name in ("a.txt", "b.txt"):
        (drafts / name).write_text(DRAFT, encoding="utf-8")
    unlinkable("protect", drafts, "-i", index_path, "--max-terms", 1, "-o", out)
    lines = (out / ".unlinkable-protected.json").read_text(encoding="utf-8").splitlines()
    remembered = [json.loads(line) for line in lines]
    assert {name for one in remembered for name in one} == {"a.txt", "b.txt"}
    for one in remembered:
        assert all(len(seal) in (0, 64) for seals in one.values() for seal in seals)


@pytest.mark.parametrize("out", ["draft.txt", "./draft.txt"])
def test_a_draft_is_never_overwritten(draft: Path, index_path: Path, out: str) -> None:
    with pytest.raises(UserError, match="choose another place"):
        unlinkable("protect", draft, "-i", index_path, "-o", draft.parent / out)
    assert draft.read_text(encoding="utf-8") == DRAFT


def test_results_are_never_put_among_the_drafts(index_path: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(DRAFT, encoding="utf-8")
    with pytest.raises(UserError, match="among the drafts"):
        unlinkable("protect", tmp_path, "-i", index_path, "-o", tmp_path / "out")


def test_a_result_that_is_not_clean_is_not_written(
    draft: Path, index_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever goes wrong in protecting, the second look at what was written finds it."""

    def wrong(task: Any, index: Index, *_: Any, **__: Any) -> Protection:
        found = check_draft(task.draft, index, task.question)
        return Protection(task, (), found, found, Robustness(0, 0, 0))

    monkeypatch.setattr(several, "protect", wrong)
    out = tmp_path / "out.txt"
    with pytest.raises(UserError, match="not clean on a second look"):
        unlinkable("protect", draft, "-i", index_path, "--max-terms", 1, "-o", out)
    assert not out.exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["draft.txt"]


def test_asking_for_a_model_without_one_says_how_to_get_it(
    draft: Path, index_path: Path, tmp_path: Path
) -> None:
    with pytest.raises(UserError, match="unlinkable model fetch"):
        unlinkable("protect", draft, "-i", index_path, "-o", tmp_path / "o", "--rewriter", "llm")


def test_a_mask_that_the_patterns_do_not_know_is_refused(
    draft: Path, index_path: Path, tmp_path: Path
) -> None:
    asked = ("-i", index_path, "--max-terms", 1, "--mask", "X+")
    with pytest.raises(UserError, match="none of the mask patterns"):
        unlinkable("protect", draft, *asked, "-o", tmp_path / "o")


def test_a_tiny_model_with_random_weights_still_gives_a_clean_draft_and_the_same_one_again(
    draft: Path, index_path: Path, tiny_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft.write_text(DRAFT[: DRAFT.index("\n")], encoding="utf-8")
    (tmp_path / "unlinkable.toml").write_text(
        "[model]\ncontext_tokens = 16384\nreasoning = false\n", encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    asked = ("-i", index_path, "--max-terms", 1)
    results = []
    for number in range(2):
        out, report = tmp_path / f"out{number}.txt", tmp_path / "report.json"
        command = ("protect", draft, *asked, "-o", out, "--report", report, "--seed", 3)
        assert unlinkable(*command, "--model", tiny_model) == 0
        assert unlinkable("check", out, *asked) == 0
        results.append(out.read_text(encoding="utf-8"))
        said = json.loads(report.read_text(encoding="utf-8"))
        assert said["model"]["name"] == "tiny"
        passages = said["drafts"][0]["passages"]
        assert all(change["refused"] is not None for one in passages for change in one["changes"])
    assert results[0] == results[1]


def test_a_model_takes_one_draft_after_the_other(
    draft: Path, index_path: Path, tiny_model: Path
) -> None:
    out = draft.parent / "out"
    by_model = ("protect", draft, "-o", f"{out}/", "-i", index_path, "--model", tiny_model)
    with pytest.raises(UserError, match="leave --processes out"):
        unlinkable(*by_model, "--processes", 2)
    assert not out.exists()


def test_a_model_that_keeps_crashing_only_costs_rewordings(
    index: Index, scripted: Scripted
) -> None:
    model: Model = scripted({"bees": [GOOD]}, trouble="dies")
    protection = protect_draft(task_of(), index, Rewriter(index, model))
    assert all(step.kinds == (Remedy.MASK,) for step in protection.steps)
    refused = [r for step in protection.steps for one in step.refused for r in one.reasons]
    assert any("ended twice" in reason for reason in refused)


def protecting(*arguments: object) -> tuple[object, ...]:
    """The command with these arguments, for single phrases."""
    return ("protect", *arguments, "--max-terms", 1)


def test_a_place_that_ends_like_a_folder_is_one(
    draft: Path, index_path: Path, tmp_path: Path
) -> None:
    unlinkable(*protecting(draft, "-i", index_path, "-o", f"{tmp_path}/new/"))
    assert (tmp_path / "new" / "draft.txt").is_file()


def test_several_drafts_need_a_folder(draft: Path, index_path: Path) -> None:
    with pytest.raises(UserError, match="name a folder with -o"):
        unlinkable(*protecting(draft.parent, draft, "-i", index_path, "-o", draft))


@pytest.mark.parametrize(
    ("report", "said"),
    [
        ("drafts/a.txt", "this is a draft"),
        ("out/a.txt", "the place of a protected draft"),
        ("drafts/report.md", "would be taken for a draft"),
        ("out", "this is a folder"),
        ("rulings.unlinkable", "not overwritten"),
    ],
)
def test_a_report_is_never_written_over_anything_nor_where_it_is_taken_for_a_draft(
    index_path: Path, tmp_path: Path, report: str, said: str
) -> None:
    (tmp_path / "drafts").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "drafts" / "a.txt").write_text(DRAFT, encoding="utf-8")
    index = tmp_path / "rulings.unlinkable"
    index.write_bytes(index_path.read_bytes())
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    asked = ("-i", index, "-o", tmp_path / "out", "--report", tmp_path / report)
    with pytest.raises(UserError, match=said):
        unlinkable(*protecting(tmp_path / "drafts", *asked))
    after = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert after == before


def test_an_index_is_never_overwritten(draft: Path, index_path: Path, tmp_path: Path) -> None:
    index = tmp_path / "copy.unlinkable"
    index.write_bytes(index_path.read_bytes())
    with pytest.raises(UserError, match="not overwritten"):
        unlinkable(*protecting(draft, "-i", index, "-o", index))
    assert index.read_bytes() == index_path.read_bytes()


def test_results_are_as_readable_as_drafts_and_reports_to_their_owner_only(
    draft: Path, index_path: Path, tmp_path: Path
) -> None:
    draft.chmod(0o640)
    out, report = tmp_path / "out.txt", tmp_path / "r.json"
    command = protecting(draft, "-i", index_path, "-o", out, "--report", report)
    unlinkable(*command)
    assert [path.stat().st_mode & 0o777 for path in (out, report)] == [0o640, 0o600]
    out.chmod(0o644)
    unlinkable(*command, "--force")
    assert out.stat().st_mode & 0o777 == 0o644


def test_a_device_is_refused(draft: Path, index_path: Path) -> None:
    with pytest.raises(UserError, match="no file that could be replaced"):
        unlinkable(*protecting(draft, "-i", index_path, "-o", "/dev/null", "--force"))


def test_a_message_names_no_original_even_where_its_name_is_a_word_of_the_message(
    draft: Path, index_path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unlinkable(*protecting(draft, "-i", index_path, "-o", tmp_path / "out.txt"))
    said = capsys.readouterr().err
    assert "rank the originals by the whole draft finds its likely original first" in said


def test_a_run_that_goes_on_reports_the_whole_and_does_again_only_what_no_report_tells(
    index_path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drafts, out = tmp_path / "drafts", tmp_path / "out"
    drafts.mkdir()
    for name in ("a.txt", "b.txt"):
        (drafts / name).write_text(DRAFT, encoding="utf-8")
    command = protecting(drafts, "-i", index_path, "-o", out)
    unlinkable(*command)
    reports = ("--report", tmp_path / "r.json", "--report", tmp_path / "r.md")
    capsys.readouterr()
    unlinkable(*command, *reports[2:])
    assert capsys.readouterr().err.count("; checked by phrases") == 2
    unlinkable(*command, *reports)
    capsys.readouterr()
    (tmp_path / "r.md").unlink()
    unlinkable(*command, *reports)
    assert capsys.readouterr().err.count("done before") == 2
    said = (tmp_path / "r.md").read_text(encoding="utf-8")
    assert said.count("Holds against exact search") == 2


def test_the_mask_of_the_settings_is_taken(
    draft: Path, index_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "unlinkable.toml").write_text('mask = "[...]"\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    unlinkable(*protecting(draft, "-i", index_path, "-o", "o.txt"))
    result = (tmp_path / "o.txt").read_text(encoding="utf-8")
    assert "[...]" in result
    assert result.count("[REDACTED]") == DRAFT.count("[REDACTED]")


def test_a_draft_that_cannot_be_read_is_named_once_and_the_others_are_done(
    index_path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text(DRAFT, encoding="utf-8")
    bad.write_bytes(b"caf\xe9")
    assert unlinkable(*protecting(bad, good, "-i", index_path, "-o", tmp_path / "out")) == 2
    first, second, *_ = capsys.readouterr().err.splitlines()
    assert first.count("bad.txt") == 1
    assert second.startswith(f"{good}: holds against exact search")
    assert re.search(r"; (\d) changes \(\1 masked\) in 49 words", second)


def test_a_report_among_the_results_is_warned_of(
    draft: Path, index_path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    reports = ("--report", out / "r.json", "--report", tmp_path / "r.html")
    unlinkable(*protecting(draft, "-i", index_path, "-o", f"{out}/", *reports))
    said = capsys.readouterr().err
    assert said.count("is confidential, and lies among the results") == 1


def test_standard_input_is_protected_too(
    index_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(DRAFT.encode())))
    unlinkable(*protecting("-", "-i", index_path, "-o", tmp_path / "o.txt"))
    assert "kept bees" not in (tmp_path / "o.txt").read_text(encoding="utf-8")


def test_of_an_empty_draft_every_form_of_report_says_that_there_was_nothing_to_check(
    index_path: Path, tmp_path: Path
) -> None:
    (tmp_path / "empty.md").write_text("", encoding="utf-8")
    reports = [tmp_path / f"r.{end}" for end in ("json", "md", "html")]
    flags = [part for report in reports for part in ("--report", report)]
    command = protecting(tmp_path / "empty.md", "-i", index_path, "-o", tmp_path / "o.md", *flags)
    assert unlinkable(*command) == 3
    assert (tmp_path / "o.md").read_bytes() == b""
    for path in reports:
        said = path.read_text(encoding="utf-8")
        assert "there are no words here to check" in said
        assert path.suffix == ".json" or "; 0 changes" in said


@pytest.mark.parametrize("flag", ["-o", "--report"])
def test_a_place_that_cannot_be_written_to_is_told_before_the_work_begins(
    draft: Path, index_path: Path, tmp_path: Path, flag: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = {"-o": tmp_path / "o.txt", "--report": tmp_path / "r.json"}
    places[flag] = draft / "below" / "a file"
    monkeypatch.setattr(workers, "protect_one", None)  # would fail if it were called
    flags = [part for pair in places.items() for part in pair]
    with pytest.raises(UserError, match="there is no folder"):
        unlinkable(*protecting(draft, "-i", index_path, *flags))
