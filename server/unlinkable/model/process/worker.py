"""The process of the model: loads it, writes candidates, and asks its parent about every word.

Started by `process` as ``python -m unlinkable.model.process.worker``. Messages come and go
over the standard pipes; whatever llama.cpp prints goes nowhere. Keeps no text once a request is
answered, and ends when its parent does.

Requests: ``open`` (path, gpu_layers, threads, context_tokens), ``write`` (fixed, asked,
samplings, limits), ``verdict`` (fault), ``compare`` (asked), ``next`` behind each candidate (asked:
what is asked from now on, if it is something else), ``infill`` (fixed, asked, gap), ``weigh``
(fixed, asked, blank, before, texts), ``cancel``. Replies: ``opened``, ``judge`` (text,
ended), ``candidate``, ``compared`` (agreement), ``done``, ``infilled`` (texts, original),
``weighed`` (nats), ``cancelled``, ``alive``, ``failed`` (why, said).
"""

import os
import queue
import sys
import threading
import time
from dataclasses import astuple
from typing import TYPE_CHECKING

from unlinkable.model.decoding.guided_decoding import GaveUpError, GuidedDecoding, Limits
from unlinkable.model.decoding.infilling import Blank, GapFilling
from unlinkable.model.decoding.tokens import (
    CLOSE,
    FROM_PLAN_TO_TEXT,
    OPEN_PLAN,
    OPEN_STRING,
    OPEN_TEXT,
    Sampling,
    inside,
)
from unlinkable.model.decoding.weighing import Weighed, agreement, weighed
from unlinkable.model.decoding.written_text import Fault, ForbiddenWords
from unlinkable.model.gguf.chat_template import BadTemplateError
from unlinkable.model.process.worker_process import Frame, Frames, GarbledError, private_pipes
from unlinkable.model.prompt import Message
from unlinkable.stopping import StoppedError

if TYPE_CHECKING:
    from unlinkable.model.gguf.llama import LlamaSource

_PLAN_TOKENS = 96
_QUESTION_TOKENS = 128  # what is asked of a text, without the texts
_FIRST_CONTEXT = 2048
_SIGNS = 0.25  # seconds between two signs of life


class _FailedError(Exception):
    """Something went wrong, of which the parent has been told."""


