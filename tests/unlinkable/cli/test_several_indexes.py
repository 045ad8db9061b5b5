"""Several indexes at once: what is found in each, named with it, and clean only where all are."""

import json
import random
from pathlib import Path

import pytest

from tests.unlinkable.cli.conftest import Done, Run

ONE = ("--processes", "1", "-q")
PLAIN = ("--max-terms", "1", "--ranked", "off")
BOTH = ("-i", "a.unlinkable", "-i", "b.unlinkable")
FEW = ["lorry", "harbour", "crane", "cargo", "sank", "storm", "captain", "pilot"]
OTHERS = {
    "b-1": "The owl hooted at the night market, and the miller slept.",
    "b-2": "The owl hooted early. A miller paid the tax at the night market.",
    "b-3": "The zebra sold bread at the night market.",
    **{f"long-{n}": " ".join(random.Random(n).choices(FEW, k=150)) for n in range(4)},
}


@pytest.fixture(autouse=True)
def indexes(run: Run, folder: Path) -> None:
    """Two indexes, of the usual rulings and of others."""
    records = ({"id": name, "text": text} for name, text in OTHERS.items())
    (folder / "b.jsonl").write_text("".join(json.dumps(one) + "\n" for one in records), "utf-8")
    for name in "ab":
        source = "c.jsonl" if name == "a" else "b.jsonl"
        assert run("index", source, "-o", f"{name}.unlinkable", *ONE).status == 0


def found(done: Done) -> dict[str, list[str]]:
    """What was found, by the index."""
    reports = [json.loads(line) for line in done.out.splitlines()]
    return {
        report["index"]["file"]: [finding["text"] for finding in report["findings"]]
        for report in reports
    }


def check(run: Run, folder: Path, text: str, *flags: str) -> Done:
    """Check a draft."""
    (folder / "draft.txt").write_text(text, "utf-8")
    return run("check", "draft.txt", *flags, *PLAIN, "--format", "json")


DRAFTS = ["The zebra sold fish.", "The miller sold bread.", "The owl hooted.", "He paid the tax."]


@pytest.mark.parametrize("text", DRAFTS)
def test_findings_are_those_of_each_index_alone(run: Run, folder: Path, text: str) -> None:
    alone: dict[str, list[str]] = {}
    statuses = set()
    for name in ("a.unlinkable", "b.unlinkable"):
        done = check(run, folder, text, "-i", name)
        alone |= found(done)
        statuses.add(done.status)
    together = check(run, folder, text, *BOTH)
    assert found(together) == alone
    assert (together.status == 1) == (1 in statuses)
    for form in ("text", "short"):
        said = run("check", "draft.txt", *BOTH, *PLAIN, "--format", form).out
        assert "draft.txt in a.unlinkable: " in said
        assert "draft.txt in b.unlinkable: " in said


def test_a_folder_names_further_indexes(run: Run, folder: Path) -> None:
    (folder / "drafts").mkdir()
    (folder / "drafts" / "d.txt").write_text("The zebra sold fish.", "utf-8")
    (folder / "drafts" / "unlinkable.toml").write_text(
        'index = "../a.unlinkable"\nfurther_indexes = ["../b.unlinkable"]\n', "utf-8"
    )
    done = run("check", "drafts", *PLAIN, "--format", "json")
    assert found(done) == {"a.unlinkable": ["sold fish"], "b.unlinkable": ["zebra", "sold"]}
    one = run("check", "drafts", "-i", "a.unlinkable", *PLAIN, "--format", "json")
    assert set(found(one)) == {"a.unlinkable"}


def test_an_original_in_one_of_them_is_not_missed_in_the_others(run: Run, folder: Path) -> None:
    text = OTHERS["long-2"]
    reports = check(run, folder, text, *BOTH).out.splitlines()
    kinds = [[one["kind"] for one in json.loads(line).get("doubts", [])] for line in reports]
    assert kinds == [[], []]
    alone = json.loads(check(run, folder, text, "-i", "a.unlinkable").out)
    assert [one["kind"] for one in alone["doubts"]] == ["index-does-not-fit"]
    neither = "Quite another ruling about quite other things, in words that nobody ever used here."
    for line in check(run, folder, neither, *BOTH).out.splitlines():
        assert [one["kind"] for one in json.loads(line)["doubts"]] == ["index-does-not-fit"]


def test_a_source_counts_where_it_is(run: Run, folder: Path) -> None:
    text = "The zebra sold fish at the night market."
    done = check(run, folder, text, *BOTH, "--source", "b-3")
    assert found(done) == {"a.unlinkable": ["sold fish"], "b.unlinkable": ["zebra", "sold"]}
    first, second = map(json.loads, done.out.splitlines())
    said = "The source of the draft is not in a.unlinkable: there, everything counts."
    assert said in first["ignored"]
    assert said not in second.get("ignored", [])
    nowhere = check(run, folder, text, *BOTH, "--source", "nobody")
    assert nowhere.status == 2
    assert "the source 'nobody' is not in the index" in nowhere.err


