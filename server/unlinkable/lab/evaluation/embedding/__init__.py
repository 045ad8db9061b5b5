"""Models that turn a text into a vector, for measuring only: a folder of safetensors, or a GGUF
file. Knows texts; no drafts."""

from unlinkable.lab.evaluation.embedding.embedder import Embedder, open_embedder

__all__ = ["Embedder", "open_embedder"]
