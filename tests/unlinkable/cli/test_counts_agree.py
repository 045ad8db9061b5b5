"""Whoever counts what leads back says the same: check, price, and the outputs of protect."""

import csv
import json
import re
from collections import Counter
from pathlib import Path

from tests.unlinkable.cli.conftest import Run

FAR = "The heron slept all day beside the old mill until rain came down. The bridge stood there."
ORIGINALS = {
    "near": "The heron saw the bridge. Rain came.",
    "far": f"{FAR} The mill was old.",
    "farther": f"{FAR} All day rain came.",
}
DRAFT = "The heron [REDACTED] the bridge."


def test_words_near_each_other_count_wherever_findings_are_counted(run: Run, folder: Path) -> None:
    records = (json.dumps({"id": name, "text": text}) + "\n" for name, text in ORIGINALS.items())
    (folder / "n.jsonl").write_text("".join(records), "utf-8")
    assert run("index", "n.jsonl", "-o", "n.unlinkable", "--processes", "1", "-q").status == 0
    (folder / "draft.txt").write_text(DRAFT, "utf-8")
    asked = ("draft.txt", "-i", "n.unlinkable", "--against", "exact")
    told = json.loads(run("check", *asked, "--format", "json").out)
    counts = Counter(finding["kind"] for finding in told["findings"])
    assert set(counts) <= {"window", "gap"}
    assert counts
    page = run("check", "draft.txt", *asked, "--format", "html").out
    assert re.search(r"\d words? (near others|beside (a )?masks?) found in 4 words", page)
    price = json.loads(run("price", *asked[:3], "--format", "json").out)
    assert price["prices"][0]["leads"] == counts
    reports = ("--report", "r.json", "--report", "r.md", "--report", "r.html", "--table", "t.csv")
    assert run("protect", *asked, "-o", "out.txt", "--rewriter", "mask", *reports).status == 0
    (draft,) = json.loads((folder / "r.json").read_text("utf-8"))["drafts"]
    assert draft["before"] == {"findings": counts, "accepted": 0}
    assert f"| Findings | {counts.total()} | 0 |" in (folder / "r.md").read_text("utf-8")
    with (folder / "t.csv").open(encoding="utf-8") as file:
        assert [row["before"] for row in csv.DictReader(file)] == [str(counts.total())]
    page = (folder / "r.html").read_text("utf-8")
    assert re.search(rf'data-label="Findings before">{counts.total()}<', page)
