"""How fast a model of the size of Qwen3-4B rewrites on this machine, by the product's own path.

    python tests/benchmarks/rewriting_speed.py --index FILE --drafts FILE [--gpu-layers -1]

Without --model one of exactly that shape is made, with random weights in 4 bits (Q4_0, 2.3 GB in a
temporary folder): it is as fast as the real one and takes as much memory. What it writes
means nothing and has no end, so the length of a first alternative is assumed: the passage without
what is kept of it, two words of each kept part to come back to it, and one token in four more for
what is rolled back. It is measured for five passages with findings of the eight drafts nearest to
750 words: those at 10, 30, 50, 70 and 90 % when ordered by what there is to write.
The budget is 1.5 s to the first alternative, on a graphics card with a warm model. Run it on a
quiet machine: two threads that wait for each other are many times slower beside other work. With
one (--threads 1), the seconds that the model's process was busy are those of a quiet machine.
"""

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import psutil

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.benchmarks.rewriting_model import drafts, write_model
from tests.unlinkable.model.tiny_model import QWEN3_4B

from unlinkable.draft import Markup, Reading, Span, overlapping, united
from unlinkable.findings.question import Question
from unlinkable.model.author import ModelOptions, Writing
from unlinkable.model.decoding.guided_decoding import Limits
from unlinkable.model.decoding.tokens import Sampling, inside
from unlinkable.model.decoding.written_text import Fault, Judge
from unlinkable.model.gguf.llama import LlamaSource
from unlinkable.model.process.process import Model
from unlinkable.model.prompt import Message, Request, asked, fixed_part
from unlinkable.rewriting.edits import Replacements
from unlinkable.rewriting.passage_request import KeptText, PassageRequest, Target, kept_text
from unlinkable.rewriting.task import Task, rare_phrases
from unlinkable.rewriting.verification import Additions, Judges, Watch
from unlinkable.stopping import never
from unlinkable_index.index import Index

BUDGET = 1.5  # seconds to the first alternative
PASSAGES = 5
COMING_BACK, ROLLED_BACK = 2, 1.25


class Passage(NamedTuple):
    """A passage with findings, as the model is asked about it."""

    request: Request
    kept: KeptText
    judge: Judge
    tokens: int
    first_tokens: int


def passages(task: Task, index: Index, count: Callable[[str], int]) -> Iterator[Passage]:
    """All passages of a draft that have findings; ``count`` counts tokens."""
    draft = task.draft
    found = [Span(f.start, f.end) for f in rare_phrases(draft, index, task.question)]
    for place in united(draft.sentences_at(span) for span in found):
        flagged = united(overlapping(found, place))
        text = draft.text[place.start : place.end]
        inner = [Span(s.start - place.start, s.end - place.start) for s in flagged]
        kept = kept_text(text, inner, task.reading.masks)
        request = Request(
            before=" ".join(draft.text[: place.start].split()[-40:]),
            passage=text,
            after=" ".join(draft.text[place.end :].split()[:15]),
            phrases=tuple(draft.text[start:end] for start, end in flagged),
            used_elsewhere={},
        )
        asked = PassageRequest(task, Target(place, flagged, flagged), Replacements())
        whole = count(inside(text)) + 1
        saved = sum(count(inside(part)) for part in (kept.begun, *kept.parts))
        anew = whole - saved + COMING_BACK * len(kept.parts)
        judge = Judges((Watch(asked, index), Additions(asked)))
        yield Passage(request, kept, judge, whole, min(whole, round(anew * ROLLED_BACK)))


