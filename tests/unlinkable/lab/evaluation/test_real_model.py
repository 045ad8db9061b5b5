"""The published table with a real language model, on one draft: every column is filled.

The model is no part of the project, and is not fetched: whoever has one names its file in
$UNLINKABLE_SMALL_MODEL. Any instruction-tuned GGUF will do; it is tried with SmolLM2-135M-Instruct
(Apache-2.0, 94 MB), which can hardly follow a task, and must do no harm.
"""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.unlinkable.lab.evaluation.conftest import Done
from tests.unlinkable.lab.evaluation.tiny_bert import write_tiny_bert
from tests.unlinkable.model.conftest import demand_llama
from unlinkable.lab.evaluation.table import SHOWN

MODEL_VARIABLE = "UNLINKABLE_SMALL_MODEL"
METHODS = ("mask", "words", "model", "no-spans", "loop-1", "loop-3")

# Minutes: a real model writes the draft some ten times.
pytestmark = pytest.mark.slow


@pytest.fixture
def model() -> Path:
    """The file of the model."""
    named = os.environ.get(MODEL_VARIABLE)
    if not named:
        pytest.skip(f"no language model: set {MODEL_VARIABLE} to a small GGUF file")
    demand_llama()
    return Path(named)


def test_every_column_is_filled_and_a_second_run_goes_on(
    evaluate: Callable[..., Done], folder: Path, model: Path
) -> None:
    (folder / "drafts" / "boats.txt").unlink()
    write_tiny_bert(folder / "tiny")
    baselines = [word for name in METHODS for word in ("--baseline", name)]
    asked = (*baselines, "--model", str(model), "--perplexity", str(model), "--similarity", "tiny",
             "--level", "1", "--level", "3x1", "--level", "3x7", "--keep", "kept")  # fmt: skip
    done = evaluate(*asked, "--format", "json")
    assert done.status == 0, done.err
    told = json.loads(done.out)
    assert told["left_out"] == []
    measures = {row["method"]: row["measures"] for row in told["methods"]}
    assert tuple(measures) == ("draft", *METHODS)
    shown = {column.measure for group in SHOWN for column in group.columns}
    models = {name for name in measures["draft"] if name.startswith(("similarity", "perplexity"))}
    assert len(models) == 4  # cut and whole; with masks and between them
    for method in METHODS:
        without_gaps = measures[method]["new gaps"]["part"] == 0
        told_of_gaps = {"masks told"} if without_gaps else set()  # a share of none
        assert (shown | models) - measures[method].keys() == told_of_gaps
    for method in ("mask", "words", "model"):  # whatever the model writes
        assert measures[method]["left (3,1)"]["part"] == 0
        assert measures[method]["clean (3,1)"]["mean"] == 1
    assert measures["loop-1"]["tokens written"]["part"] > 0
    assert evaluate(*asked, "--format", "json").out == done.out
