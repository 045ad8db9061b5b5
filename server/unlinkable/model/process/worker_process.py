"""A process to talk to in messages, and the messages (length, then msgpack): started, listened to,
cancelled, ended by force. Must never know what messages mean, beyond which are answers, signs of
life, and ends of work."""

import contextlib
import os
import queue
import struct
import subprocess
import threading
import time
from collections.abc import Sequence
from typing import IO, Any

import msgpack

from unlinkable.stopping import Stop, StoppedError
from unlinkable_index.child_processes import start_with_pipes

_LENGTH = struct.Struct("<I")
_LONGEST = 16 << 20

Frame = dict[str, Any]


class GarbledError(Exception):
    """The other side sent what is no message."""


class Frames:
    """Sends and receives messages; sending is safe from several threads."""

    def __init__(self, incoming: IO[bytes], outgoing: IO[bytes]) -> None:
        self._incoming = incoming
        self._outgoing = outgoing
        self._sending = threading.Lock()

    def send(self, message: Frame) -> None:
        """Raises OSError when the other side is gone."""
        content = msgpack.packb(message)
        with self._sending:
            self._outgoing.write(_LENGTH.pack(len(content)) + content)
            self._outgoing.flush()

    def receive(self) -> Frame | None:
        """The next message; None when the other side is gone. Raises GarbledError."""
        prefix = self._incoming.read(_LENGTH.size)
        if len(prefix) < _LENGTH.size:
            return None
        (length,) = _LENGTH.unpack(prefix)
        if length > _LONGEST:
            raise GarbledError
        content = self._incoming.read(length)
        if len(content) < length:
            return None
        try:
            message = msgpack.unpackb(content)
        except (ValueError, msgpack.UnpackException, msgpack.ExtraData) as error:
            raise GarbledError from error
        if not isinstance(message, dict):
            raise GarbledError
        return message


def private_pipes() -> Frames:
    """The standard pipes for ourselves; what anybody else prints goes nowhere."""
    incoming, outgoing = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    return Frames(incoming, outgoing)


_ANSWERS = ("opened", "judge", "candidate", "compared", "done", "infilled", "weighed", "failed")
_SIGN_OF_LIFE = "alive"
_OVER = ("cancelled", "done", "infilled", "weighed", "failed")
_POLL = 0.05  # seconds between two looks at whether someone wants to stop
_FAREWELL = 0.8  # seconds a cancelled process gets to stop by itself


class EndedError(Exception):
    """The process ended, or sent garbage; the message says how."""


class SilentError(Exception):
    """The process showed no sign of life for too long."""


class WorkerProcess:
    """A running process. Once a method has raised EndedError or SilentError it is gone.

    ``silence``: for how many seconds at most it has let wait for a sign of life and went on.
    Raises OSError when it cannot be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self.process = start_with_pipes(command)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._pipes = (self.process.stdin, self.process.stdout)
        self._frames = Frames(self.process.stdout, self.process.stdin)
        self._replies: queue.Queue[Frame | None] = queue.Queue()
        self._dismissed = False
        self.silence = 0.0
        threading.Thread(target=self._listen, daemon=True, name="model replies").start()

    @property
    def alive(self) -> bool:
        """Whether it is running."""
        return self.process.poll() is None

    def send(self, message: Frame) -> None:
        """Raises EndedError, and StoppedError when it was dismissed."""
        try:
            self._frames.send(message)
        except OSError:
            raise self._ended() from None

    def reply(self, stop: Stop, patience: float) -> Frame:
        """The next message that is more than a sign of life, which must come every ``patience``
        seconds. Raises EndedError, SilentError, and StoppedError when it was dismissed or ``stop``
        says so; in that case `cancel` it."""
        waiting_since = time.monotonic()
        while True:
            if stop():
                raise StoppedError
            try:
                reply = self._replies.get(timeout=_POLL)
            except queue.Empty:
                if time.monotonic() - waiting_since > patience:
                    self.end()
                    raise SilentError from None
                continue
            if reply is None:
                raise self._ended()
            now = time.monotonic()
            self.silence, waiting_since = max(self.silence, now - waiting_since), now
            if reply.get("kind") in _ANSWERS:
                return reply
            if reply.get("kind") != _SIGN_OF_LIFE:
                self.end()
                raise EndedError("it sent what is no answer")

    def cancel(self) -> list[Frame]:
        """Have it stop its work, by force if it does not in time; gives what it still said."""
        said: list[Frame] = []
        until = time.monotonic() + _FAREWELL
        try:
            self._frames.send({"kind": "cancel"})
            while (
                reply := self._replies.get(timeout=max(0, until - time.monotonic()))
            ) is not None:
                said.append(reply)
                if reply.get("kind") in _OVER:
                    break
        except (OSError, queue.Empty):
            self.end()
        return said

    def dismiss(self) -> None:
        """End it from another thread: whoever waits for it gets a StoppedError."""
        self._dismissed = True
        self.process.kill()

    def end(self) -> None:
        """End it now, whatever it is doing."""
        self.process.kill()
        self.process.wait()
        for pipe in self._pipes:
            with contextlib.suppress(OSError):  # the other end is gone, and what was still to send
                pipe.close()

    def _ended(self) -> Exception:
        """It is gone: say how, unless it was dismissed."""
        if self._dismissed:
            return StoppedError()
        try:
            status = self.process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            status = None
        self.end()
        if status == -9:
            return EndedError("the system stopped it, most likely because memory ran out")
        return EndedError("it closed its pipe" if status is None else f"exit status {status}")

    def _listen(self) -> None:
        try:
            while (message := self._frames.receive()) is not None:
                self._replies.put(message)
        except (GarbledError, OSError, ValueError):
            pass  # the same as its end: whoever waits is told so
        self._replies.put(None)
