"""Whether the original of a draft is in the index: as counted in the texts, and on real drafts with
their originals in the index and taken out of it."""

import json
import lzma
from itertools import islice
from pathlib import Path

import pytest

from tests.unlinkable_index.writing import write_jsonl
from unlinkable.draft import Draft, Reading, read_draft
from unlinkable.findings.circumstances import DoubtKind, doubts
from unlinkable.findings.plausible_original import FEWEST, SourceFit, best_holder
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.index import Index

ORIGINALS = [
    " ".join(f"w{number * factor % 61} x{number * number % (factor + 40)}" for number in range(120))
    for factor in (7, 11, 13)
]


def built(folder: Path, texts: dict[str, str]) -> Index:
    records = [{"id": name, "text": text} for name, text in texts.items()]
    build_index([write_jsonl(folder / "c.jsonl", records)], folder / "i", Options(processes=1))
    return Index.open(folder / "i")


def phrases(text: str) -> set[tuple[str, ...]]:
    words = text.split()
    return {tuple(words[at : at + 3]) for at in range(len(words) - 2)}


def test_it_is_said_to_be_missing_only_from_an_index_that_fits_and_where_no_source_is_named(
    tmp_path: Path,
) -> None:
    words = [text.split() for text in ORIGINALS]
    mixed = [" ".join(text[at : at + 4]) for at in range(0, 200, 4) for text in words]
    strange = read_draft(" ".join(mixed))
    foreign = read_draft(" ".join(f"{part} never{at} heard{at}" for at, part in enumerate(mixed)))
    named = SourceFit(source=0, share=1.0, best=0, best_share=1.0)
    with built(tmp_path, {str(number): text for number, text in enumerate(ORIGINALS)}) as index:

        def kinds(draft: Draft, fit: SourceFit | None) -> set[DoubtKind]:
            return {doubt.kind for doubt in doubts(draft, index, Reading(), fit)}

        assert kinds(strange, None) == {DoubtKind.MISSING}
        assert kinds(strange, named) == set()
        assert kinds(foreign, None) == {DoubtKind.INDEX}


def test_the_share_is_that_counted_in_the_texts(tmp_path: Path) -> None:
    words = ORIGINALS[1].split()
    text = " ".join(
        [*words[:150], "and", "then", "it", "was", "at", "an", "end", *words[100:140], "now"]
    )
    with built(tmp_path, {str(number): text for number, text in enumerate(ORIGINALS)}) as index:
        best = best_holder(read_draft(text), index)
        assert best is not None
        assert best.document == 1
        wanted, held = phrases(text), phrases(ORIGINALS[1])
        assert len(wanted) <= 500
        assert best.share == pytest.approx(len(wanted & held) / len(wanted))
        assert not best.plausible
        whole = best_holder(read_draft(ORIGINALS[1]), index)
        assert whole is not None
        assert (whole.document, whole.share, whole.plausible) == (1, 1.0, True)


def test_of_a_short_text_nothing_is_said(tmp_path: Path) -> None:
    words = ORIGINALS[0].split()
    with built(tmp_path, {"only": ORIGINALS[0]}) as index:
        assert best_holder(read_draft(" ".join(words[: FEWEST + 1])), index) is None
        assert best_holder(read_draft(" ".join(words[: FEWEST + 2])), index) is not None
        assert best_holder(read_draft(""), index) is None


def test_a_draft_whose_original_is_missing_is_doubted_unless_its_source_is_named(
    tmp_path: Path,
) -> None:
    with built(tmp_path, {"a": ORIGINALS[0], "b": ORIGINALS[1]}) as index:
        words = (ORIGINALS[0].split()[:90], ORIGINALS[1].split()[:90])
        draft = read_draft(" ".join(word for pair in zip(*words, strict=True) for word in pair))
        (doubt,) = doubts(draft, index, Reading(), None)
        assert doubt.kind is DoubtKind.MISSING
        assert "--source-file" in doubt.message
        assert doubts(read_draft(ORIGINALS[0]), index, Reading(), None) == ()


def of_masker(corpora: Path, masker: str, count: int) -> list[tuple[str, Draft]]:
    with lzma.open(corpora / f"drafts-{masker}.jsonl.xz", "rt", encoding="utf-8") as lines:
        told = map(json.loads, islice(lines, count))
        return [(str(one["id"]), read_draft(one["text"])) for one in told]


@pytest.mark.collection
def test_real_drafts_are_told_apart_by_whether_their_originals_are_in_the_index(
    corpora: Path, tmp_path: Path
) -> None:
    """Among 500 rulings; `tests/benchmarks/missing_originals.py` asks it of all."""
    drafts = [*of_masker(corpora, "human", 16), *of_masker(corpora, "presidio", 16)]
    sources = {name for name, _ in drafts}
    with lzma.open(corpora / "echr.jsonl.xz", "rt", encoding="utf-8") as lines:
        records = {str(record["id"]): record["text"] for record in map(json.loads, lines)}
    others = [name for name in records if name not in sources][:500]
    (tmp_path / "with").mkdir()
    (tmp_path / "without").mkdir()
    with (
        built(tmp_path / "with", {name: records[name] for name in (*sources, *others)}) as having,
        built(tmp_path / "without", {name: records[name] for name in others}) as lacking,
    ):
        for name, draft in drafts:
            best = best_holder(draft, having)
            assert best is not None
            assert best.plausible
            assert name in having.document(best.document).ids
            assert [doubt.kind for doubt in doubts(draft, lacking, Reading(), None)] in (
                [DoubtKind.MISSING],
                [DoubtKind.INDEX],
            )
