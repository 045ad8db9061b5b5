"""`import unlinkable` gives what the command line gives, as values."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import unlinkable
from tests.unlinkable.model.conftest import demand_llama
from tests.unlinkable.model.tiny_nli import write_tiny_nli
from tests.unlinkable.rewriting.conftest import DRAFT, copying_model, index_path
from tests.unlinkable_index.documents.docx_files import NOT_SHOWN, docx, paragraph
from unlinkable.cli import main
from unlinkable_index.documents.opened import OpenedDocument
from unlinkable_index.documents.shared.writing import WrittenDocument

__all__ = ["copying_model", "index_path"]  # fixtures


@pytest.fixture
def draft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The draft as a file, in a folder without settings."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "draft.txt").write_text(DRAFT, "utf-8")
    return tmp_path / "draft.txt"


@pytest.mark.parametrize(
    ("options", "flags"),
    [
        ({}, ()),
        ({"k": 3, "max_terms": 2, "term_words": 2}, ("-k3", "--max-terms=2", "--term-words=2")),
        ({"cross_sentences": True, "max_terms": 1}, ("--cross-sentences", "--max-terms=1")),
        ({"source": "original", "masks": ("_+",)}, ("--source=original", "--mask=_+")),
    ],
)
def test_a_check_finds_what_the_command_line_finds(
    draft: Path,
    index_path: Path,
    options: unlinkable.CheckOptions,
    flags: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = ["--ranked", options.setdefault("ranked", "off")]
    main(["check", str(draft), "-i", str(index_path), "--format", "json", *asked, *flags])
    said = json.loads(capsys.readouterr().out)
    with unlinkable.open_index(index_path) as index:
        checked = unlinkable.check(DRAFT, index, **options)
    assert checked.words == said["words"]
    assert checked.clean == (not said["findings"])
    source = said["likely_source"]
    assert checked.likely_source == (source and source["document"])
    assert said["findings"]
    for finding, told in zip(checked.findings, said["findings"], strict=True):
        together = told.pop("with", [])
        assert [vars(term) for term in finding.together] == together
        assert finding.joint_df == told.pop("joint_df", None)
        assert list(finding.documents) == told.pop("documents")
        assert {name: getattr(finding, name) for name in told} == told
        assert DRAFT[finding.start : finding.end] == finding.text


@pytest.mark.parametrize("max_terms", [1, 2])
def test_a_protected_text_is_the_one_that_the_command_writes(
    draft: Path, index_path: Path, tmp_path: Path, max_terms: int
) -> None:
    out, report = tmp_path / "out.txt", tmp_path / "report.json"
    arguments = ["protect", str(draft), "-i", str(index_path), "-o", str(out), "--rewriter", "mask"]
    arguments += ["--ranked", "off"]
    assert main([*arguments, "--max-terms", str(max_terms), "--report", str(report)]) == 0
    with unlinkable.open_index(index_path) as index:
        protected = unlinkable.protect(DRAFT, index, max_terms=max_terms, ranked="off")
        assert unlinkable.check(protected.text, index, max_terms=max_terms, ranked="off").clean
    assert protected.text == out.read_text("utf-8")
    (told,) = json.loads(report.read_text("utf-8"))["drafts"]
    said = [change for passage in told["passages"] for change in passage["changes"]]
    assert [change.before for change in protected.changes] == [one["before"] for one in said]
    text = DRAFT
    for change in reversed(protected.changes):
        assert text[change.start : change.end] == change.before
        text = text[: change.start] + change.after + text[change.end :]
    assert text == protected.text
    assert not protected.before.clean


def test_a_model_that_has_no_other_words_leaves_the_masks_and_is_let_go(
    copying_model: Path, index_path: Path
) -> None:
    demand_llama()
    with unlinkable.open_index(index_path) as index:
        protected = unlinkable.protect(
            DRAFT, index, model=copying_model, mask="___", masks=("_+", r"\[\w+\]"), max_terms=1
        )
    kinds = {kind for change in protected.changes for kind in change.kinds}
    assert kinds == {"mask"}


def test_what_a_model_for_entailment_doubts_is_not_taken(
    copying_model: Path, index_path: Path, tmp_path: Path
) -> None:
    demand_llama()
    write_tiny_nli(tmp_path / "nli", {"bees": 9.0, "founder": 9.0, "fire": 9.0})
    nli = tmp_path / "nli"
    with unlinkable.open_index(index_path) as index:
        protected = unlinkable.protect(
            DRAFT, index, model=copying_model, entailment=nli, mask="___", max_terms=1
        )
        kinds = {kind for change in protected.changes for kind in change.kinds}
        assert kinds == {"mask"}
        with pytest.raises(unlinkable.UserError, match="reads what a model writes"):
            unlinkable.protect(DRAFT, index, entailment=nli)
        with pytest.raises(unlinkable.UserError, match="entailment_least"):
            unlinkable.protect(DRAFT, index, entailment_least=0)
        with pytest.raises(unlinkable.UserError, match="no model for entailment"):
            unlinkable.protect(DRAFT, index, model=copying_model, entailment=tmp_path)


def test_markdown_is_read_as_such_when_asked(index_path: Path) -> None:
    text = "<!-- The claimant kept bees. -->"
    with unlinkable.open_index(index_path) as index:
        assert unlinkable.check(text, index, max_terms=1).findings
        markup = unlinkable.Markup.MARKDOWN
        told = unlinkable.check(text, index, max_terms=1, markup=markup)
    assert told.findings == ()
    assert told.doubts
    assert not told.clean  # nothing was checked


def test_mistakes_of_the_caller_are_sentences(index_path: Path, tmp_path: Path) -> None:
    with pytest.raises(unlinkable.UserError, match="no-such"):
        unlinkable.open_index(tmp_path / "no-such")
    with unlinkable.open_index(index_path) as index:
        with pytest.raises(unlinkable.UserError, match="k must be a whole number"):
            unlinkable.check(DRAFT, index, k=1)
        for no_text in (tmp_path, DRAFT.encode(), None):
            with pytest.raises(unlinkable.UserError, match="the text must be a str, not"):
                unlinkable.check(no_text, index)  # type: ignore[arg-type]
        with pytest.raises(unlinkable.UserError, match="is not in the index"):
            unlinkable.check(DRAFT, index, source="nobody")
        with pytest.raises(unlinkable.UserError, match='no setting "depth"'):
            unlinkable.check(DRAFT, index, depth=3)  # type: ignore[call-arg]
        with pytest.raises(unlinkable.UserError, match="mask"):
            unlinkable.protect(DRAFT, index, mask="nothing")


def test_a_file_s_name_is_no_index(index_path: Path) -> None:
    for name in ("file", index_path, None):
        for ask in (unlinkable.check, unlinkable.protect):
            with pytest.raises(unlinkable.UserError, match="open it with open_index"):
                ask(DRAFT, name)  # type: ignore[operator]


RULINGS = ["The claimant kept bees.", "The claimant kept goats.", "The court sat in Oldport."]


def test_an_index_built_from_python_is_that_of_the_command(draft: Path) -> None:
    folder = draft.parent
    rows = [{"id": str(n), "text": text} for n, text in enumerate(RULINGS, start=1)]
    (folder / "c.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    assert main(["index", "c.jsonl", "-o", "command", "-q", "--processes", "1"]) == 0
    ways = {"texts": RULINGS, "rows": rows, "lazily": iter(RULINGS), "file": folder / "c.jsonl"}
    for name, originals in ways.items():
        unlinkable.build_index(originals, folder / name)
        assert (folder / name).read_bytes() == (folder / "command").read_bytes(), name
    with unlinkable.open_index("texts") as index:
        (found,) = unlinkable.check("She kept bees.", index, max_terms=1).findings
    assert (found.text, found.documents) == ("bees", ("1",))


def test_originals_that_are_none_and_places_that_are_taken_are_refused(draft: Path) -> None:
    before = draft.read_bytes()
    for originals, said in (
        ("one text", "several texts, or a Path"),
        ([], "there is no text"),
        ([1], "text 1: must be a str, or a mapping"),
        (["a", {"id": "b"}], "text 2"),
        ([{"id": "b", "text": object()}], "holds what JSON cannot"),
        (draft.parent / "none", "none"),
    ):
        with pytest.raises(unlinkable.UserError, match=said):
            unlinkable.build_index(originals, "out")  # type: ignore[arg-type]
        assert not Path("out").exists()
    with pytest.raises(unlinkable.UserError, match="no index; choose another place"):
        unlinkable.build_index(RULINGS, draft)
    assert draft.read_bytes() == before


def test_what_is_offered_is_there_and_nothing_else() -> None:
    assert set(unlinkable.__all__) <= set(dir(unlinkable))
    for name in unlinkable.__all__:
        assert getattr(unlinkable, name).__doc__
    with pytest.raises(AttributeError):
        unlinkable.no_such_thing  # noqa: B018


def test_searchers_who_rank_are_asked_about_by_name(
    draft: Path, index_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["check", str(draft), "-i", str(index_path), "--format", "json", "--against", "ranking"])
    said = json.loads(capsys.readouterr().out)
    with unlinkable.open_index(index_path) as index:
        checked = unlinkable.check(DRAFT, index, against="ranking")
    leading = [finding for finding in said["findings"] if finding["kind"] == "ranking"]
    assert leading
    for passage, told in zip(checked.leading, leading, strict=True):
        assert [vars(term) for term in passage.terms] == told["terms"]
        assert (passage.start, passage.end, passage.unit) == (
            told["start"],
            told["end"],
            "sentence",
        )
        assert passage.lead == told["lead"]
    assert "finds original first" in checked.recognised
    assert said["ranked"]["document"] == "original"
    assert said["ranked"]["rank"] == 1
    assert said["ranked"]["sentences"]["leading"] == len(leading)


FORMULA = "The owl of the {} hooted at the court. The case originated in an application."
GUESSED = "The case [REDACTED] in an application. The owl of the [REDACTED] hooted at the court."


def test_masks_that_other_rulings_tell_are_found_as_on_the_command_line(
    draft: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = draft.parent / "rulings"
    folder.mkdir()
    for number, place in enumerate(["barn", "mill", "wood", "lane", "church"]):
        (folder / f"{number}.txt").write_text(FORMULA.format(place), "utf-8")
    draft.write_text(GUESSED, "utf-8")
    assert main(["index", str(folder), "-o", "o", "--processes", "1", "-q"]) == 0
    flags = ["--ranked", "off", "--max-terms", "1", "--background", str(folder)]
    main(["check", str(draft), "-i", "o", "--format", "json", *flags])
    (said,) = json.loads(capsys.readouterr().out)["findings"]
    with unlinkable.open_index("o") as index:
        rulings = unlinkable.read_rulings(folder, index)
        for background in (rulings, folder, str(folder)):
            checked = unlinkable.check(
                GUESSED, index, background=background, max_terms=1, ranked="off"
            )
            assert not checked.clean
            (mask,) = checked.guessable
            told = {**vars(mask), "documents": list(mask.documents)}
            assert {"kind": "guessable-mask", **told} == said
        assert unlinkable.check(GUESSED, index, max_terms=1, ranked="off").guessable == ()
        with pytest.raises(unlinkable.UserError, match="absent"):
            unlinkable.check(GUESSED, index, background="absent")


def test_a_text_is_protected_before_the_same_rulings_as_on_the_command_line(
    draft: Path, index_path: Path
) -> None:
    source = index_path.with_name("rulings.jsonl")
    flags = ["--ranked", "off", "--max-terms", "1", "--background", str(source)]
    main(["protect", str(draft), "-i", str(index_path), "-o", "out", "--rewriter", "mask", *flags])
    with unlinkable.open_index(index_path) as index:
        asked = unlinkable.CheckOptions(ranked="off", max_terms=1)
        text = unlinkable.protect(DRAFT, index, rewriter="mask", background=source, **asked).text
    assert text == Path("out").read_text("utf-8")


def test_documents_are_checked_and_written_anew_by_their_paths(
    draft: Path, index_path: Path, tmp_path: Path
) -> None:
    path, out = tmp_path / "draft.docx", tmp_path / "out.docx"
    body = "".join(paragraph(one) for one in DRAFT.split("\n") if one)
    path.write_bytes(docx(body + NOT_SHOWN["deleted"]))
    asked = unlinkable.CheckOptions(max_terms=1, ranked="off")
    with unlinkable.open_index(index_path) as index:
        checked = unlinkable.check_document(path, index, **asked)
        plain = unlinkable.check(DRAFT, index, **asked)
        words = [finding.text.split() for finding in checked.check.findings]
        assert words == [finding.text.split() for finding in plain.findings]
        found = checked.check.findings[0]
        assert checked.text[found.start : found.end] == found.text
        assert checked.place(found.start).startswith("paragraph ")
        made = unlinkable.protect_document(path, out, index, rewriter="mask", **asked)
        assert unlinkable.check_document(out, index, **asked).check.findings == ()
        with pytest.raises(unlinkable.UserError, match="there is a file here already"):
            unlinkable.protect_document(path, out, index, **asked)
        with pytest.raises(unlinkable.UserError, match=r"name that ends in \.docx"):
            unlinkable.protect_document(path, tmp_path / "b.odt", index, **asked)
        with pytest.raises(unlinkable.UserError, match="no document that can be read"):
            unlinkable.check_document(draft, index)
        with pytest.raises(unlinkable.UserError, match="No such file"):
            unlinkable.check_document(tmp_path / "none.pdf", index)
    assert made.removed["deleted passages"] == 1
    assert (made.left_out, made.words_left_out, made.pictures) == ({}, 0, 0)
    assert "[REDACTED]" in made.text
    assert b"NOTdeleted" not in out.read_bytes()
    assert not made.before.clean


def test_a_document_whose_result_is_not_what_was_to_be_written_is_not_written(
    draft: Path, index_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert draft.exists()
    path, out = tmp_path / "draft.docx", tmp_path / "out.docx"
    path.write_bytes(docx(paragraph("The claimant kept bees.")))
    spoilt = WrittenDocument(docx(paragraph("The claimant kept many bees.")))
    monkeypatch.setattr(OpenedDocument, "written", lambda *_: spoilt)
    with (
        unlinkable.open_index(index_path) as index,
        pytest.raises(unlinkable.UserError, match="words that it should not have"),
    ):
        unlinkable.protect_document(path, out, index, max_terms=1)
    assert not out.exists()


ORIGINALS = [
    {"id": f"case-{number}", "text": f"The {trade} of {place} sold {goods} at the {market}."}
    for number, (trade, place, goods, market) in enumerate(
        [
            ("baker", "Millbrook", "bread", "night market"),
            ("baker", "Oldport", "bread", "fair"),
            ("smith", "Oldport", "nails", "fair"),
            ("smith", "Millbrook", "nails", "yard"),
            ("baker", "Thornley", "cakes", "yard"),
        ]
    )
]
DRAFTS = [
    {"id": f"case-{number}", "text": ORIGINALS[number]["text"].replace(place, "[REDACTED]")}
    for number, place in ((0, "Millbrook"), (4, "Thornley"))
]
TEXTS = [draft["text"] for draft in DRAFTS]


@pytest.fixture
def small(tmp_path: Path) -> Iterator[unlinkable.Index]:
    """An index of five short rulings."""
    unlinkable.build_index(ORIGINALS, tmp_path / "small", keep=True)
    with unlinkable.open_index(tmp_path / "small") as index:
        yield index


@pytest.mark.parametrize("many", [list, tuple])
def test_several_texts_get_the_answers_of_each(small: unlinkable.Index, many: Any) -> None:
    for ask in (unlinkable.check, unlinkable.protect, unlinkable.price, unlinkable.attack):
        found = ask(many(TEXTS), small)
        assert list(found) == [ask(text, small) for text in TEXTS]
        assert ask(many(()), small) == ()
        rows = found.to_records()
        assert {row["text_number"] for row in rows} == {0, 1}
        assert len(rows) == sum(len(one.to_records()) for one in found)
        json.dumps(rows)  # plain values


def test_rows_of_prices_that_there_are_not_are_refused(small: unlinkable.Index) -> None:
    with pytest.raises(unlinkable.UserError, match="rows must be"):
        unlinkable.price(TEXTS[0], small, rows="odd")  # type: ignore[call-overload]


def test_results_are_shown_in_a_notebook_with_nothing_that_runs(small: unlinkable.Index) -> None:
    text = f"<script>alert(1)</script> {TEXTS[0]}"
    checked = unlinkable.check(text, small)
    shown = checked._repr_html_()
    assert "<script" not in shown
    assert re.sub("<.*?>", "", shown).count("night market") == 1
    for finding in checked.findings:
        marked = re.findall(r"<mark [^>]*>(.*?)</mark>", shown)
        assert all(word in " ".join(marked) for word in finding.text.split())
    for ask in (unlinkable.protect, unlinkable.price, unlinkable.attack):
        assert "<script" not in ask(text, small)._repr_html_()
    assert "Text 1" in unlinkable.check(TEXTS, small)._repr_html_()


def test_what_is_left_after_protecting_is_said(small: unlinkable.Index) -> None:
    protected = unlinkable.protect(TEXTS[0], small)
    assert protected.before.findings
    assert protected.after.findings == ()
    assert protected.after == unlinkable.check(protected.text, small)
    assert len(protected.to_records()) == len(protected.changes)
    assert "0 left" in protected._repr_html_()


def test_an_attack_finds_what_the_command_line_finds(
    small: unlinkable.Index, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rulings = tmp_path / "all.jsonl"
    rulings.write_text("".join(json.dumps(one) + "\n" for one in ORIGINALS), "utf-8")
    (tmp_path / "draft.txt").write_text(TEXTS[0], "utf-8")
    flags = ["--originals", str(rulings), "--background", str(rulings), "--format", "json", "-q"]
    main(["attack", str(tmp_path / "draft.txt"), "-i", str(small.path), *flags])
    told = json.loads(capsys.readouterr().out)
    for originals in (rulings, str(rulings), ORIGINALS):
        found = unlinkable.attack(TEXTS[0], small, originals=originals, background=rulings)
        recognised = told["recognised"]
        assert (found.document, found.rank) == (recognised["document"], recognised["rank"])
        (mask,), (said,) = found.masks, told["masks"]
        assert mask.read_off == said["read_off"]["text"] == "Millbrook"
        assert (mask.guess, mask.share) == (said["guesses"][0]["text"], said["guesses"][0]["share"])
    without = unlinkable.attack(TEXTS[0], small)
    assert without.masks[0].read_off is without.masks[0].guess is None


def test_originals_are_added_replaced_and_taken_out(small: unlinkable.Index) -> None:
    new = [{"id": "case-9", "text": "The vicar of Swale painted owls."},
           {"id": "case-0", "text": "The baker of Millbrook sold owls."}]  # fmt: skip
    done = unlinkable.add(new, small.path, withdraw=["case-4"])
    assert done == unlinkable.Addition(("case-9",), ("case-0",), ("case-4",))
    with unlinkable.open_index(small.path) as grown:
        assert unlinkable.attack("The vicar painted owls.", grown).document == "case-9"
        assert grown.document_number("case-4") is None
    assert unlinkable.add([], small.path, withdraw=["case-9"]).withdrawn == ("case-9",)
    with pytest.raises(unlinkable.UserError, match='needs an "id"'):
        unlinkable.add([{"text": "x"}], small.path)
    with pytest.raises(unlinkable.UserError, match='needs an "id"'):
        unlinkable.add([3], small.path)  # type: ignore[list-item]
    with pytest.raises(unlinkable.UserError, match="several texts"):
        unlinkable.add("x", small.path)  # type: ignore[arg-type]


def test_methods_are_compared_as_on_the_command_line(
    small: unlinkable.Index, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "drafts"
    folder.mkdir()
    for draft in DRAFTS:
        (folder / f"{draft['id']}.txt").write_text(draft["text"], "utf-8")
    flags = ["--baseline", "mask", "--format", "json", "-q", "--processes", "1"]
    assert main(["evaluate", str(folder), "-i", str(small.path), *flags]) == 0
    told = json.loads(capsys.readouterr().out)
    found = unlinkable.evaluate(DRAFTS, small, baselines=["mask", "wordnet"])
    assert found.methods == ("draft", "mask")
    assert any("wordnet: no WordNet was named" in said for said in found.left_out)
    measured = {row["method"]: row["measures"] for row in told["methods"]}
    for row in found.to_records():
        if row["measure"] != "seconds":
            assert measured[row["method"]][row["measure"]]["mean"] == row["mean"]
    assert found.mean("mask", "left 1") == 0
    assert len({row["draft"] for row in found.drafts_to_records()}) == 2
    assert "Links by phrases that are left" in str(found)
    assert "<svg" in found.plots[0]._repr_html_()
    assert "<script" not in found._repr_html_() + found.page()
    theirs = {draft["id"]: "Nothing." for draft in DRAFTS}
    also = unlinkable.evaluate(DRAFTS, small, baselines=[], results={"theirs": theirs})
    assert also.mean("theirs", "words kept") == 0
    ranked = unlinkable.evaluate(TEXTS, small, baselines=[])
    assert {row["draft"] for row in ranked.drafts_to_records()} <= {"draft 1", "draft 2"}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"baselines": ["magic"]}, "'magic' is no baseline"),
        ({"levels": ["9x9"]}, "'9x9' is no level"),
        ({"results": {"theirs": {}}}, "no result for the draft case-0"),
        ({"similarity": ["absent"]}, "no model for embeddings"),
    ],
)
def test_what_cannot_be_compared_is_said(
    small: unlinkable.Index, options: dict[str, Any], said: str
) -> None:
    with pytest.raises(unlinkable.UserError, match=said):
        unlinkable.evaluate(DRAFTS, small, **options)


def test_a_path_or_the_name_of_an_index_is_no_text_and_no_index(small: unlinkable.Index) -> None:
    for ask in (unlinkable.check, unlinkable.protect, unlinkable.price, unlinkable.attack):
        with pytest.raises(unlinkable.UserError, match="open it with open_index"):
            ask("text", "file")  # type: ignore[call-overload]
        for wrong in (Path("draft.txt"), [Path("draft.txt")], b"text", 7):
            with pytest.raises(unlinkable.UserError, match="must be a str"):
                ask(wrong, small)  # type: ignore[call-overload]


def test_names_are_masked_by_patterns(tmp_path: Path) -> None:
    pytest.importorskip("presidio_analyzer")
    patterns = tmp_path / "p.jsonl"
    patterns.write_text('{"label": "PERSON", "pattern": "Rosalind Pell"}\n', "utf-8")
    text = "The claimant Rosalind Pell sued. Rosalind Pell won."
    made = unlinkable.deidentify(text, patterns=patterns, entities=["PERSON"])
    assert made.text == "The claimant [REDACTED] sued. [REDACTED] won."
    assert [made.text[start:end] for start, end, _ in made.masks] == ["[REDACTED]"] * 2
    assert made.to_records()[0]["kind"] == "PERSON"
    several = unlinkable.deidentify([text, "x"], patterns=patterns, entities=["PERSON"])
    assert [one.text for one in several] == [made.text, "x"]
    with pytest.raises(unlinkable.UserError, match="without a spaCy pipeline"):
        unlinkable.deidentify(text)
