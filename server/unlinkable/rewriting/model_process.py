"""The model as its parent sees it: started on first use, asked for candidates, and kept honest.

Owns the process of `model_worker`: starts it, answers its questions about words, stops it when
cancelled, kills it when it hangs, starts it again after a crash, and lets it go when idle. Every
failure becomes one sentence for people. Knows nothing of indexes and findings.
"""

import contextlib
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import asdict, astuple, dataclass
from typing import IO

from unlinkable.rewriting.drawing import Sampling
from unlinkable.rewriting.frames import Frames, GarbledError
from unlinkable.rewriting.frames import Message as Frame
from unlinkable.rewriting.guided_decoding import Judge, Limits
from unlinkable.rewriting.model_failures import (
    ModelFailedError,
    ModelUnavailableError,
    failure,
)
from unlinkable.rewriting.model_file import ModelFile, inspect, sha256
from unlinkable.rewriting.options import ModelOptions
from unlinkable.rewriting.prompt import Message, Request, asked, fixed_part
from unlinkable.rewriting.stopping import Progress, Report, Stop, StoppedError, unseen
from unlinkable_index.errors import UserError

WORKER = (sys.executable, "-m", "unlinkable.rewriting.model_worker")
_POLL = 0.05  # seconds between two looks at whether someone wants to stop
_FAREWELL = 0.8  # seconds a cancelled model gets to stop by itself


class _EndedError(Exception):
    """The process ended, or sent garbage."""


@dataclass(frozen=True)
class Candidate:
    """What the model wrote, or why it gave up. ``generated`` counts the tokens drawn."""

    text: str | None
    gave_up: str | None
    log_probability: float
    generated: int
    rollbacks: int


@dataclass
class Cost:
    """What the model has done since it was made: tokens written and tokens read (prompt tokens
    that had to be evaluated, and those written), roll-backs, requests."""

    generated: int = 0
    processed: int = 0
    rollbacks: int = 0
    requests: int = 0


