"""What watching costs: per token and per word, and what the model's process adds.

    python tests/benchmarks/rewriting_overhead.py --index FILE --drafts FILE [--model GGUF]

Times of the clock, in milliseconds, so run it on a quiet machine: judging one finished word in a
real draft (reading the passage in its place and looking all windows up; comparing what it says with
what was said before); asking that over the pipe
of a process; choosing one token among 152,000 with and without a judge. Without --model a random
one with a vocabulary of that size is made; then evaluating says nothing, only the other parts do.
"""

import argparse
import json
import lzma
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from unlinkable.draft import Markup, Reading, Span
from unlinkable.findings.question import Question
from unlinkable.model.decoding.guided_decoding import GaveUpError, GuidedDecoding, Limits
from unlinkable.model.decoding.tokens import Sampling
from unlinkable.model.decoding.written_text import Fault, Judge
from unlinkable.model.gguf.llama import LlamaSource
from unlinkable.model.process.worker_process import Frames
from unlinkable.model.prompt import Message, Request, asked, fixed_part
from unlinkable.rewriting.edits import Replacements
from unlinkable.rewriting.passage_request import PassageRequest, Target
from unlinkable.rewriting.task import Task
from unlinkable.rewriting.verification import Additions, Watch
from unlinkable.stopping import never
from unlinkable_index.index import Index
from unlinkable_index.words import find_words

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.unlinkable.model.tiny_model import Shape, write_tiny_model


def milliseconds(work: Callable[[], object], times: int) -> str:
    """Median and 95th percentile."""
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        work()
        taken.append((time.perf_counter() - started) * 1000)
    taken.sort()
    return f"p50 {statistics.median(taken):.3f} ms, p95 {taken[int(len(taken) * 0.95)]:.3f} ms"


def request(task: Task, passage: Span) -> PassageRequest:
    """Asks for a passage in other words; nothing in it is flagged."""
    return PassageRequest(task, Target(passage, (), ()), Replacements())


def judging(task: Task, index: Index) -> None:
    """Every sentence of a draft is written again word by word before the judges."""
    judges: dict[str, Callable[[Span], Judge]] = {
        "phrases": lambda passage: Watch(request(task, passage), index),
        "additions": lambda passage: Additions(request(task, passage)),
    }
    for name, judge_of in judges.items():
        taken = []
        for passage in task.draft.sentences[:60]:
            judge = judge_of(passage)
            text = task.draft.text[passage.start : passage.end]
            for end in find_words(text).ends.tolist():
                started = time.perf_counter()
                judge(text[:end], False)
                taken.append((time.perf_counter() - started) * 1000)
        taken.sort()
        print(
            f"judging {name} of a word: p50 {statistics.median(taken):.3f} ms, "
            f"p95 {taken[int(len(taken) * 0.95)]:.3f} ms ({len(taken)} words)"
        )


def tokens(source: LlamaSource) -> None:
    """Single steps of the loop, with the model's work apart."""
    print(f"evaluating a token: {milliseconds(lambda: source.feed([17]), 100)}")
    start = source.length

    def write(judge: Callable[[str, bool], Fault | None] | None) -> float:
        """Milliseconds a token, over 200."""
        source.rewind(start)
        decoding = GuidedDecoding(source, judge, Sampling(0.7), Limits(200))
        started = time.perf_counter()
        try:
            generated = decoding.write(never).generated
        except GaveUpError as gave_up:
            generated = gave_up.generated
        return (time.perf_counter() - started) * 1000 / generated

    print(f"writing a token, evaluated and chosen: {write(None):.3f} ms")
    print(f"the same, with a judge that lets all pass: {write(lambda _t, _e: None):.3f} ms")


ECHO = """
import sys
from unlinkable.model.process.worker_process import Frames
frames = Frames(sys.stdin.buffer, sys.stdout.buffer)
while (message := frames.receive()) is not None:
    frames.send({"kind": "verdict", "fault": None})
"""


def pipe() -> None:
    """What asking over a pipe adds to each word: a question of 300 characters, and its answer."""
    process = subprocess.Popen(
        [sys.executable, "-c", ECHO], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    frames = Frames(process.stdout, process.stdin)

    def ask() -> None:
        frames.send({"kind": "judge", "text": "x" * 300, "ended": False})
        frames.receive()

    ask()
    print(f"a round trip over the pipe: {milliseconds(ask, 500)}")
    process.kill()
    process.wait()


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--drafts", type=Path, required=True)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--gpu-layers", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    with lzma.open(args.drafts, "rt", encoding="utf-8") as file:
        text = json.loads(file.readline())["text"]
    with Index.open(args.index) as index, tempfile.TemporaryDirectory() as folder:
        judging(Task.of(text, Markup.PLAIN, Reading(), Question(max_terms=1)), index)
        path = args.model
        if path is None:
            path = Path(folder) / "wide.gguf"
            write_tiny_model(path, shape=Shape(vocabulary=151_936))
        source = LlamaSource(str(path), args.gpu_layers, args.threads, 4096, never)
        request = Request("Before.", "The mill burned.", "After.", ("mill",), {})
        conversation = source.conversation(fixed_part(plan=False), Message("user", asked(request)))
        source.begin(*conversation, lambda: None)
        tokens(source)
        source.close()
        pipe()


if __name__ == "__main__":
    main()
