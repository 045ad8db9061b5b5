"""What rewording from tables saves over masking alone, and changed sentences for people to judge.

    python -m tests.benchmarks.rewording --index FILE --drafts FILE [--phrases] [--count N]
    python -m tests.benchmarks.rewording --index FILE --drafts FILE --sentences 100 [--seed N]

Drafts: JSON lines (also .xz) with "text". Each is protected at (3, 1) with sentences that may not
lead: by masking alone, reworded before, and with wordings in place of masks as well, as `protect`
does it. Printed for each: words masked for phrases, all masks, wordings, words of the draft that
stay, how often the original comes first for the whole result and by how much, whether the result is
clean, the processor time; and how long the rewording before takes for 750 words.
With ``--phrases`` only what phrases alone ask for, and the time: words to mask, and masks set by
`protect` at single phrases, robust against the index (words side by side share a mask). ``--skip``:
so many drafts first; ``--every N``: every Nth of them. With ``--sentences`` so many sentences that
were changed, drawn at random, each change marked ⟦before → after⟧: text of the drafts, for those
who may read it.
"""

import argparse
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice
from pathlib import Path

from tests.benchmarks.wordings import texts
from tests.unlinkable.rewriting.rewording.only_before import OnlyBefore

from unlinkable.draft import Markup, Reading, Span
from unlinkable.findings.bm25 import Unit
from unlinkable.findings.question import Question
from unlinkable.findings.report import check
from unlinkable.rewriting.edits import Remedy
from unlinkable.rewriting.masking.masking import words_to_mask
from unlinkable.rewriting.protection import protect
from unlinkable.rewriting.reworded import Reworded, reworded
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.task import Task, asked_against, rare_phrases, suspects_of
from unlinkable.rewriting.wordings_usable import Tables, Usable
from unlinkable_index.index import Index

MASK = "[REDACTED]"


@dataclass(frozen=True)
class Outcome:
    """One draft protected in one way: words masked for its phrases, masks set in all, wordings,
    words of the draft that stay, whether its original comes first for the whole result and how far
    ahead, whether nothing leads back that was asked for, and the processor time in seconds."""

    for_phrases: int
    masks: int
    wordings: int
    kept: int
    first: bool
    lead: float
    clean: bool
    seconds: float


def task_of(text: str, index: Index) -> Task:
    """The draft at (3, 1), with sentences that may not lead, against the suspects it gives."""
    question = Question(k=2, max_terms=3, ranked=Unit.SENTENCE)
    task = Task.of(text, Markup.PLAIN, Reading(), question)
    suspects = suspects_of(check(task.draft, index, task.question), index)
    return replace(task, question=asked_against(question, suspects))


def masked_for_phrases(task: Task, index: Index) -> int:
    """How many words must be masked for the phrases of a draft alone."""
    spans = [found.span for found in rare_phrases(task.draft, index, task.question)]
    return len(words_to_mask(task.draft, spans))


def outcome(
    task: Task, index: Index, tables: Tables | None, way: type[Rewriter] = Rewriter
) -> Outcome:
    """The draft protected with or without the tables."""
    start = task if tables is None else task.revised(reworded(task, index, tables).revision)
    begun = time.process_time()
    done = protect(task, index, way(index, tables=tables))
    seconds = time.process_time() - begun
    left = Counter(task.draft.forms) & Counter(done.result.draft.forms)
    recognised = done.left.ranked.recognition if done.left.ranked else None
    return Outcome(
        masked_for_phrases(start, index),
        done.text.count(MASK) - task.draft.text.count(MASK),
        sum(Remedy.REWORD in step.kinds for step in done.steps),
        left.total(),
        recognised is not None and recognised.recognised,
        recognised.words.lead if recognised else 0.0,
        done.left.clean,
        seconds,
    )


