"""What rewriting costs, beside the published loop: tokens, passes, wall time, on one runtime.

    python tests/benchmarks/rewriting_cost.py --index FILE --drafts FILE [--model GGUF] [--count 3]

Both ways rewrite the same drafts with the same model, single phrases only, each with up to 96
tokens of reasoning an answer (--plain: Unlinkable without any). Unless --free is given the model is
steered (see rewriting_steered.py): then the figures are those of the methods, whatever the model
could do, and any text without rare phrases is taken, since the author's words mean nothing. With
--free and a real model the figures are those of the model, and Unlinkable refuses unfaithful texts.
What is not rewritten counts as left; Unlinkable would mask it. Without --model a tiny one is made.
"""

import argparse
import json
import lzma
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.benchmarks.rewriting_published_loop import asked as asked_loop
from tests.benchmarks.rewriting_published_loop import published_loop
from tests.benchmarks.rewriting_steered import Steered, replaced
from tests.unlinkable.rewriting.tiny_model import write_tiny_model

from unlinkable.draft import Markup, Reading, Span
from unlinkable.findings.question import Question
from unlinkable.rewriting import verification
from unlinkable.rewriting.answer import FROM_PLAN_TO_TEXT, OPEN_PLAN, OPEN_TEXT, inside
from unlinkable.rewriting.guided_decoding import GaveUpError, GuidedDecoding, Limits, Sampling
from unlinkable.rewriting.llama_source import LlamaSource
from unlinkable.rewriting.masking import mask_finding_spans
from unlinkable.rewriting.model_process import Candidate
from unlinkable.rewriting.prompt import Message, Request, asked, fixed_part
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.risk import rare_phrases
from unlinkable.rewriting.stopping import never
from unlinkable.rewriting.task import Task
from unlinkable_index.index import Index
from unlinkable_index.words import find_words

PLAN_TOKENS = 96


class Runtime:
    """One loaded model for both ways, with counts of what it does."""

    def __init__(
        self, source: LlamaSource, index: Index, task: Task, free: bool, plain: bool
    ) -> None:
        self.plain = plain
        self.options = SimpleNamespace(seed=0, alternatives=1)
        self._source, self._index, self._task, self._free = source, index, task, free
        self._steered = Steered(source)
        self.generated = self.rollbacks = self.requests = 0
        self.first: float | None = None
        self._began = time.perf_counter()
        source.tokens_processed = 0

    def _begin(self, fixed: Sequence[Message], last: Message, plain: bool) -> None:
        """The prompt and the plan."""
        self.requests += 1
        source = self._source
        source.begin(*source.conversation(fixed, last), lambda: None)
        if plain:
            source.feed(source.tokens(OPEN_TEXT))
            return
        source.feed(source.tokens(OPEN_PLAN))
        plan = GuidedDecoding(source, None, Sampling(), Limits(PLAN_TOKENS)).write_freely(never)
        self.generated += plan.generated
        source.feed(source.tokens(FROM_PLAN_TO_TEXT))

    def _write(self, text: str, sampling: Sampling, judge: Any, seed: object) -> str | None:
        """The text of an answer."""
        self._steered.follow(
            [] if self._free else replaced(text, self._words_to_replace(text), seed)
        )
        author = self._source if self._free else self._steered
        self._source.feed(self._source.tokens(inside(sampling.begun)))
        limits = Limits(tokens=2 * len(text) + 64)
        try:
            written = GuidedDecoding(author, judge, sampling, limits).write(never)
        except GaveUpError as gave_up:
            self.generated += gave_up.generated
            self.rollbacks += gave_up.rollbacks
            return None
        self.generated += written.generated
        self.rollbacks += written.rollbacks
        if self.first is None:
            self.first = time.perf_counter() - self._began
        return written.text

    def _words_to_replace(self, text: str) -> list[tuple[int, int]]:
        """The fewest words of a text that break its rare phrases: what any author would change."""
        task = self._task.with_text(text)
        found = rare_phrases(task.draft, self._index, task.question)
        spans = [Span(f.start, f.end) for f in found]
        edits = mask_finding_spans(task.draft, spans, "")
        return [(edit.start, edit.end) for edit in edits]

    def candidates(
        self, request: Request, samplings: Sequence[Sampling], _limits: Any, judge: Any, *_: Any
    ) -> Iterator[Candidate]:
        """In place of `Model.candidates`."""
        fixed = fixed_part(plan=not self.plain)
        self._begin(fixed, Message("user", asked(request)), self.plain)
        start = self._source.length
        for number, sampling in enumerate(samplings):
            self._source.rewind(start)
            text = self._write(request.passage, sampling, judge, number)
            yield Candidate(text, None if text else "it gave up", 0.0, 0, 0)

    def answer(
        self, fixed: Sequence[Message], text: str, spans: Sequence[Span], number: int
    ) -> str:
        """In place of a model's answer in the published loop."""
        self._begin(fixed, asked_loop(text, spans), plain=False)
        return self._write(text, Sampling(0.7, seed=number), None, number) or text

    def line(self, name: str, seconds: float, passes: int, left: int) -> dict[str, Any]:
        """The figures as a row."""
        return {
            "way": name,
            "generated": self.generated,
            "processed": self._source.tokens_processed,
            "requests": self.requests,
            "passes": passes,
            "rollbacks": self.rollbacks,
            "left": left,
            "first": round(self.first or 0.0, 2),
            "seconds": round(seconds, 1),
        }


