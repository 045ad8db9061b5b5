"""The model as its parent sees it: started on first use, asked for candidates, and kept honest.

Has a process of `worker`: answers its questions about words, starts it again after a crash,
and lets it go when idle. Every failure becomes one sentence for people. Knows nothing of indexes
and findings.
"""

import contextlib
import threading
from collections.abc import Generator, Iterator, Sequence
from dataclasses import asdict, astuple, dataclass, replace

from unlinkable.model.author import AUTOMATIC, Candidate, ModelOptions, Writing
from unlinkable.model.decoding.infilling import Blank, Infill, Infilled
from unlinkable.model.decoding.weighing import Weighed
from unlinkable.model.decoding.written_text import Judge
from unlinkable.model.gguf.model_file import (
    Fingerprint,
    ModelFile,
    demand_suitable,
    inspect,
    sha256,
)
from unlinkable.model.process.failures import ModelFailedError, ModelUnavailableError, failure
from unlinkable.model.process.worker_process import EndedError, Frame, SilentError, WorkerProcess
from unlinkable.model.prompt import Message, Prompt, Request, asked, comparisons, fixed_part
from unlinkable.model.span_prompt import Place, blank_prompt, differing, span_prompt
from unlinkable.stopping import OnProgress, Progress, Stop, StoppedError, unseen
from unlinkable_index.child_processes import python
from unlinkable_index.errors import UserError

_SCALE = 5.0  # times as long as any silence so far, loading included, is still patience
WORKER = python("-m", "unlinkable.model.process.worker")


@dataclass
class Cost:
    """What the model has done since it was made: tokens written and tokens read (prompt tokens
    that had to be evaluated, and those written), roll-backs, requests."""

    generated: int = 0
    processed: int = 0
    rollbacks: int = 0
    requests: int = 0


class _CardFullError(Exception):
    """The model did not fit on the graphics card, and now starts without it."""


