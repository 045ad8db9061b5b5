"""Masks that can be guessed: how many a searcher fills in, and what leads back then.

    python -m tests.benchmarks.guessing --index FILE --collection FILE --drafts FILE... [--every N]
        [--from N] [--ranked off|sentence] [--against exact|guessing]... [--texts] [--show]

The drafts (.jsonl.xz with "id" of their original, and "text") are protected by masking, the source
named. A guesser who has the texts of all other rulings (`guesser`) then says what stands behind
each mask. Prints how many of the masks that were set are guessed exactly, for phrases, for
combinations, and for searches that rank alone; what it costs in words and in gaps; and how many
drafts are robustly clean, that is, do not lead back once everything is filled in that 7 of 10 votes
agree on. ``--against guessing``: exact search and guessing are asked about. ``--texts``: whoever
protects has the texts of the other rulings, too (the product's own reading of them).
``--show`` prints the protected drafts as well.
"""

import argparse
import json
import lzma
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product, takewhile
from pathlib import Path

from tests.benchmarks.guesser import MASK, Guess, Guesser, words_and_masks
from tests.benchmarks.peers import records_of
from tests.benchmarks.ranking_engines import different
from tqdm import tqdm

from unlinkable.attackers.against_masks import votes
from unlinkable.attackers.attacker import Attacker
from unlinkable.attackers.rulings import Rulings, Texts
from unlinkable.draft import Markup, Reading, Span, overlapping, read_draft
from unlinkable.findings.bm25 import Unit
from unlinkable.findings.phrases import minimal_rare
from unlinkable.findings.question import Question
from unlinkable.findings.report import check
from unlinkable.rewriting.masking.guessers import Attackers
from unlinkable.rewriting.protection import Protection, protect
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.task import Task
from unlinkable_index.index import Index

KINDS = ("phrase", "combination", "ranking")  # why a mask was set: what comes first here counts
AGREED = 0.7  # share of the votes from which a guess is filled in


@dataclass(frozen=True)
class Gap:
    """Masks with no word between, and what was guessed. ``truth``: the words behind them; None
    where one of them came with the draft. ``fits``: whether the original has the guess between
    words that stand beside it."""

    span: Span
    kind: str
    truth: tuple[str, ...] | None
    guess: Guess | None
    fits: bool

    @property
    def right(self) -> bool:
        """Whether the guess is right, as far as can be known."""
        return self.fits if self.truth is None else self.guessed

    @property
    def guessed(self) -> bool:
        """Whether the guess is what stood there."""
        return self.guess is not None and self.guess.words == self.truth

    @property
    def filled(self) -> bool:
        """Whether a guesser would fill it in."""
        return self.guess is not None and self.guess.share >= AGREED


@dataclass
class Sums:
    """What was counted in all drafts."""

    drafts: int = 0
    words: int = 0
    masked: int = 0
    robust: int = 0
    robust_in_truth: int = 0
    robust_where_set: int = 0
    findings: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    masks: Counter[str] = field(default_factory=Counter)
    guessed: Counter[str] = field(default_factory=Counter)
    agreed: Counter[str] = field(default_factory=Counter)
    agreed_right: Counter[str] = field(default_factory=Counter)

    def say(self) -> None:
        """Print them."""
        print(f"  words masked: {self.masked / self.words:.1%} of {self.words:,}")
        for kind in KINDS:
            count = max(self.masks[kind], 1)
            print(
                f"  gaps for {kind}: {self.masks[kind]}, guessed {self.guessed[kind] / count:.1%};"
                f" agreed on {self.agreed[kind]}, of these right {self.agreed_right[kind]}"
            )
        print(f"  masks that the drafts came with, agreed on: {self.agreed['own']}")
        print(
            f"  robustly clean: {self.robust} of {self.drafts} by what is agreed on,"
            f" {self.robust_in_truth} once only what is right is filled in,"
            f" {self.robust_where_set} if only in masks that were set;"
            f" findings then (median) {sorted(self.findings)[len(self.findings) // 2]}"
        )
        mean = sum(self.seconds) / len(self.seconds)
        print(f"  seconds a draft: {mean:.2f}, at most {max(self.seconds):.2f}")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--collection", type=Path, required=True)
    parser.add_argument("--drafts", type=Path, nargs="+", required=True)
    parser.add_argument("--every", type=int, default=1, help="take one draft in so many")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first one to take")
    parser.add_argument("--ranked", choices=("off", "sentence"), default="off")
    parser.add_argument("--against", nargs="+", default=["guessing"], choices=("exact", "guessing"))
    parser.add_argument("--texts", action="store_true", help="protect with the texts at hand")
    parser.add_argument("--show", action="store_true", help="print the protected drafts")
    args = parser.parse_args()
    texts, numbers = different(records_of(args.collection))
    guesser = Guesser(texts)
    unit = Unit.SENTENCE if args.ranked == "sentence" else None
    with Index.open(args.index) as index:
        guessers = Attackers()
        if args.texts:
            rulings = Rulings(Texts.read([args.collection]), index)
            guessers = Attackers(votes(Attacker(index, background=rulings)))
        for path, against in product(args.drafts, args.against):
            with lzma.open(path, "rt", encoding="utf-8") as lines:
                rows = [json.loads(line) for line in lines][args.first :: args.every]
            sums = Sums()
            for row in tqdm(rows, desc=path.name, leave=False):
                source = index.document_number(row["id"])
                question = Question(source=source, ranked=unit, guessing=against == "guessing")
                task = Task.of(row["text"], Markup.PLAIN, Reading(), question)
                started = time.process_time()
                protection = protect(task, index, Rewriter(index), attackers=guessers)
                sums.seconds.append(time.process_time() - started)
                gaps = attacked(protection, index, guesser, numbers[row["id"]])
                count(sums, protection, gaps, index)
                if args.show:
                    print(f"\n=== {row['id']}\n{shown(protection.text, gaps)}")
            print(f"\n{path.name}, {len(rows)} drafts, {against}, ranked search {args.ranked}")
            sums.say()