def measure(
    source: LlamaSource, index: Index, text: str, free: bool, plain: bool
) -> list[dict[str, Any]]:
    """Both ways on one draft."""
    task = Task.of(text, Markup.PLAIN, Reading(), Question(max_terms=1))
    rows = []
    runtime = Runtime(source, index, task, free, plain)
    source.rewind(0)
    started = time.perf_counter()
    outcome = published_loop(task, index, runtime.answer)
    seconds = time.perf_counter() - started
    rows.append(runtime.line("published", seconds, outcome.passes, outcome.left))
    if not free:
        verification.unfaithful = lambda *_: ()
        verification.another_kind = lambda *_: ()
    runtime = Runtime(source, index, task, free, plain)
    source.rewind(0)
    started = time.perf_counter()
    rewriting = Rewriter(index, runtime).rewrite_all(task)  # type: ignore[arg-type]
    left = rare_phrases(task.with_text(rewriting.text).draft, index, task.question)
    seconds = time.perf_counter() - started
    rows.append(runtime.line("unlinkable", seconds, 1, len(left)))
    return rows


def main() -> None:
    """Measure, and print a row for each draft and way, and the sums."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--drafts", type=Path, required=True)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--count", type=int, default=3)
    parser.add_argument("--gpu-layers", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--free", action="store_true")
    parser.add_argument("--plain", action="store_true")
    args = parser.parse_args()
    with lzma.open(args.drafts, "rt", encoding="utf-8") as file:
        texts = [json.loads(line)["text"] for line in file]
    texts = sorted(texts, key=lambda text: abs(len(find_words(text).forms) - 750))[: args.count]
    sums: dict[str, dict[str, float]] = {}
    with Index.open(args.index) as index, tempfile.TemporaryDirectory() as folder:
        path = args.model
        if path is None:
            path = Path(folder) / "tiny.gguf"
            write_tiny_model(path)
        source = LlamaSource(str(path), args.gpu_layers, args.threads, 16384, never)
        for number, text in enumerate(texts):
            for row in measure(source, index, text, args.free, args.plain):
                print(number, json.dumps(row), flush=True)
                total = sums.setdefault(row.pop("way"), {})
                for name, value in row.items():
                    total[name] = total.get(name, 0) + value
    for way, total in sums.items():
        print(way, json.dumps({name: round(value, 1) for name, value in total.items()}))
    one, other = sums["unlinkable"], sums["published"]
    for name in ("generated", "processed", "seconds"):
        print(f"{name}: {one[name] / other[name]:.2f} of the published loop")


if __name__ == "__main__":
    main()