class Model:
    """A model file in a process of its own. Safe to use from several threads, one at a time."""

    def __init__(self, options: ModelOptions, command: Sequence[str] = WORKER) -> None:
        self.options = options
        self.cost = Cost()
        self._command = command
        self._gpu_layers = options.gpu_layers
        self._file: ModelFile | None = None
        self._worker: WorkerProcess | None = None
        self._lock = threading.Lock()
        self._idle: threading.Timer | None = None
        self._closed = False
        self._silence = 0.0  # seconds of the longest one so far, loading included
        self._fingerprint: Fingerprint | None = None

    @property
    def loaded(self) -> bool:
        """Whether the process is running."""
        return self._worker is not None and self._worker.alive

    def candidates(
        self, writing: Writing, stop: Stop, report: OnProgress = unseen
    ) -> Generator[Candidate, None, None]:
        """One candidate for each sampling, each as soon as it is written.

        A crash is reported once and the request repeated, as is a graphics card without room for
        the model, which then stays with the processor; candidates already given are not given
        again. Raises StoppedError, ModelUnavailableError, and ModelFailedError when the second
        try fails too.
        """
        given = 0
        with self._turn():
            try:
                for candidate in self._asked(writing, stop, report):
                    given += 1
                    yield candidate
            except (EndedError, _CardFullError) as reason:
                report(Progress(_starting_again(reason)))
                yield from self._asked(_from(writing, given), stop, report)

    def infilled(
        self, prompt: Prompt, gap: Blank, judge: Judge, stop: Stop, report: OnProgress = unseen
    ) -> Infilled:
        """Texts for a gap in the answer to a prompt. Raises as `candidates` does."""
        reply = self._answered(prompt, {"kind": "infill", "gap": asdict(gap)}, judge, stop, report)
        return Infilled(
            texts=tuple(Infill(str(text), *map(float, scores)) for text, *scores in reply["texts"]),
            original=float(reply["original"]),
            generated=int(reply["generated"]),
            rollbacks=int(reply["rollbacks"]),
        )

    def weighed(
        self,
        passage: str,
        place: Place,
        texts: Sequence[tuple[str, float]],
        stop: Stop,
        report: OnProgress = unseen,
    ) -> tuple[float, ...]:
        """How much likelier the model holds each of some texts at a place of a passage where the
        words that stand there are shown than where they are not, and the other way round: the lower
        of both (pointwise mutual information, in nats). Up to the first text that has as much as
        is asked of it; of others as much as speaks against them. Raises as `candidates` does."""
        start, end = place
        before, there, after = passage[:start], passage[start:end], passage[end:]
        request = {
            "kind": "weigh",
            "blank": astuple(blank_prompt(passage, place).asked),
            "before": before,
            "texts": [
                asdict(Weighed(*differing(before, there, text), astuple(shown.asked), least))
                for text, least in texts
                for shown in [_shown(before, text, after)]
            ],
        }
        prompt = _shown(before, there, after)
        reply = self._answered(prompt, request, _no_fault, stop, report)
        return tuple(map(float, reply["nats"]))

    def _answered(
        self, prompt: Prompt, request: Frame, judge: Judge, stop: Stop, report: OnProgress
    ) -> Frame:
        """The answer to a request, which is repeated once after a crash."""
        with self._turn():
            try:
                worker = self._put(prompt, request, stop, report)
                return next(self._replies(worker, judge, stop))
            except (EndedError, _CardFullError) as reason:
                report(Progress(_starting_again(reason)))
                worker = self._put(prompt, request, stop, report)
                return next(self._replies(worker, judge, stop))

    @contextlib.contextmanager
    def _turn(self) -> Iterator[None]:
        """The model for one request, of one thread at a time; it rests before and after."""
        with self._lock:
            self._rest(None)
            try:
                yield
            except EndedError as ended:
                raise _ended_twice(ended) from None
            except (ModelFailedError, ModelUnavailableError):
                raise  # the model has said so itself, or is gone
            except BaseException:  # whoever asks has enough, was told to stop, or went wrong
                self._cancel()
                raise
            finally:
                self._rest(self.options.idle_minutes * 60 or None)

    def _put(self, prompt: Prompt, request: Frame, stop: Stop, report: OnProgress) -> WorkerProcess:
        """The process, once a request was put to it."""
        worker = self._started(stop, report)
        fixed = [astuple(message) for message in prompt.fixed]
        worker.send({**request, "fixed": fixed, "asked": astuple(prompt.asked)})
        self.cost.requests += 1
        return worker

    def _replies(self, worker: WorkerProcess, judge: Judge, stop: Stop) -> Iterator[Frame]:
        """What the process says to a request, but for its questions about words, which are
        answered."""
        while True:
            reply = self._reply(worker, stop, self.options.patience)
            match reply["kind"]:
                case "judge":
                    fault = judge(str(reply["text"]), bool(reply["ended"]))
                    worker.send({"kind": "verdict", "fault": fault})
                case "failed":
                    raise self._failure(reply)
                case _:
                    self._count(reply)
                    yield reply

    def fingerprint(self) -> Fingerprint:
        """What identifies the model. Its file is read through once."""
        if self._fingerprint is None:
            file = inspect(self.options.path)
            digest = sha256(self.options.path)
            self._fingerprint = Fingerprint(file.name, file.path.name, file.size, digest)
        return self._fingerprint

    def close(self) -> None:
        """End the process now, whatever it is doing, for good."""
        self._closed = True
        worker = self._worker
        if worker is not None:
            worker.dismiss()
        with self._lock:
            self._rest(None)
            self._end()

    def _asked(self, writing: Writing, stop: Stop, report: OnProgress) -> Iterator[Candidate]:
        if not writing.samplings:
            return
        passage = None if isinstance(writing.request, Prompt) else writing.request
        prompt = self._prompt(writing.request)
        request = {
            "kind": "write",
            "samplings": [asdict(sampling) for sampling in writing.samplings],
            "limits": asdict(writing.limits),
        }
        worker = self._put(prompt, request, stop, report)
        given = 0
        for reply in self._replies(worker, writing.judge, stop):
            match reply["kind"]:
                case "candidate":
                    candidate = _candidate(reply)
                    compared = candidate.text is not None and writing.to_compare(candidate.text)
                    if passage is not None and compared:
                        candidate = self._compared(worker, passage, candidate, stop)
                    yield candidate
                    given += 1
                    worker.send({"kind": "next", "asked": _told(writing, given)})
                case "done":
                    return

    def _prompt(self, request: Request | Prompt) -> Prompt:
        """All that the model is told."""
        if isinstance(request, Prompt):
            return request
        return Prompt(fixed_part(self.options.reasoning), Message("user", asked(request)))

    def _compared(
        self, worker: WorkerProcess, request: Request, candidate: Candidate, stop: Stop
    ) -> Candidate:
        """The candidate, with what the model says of it."""
        questions = comparisons(request.passage, candidate.text or "")
        worker.send({"kind": "compare", "asked": [astuple(question) for question in questions]})
        reply = self._reply(worker, stop, self.options.patience)
        if reply["kind"] != "compared":
            raise self._failure(reply)
        return replace(candidate, agreement=float(reply["agreement"]))

    def _started(self, stop: Stop, report: OnProgress) -> WorkerProcess:
        """The process with the model in it, loaded unless that was done before."""
        if self._closed:
            raise StoppedError
        if self._worker is not None and self._worker.alive:
            return self._worker
        self._end()
        options = self.options
        try:
            self._file = demand_suitable(options.path)
        except UserError as error:
            raise ModelUnavailableError(str(error)) from None
        report(Progress(f"Loading the model {options.path.name}"))
        try:
            worker = self._worker = WorkerProcess(self._command)
        except OSError as error:
            raise ModelUnavailableError(
                f"The model's process cannot be started ({error.strerror}): reinstall Unlinkable"
            ) from error
        try:
            worker.send(
                {
                    "kind": "open",
                    "path": str(options.path.absolute()),
                    "gpu_layers": self._gpu_layers,
                    "threads": options.threads,
                    "context_tokens": options.context_tokens,
                }
            )
            reply = self._reply(worker, stop, options.loading_patience)
        except EndedError as ended:
            raise ModelUnavailableError(
                f"{options.path}: the model's process ended while loading it ({ended}): fetch the "
                "file again, use another model, or leave the graphics card alone "
                "(model.gpu_layers = 0)"
            ) from None
        if reply["kind"] != "opened":
            raise self._failure(reply)
        return worker

    def _reply(self, worker: WorkerProcess, stop: Stop, patience: float) -> Frame:
        """What the process says next. Where it was silent for long before, as on a slow machine, it
        is waited for longer: slow is no failure."""
        patience = max(patience, _SCALE * self._silence)
        try:
            reply = worker.reply(stop, patience)
            self._silence = max(self._silence, worker.silence)
            return reply
        except SilentError:
            raise ModelFailedError(
                f"The model showed no sign of life for {patience:.0f} seconds and was stopped: try "
                "again, use a smaller model, or raise model.patience"
            ) from None

    def _cancel(self) -> None:
        """Have the model stop what it is doing."""
        if self._worker is not None and self._worker.alive:
            for reply in self._worker.cancel():
                self._count(reply)

    def _count(self, reply: Frame) -> None:
        """Add to the cost what a reply says of it."""
        self.cost.generated += int(reply.get("generated", 0))
        self.cost.rollbacks += int(reply.get("rollbacks", 0))
        self.cost.processed += int(reply.get("processed", 0))

    def _failure(self, reply: Frame) -> UserError | _CardFullError:
        if reply.get("why") == "card" and self._gpu_layers == AUTOMATIC:
            self._gpu_layers = 0
            self._end()
            return _CardFullError()
        failed = failure(self.options.path, self._file, reply)
        if isinstance(failed, ModelUnavailableError):
            self._end()
        return failed

    def _end(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.end()

    def _rest(self, seconds: float | None) -> None:
        """Unload after so many seconds without work; None: do not."""
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None
        if seconds is not None:
            self._idle = threading.Timer(seconds, self._unload_if_idle)
            self._idle.daemon = True
            self._idle.start()

    def _unload_if_idle(self) -> None:
        if self._lock.acquire(blocking=False):
            try:
                self._end()
            finally:
                self._lock.release()


def _shown(before: str, words: str, after: str) -> Prompt:
    """What asks for other words in place of some."""
    place = len(before), len(before) + len(words)
    return span_prompt(before + words + after, [place])


def _no_fault(text: str, ended: bool) -> None:
    """A judge who lets everything stand."""


def _ended_twice(ended: EndedError) -> ModelFailedError:
    return ModelFailedError(
        f"The model's process ended twice at this passage ({ended}): mask it, or try another model"
    )


def _starting_again(reason: EndedError | _CardFullError) -> str:
    if isinstance(reason, _CardFullError):
        return "The graphics card has no room for the model; starting it on the processor"
    return "The model's process ended unexpectedly; starting it again"


def _from(writing: Writing, number: int) -> Writing:
    """What is left to be written from the candidate of this number on."""
    request = writing.told(number) if number else None
    return replace(
        writing,
        request=request or writing.request,
        samplings=writing.samplings[number:],
        told=lambda later: writing.told(number + later),
    )


def _told(writing: Writing, number: int) -> tuple[str, str] | None:
    """The message that asks for the candidate of this number, where it is another than before."""
    if number == len(writing.samplings) or (request := writing.told(number)) is None:
        return None
    return ("user", asked(request))


def _candidate(reply: Frame) -> Candidate:
    return Candidate(
        text=reply.get("text"),
        gave_up=reply.get("gave_up"),
        log_probability=float(reply.get("log_probability", 0.0)),
        generated=int(reply["generated"]),
        rollbacks=int(reply["rollbacks"]),
        tokens=tuple((int(place), float(one)) for place, one in reply.get("sampled", ())),
    )
