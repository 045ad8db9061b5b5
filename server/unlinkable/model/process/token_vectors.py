"""A model that embeds, as its parent sees it: a vector for every token of a text.

Has a process of `vectors_worker`, started when it is first asked. Knows nothing of what the vectors
are compared with.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from unlinkable.model.process.failures import ModelFailedError, ModelUnavailableError
from unlinkable.model.process.frames import Frame
from unlinkable.model.process.worker_process import EndedError, SilentError, WorkerProcess
from unlinkable.stopping import Stop, never
from unlinkable_index.child_processes import python

WORKER = python("-m", "unlinkable.model.process.vectors_worker")
_PATIENCE = 60.0  # seconds for one text, and several times that for loading


class TokenVectors:
    """A model file in a process of its own. Close it to end the process."""

    def __init__(self, path: Path, command: Sequence[str] = WORKER) -> None:
        self._path = path
        self._command = command
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
        worker = self._worker = WorkerProcess(self._command)
        worker.send({"kind": "open", "path": str(self._path.absolute())})
        reply: Frame = worker.reply(stop, 5 * _PATIENCE)
        if reply["kind"] != "opened":
            self.close()
            raise ModelUnavailableError(
                f"{self._path}: llama.cpp cannot make vectors with this model, or is not "
                "installed: use a model that embeds"
            )
        return worker
