"""What people accepted, `protect` leaves as it is, names with who and why, and counts apart."""

import json
import sqlite3
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.properties import examples
from tests.unlinkable.rewriting.conftest import DRAFT, WORDS, Scripted, rulings, task_of
from tests.unlinkable.rewriting.test_protect import unlinkable
from unlinkable.draft import Span
from unlinkable.findings.finding import PHRASE, Finding
from unlinkable.findings.report import Accepts, check
from unlinkable.rewriting.edits import Remedy
from unlinkable.rewriting.protection import Protection, protect
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.task import Task, asked_against
from unlinkable_index.index import Index

FORMS = sorted(set(task_of().draft.forms))


def accepting(text: str, *phrases: str) -> Accepts:
    """Accepts the findings of ``text`` that read like these, the first place of each."""
    places = {(text.index(phrase), text.index(phrase) + len(phrase)) for phrase in phrases}
    return lambda finding: (finding.start, finding.end) in places


def test_an_accepted_phrase_stays_and_all_else_goes(index: Index) -> None:
    accepts = accepting(DRAFT, "kept bees")
    protection = protect(task_of(), index, Rewriter(index), accepts)
    assert "kept bees" in protection.text
    assert "behind the rectory" not in protection.text
    assert (protection.found.counts, len(protection.found.accepted)) == ({PHRASE: 4}, 1)
    assert (protection.left.counts, len(protection.left.accepted)) == ({}, 1)
    (accepted,) = protection.found.accepted
    assert protection.stays(accepted)


def test_the_same_words_elsewhere_are_not_accepted_with_it(index: Index) -> None:
    text = "He kept bees. She kept bees."
    protection = protect(task_of(text), index, Rewriter(index), accepting(text, "kept bees"))
    assert protection.text.startswith("He kept bees. She ")
    assert protection.text.count("kept bees") == 1


def test_words_that_another_finding_needs_are_masked_and_that_is_said(index: Index) -> None:
    """Between two accepted phrases that share words with it, a third one has none of its own."""
    text = "The claimant kept bees behind the rectory."
    every = {text[f.start : f.end]: f for f in check(task_of(text).draft, index, QUESTION).phrases}
    assert every
    rare = ["kept bees", "behind the"]
    protection = protect(task_of(text), index, Rewriter(index), accepting(text, *rare))
    assert not protection.left.counts
    stay = [text[f.start : f.end] for f in protection.found.accepted if protection.stays(f)]
    gone = [text[f.start : f.end] for f in protection.found.accepted if not protection.stays(f)]
    assert len(stay) == len(gone) == 1
    assert all(phrase in protection.text for phrase in stay)
    assert not any(phrase in protection.text for phrase in gone)


QUESTION = task_of().question


@examples(80)
@given(
    st.lists(st.sampled_from([*FORMS, ".", "\n\n", "[REDACTED]"]), max_size=40),
    st.integers(0, 2**32 - 1),
    st.sampled_from([1, 3]),
)
@example(["a", "bees", "claimant"], 0, 3)
def test_whatever_is_accepted_every_other_finding_goes_and_it_ends(
    index: Index, words: list[str], chosen: int, max_terms: int
) -> None:
    task = task_of(" ".join(words), max_terms)

    def accepts(finding: Finding) -> bool:
        return bool(chosen >> (finding.first_word + finding.words) % 32 & 1)

    protection = protect(task, index, Rewriter(index), accepts)
    assert_only_accepted_is_left(task, index, protection, accepts)


def assert_only_accepted_is_left(
    task: Task, index: Index, protection: Protection, accepts: Accepts
) -> None:
    """The twin: what is left, told from what was accepted by walking through the edits."""
    text, edits = task.draft.text, [step.edit for step in protection.steps]
    now = set()
    for finding in check(task.draft, index, task.question, accepts=accepts).accepted:
        if any(edit.start < finding.end and finding.start < edit.end for edit in edits):
            continue
        shift = sum(len(e.after) - len(e.before) for e in edits if e.end <= finding.start)
        place = Span(finding.start + shift, finding.end + shift)
        now.add(place)
        assert protection.text[place.start : place.end] == text[finding.start : finding.end]
    # with a mask in it, "a bees claimant" reads as a ruling that nothing led to before
    draft, question = protection.result.draft, asked_against(task.question, protection.suspects)
    assert {Span(f.start, f.end) for f in check(draft, index, question).phrases} <= now
    assert check(draft, index, question, accepts=lambda f: Span(f.start, f.end) in now).clean


def test_accepted_words_are_not_written_anew(index: Index, scripted: Scripted) -> None:
    model = scripted({}, words={**WORDS, "kept bees": ["had livestock"]})
    accepts = accepting(DRAFT, "kept bees")
    protection = protect(task_of(), index, Rewriter(index, model), accepts)
    assert "kept bees" in protection.text
    assert "place burned" in protection.text


