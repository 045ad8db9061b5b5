"""What can be chosen about the model: plain values, filled in by settings, flags or tests.

Knows nothing of where a value comes from, and nothing of llama.cpp.
"""

from dataclasses import dataclass
from pathlib import Path

AUTOMATIC = -1


@dataclass(frozen=True)
class ModelOptions:
    """A model file and how to run it.

    - ``gpu_layers``: layers to place on a graphics card; AUTOMATIC (-1) is all of them, or none
      where they do not fit;
    - ``threads``: processor threads; None is one a physical core;
    - ``idle_minutes``: after so long without work the model leaves memory; 0 keeps it;
    - ``context_tokens``: tokens the model may hold at once; less is taken where the task needs
      less;
    - ``alternatives``: how many are wanted;
    - ``reasoning``: let the model note what to change before it writes, where its first text,
      written at once, is refused or more are wanted;
    - ``seed``: the same seed, model, index and draft give the same text;
    - ``patience``: seconds without any sign of life after which the model's process is killed, more
      where it was silent for long before and went on;
    - ``loading_patience``: the same while it loads.
    """

    path: Path
    gpu_layers: int = AUTOMATIC
    threads: int | None = None
    idle_minutes: float = 10.0
    context_tokens: int = 8192
    alternatives: int = 3
    reasoning: bool = True
    seed: int = 0
    patience: float = 60.0
    loading_patience: float = 300.0