def attacked(protection: Protection, index: Index, guesser: Guesser, original: int) -> list[Gap]:
    """The gaps of a protected draft, and what is guessed of each, the original left out."""
    text = protection.text
    rare = [found.span for found in minimal_rare(protection.original, index, 2)]
    set_here: dict[int, tuple[str, str]] = {}
    shift = 0
    for step in protection.steps:
        edit = step.edit
        kind = "ranking" if all("ranks" in reason for reason in step.reasons) else "combination"
        if overlapping(rare, Span(edit.start, edit.end)):
            kind = "phrase"
        start = edit.start + shift
        for place in read_draft(edit.after).masks[:1]:
            set_here[start + place.start] = (kind, edit.before)
        shift += len(edit.after) - len(edit.before)
    masks = list(read_draft(text).masks)
    words, runs = words_and_masks(text, masks)
    guesses = guesser.guesses(words, original)
    places = [place for place, word in enumerate(words) if word == MASK]
    gaps = []
    for number, guess in enumerate(guesses):
        inside = [mask for mask, run in zip(masks, runs, strict=True) if run == number]
        span = Span(inside[0].start, inside[-1].end)
        known = [set_here.get(mask.start) for mask in inside]
        truth, kinds = [], set()
        for one in known:
            if one is not None:
                kinds.add(one[0])
                truth += words_and_masks(one[1], [])[0]
        kind = next((one for one in KINDS if one in kinds), "own")
        at = places[number]
        fits = guess is not None and guesser.has(original, _around(words, at, guess.words))
        gaps.append(Gap(span, kind, None if None in known else tuple(truth), guess, fits))
    return gaps


def _around(words: Sequence[str], at: int, guess: Sequence[str]) -> list[str]:
    """A guess at a mask with up to three words before it, and two behind, that can be read."""
    before = list(takewhile(lambda word: word != MASK, words[max(0, at - 3) : at][::-1]))
    behind = list(takewhile(lambda word: word != MASK, words[at + 1 : at + 3]))
    return [*before[::-1], *guess, *behind]


def count(sums: Sums, protection: Protection, gaps: list[Gap], index: Index) -> None:
    """Add up one draft."""
    sums.drafts += 1
    sums.words += len(protection.original.forms)
    sums.masked += len(protection.original.forms) - len(protection.result.draft.forms)
    for gap in gaps:
        sums.masks[gap.kind] += 1
        sums.guessed[gap.kind] += gap.guessed
        sums.agreed[gap.kind] += gap.filled
        sums.agreed_right[gap.kind] += gap.filled and gap.guessed
    filled = [gap for gap in gaps if gap.filled]
    found = leads_back(protection, filled, index)
    sums.findings.append(found)
    sums.robust += not found
    right = [gap for gap in filled if gap.right]
    sums.robust_in_truth += not leads_back(protection, right, index)
    set_here = [gap for gap in filled if gap.guessed]
    sums.robust_where_set += not leads_back(protection, set_here, index)


def leads_back(protection: Protection, filled: list[Gap], index: Index) -> int:
    """How many findings lead to the source once some gaps are filled in."""
    text = protection.text
    for gap in reversed(filled):
        assert gap.guess is not None
        text = text[: gap.span.start] + " ".join(gap.guess.words) + text[gap.span.end :]
    report = check(read_draft(text), index, protection.result.question)
    return len(report.findings)


def shown(text: str, gaps: list[Gap]) -> str:
    """A protected draft, with what was guessed and what stood behind each mask."""
    for gap in reversed(gaps):
        said = text[gap.span.start : gap.span.end]
        if gap.truth is not None:
            said += "{" + " ".join(gap.truth) + "}"
        if gap.guess is not None:
            said += f"<{' '.join(gap.guess.words)} {gap.guess.share:.0%} of {gap.guess.rulings}>"
        text = text[: gap.span.start] + said + text[gap.span.end :]
    return text


if __name__ == "__main__":
    main()
