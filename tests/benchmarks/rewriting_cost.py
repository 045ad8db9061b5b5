"""What rewriting costs, beside the published loop: tokens, passes, wall time, on one runtime.

    python tests/benchmarks/rewriting_cost.py --index FILE --drafts FILE

Ours here is the offer of whole sentences, once over the draft; `protect` fills words in instead.
Both ways rewrite the same drafts, single phrases only, with the same model in the same runtime, all
checks on. What is assumed:

- The author is the same for both (`rewriting_author`); a model made here is steered towards his
  words, so the figures are those of the methods, whatever a model could do. With --model and --free
  they are those of a real model.
- How often his words happen to make a rare phrase decides how long a loop takes. As it falls, or
  given (--careless 0.3). Likewise how often he invents something (--unfaithful 0.2): our checks
  refuse that, the loop takes it, and the row says how many of its answers they would have refused.
- Reasoning is --reasoning tokens for each answer that has any (96 is what Unlinkable allows; models
  that reason freely write many hundreds). The loop reasons before every answer; Unlinkable as the
  product does, or never (--plain).
- Both prompts have a fixed part, evaluated once and kept from draft to draft. The drafts are those
  nearest to 750 words but for the first three, on which the method was tuned (--skip).
- The loop stops after ten passes; it judges all phrases of a draft at once, as we do, at no cost.
- What is left at the end is masked: "left" counts its phrases that lead to a suspect, "masked" the
  words it takes.
- A made model is so small that its seconds, and "first" (the median time to the first text of a
  request), are mostly those of checking and of thinking for the author. What a real one would take
  follows from its speeds: --reading is what reading a token takes beside writing one, as measured
  by rewriting_speed.py (0.4 on two cores; a few hundredths on a graphics card).
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.benchmarks.rewriting_author import Author
from tests.benchmarks.rewriting_model import drafts, write_model
from tests.benchmarks.rewriting_steered import Steered

from unlinkable.draft import Markup, Reading, Span, united
from unlinkable.fidelity.fidelity import unfaithful
from unlinkable.fidelity.kind_of_text import another_kind
from unlinkable.findings.question import Question
from unlinkable.findings.report import check
from unlinkable.lab.evaluation.rewriting import asked as asked_loop
from unlinkable.lab.evaluation.rewriting import published_loop
from unlinkable.model.author import Candidate, Writing
from unlinkable.model.decoding.guided_decoding import GaveUpError, GuidedDecoding, Limits
from unlinkable.model.decoding.tokens import (
    FROM_PLAN_TO_TEXT,
    OPEN_PLAN,
    OPEN_TEXT,
    Sampling,
    inside,
)
from unlinkable.model.decoding.written_text import Judge
from unlinkable.model.gguf.llama import LlamaSource
from unlinkable.model.prompt import Message, asked, fixed_part
from unlinkable.rewriting.edits import Proposal, applied
from unlinkable.rewriting.masking.masking import DEFAULT_MASK, mask_until_clean
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.task import Task, asked_against, finding_spans, rare_phrases, suspects_of
from unlinkable.stopping import never
from unlinkable_index.index import Index

LINE_END = "¶"  # how line ends inside a chunk of the loop are shown: the answer's grammar has none


class Runtime:
    """One loaded model and one author for both ways, with counts of what they do."""

    def __init__(
        self, source: LlamaSource, author: Author, reasoning: int, free: bool, plain: bool
    ) -> None:
        self.plain = plain
        self.options = SimpleNamespace(seed=0, alternatives=1, reasoning=not plain)
        self._source, self._author, self._free = source, author, free
        self._reasoning = reasoning
        self._steered = Steered(source)
        self.counts: Counter[str] = Counter()
        self.first: list[float] = []
        self._gave_up = ""

    def read(self, task: Task) -> None:
        """Take up the next draft."""
        self._author.task = task
        self._source.tokens_processed = 0

    def candidates(self, writing: Writing, *_: Any) -> Iterator[Candidate]:
        """In place of `Model.candidates`."""
        request = writing.request
        began = time.perf_counter()
        self.counts["requests"] += 1
        fixed, asked_for, start, planned = fixed_part(plan=not self.plain), 0, 0, None
        for number, sampling in enumerate(writing.samplings):
            told = writing.told(number) if number else request
            if told is not None:
                self._begin(fixed, Message("user", asked(told)))
                asked_for, planned = self._source.length, None
            if sampling.planned != planned:
                self._source.rewind(asked_for)
                self._open(not sampling.planned)
                start, planned = self._source.length, sampling.planned
            self._source.rewind(start)
            self.counts["tries"] += 1
            text = self._write(request.passage, sampling, writing.limits, writing.judge, number)
            if number == 0:
                self.first.append(time.perf_counter() - began)
            yield Candidate(text, None if text else self._gave_up, 0.0, 0, 0)

    def answer(
        self, fixed: Sequence[Message], text: str, spans: Sequence[Span], number: int
    ) -> str:
        """In place of a model's answer in the published loop."""
        began = time.perf_counter()
        self.counts["requests"] += 1
        self._begin(fixed, asked_loop(text.replace("\n", LINE_END), spans))
        self._open(plain=False)
        self.counts["tries"] += 1
        limits = Limits(tokens=2 * len(text) + 64)
        written = self._write(text, Sampling(seed=number), limits, None, number)
        after = written.replace(LINE_END, "\n") if written else text
        self.first.append(time.perf_counter() - began)
        task = self._author.task
        refused = another_kind(text, after, task.markup, task.reading)
        refused += unfaithful(text, after, spans, task.reading.masks)
        self.counts["refused"] += bool(refused)
        return after

    def _begin(self, fixed: Sequence[Message], last: Message) -> None:
        self._source.begin(*self._source.conversation(fixed, last), lambda: None)

    def _open(self, plain: bool) -> None:
        """The plan, if any, and the start of the text."""
        source = self._source
        if plain or not self._reasoning:
            source.feed(source.tokens(OPEN_TEXT))
            return
        source.feed(source.tokens(OPEN_PLAN))
        if self._free:
            plan = GuidedDecoding(source, None, Sampling(), Limits(self._reasoning))
            self.counts["generated"] += plan.write_freely(never).generated
        else:
            for token in source.tokens(" then" * self._reasoning):
                source.feed([token])
                self.counts["generated"] += 1
        source.feed(source.tokens(FROM_PLAN_TO_TEXT))

    def _write(
        self, text: str, sampling: Sampling, limits: Limits, judge: Judge | None, attempt: int
    ) -> str | None:
        """The text of an answer."""
        source: LlamaSource | Steered = self._source
        if not self._free:
            self._steered.follow(self._author.slots(text, attempt), LINE_END)
            source = self._steered
        self._source.feed(self._source.tokens(inside(sampling.begun)))
        try:
            written = GuidedDecoding(source, judge, sampling, limits).write(never)
        except GaveUpError as gave_up:
            self._count(gave_up.generated, gave_up.rollbacks)
            self.counts["gave up"] += 1
            self._gave_up = str(gave_up)
            return None
        self._count(written.generated, written.rollbacks)
        return written.text

    def _count(self, generated: int, rollbacks: int) -> None:
        self.counts["generated"] += generated
        self.counts["rollbacks"] += rollbacks

    def finish(self, text: str, index: Index) -> None:
        """Count what one draft took, and what is left in it."""
        self.counts["processed"] += self._source.tokens_processed
        task = self._author.task
        found = check(task.draft, index, task.question)
        question = asked_against(task.question, suspects_of(found, index))
        task = replace(task, question=question).with_text(text)
        self.counts["left"] += len(rare_phrases(task.draft, index, question))
        masked = mask_until_clean(task, index, DEFAULT_MASK)
        self.counts["masked"] += sum(len(edit.before.split()) for edit in masked.edits)


