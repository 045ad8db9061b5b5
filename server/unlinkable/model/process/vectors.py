"""A model that embeds, from both sides of its process: as its parent asks, and as it answers
(`python -m`). Must never know what vectors are compared with; keeps no text."""

import sys
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from unlinkable.model.process.failures import ModelFailedError, ModelUnavailableError
from unlinkable.model.process.worker_process import (
    EndedError,
    Frame,
    Frames,
    GarbledError,
    SilentError,
    WorkerProcess,
    private_pipes,
)
from unlinkable.stopping import Stop, never
from unlinkable_index.child_processes import python

WORKER = python("-m", "unlinkable.model.process.vectors")
_PATIENCE = 60.0  # seconds for one text, and several times that for loading


class TokenVectors:
    """A model file in a process of its own. Close it to end the process."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._worker: WorkerProcess | None = None

    def of(self, text: str, stop: Stop = never) -> NDArray[np.float32]:
        """The vectors of the tokens of a text, one a row; of a long text, of its beginning.

        Raises ModelUnavailableError, ModelFailedError and StoppedError.
        """
        try:
            worker = self._started(stop)
            worker.send({"kind": "vectors", "text": text})
            reply = worker.reply(stop, _PATIENCE)
            rows = int(reply["rows"])
            return np.frombuffer(reply["vectors"], dtype=np.float32).reshape(rows, -1)
        except (EndedError, SilentError):
            self.close()
            raise ModelFailedError(
                f"{self._path}: the process of this model ended or hung: use another model"
            ) from None

    def close(self) -> None:
        """End the process."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.end()

    def _started(self, stop: Stop) -> WorkerProcess:
        if self._worker is not None and self._worker.alive:
            return self._worker
        worker = self._worker = WorkerProcess(WORKER)
        worker.send({"kind": "open", "path": str(self._path.absolute())})
        reply: Frame = worker.reply(stop, 5 * _PATIENCE)
        if reply["kind"] != "opened":
            self.close()
            raise ModelUnavailableError(
                f"{self._path}: llama.cpp cannot make vectors with this model, or is not "
                "installed: use a model that embeds"
            )
        return worker


class TokenEmbedder(Protocol):
    """A model that embeds."""

    def of(self, text: str) -> NDArray[np.float32]:
        """The vectors of the tokens of a text, one a row."""
        ...


def serve(frames: Frames) -> None:
    """Until the parent is gone."""
    model: TokenEmbedder | None = None
    while (message := frames.receive()) is not None:
        if message.get("kind") == "open":
            try:
                from unlinkable.model.gguf.llama import LlamaVectors

                model = LlamaVectors(str(message["path"]))
                frames.send({"kind": "opened"})
            except Exception:  # whatever llama.cpp raises: it cannot be used
                frames.send({"kind": "failed"})
        elif message.get("kind") == "vectors" and model is not None:
            found = model.of(str(message["text"]))
            frames.send({"kind": "done", "rows": len(found), "vectors": found.tobytes()})


def main() -> None:
    """Serve the parent process."""
    try:
        serve(private_pipes())
    except (OSError, GarbledError, KeyboardInterrupt):
        sys.exit(0)


if __name__ == "__main__":
    main()