def figures(tasks: Sequence[Task], index: Index, tables: Tables) -> None:
    """All ways over all drafts."""
    words = sum(len(task.draft.forms) for task in tasks)
    print(f"{len(tasks)} drafts, {words} words")
    ways: dict[str, tuple[Tables | None, type[Rewriter]]] = {
        "masking alone": (None, Rewriter),
        "reworded before": (tables, OnlyBefore),
        "and in place of masks": (tables, Rewriter),
    }
    outcomes = {name: [outcome(task, index, *way) for task in tasks] for name, way in ways.items()}
    for name, all_of_them in outcomes.items():
        phrases = sum(one.for_phrases for one in all_of_them)
        masks = sum(one.masks for one in all_of_them)
        wordings = sum(one.wordings for one in all_of_them)
        kept = sum(one.kept for one in all_of_them) / words
        first = sum(one.first for one in all_of_them)
        lead = statistics.median(one.lead for one in all_of_them)
        clean = sum(one.clean for one in all_of_them)
        seconds = sum(one.seconds for one in all_of_them)
        print(
            f"{name}: {phrases} words masked for phrases, {masks} masks in all, {wordings} places "
            f"reworded; {kept:.1%} of the words kept; original first for {first}, median lead "
            f"{lead:.2f}; {clean} clean; {seconds:.0f} s"
        )
    alone, before, after = (sum(one.masks for one in found) for found in outcomes.values())
    print(f"masks in all: {fewer(alone, before)} reworded before, {fewer(alone, after)} in the end")


def masks_for_phrases(task: Task, index: Index, tables: Tables | None) -> int:
    """How many masks `protect` sets in a draft where only single phrases may not lead back."""
    single = replace(task, question=replace(task.question, max_terms=1, ranked=None))
    done = protect(single, index, Rewriter(index, tables=tables))
    return done.text.count(MASK) - task.draft.text.count(MASK)


def fewer(alone: int, before: int) -> str:
    """By how much the second number is smaller, in words."""
    return f"{1 - before / alone:.1%} fewer" if alone else "none"


def for_phrases(tasks: Sequence[Task], index: Index, tables: Tables) -> None:
    """What only phrases ask for, both ways: a part of the work of `figures`."""
    words, masks = [0, 0], [0, 0]
    wordings = 0
    for task in tasks:
        done = reworded(task, index, tables)
        wordings += len(done.taken)
        words[0] += masked_for_phrases(task, index)
        words[1] += masked_for_phrases(task.revised(done.revision), index)
        masks[0] += masks_for_phrases(task, index, None)
        masks[1] += masks_for_phrases(task, index, tables)
    print(f"{len(tasks)} drafts, {wordings} wordings")
    for what, (alone, before) in (("words to mask", words), ("masks set", masks)):
        print(f"{what} for phrases: {alone}, or {before} reworded before ({fewer(alone, before)})")


def speed(tasks: Sequence[Task], index: Index, tables: Tables) -> None:
    """How long rewording takes for 750 words, the processor time."""
    times = []
    for task in tasks:
        begin = time.process_time()
        reworded(task, index, tables)
        times.append((time.process_time() - begin) * 750_000 / max(1, len(task.draft.forms)))
    print(
        f"milliseconds for 750 words: median {statistics.median(times):.0f}, most {max(times):.0f}"
    )


def changed_sentences(task: Task, done: Reworded) -> Iterator[str]:
    """Each sentence that was changed, its changes marked."""
    text, sentences_at = task.draft.text, task.draft.sentences_at

    def sentence(one: Usable) -> Span:
        return sentences_at(Span(one.edit.start, one.edit.end))

    for span, group in groupby(done.taken, sentence):
        parts, last = [], span.start
        for one in group:
            parts += [text[last : one.edit.start], f"⟦{one.edit.before} → {one.edit.after}⟧"]
            last = one.edit.end
        yield " ".join("".join((*parts, text[last : span.end])).split())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--drafts", type=Path, required=True)
    parser.add_argument("--count", type=int, default=None)
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--phrases", action="store_true")
    parser.add_argument("--less-exact", action="store_true")
    parser.add_argument("--sentences", type=int, default=0)
    parser.add_argument("--seed", type=int, default=None)
    asked = parser.parse_args()
    tables = Tables(less_exact=asked.less_exact)
    end = None if asked.count is None else asked.skip + asked.count
    with Index.open(asked.index) as index:
        tasks = [
            task_of(text, index)
            for text in islice(texts(asked.drafts), asked.skip, end, asked.every)
        ]
        if not asked.sentences:
            speed(tasks, index, tables)
            (for_phrases if asked.phrases else figures)(tasks, index, tables)
            return
        found = [
            sentence
            for task in tasks
            for sentence in changed_sentences(task, reworded(task, index, tables))
        ]
        drawn = random.Random(asked.seed).sample(found, min(asked.sentences, len(found)))
        for number, sentence in enumerate(drawn, 1):
            print(f"{number:3} {sentence}")


if __name__ == "__main__":
    main()
