"""The page for people: one file, nothing from elsewhere, nothing that runs, all that matters."""

from contextlib import redirect_stdout
from dataclasses import replace
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path

from tests.unlinkable.reporting.conftest import Check
from tests.unlinkable.unranked import unranked
from unlinkable.cli import main
from unlinkable.model.gguf.model_file import Fingerprint
from unlinkable.reporting.protection.as_json import as_text, from_text
from unlinkable.reporting.protection.pages import protection_markdown, protection_page
from unlinkable.reporting.protection.record import (
    AcceptedBy,
    AcceptedFinding,
    Asked,
    Balance,
    ChangeMade,
    Digests,
    IndexUsed,
    PassageChanged,
    ProtectedDraft,
    ProtectionRecord,
    RefusedWording,
    Run,
    SearchesAsked,
    Sources,
    Tally,
)
from unlinkable.reporting.protection.summary import unnamed_recognition
from unlinkable.reporting.verdict import Standing

VOID = {"meta", "br", "hr", "img", "link", "input"}


class Page(HTMLParser):
    """A page as its elements, its text and its addresses."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.addresses: list[str] = []
        self.marked: list[str] = []
        self.words = ""
        self.feed(source)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag not in VOID:
            self.open.append(tag)
        assert not any(name.startswith("on") or name == "style" for name, _ in attrs)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag == "mark":
            self.marked.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "mark" in self.open:
            self.marked[-1] += data
        if "style" not in self.open:
            self.words += data


def self_contained(source: str) -> Page:
    """The page, which needs nothing else and runs nothing."""
    page = Page(source)
    assert not page.tags & {"script", "img", "link", "iframe", "object", "form", "base"}
    assert all(address.startswith("#") for address in page.addresses)
    assert "url(" not in source
    assert "@import" not in source
    assert "default-src 'none'" in source
    return page


def test_the_page_says_when_against_what_and_what_was_found(check: Check) -> None:
    status, source = check("draft one.txt", "--format", "html", "--max-terms", "1")
    page = self_contained(source)
    assert status == 1
    for said in ("i.unlinkable, 3 originals", "Fingerprint", "k = 2", "Likely source: case-a"):
        assert said in page.words
    assert {"bread at", "late"} <= set(page.marked)
    assert "2 phrases found" in page.words


def test_the_whole_draft_is_shown_and_each_mark_has_its_reason(check: Check, folder: Path) -> None:
    (folder / "two.txt").write_text("First line,\nwhich goes on.\n\n \nHe sold bread at\n\nnight.")
    _, source = check("two.txt", "--format", "html", "--max-terms", "1")
    page = self_contained(source)
    shown = source[source.index('<div class="text"') : source.index("</div>")]
    assert "<p>First line,<br>which goes on.</p>" in shown
    assert shown.count("<p>") == 3
    assert page.marked[: shown.count("<mark")] == ["bread at"]
    (reason,) = [address for address in page.addresses if address.startswith("#draft-0-")]
    assert f'<li id="{reason[1:]}">' in source


def test_a_mark_over_the_end_of_a_paragraph_is_shown_in_both(check: Check, folder: Path) -> None:
    (folder / "two.txt").write_text("He sold bread\n\nat night.")
    _, source = check("two.txt", "--format", "html", "--max-terms", "1")
    shown = source[source.index('<div class="text"') : source.index("</div>")]
    assert "<p>He sold <mark>bread</mark></p><p><mark>at</mark><sup>" in shown


def test_no_tick_stands_above_that_the_original_is_found_first(folder: Path) -> None:
    """A draft in which no search finds anything, but whose whole text leads whoever ranks."""
    text = "The baker of [REDACTED] paid the tax. The baker sold at the night market."
    (folder / "held.txt").write_text(text)
    with redirect_stdout(StringIO()) as printed:
        assert main(["check", "held.txt", "--format", "html"]) == 0
    assert "finds case-a first" in self_contained(printed.getvalue()).words
    assert 'class="verdict partly"' in printed.getvalue()
    assert 'class="verdict clean"' not in printed.getvalue()


def test_what_was_asked_of_combinations_is_said(check: Check) -> None:
    _, source = check("draft one.txt", "--format", "html", "--max-terms", "3", "--term-words", "2")
    assert "m = 3 search terms of up to 2 words (L = 2)" in self_contained(source).words


def test_accepted_findings_stand_with_who_when_and_why(check: Check, folder: Path) -> None:
    (folder / "unlinkable.toml").write_text(
        'index = "i.unlinkable"\nmax_terms = 1\n'
        '[[accepted]]\nphrase = "bread at"\nreason = "It is <public>"\nby = "M. C."\n'
        'date = "2026-01-02"\n[[accepted]]\nphrase = "late"\n',
        "utf-8",
    )
    own = ("--settings", "unlinkable.toml")
    status, source = check("draft one.txt", "--format", "html", *own)
    page = self_contained(source)
    assert status == 0
    assert "nothing else remains" in page.words
    for said in ("It is <public>", "M. C.", "2026-01-02"):
        assert said in page.words


def test_nothing_in_a_draft_or_a_title_becomes_markup(check: Check, folder: Path) -> None:
    evil = 'sold bread at <script>alert(1)</script> "\x00\x1b[31m\u202e & <b>late'
    (folder / "<i>.txt").write_text(evil, "utf-8")
    _, source = check("<i>.txt", "--format", "html")
    page = self_contained(source)
    assert "<b>Title</b> of case-a" in page.words
    assert "script" not in page.tags
    for unseen in ("\x00", "\x1b", "\u202e"):
        assert unseen not in source


def test_several_drafts_and_failures_are_one_page(check: Check, folder: Path) -> None:
    (folder / "clean.txt").write_text("Nothing that anyone ever wrote.", "utf-8")
    status, source = check("missing.txt", "draft one.txt", "clean.txt", "--format", "html")
    page = self_contained(source)
    assert status == 2
    assert "Could not be checked" in page.words
    assert source.count("<section") == 2
    assert {"#draft-0", "#draft-1"} <= set(page.addresses)


def test_no_draft_at_all_is_still_a_page(check: Check) -> None:
    _, source = check("missing.txt", "--format", "html")
    self_contained(source)


def test_protecting_writes_a_page_of_every_change(folder: Path) -> None:
    arguments = ["protect", "draft one.txt", "-o", "out.txt", "--rewriter", "mask"]
    assert main(unranked([*arguments, "--max-terms", "1", "--report", "r.html"])) == 0
    page = self_contained((folder / "r.html").read_text("utf-8"))
    assert "Findings before" in page.words
    assert {"del", "ins"} <= page.tags
    assert "late" in page.words
    assert "holds against exact search; ranking and guessing not asked; " in page.words
    assert "Most findings lead tocase-ano finding left" in page.words


def test_a_page_shows_refused_wordings_and_what_is_left() -> None:
    change = ChangeMade(
        kind="rewrite",
        line=2,
        column=1,
        start=3,
        end=78,
        before="He sold bread at night and nobody in the whole town would ever ask him why.",
        after="He sold loaves by night and nobody in the whole town would ever ask him why.",
        reasons=("leads to one",),
        refused=(RefusedWording("He <sold>", ("a number moved",)),),
    )
    passage = PassageChanged(2, 1, 3, 78, change.before, change.after, (change,))
    risk = AcceptedFinding(
        kind="phrase", text="<bread>", start=0, end=7, line=1, column=1, words=1, df=1,
        accepted=AcceptedBy("M. C.", "2026-01-02", "Is | public"), documents=("case-a",),
        stays=False,
    )  # fmt: skip
    run = Run(
        version="1",
        date="2026-01-03T10:00:00+01:00",
        index=IndexUsed(3, "ab"),
        model=Fingerprint("m", "m.gguf", 1, "cd"),
        settings=Asked(
            SearchesAsked(
                k=2, max_words=7, max_terms=3, term_words=1, cross_sentences=False,
                against=("exact",), within=10, ranked="sentence",
            ),
            source=None, ignore_accepted=True, rewriter="llm", mask="[X]", seed=7, reasoning=True,
        ),
    )  # fmt: skip
    draft = ProtectedDraft(
        draft="a", output="b", sha256=Digests("ef", "01"), words=9, seconds=1,
        passages=(passage,), accepted=(risk,), sources=Sources("case-a", "case-a", "case-a"),
        balance=Balance(Tally({"phrase": 2}, 1), Tally({"phrase": 1}, 0)),
        standings=(Standing("exact search", True, "1 phrase"),),
    )  # fmt: skip
    in_vain = "The model offered nothing that could be taken."
    assert in_vain not in unnamed_recognition(draft, run.settings)
    masked = replace(passage, changes=(replace(change, kind="mask"),))
    assert in_vain in unnamed_recognition(replace(draft, passages=(masked,)), run.settings)
    report = ProtectionRecord(run, (draft,))
    assert from_text(as_text(report)) == report
    page = self_contained(protection_page(report))
    for said in (
        "leads back by exact search (1 phrase); 1 change",
        "He <sold>",
        "line 2, column 1: rewritten",
        "2026-01-03 10:00",
    ):
        assert said in page.words
    for said in (
        "<bread>",
        "M. C.",
        "2026-01-02",
        "Is | public",
        "nobody accepted",
        "ignored",
        "Only what leads",
    ):
        assert said in page.words
    lines = protection_markdown(report).splitlines()
    assert "> He sold <del>bread at</del> <ins>loaves by</ins> night and nobody" in "\n".join(lines)
    assert r"- refused: “He \<sold\>”: a number moved" in lines
    assert any(r"“\<bread\>” | 1 | M. C. | 2026-01-02 | Is \| public |" in line for line in lines)