def test_every_report_names_the_index(run: Run, folder: Path) -> None:
    (folder / "draft.txt").write_text("The zebra sold fish.", "utf-8")
    for form in ("text", "html", "sarif", "json"):
        done = run("check", "draft.txt", *BOTH, *PLAIN, "--format", form)
        assert "a.unlinkable" in done.out
        assert "b.unlinkable" in done.out


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("check", "draft.txt", "-i", "a.unlinkable", "-i", "a.unlinkable"), "is named twice"),
        (("check", "draft.txt", "-i", "a.unlinkable", "-i", "gone"), "cannot be opened"),
        (("attack", "draft.txt", *BOTH), "one index at a time"),
    ],
)
def test_what_cannot_be_is_refused(
    run: Run, folder: Path, command: tuple[str, ...], said: str
) -> None:
    (folder / "draft.txt").write_text("The zebra sold fish.", "utf-8")
    done = run(*command)
    assert done.status == 2
    assert said in done.err


PROTECTED = [
    "The zebra sold fish. He paid the tax at the night market.",
    "The baker of Oldport sold bread. The owl number7 hooted, and the miller slept.",
    "The miller sold bread and fish early. The lorry sank in the harbour storm, pilot.",
]


@pytest.mark.parametrize("text", PROTECTED)
@pytest.mark.parametrize("rewriter", ["mask", "words"])
def test_a_protected_draft_is_clean_in_each(
    run: Run, folder: Path, text: str, rewriter: str
) -> None:
    (folder / "draft.txt").write_text(text, "utf-8")
    level = ("--max-terms", "3", "--ranked", "sentence")
    report = ("--report", "r.json", "--report", "r.html", "--report", "r.md")
    made = run(
        "protect", "draft.txt", *BOTH, "-o", "out.txt", "--rewriter", rewriter, *level, *report
    )
    assert made.status in (0, 3)
    assert made.err.count("Looked at k 2, ") == 2
    for name in ("a.unlinkable", "b.unlinkable"):
        left = run("check", "out.txt", "-i", name, *level, "--format", "json")
        assert json.loads(left.out)["findings"] == []
    record = json.loads((folder / "r.json").read_text("utf-8"))
    assert [one["index"] for one in record["drafts"]] == ["a.unlinkable", "b.unlinkable"]
    assert [record["index"]["file"], record["further_indexes"][0]["file"]] == [
        "a.unlinkable",
        "b.unlinkable",
    ]
    result = (folder / "out.txt").read_text("utf-8")
    for one in record["drafts"]:
        assert one["after"] == {"findings": {}, "accepted": 0}
        changes = [change for passage in one["passages"] for change in passage["changes"]]
        again, last = "", 0
        for change in changes:
            assert text[change["start"] : change["end"]] == change["before"]
            again += text[last : change["start"]] + change["after"]
            last = change["end"]
        assert again + text[last:] == result
        assert all(change["reasons"] for change in changes)
    for form in ("r.html", "r.md"):
        written = (folder / form).read_text("utf-8").replace("\\", "")
        assert "draft.txt in a.unlinkable" in written
        assert "draft.txt in b.unlinkable" in written


def test_what_was_accepted_stays_in_each_and_is_listed_in_each(run: Run, folder: Path) -> None:
    (folder / "drafts").mkdir()
    (folder / "drafts" / "d.txt").write_text("The zebra sold fish. It rained.", "utf-8")
    (folder / "drafts" / "unlinkable.toml").write_text(
        'index = "../a.unlinkable"\nfurther_indexes = ["../b.unlinkable"]\n'
        '[[accepted]]\nphrase = "sold fish"\nby = "Ada"\n'
        '[[accepted]]\nphrase = "zebra"\nby = "Bea"\n',
        "utf-8",
    )
    done = run(
        "protect",
        "drafts/d.txt",
        "-o",
        "out.txt",
        "--rewriter",
        "mask",
        *PLAIN,
        "--report",
        "r.json",
    )
    assert done.status == 3  # narrowed by the folder
    drafts = json.loads((folder / "r.json").read_text("utf-8"))["drafts"]
    listed = [[(one["text"], one["by"], one["stays"]) for one in d["accepted"]] for d in drafts]
    assert listed == [[("sold fish", "Ada", False)], [("zebra", "Bea", True)]]
    result = (folder / "out.txt").read_text("utf-8")
    assert result == "The zebra [REDACTED] fish. It rained."


def test_what_is_done_is_not_done_again_until_any_index_changes(run: Run, folder: Path) -> None:
    (folder / "drafts").mkdir()
    (folder / "drafts" / "d.txt").write_text("The zebra sold fish.", "utf-8")
    asked = ("protect", "drafts", *BOTH, "-o", "out", "--rewriter", "mask", *PLAIN)
    assert "done before" not in run(*asked).err
    assert "done before" in run(*asked).err
    (folder / "more.jsonl").write_text('{"id": "m", "text": "more"}\n', "utf-8")
    assert run("index", "b.jsonl", "more.jsonl", "-o", "b.unlinkable", *ONE).status == 0
    assert "done before" not in run(*asked).err


def test_a_model_attacks_against_one_index(run: Run, folder: Path) -> None:
    (folder / "draft.txt").write_text("The zebra sold fish.", "utf-8")
    done = run("protect", "draft.txt", *BOTH, "-o", "out.txt", "--attack")
    assert done.status == 2
    assert "--attack takes one index" in done.err
