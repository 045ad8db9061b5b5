"""The process of a model that embeds: ``python -m unlinkable.model.process.vectors_worker``.

Requests: ``open`` (path), ``vectors`` (text). Replies: ``opened``; ``done`` (rows, vectors: float32
in the order of this machine, one row a token); ``failed``. Keeps no text, and ends when its parent
does.
"""

import sys
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from unlinkable.model.process.frames import Frames, GarbledError
from unlinkable.model.process.worker import private_pipes


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
                from unlinkable.model.gguf.llama_vectors import LlamaVectors

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
