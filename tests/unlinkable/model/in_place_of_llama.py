"""Puts a source of tokens in the place of llama.cpp's, in a process that serves a model."""

import importlib.machinery
import sys
import types


def put_in_place_of_llama(source: type, *, cards: bool) -> None:
    """Until the process ends, ``source`` is the `LlamaSource`, and llama.cpp is not asked for;
    ``cards``: whether it would use a graphics card."""
    for name in ("llama_cpp", "unlinkable.model.gguf.llama"):
        module = types.ModuleType(name)
        module.__spec__ = importlib.machinery.ModuleSpec(name, None)
        module.LlamaSource = source  # type: ignore[attr-defined]
        module.uses_cards = lambda: cards  # type: ignore[attr-defined]
        sys.modules[name] = module