def seconds(work: Callable[[], object]) -> float:
    """How long it takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def busy_seconds(worker: psutil.Process, work: Callable[[], object]) -> tuple[float, float]:
    """How long it takes, and how much of a processor's time the model's process took."""
    before = worker.cpu_times().user
    took = seconds(work)
    return took, worker.cpu_times().user - before


def ask(model: Model, passage: Passage, sampling: Sampling, tokens: int, judge: Judge) -> int:
    """Have so many tokens written; returns how many were."""
    limits = Limits(tokens=tokens, rollbacks=tokens)
    writing = Writing(passage.request, (sampling,), limits, judge)
    written = list(model.candidates(writing, never))
    return sum(candidate.generated for candidate in written)


def parts(source: LlamaSource, passage: Passage) -> float:
    """The model's own work, in this process; returns the seconds of a token."""
    begin, rest = source.conversation(
        fixed_part(plan=True), Message("user", asked(passage.request))
    )
    some = [*begin, *rest][:256]
    reading = seconds(lambda: source.feed(some))
    print(f"reading: {256 / reading:.1f} tokens a second")
    token = statistics.median(seconds(lambda: source.feed([17])) for _ in range(16))
    print(f"evaluating one token alone: {token * 1000:.1f} ms ({1 / token:.1f} a second)")
    back = []
    for _ in range(5):
        source.feed([17] * 6)
        source.rewind(source.length - 6)
        back.append(seconds(source.logits))
    took = statistics.median(back)
    print(f"rolling back six tokens: {took * 1000:.1f} ms, {took / token:.2f} of a token")
    return token


def process(model: Model, chosen: Sequence[Passage], token: float) -> None:
    """The product's own path: the model's process, the prompt, the judge."""
    first = chosen[0]
    cold = seconds(lambda: ask(model, first, Sampling(), 1, first.judge))
    (worker,) = psutil.Process().children()
    print(
        f"loading, and reading the whole prompt, {model.cost.processed} tokens: {cold:.1f} s "
        f"({worker.cpu_times().user:.1f} busy)"
    )
    print(f"memory of the model's process: {worker.memory_info().rss / 2**30:.2f} GiB")

    judged = [0.0]

    def timed(text: str, ended: bool) -> Fault | None:
        started = time.perf_counter()
        fault = first.judge(text, ended)
        judged[0] += time.perf_counter() - started
        return fault

    begin = seconds(lambda: ask(model, first, Sampling(), 1, first.judge))
    written = [0]
    took = seconds(lambda: written.append(ask(model, first, Sampling(0.7), 64, timed))) - begin
    a_token, judging = took / written[-1], judged[0] / written[-1]
    print(
        f"writing, guided: {1 / a_token:.1f} tokens a second; judging takes "
        f"{judging / a_token:.1%} of it, all that is not evaluating {a_token - token:.4f} s a token"
    )
    for one in chosen:
        before, begun = model.cost.processed, Sampling(begun=one.kept.begun)
        work = partial(ask, model, one, begun, one.first_tokens, one.judge)
        took, busy = busy_seconds(worker, work)
        read = model.cost.processed - before - one.first_tokens
        print(
            f"first alternative: {read} tokens read, {one.first_tokens} written of a passage of "
            f"{one.tokens}: {took:.2f} s ({busy:.2f} busy); budget {BUDGET} s: "
            f"{'met' if took <= BUDGET else 'not met'}"
        )


def spread(all_of_them: Sequence[Passage]) -> list[Passage]:
    """Passages of all usual lengths, the shortest first; the one in the middle is the median."""
    ordered = sorted(all_of_them, key=lambda one: one.first_tokens)
    return [ordered[len(ordered) * (2 * n + 1) // (2 * PASSAGES)] for n in range(PASSAGES)]


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--drafts", type=Path, required=True)
    parser.add_argument("--model", type=Path, help="a GGUF file; by default one is made")
    parser.add_argument("--gpu-layers", type=int, default=0, help="-1: all")
    parser.add_argument("--threads", type=int)
    args = parser.parse_args()
    texts = drafts(args.drafts)
    with Index.open(args.index) as index, tempfile.TemporaryDirectory() as folder:
        path = args.model
        if path is None:
            path = Path(folder) / "made.gguf"
            write_model(path, texts, QWEN3_4B)
        started = time.perf_counter()
        source = LlamaSource(str(path), args.gpu_layers, args.threads, 4096, never)
        print(f"loading: {time.perf_counter() - started:.1f} s")
        found = [
            passage
            for text in texts[:8]
            for passage in passages(
                Task.of(text, Markup.PLAIN, Reading(), Question(max_terms=1)),
                index,
                lambda part: len(source.tokens(part)),
            )
        ]
        chosen = spread(found)
        token = parts(source, chosen[PASSAGES // 2])
        source.close()
        options = ModelOptions(path, gpu_layers=args.gpu_layers, threads=args.threads)
        model = Model(options)
        process(model, chosen, token)
        model.close()


if __name__ == "__main__":
    main()