class Model:
    """A model file in a process of its own. Safe to use from several threads, one at a time."""

    def __init__(self, options: ModelOptions, command: Sequence[str] = WORKER) -> None:
        self.options = options
        self.cost = Cost()
        self._command = command
        self._file: ModelFile | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._frames: Frames | None = None
        self._replies: queue.Queue[Frame | None] = queue.Queue()
        self._lock = threading.Lock()
        self._idle: threading.Timer | None = None
        self._closed = False
        self._sha256: str | None = None

    @property
    def loaded(self) -> bool:
        """Whether the process is running."""
        return self._process is not None and self._process.poll() is None

    def candidates(
        self,
        request: Request,
        samplings: Sequence[Sampling],
        limits: Limits,
        judge: Judge,
        stop: Stop,
        report: Report = unseen,
    ) -> Generator[Candidate, None, None]:
        """One candidate for each of ``samplings``, each as soon as it is written.

        A crash is reported once and the request repeated; candidates already given are not given
        again. Raises StoppedError, ModelUnavailableError, and ModelFailedError when the second
        try fails too.
        """
        with self._lock:
            self._rest(None)
            given = 0
            try:
                try:
                    for candidate in self._asked(request, samplings, limits, judge, stop, report):
                        given += 1
                        yield candidate
                except _EndedError:
                    report(Progress("The model's process ended unexpectedly; starting it again"))
                    again = samplings[given:]
                    yield from self._asked(request, again, limits, judge, stop, report)
            except _EndedError as ended:
                raise ModelFailedError(
                    f"The model's process ended twice at this passage ({ended}): mask it, or try "
                    "another model"
                ) from None
            except GeneratorExit:
                self._cancel()
                raise
            finally:
                self._rest(self.options.idle_minutes * 60 or None)

    def fingerprint(self) -> dict[str, str | int]:
        """What identifies the model: its name, file, size in bytes and SHA-256 (read once)."""
        if self._sha256 is None:
            self._sha256 = sha256(self.options.path)
        file = inspect(self.options.path)
        name, size = file.name, file.size
        return {"name": name, "file": file.path.name, "size": size, "sha256": self._sha256}

    def unload(self) -> None:
        """Let the model leave memory; the next request loads it again."""
        with self._lock:
            self._rest(None)
            self._kill()

    def close(self) -> None:
        """End the process now, whatever it is doing, for good."""
        self._closed = True
        process = self._process
        if process is not None:
            process.kill()
        with self._lock:
            self._rest(None)
            self._kill()

    def _asked(
        self,
        request: Request,
        samplings: Sequence[Sampling],
        limits: Limits,
        judge: Judge,
        stop: Stop,
        report: Report,
    ) -> Iterator[Candidate]:
        if not samplings:
            return
        self._start(stop, report)
        self._send(
            {
                "kind": "write",
                "fixed": [astuple(message) for message in fixed_part(self.options.reasoning)],
                "asked": astuple(Message("user", asked(request))),
                "samplings": [asdict(sampling) for sampling in samplings],
                "limits": asdict(limits),
            }
        )
        self.cost.requests += 1
        while True:
            reply = self._reply(stop, self.options.patience)
            match reply["kind"]:
                case "judge":
                    fault = judge(str(reply["text"]), bool(reply["ended"]))
                    self._send({"kind": "verdict", "fault": fault})
                case "candidate":
                    yield self._candidate(reply)
                case "done":
                    self.cost.processed += int(reply["processed"])
                    return
                case "failed":
                    raise self._failure(reply)

    def _candidate(self, reply: Frame) -> Candidate:
        self.cost.generated += int(reply["generated"])
        self.cost.rollbacks += int(reply["rollbacks"])
        return Candidate(
            text=reply.get("text"),
            gave_up=reply.get("gave_up"),
            log_probability=float(reply.get("log_probability", 0.0)),
            generated=int(reply["generated"]),
            rollbacks=int(reply["rollbacks"]),
        )

    def _start(self, stop: Stop, report: Report) -> None:
        """Start the process and load the model, unless that was done before."""
        if self._closed:
            raise StoppedError
        if self.loaded:
            return
        self._kill()
        try:
            self._file = inspect(self.options.path)
        except UserError as error:
            raise ModelUnavailableError(str(error)) from None
        report(Progress(f"Loading the model {self.options.path.name}"))
        try:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            raise ModelUnavailableError(
                f"The model's process cannot be started ({error.strerror}): reinstall Unlinkable"
            ) from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._frames = Frames(self._process.stdout, self._process.stdin)
        self._replies = queue.Queue()
        threading.Thread(
            target=_listen, args=(self._frames, self._replies), daemon=True, name="model replies"
        ).start()
        options = self.options
        self._send(
            {
                "kind": "open",
                "path": str(options.path),
                "gpu_layers": options.gpu_layers,
                "threads": options.threads,
                "context_tokens": options.context_tokens,
            }
        )
        try:
            reply = self._reply(stop, options.loading_patience)
        except _EndedError as ended:
            raise ModelUnavailableError(
                f"{options.path}: the model's process ended while loading it ({ended}): fetch the "
                "file again, or use another model"
            ) from None
        if reply["kind"] != "opened":
            raise self._failure(reply)

    def _send(self, message: Frame) -> None:
        assert self._frames is not None
        try:
            self._frames.send(message)
        except OSError:
            raise self._ended() from None

    def _reply(self, stop: Stop, patience: float) -> Frame:
        """The next message that is more than a sign of life."""
        waiting_since = time.monotonic()
        while True:
            if stop():
                self._cancel()
                raise StoppedError
            try:
                reply = self._replies.get(timeout=_POLL)
            except queue.Empty:
                if time.monotonic() - waiting_since > patience:
                    self._kill()
                    raise ModelFailedError(
                        f"The model showed no sign of life for {patience:.0f} seconds and was "
                        "stopped: try again, or use a smaller model"
                    ) from None
                continue
            if reply is None:
                raise self._ended()
            if reply.get("kind") not in ("opened", "judge", "candidate", "done", "failed", "alive"):
                self._kill()
                raise _EndedError("it sent what is no answer")
            if reply["kind"] != "alive":
                return reply
            waiting_since = time.monotonic()

    def _cancel(self) -> None:
        """Have the model stop, by force if it does not in time."""
        until = time.monotonic() + _FAREWELL
        try:
            self._send({"kind": "cancel"})
            while (left := until - time.monotonic()) > 0:
                reply = self._replies.get(timeout=left)
                if reply is None or reply.get("kind") in ("cancelled", "done", "failed"):
                    break
            else:
                self._kill()
        except (_EndedError, queue.Empty):
            self._kill()

    def _ended(self) -> Exception:
        """The process is gone: say how, unless we ended it ourselves."""
        if self._closed:
            return StoppedError()
        process = self._process
        try:
            status = process.wait(timeout=1) if process else None
        except subprocess.TimeoutExpired:
            status = None
        self._kill()
        if status == -9:
            return _EndedError("the system stopped it, most likely because memory ran out")
        return _EndedError("it closed its pipe" if status is None else f"exit status {status}")

    def _failure(self, reply: Frame) -> UserError:
        failed = failure(self.options.path, self._file, reply)
        if isinstance(failed, ModelUnavailableError):
            self._kill()
        return failed

    def _kill(self) -> None:
        process, self._process, self._frames = self._process, None, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                _close(pipe)

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
                self._kill()
            finally:
                self._lock.release()


def _listen(frames: Frames, replies: "queue.Queue[Frame | None]") -> None:
    try:
        while (message := frames.receive()) is not None:
            replies.put(message)
    except (GarbledError, OSError, ValueError):
        pass  # the same as its end: whoever waits is told so
    replies.put(None)


def _close(pipe: IO[bytes]) -> None:
    with contextlib.suppress(OSError):  # the other end is gone, and what was left to send with it
        pipe.close()
