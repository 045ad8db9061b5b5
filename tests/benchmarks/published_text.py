"""What is left of drafts for a reader: words lost, gaps, crowded sentences, what turned the sense.

    python -m tests.benchmarks.published_text --index FILE --drafts FILE... [--every N]
        [--gaps few|short] [--against exact|ranking|guessing|all] [--rewriter words|mask]
        [--within N] [--read FOLDER]

The drafts (.jsonl or .jsonl.xz with "id" and "text") are made from originals in the index, which
are named as the source. ``--read``: also writes each result there, to be read. Masks are counted in
the results, as a reader sees them.
"""

import argparse
import json
import lzma
from collections import Counter
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import numpy as np

import unlinkable
from unlinkable.draft import Draft, Span, read_draft
from unlinkable.language.phrases import Phrases

CROWDED = 5  # gaps of a sentence
_JOINTS = frozenset("-\u2010\u2011/")
MASK = "[REDACTED]"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--drafts", type=Path, nargs="+", required=True)
    parser.add_argument("--every", type=int, default=1, help="take one draft in so many")
    parser.add_argument("--gaps", default="few", choices=("few", "short"))
    parser.add_argument("--against", default="exact")
    parser.add_argument("--rewriter", default="words", choices=("words", "mask"))
    parser.add_argument("--within", type=int, default=10)
    parser.add_argument("--read", type=Path)
    args = parser.parse_args()
    with unlinkable.open_index(args.index) as index:
        for path in args.drafts:
            counts: Counter[str] = Counter()
            for record in islice(records(path), 0, None, args.every):
                done = unlinkable.protect(
                    record["text"],
                    index,
                    rewriter=args.rewriter,
                    gaps=args.gaps,
                    against=args.against,
                    within=args.within,
                    source=record["id"],
                )
                counts += counted(record["text"], done)
                if args.read:
                    args.read.mkdir(exist_ok=True)
                    (args.read / f"{path.stem}-{record['id']}.txt").write_text(done.text, "utf-8")
            print(path.name, *rows(counts), sep="\n", flush=True)


def records(path: Path) -> Iterable[dict[str, str]]:
    """The drafts of a file."""
    opened = lzma.open if path.suffix == ".xz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def counted(text: str, done: unlinkable.Protected) -> Counter[str]:
    """What became of one draft."""
    before, after = read_draft(text), read_draft(done.text)
    masked = np.zeros(len(before.forms), dtype=bool)
    for change in done.changes:
        if MASK in change.after and change.after.strip() == MASK:
            words = before.words_in(Span(change.start, change.end))
            masked[words.start : words.stop] = True
    counts = Counter(drafts=1, words=len(masked), masked=int(masked.sum()))
    counts["gaps"] = max(0, len(after.masks) - len(before.masks))
    counts["sentences"], counts["crowded"] = sentences_with_many(after)
    counts["crowded before"] = sentences_with_many(before)[1]
    language = before.language
    for name, phrases in (
        ("negations", language.negation.words),
        ("modal verbs", language.law.modals),
        ("words of outcome", language.law.decisions),
    ):
        found = [words for words, _ in _places(phrases, before)]
        counts[name] = len(found)
        counts[f"{name} masked"] = sum(masked[list(words)].any() for words in found)
    counts["halves"] = halves(before, masked)
    return counts


def _places(phrases: Phrases[object], draft: Draft) -> Iterable[tuple[tuple[int, ...], object]]:
    return ((found.words, found.value) for found in phrases.find(draft.forms))


def sentences_with_many(draft: Draft) -> tuple[int, int]:
    """How many sentences there are, and how many with many masks."""
    starts = np.array([mask.start for mask in draft.masks])
    many = [
        np.count_nonzero((starts >= one.start) & (starts < one.end)) >= CROWDED
        for one in draft.sentences
    ]
    return len(many), sum(many)


def halves(draft: Draft, masked: np.ndarray) -> int:
    """How often of two words that are joined by a hyphen or a slash one is masked, or the
    abbreviation before a number that is left ("no. 5"): a number may go alone."""
    count = 0
    for word in np.flatnonzero(masked[1:] != masked[:-1]).tolist():
        between = draft.text[int(draft.ends[word]) : int(draft.starts[word + 1])]
        number = draft.forms[word + 1].isdigit() and len(draft.forms[word]) <= 4 and masked[word]
        count += between in _JOINTS or (between in {".", ". "} and number)
    return count


def rows(counts: Counter[str]) -> Iterable[str]:
    """The table, a row a figure."""
    yield f"drafts: {counts['drafts']}, words: {counts['words']}"
    yield f"words lost: {100 * counts['masked'] / counts['words']:.1f} %"
    gaps = 1000 * counts["gaps"] / counts["words"]
    yield f"gaps beside the drafts' own, for 1,000 words: {gaps:.0f}"
    share, before = (counts[name] / counts["sentences"] for name in ("crowded", "crowded before"))
    yield f"sentences with {CROWDED} gaps or more: {share:.1%} (before: {before:.1%})"
    for name in ("negations", "modal verbs", "words of outcome"):
        yield f"{name} masked: {counts[f'{name} masked']} of {counts[name]}"
    yield f"halves of compounds and abbreviations: {counts['halves']}"


if __name__ == "__main__":
    main()