def test_accepted_places_move_with_the_sentences_before_them(
    index: Index, scripted: Scripted
) -> None:
    model = scripted({}, words=WORDS)
    accepts = accepting(DRAFT, "bell founder")
    protection = protect(task_of(), index, Rewriter(index, model), accepts)
    assert protection.steps[0].kinds == (Remedy.REWRITE,)
    assert "bell founder" in protection.text
    (place,) = protection.result.accepted
    assert protection.result.draft.forms_in(place.span) == ("bell", "founder")


ACCEPTED = """
[[accepted]]
phrase = "kept bees"
context = "the claimant kept bees behind the rectory"
file = "draft.txt"
reason = "Already public"
by = "M. C."
date = "2026-01-02"
"""


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a draft, of which one place was accepted, where the words around it will go."""
    (tmp_path / "draft.txt").write_text(DRAFT, encoding="utf-8")
    (tmp_path / "unlinkable.toml").write_text(f"max_terms = 1\n{ACCEPTED}", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_report_and_the_terminal_tell_what_was_accepted_by_whom_and_why(
    workspace: Path, index_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reports = [part for end in ("json", "md", "html") for part in ("--report", f"r.{end}")]
    assert unlinkable("protect", "draft.txt", "-i", index_path, "-o", "out.txt", *reports) == 3
    said = capsys.readouterr().err
    assert "nothing found by exact search, but for 1 accepted finding; ranking and" in said
    assert "; this result cannot be relied on; " in said
    assert f"{workspace / 'unlinkable.toml'} makes the check find less" in said
    assert "kept bees" in (workspace / "out.txt").read_text(encoding="utf-8")
    (one,) = json.loads((workspace / "r.json").read_text(encoding="utf-8"))["drafts"]
    (told,) = one["accepted"]
    assert (told["text"], told["line"], told["stays"]) == ("kept bees", 1, True)
    assert (told["by"], told["date"], told["reason"]) == ("M. C.", "2026-01-02", "Already public")
    assert told["documents"] == ["original"]
    assert one["source_after"] == "original"
    for end in ("md", "html"):
        said = (workspace / f"r.{end}").read_text(encoding="utf-8")
        for part in ("kept bees", "M. C.", "2026-01-02", "Already public", "left as it is"):
            assert part in said


def test_asked_to_ignore_what_was_accepted_check_finds_and_protect_removes_it(
    workspace: Path, index_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ("-i", index_path, "--ignore-accepted", "--settings", "unlinkable.toml")
    assert unlinkable("protect", "draft.txt", *asked, "-o", "out.txt") == 0
    assert "kept bees" not in (workspace / "out.txt").read_text(encoding="utf-8")
    assert unlinkable("check", "out.txt", *asked) == 0
    capsys.readouterr()
    assert unlinkable("check", "draft.txt", *asked, "--format", "json") == 1
    found = json.loads(capsys.readouterr().out)
    assert "accepted" not in found
    unlinkable("check", "draft.txt", "-i", index_path, "--format", "json")
    assert len(json.loads(capsys.readouterr().out)["accepted"]) == 1


def test_a_risk_accepted_since_makes_the_draft_be_done_again(
    workspace: Path, index_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ("protect", "draft.txt", "-i", index_path, "-o", "out/")
    unlinkable(*command)
    unlinkable(*command)
    assert "done before" in capsys.readouterr().err
    toml = workspace / "unlinkable.toml"
    more = toml.read_text(encoding="utf-8") + '[[accepted]]\nphrase = "bell founder"\n'
    toml.write_text(more, encoding="utf-8")
    unlinkable(*command)
    assert "but for 2 accepted findings" in capsys.readouterr().err
    assert "bell founder" in (workspace / "out" / "draft.txt").read_text(encoding="utf-8")


def test_a_full_text_search_finds_one_original_by_accepted_words_only(
    workspace: Path, index_path: Path
) -> None:
    """An engine that is not ours looks for every phrase of the result in the originals."""
    unlinkable("protect", "draft.txt", "-i", index_path, "-o", "out.txt")
    engine = sqlite3.connect(":memory:")
    engine.execute("create virtual table originals using fts5(words)")
    originals = [(" ".join(task_of(ruling["text"]).draft.forms),) for ruling in rulings()]
    engine.executemany("insert into originals values (?)", originals)
    draft = task_of((workspace / "out.txt").read_text(encoding="utf-8")).draft
    led_back = set()
    for count in range(1, 8):
        for first in range(len(draft.forms) - count + 1):
            if draft.segments[first] == draft.segments[first + count - 1]:
                phrase = " ".join(draft.forms[first : first + count])
                query = "select count(*) from originals where originals match ?"
                if engine.execute(query, (f'"{phrase}"',)).fetchone()[0] == 1:
                    led_back.add(phrase)
    assert led_back
    assert all("kept bees" in phrase for phrase in led_back)