class Worker:
    """Answers one request after another."""

    def __init__(self, frames: Frames) -> None:
        self._frames = frames
        self._requests: queue.SimpleQueue[Frame] = queue.SimpleQueue()
        self._cancelled = threading.Event()
        self._source: LlamaSource | None = None
        self._opening: Frame = {}
        self._signed = 0.0

    def serve(self) -> None:
        """Until the parent is gone."""
        threading.Thread(target=self._listen, daemon=True).start()
        while True:
            request = self._requests.get()
            self._cancelled.clear()
            if self._source is not None:
                self._source.tokens_processed = 0
            try:
                self._answer(request)
            except StoppedError:
                self._frames.send({"kind": "cancelled", "processed": self._processed()})
            except MemoryError:
                self._fail("memory", "")

    def _processed(self) -> int:
        """Tokens that the model has read for this request."""
        return 0 if self._source is None else self._source.tokens_processed

    def _listen(self) -> None:
        try:
            while (message := self._frames.receive()) is not None:
                if message.get("kind") == "cancel":
                    self._cancelled.set()
                else:
                    self._requests.put(message)
        except GarbledError:
            os._exit(3)
        os._exit(0)  # the parent is gone

    def _answer(self, request: Frame) -> None:
        match request.get("kind"):
            case "open":
                self._opening = request
                source = self._open(_FIRST_CONTEXT)
                if source is not None:
                    self._frames.send({"kind": "opened", "name": source.name})
            case "write":
                self._write(request)
            case "infill":
                self._infill(request)
            case "weigh":
                self._weigh(request)

    def _open(self, context_tokens: int) -> "LlamaSource | None":
        """Load the model; None when that failed, which the parent is then told."""
        opening = self._opening
        self._source = None
        try:
            from unlinkable.model.gguf.llama import LlamaSource, uses_cards
        except (ImportError, RuntimeError, OSError):  # RuntimeError: a build that does not fit here
            self._fail("extra", "")
            return None
        try:
            self._source = LlamaSource(
                opening["path"],
                opening["gpu_layers"],
                opening["threads"],
                min(context_tokens, opening["context_tokens"]),
                self._moving,
            )
        except BadTemplateError:
            self._fail("template", "")
        except (ValueError, RuntimeError, OSError, AssertionError) as error:
            on_card = opening["gpu_layers"] != 0 and uses_cards()
            self._fail("card" if on_card else "load", type(error).__name__)
        return self._source

    def _write(self, request: Frame) -> None:
        limits = Limits(**request["limits"])
        room = 2 * limits.tokens + _PLAN_TOKENS + _QUESTION_TOKENS
        source = self._asked(request, "", room)
        if source is None:
            return
        fixed = [Message(*message) for message in request["fixed"]]
        asked, opened, start = source.length, None, 0
        nowhere: list[ForbiddenWords] = []  # what one candidate learns the next one knows
        for sampling in (Sampling(**sampling) for sampling in request["samplings"]):
            if sampling.planned != opened:
                source.rewind(asked)
                if sampling.planned:
                    self._plan(source)
                else:
                    source.feed(source.tokens(OPEN_TEXT))
                start, opened = source.length, sampling.planned
            source.rewind(start)
            told = self._candidate(source, sampling, limits, nowhere)
            if told is not None:
                begin, rest = source.conversation(fixed, told)
                if len(begin) + len(rest) + room <= source.context_tokens:
                    source.begin(begin, rest, self._alive)
                    asked, opened = source.length, None
        self._frames.send({"kind": "done", "processed": self._processed()})

    def _infill(self, request: Frame) -> None:
        """Fill a gap in the answer to a prompt."""
        gap = Blank(**request["gap"])
        begun = OPEN_STRING + inside(gap.before.rstrip())
        source = self._asked(request, begun, gap.room)
        if source is None:
            return
        infilled = GapFilling(source, gap, self._judge, self._cancelled.is_set).filled()
        self._frames.send(
            {
                "kind": "infilled",
                "texts": [astuple(text) for text in infilled.texts],
                "original": infilled.original,
                "generated": infilled.generated,
                "rollbacks": infilled.rollbacks,
                "processed": self._processed(),
            }
        )

    def _weigh(self, request: Frame) -> None:
        """Say how much speaks for texts at a place."""
        before, texts = request["before"], [Weighed(**text) for text in request["texts"]]
        longest = max(len(f"{one.ahead}{one.there}{one.instead}".encode()) for one in texts)

        def read(asked: object) -> "LlamaSource":
            begun = OPEN_STRING + inside(before.rstrip())
            source = self._asked({**request, "asked": asked}, begun, longest)
            if source is None:
                raise _FailedError
            return source

        try:
            nats = list(weighed(read, request["asked"], request["blank"], texts))
        except _FailedError:
            return
        self._frames.send({"kind": "weighed", "nats": nats, "processed": self._processed()})

    def _asked(self, request: Frame, begun: str, more: int) -> "LlamaSource | None":
        """The source with a prompt and how the answer begins, and room for ``more`` tokens; None
        where that cannot be had, which the parent is then told."""
        source = self._source
        if source is None:
            self._fail("load", "")
            return None
        fixed = [Message(*message) for message in request["fixed"]]
        try:
            begin, rest = source.conversation(fixed, Message(*request["asked"]))
        except BadTemplateError:
            self._fail("template", "")
            return None
        rest += source.tokens(begun)
        needed = len(begin) + len(rest) + more
        if needed > source.context_tokens:
            if needed > self._opening["context_tokens"]:
                self._fail("long", str(needed))
                return None
            source = self._larger(needed)
            if source is not None:
                source.conversation(fixed, Message(*request["asked"]))  # what a follow-up is behind
        if source is not None:
            source.begin(begin, rest, self._alive)
        return source

    def _larger(self, needed: int) -> "LlamaSource | None":
        """A context that holds so many tokens, in steps of powers of two."""
        if self._source is not None:
            self._source.close()
        size = _FIRST_CONTEXT
        while size < needed:
            size *= 2
        return self._open(size)

    def _plan(self, source: "LlamaSource") -> None:
        source.feed(source.tokens(OPEN_PLAN))
        limits = Limits(tokens=_PLAN_TOKENS)
        GuidedDecoding(source, None, Sampling(), limits).write_freely(self._cancelled.is_set)
        source.feed(source.tokens(FROM_PLAN_TO_TEXT))

    def _candidate(
        self,
        source: "LlamaSource",
        sampling: Sampling,
        limits: Limits,
        nowhere: list[ForbiddenWords],
    ) -> Message | None:
        """Write one candidate. Returns what is asked from now on, None: the same as before."""
        start = source.length
        source.feed(source.tokens(inside(sampling.begun)))
        decoding = GuidedDecoding(source, self._judge, sampling, limits, nowhere)
        try:
            written = decoding.write(self._cancelled.is_set)
        except GaveUpError as gave_up:
            self._frames.send(
                {
                    "kind": "candidate",
                    "gave_up": str(gave_up),
                    "generated": gave_up.generated,
                    "rollbacks": gave_up.rollbacks,
                }
            )
            return self._told(self._next())
        self._frames.send(
            {
                "kind": "candidate",
                "text": written.text,
                "log_probability": written.log_probability,
                "generated": written.generated,
                "rollbacks": written.rollbacks,
                "sampled": written.sampled,
            }
        )
        reply = self._next()
        if reply["kind"] == "compare":
            source.rewind(start)
            source.feed(source.tokens(inside(written.text) + CLOSE))
            asked = [Message(*message) for message in reply["asked"]]
            said = agreement(source, asked, self._cancelled.is_set)
            self._frames.send({"kind": "compared", "agreement": said})
            reply = self._next()
        return self._told(reply)

    def _told(self, reply: Frame) -> Message | None:
        asked = reply["asked"]
        return None if asked is None else Message(*asked)

    def _judge(self, text: str, ended: bool) -> Fault | None:
        self._frames.send({"kind": "judge", "text": text, "ended": ended})
        fault = self._next()["fault"]
        return None if fault is None else Fault(*fault)

    def _next(self) -> Frame:
        """What the parent says next. Raises StoppedError."""
        while not self._cancelled.is_set():
            try:
                return self._requests.get(timeout=0.1)
            except queue.Empty:
                continue
        raise StoppedError

    def _moving(self) -> bool:
        """Whether to stop. Asked at every step of a computation, which says that it goes on."""
        now = time.monotonic()
        if now - self._signed >= _SIGNS:
            self._signed = now
            self._alive()
        return self._cancelled.is_set()

    def _alive(self) -> None:
        self._frames.send({"kind": "alive"})

    def _fail(self, why: str, said: str) -> None:
        self._frames.send({"kind": "failed", "why": why, "said": said})


def main() -> None:
    """Serve the parent process."""
    frames = private_pipes()
    try:
        Worker(frames).serve()
    except (OSError, KeyboardInterrupt):
        sys.exit(0)


if __name__ == "__main__":
    main()
