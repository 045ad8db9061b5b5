"""Drafts whose originals are not in the index: are they told so, and what is found with the
original beside the draft?

    python -m tests.benchmarks.missing_originals [--drafts N]

Builds two indexes in a temporary folder, of the whole collection and of all of it but the originals
of the drafts, which takes some minutes. Prints, for both kinds of drafts: how many are doubted in
either index; and their phrase findings at k = 2 with the source named in the whole index (exact),
and with the original beside the other index.
"""

import argparse
import json
import lzma
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from tests.conftest import corpora_folder
from tests.unlinkable_index.writing import write_jsonl

from unlinkable.draft import Draft, read_draft
from unlinkable.findings.finding import Finding
from unlinkable.findings.phrases import phrase_findings
from unlinkable.findings.plausible_original import best_holder
from unlinkable_index.builder import build_index
from unlinkable_index.index import Index
from unlinkable_index.with_original import IndexWithOriginal, Original


def _read(name: str) -> Iterator[dict[str, str]]:
    with lzma.open(corpora_folder() / name, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _drafts(masker: str, count: int | None) -> list[tuple[str, Draft]]:
    told = islice(_read(f"drafts-{masker}.jsonl.xz"), count)
    return [(str(one["id"]), read_draft(one["text"])) for one in told]


def _share(found: list[Finding], draft: Draft) -> int:
    return sum(one.words for one in found) if draft.forms else 0


def _findings(draft: Draft, whole: Index, index: Index, name: str, text: str) -> list[int]:
    """How many, and in how many words: exact, ours."""
    source = whole.document_number(name)
    assert source is not None
    exact = phrase_findings(draft, whole, 2, source)
    beside = IndexWithOriginal(index, Original.read(name, text, index.hasher, index.max_words))
    ours = phrase_findings(draft, beside, 2, beside.source)
    spans = [one.span for one in ours]
    missed = [one for one in exact if not any(a < one.end and one.start < b for a, b in spans)]
    return [
        len(exact),
        _share(exact, draft),
        len(ours),
        _share(ours, draft),
        len(missed),
        len(draft.forms),
        beside.same_as is not None,
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--drafts", type=int, help="so many of each kind; default all")
    parser.add_argument("--whole", type=Path, help="an index of the whole collection, if at hand")
    parser.add_argument("--without", type=Path, help="one without the originals, if at hand")
    args = parser.parse_args()
    drafts = {masker: _drafts(masker, args.drafts) for masker in ("human", "presidio")}
    every = {name for masker in drafts for name, _ in _drafts(masker, None)}
    texts = {one["id"]: one["text"] for one in _read("echr.jsonl.xz") if str(one["id"]) in every}
    with tempfile.TemporaryDirectory() as place:
        whole = args.whole or Path(place, "whole")
        if args.whole is None:
            build_index([corpora_folder() / "echr.jsonl.xz"], whole)
        without = args.without or Path(place, "without")
        if args.without is None:
            left = (one for one in _read("echr.jsonl.xz") if str(one["id"]) not in every)
            build_index([write_jsonl(Path(place, "c.jsonl"), left)], without)
        with Index.open(whole) as having, Index.open(without) as lacking:
            for masker, some in drafts.items():
                held = [(best_holder(d, having), best_holder(d, lacking)) for _, d in some]
                plausible = [
                    sum(1 for pair in held if pair[at] and pair[at].plausible) for at in (0, 1)
                ]
                counts = [_findings(d, having, lacking, name, texts[name]) for name, d in some]
                exact, exact_words, ours, our_words, missed, words, same = map(
                    sum, zip(*counts, strict=True)
                )
                print(
                    f"{masker}: of {len(some)} drafts {plausible[0]} have a plausible original in "
                    f"the whole index, {plausible[1]} in that without; exact {exact:,} findings in "
                    f"{exact_words / words:.1%} of the words, beside the index {ours:,} in "
                    f"{our_words / words:.1%}, missed {missed}; {same} taken for versions of others"
                )


if __name__ == "__main__":
    main()