Row = dict[str, float]


def measure(
    source: LlamaSource, index: Index, texts: Sequence[str], way: str, args: argparse.Namespace
) -> Row:
    """One way over all drafts."""
    tasks = [Task.of(text, Markup.PLAIN, Reading(), Question(max_terms=1)) for text in texts]
    author = Author(tasks[0], index, args.careless, args.unfaithful)
    plain = way == "unlinkable" and args.plain
    runtime = Runtime(source, author, args.reasoning, args.free, plain)
    reasons: Counter[str] = Counter()
    source.rewind(0)
    started = time.perf_counter()

    def count(proposal: Proposal) -> None:
        runtime.counts["refused"] += sum(bool(refused.after) for refused in proposal.refused)
        reasons.update(reason for refused in proposal.refused for reason in refused.reasons)

    for task in tasks:
        runtime.read(task)
        if way == "published":
            outcome = published_loop(task, index, runtime.answer)
            runtime.counts["passes"] += outcome.passes
            text = outcome.text
        else:
            rewriter = Rewriter(index, runtime)  # type: ignore[arg-type]
            runtime.counts["passes"] += 1
            text = whole_sentences(rewriter, task, index, count)
        runtime.finish(text, index)
    seconds = time.perf_counter() - started
    if args.reasons:
        for reason, times in reasons.most_common():
            print(f"  {times} {reason}")
    names = ("generated", "processed", "requests", "tries", "passes", "rollbacks", "gave up")
    row: Row = {name: runtime.counts[name] for name in (*names, "refused", "left", "masked")}
    row["first"] = round(statistics.median(runtime.first), 3)
    row["seconds"] = round(seconds, 1)
    row["careless"] = round(author.mistakes / max(1, author.places), 2)
    return row


def whole_sentences(
    rewriter: Rewriter, task: Task, index: Index, count: Callable[[Proposal], None]
) -> str:
    """A draft whose sentences with findings are written anew as wholes, as the editor offers it,
    the last one first."""
    draft = task.draft
    found = united(draft.sentences_at(span) for span in finding_spans(task, index, never))
    edits = []
    for passage in found:
        proposal = rewriter.propose(task, passage)
        count(proposal)
        edits += [] if proposal.best is None else [proposal.best.edit]
    return applied(draft.text, edits)


def main() -> None:
    """Measure, and print a row for each way, and what one is of the other."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--drafts", type=Path, required=True)
    parser.add_argument("--model", type=Path, help="a GGUF file; by default one is made")
    parser.add_argument("--count", type=int, default=8, help="drafts")
    parser.add_argument("--skip", type=int, default=3, help="drafts left out")
    parser.add_argument("--gpu-layers", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--reasoning", type=int, default=96, help="tokens")
    parser.add_argument("--reading", type=float, default=0.4, help="beside writing a token")
    parser.add_argument("--careless", type=float, help="share of places")
    parser.add_argument("--unfaithful", type=float, default=0.0, help="share of answers")
    parser.add_argument("--plain", action="store_true", help="Unlinkable without reasoning")
    parser.add_argument("--free", action="store_true", help="what the model itself would write")
    parser.add_argument("--reasons", action="store_true", help="why candidates were refused")
    args = parser.parse_args()
    texts = drafts(args.drafts)
    chosen = texts[args.skip : args.skip + args.count]
    rows: dict[str, Row] = {}
    with Index.open(args.index) as index, tempfile.TemporaryDirectory() as folder:
        path = args.model
        if path is None:
            path = Path(folder) / "made.gguf"
            write_model(path, texts)
        source = LlamaSource(str(path), args.gpu_layers, args.threads, 16384, never)
        for way in ("published", "unlinkable"):
            rows[way] = measure(source, index, chosen, way, args)
            print(way, json.dumps(rows[way]), flush=True)
    for row in rows.values():
        row["work"] = row["generated"] + args.reading * (row["processed"] - row["generated"])
    for name in ("generated", "processed", "work"):
        ratio = rows["unlinkable"][name] / rows["published"][name]
        print(f"{name}: {ratio:.2f} of the published loop")


if __name__ == "__main__":
    main()
