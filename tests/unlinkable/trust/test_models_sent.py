"""A model file that someone sent is read or refused, whatever its header and its template are."""

import struct
from pathlib import Path

import pytest

from tests.unlinkable.model.conftest import demand_llama
from tests.unlinkable.model.model_headers import (
    ARRAY,
    BOOL,
    FLOAT,
    STRING,
    UINT,
    entry,
    header,
    text,
)
from unlinkable.model.gguf.model_file import inspect
from unlinkable_index.errors import UserError

ARCHITECTURE = entry("general.architecture", STRING, text("qwen3"))
WRONG = {
    "a list for the architecture": header(
        entry("general.architecture", ARRAY, struct.pack("<IQ", STRING, 1) + text("qwen3"))
    ),
    "a number for the name": header(entry("general.name", UINT, struct.pack("<I", 3))),
    "words for the context": header(
        ARCHITECTURE, entry("qwen3.context_length", STRING, text("many"))
    ),
    "a list for the context": header(
        ARCHITECTURE, entry("qwen3.context_length", ARRAY, struct.pack("<IQ", UINT, 0))
    ),
    "no number for the context": header(
        ARCHITECTURE, entry("qwen3.context_length", FLOAT, struct.pack("<f", float("nan")))
    ),
    "infinity for the context": header(
        ARCHITECTURE, entry("qwen3.context_length", FLOAT, struct.pack("<f", float("inf")))
    ),
    "a truth for the template": header(entry("tokenizer.chat_template", BOOL, b"\1")),
    "lists in lists": header(
        text("x") + struct.pack("<I", ARRAY) + struct.pack("<IQ", ARRAY, 1) * 5000
    ),
    "many dimensions": header(tensors=text("t") + struct.pack("<I", 2**32 - 1), count=1),
    "a far tensor": header(tensors=text("t") + struct.pack("<IQIQ", 1, 1, 0, 2**63), count=1),
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_header_of_wrong_types_is_a_damaged_file(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(WRONG[kind] + bytes(64))
    with pytest.raises(UserError, match="damaged or incomplete"):
        inspect(path)


TEMPLATES = {
    "doubles a string": "{% set n = namespace(s='x') %}{% for i in range(60) %}"
    "{% set n.s = n.s ~ n.s %}{% endfor %}{{ n.s }}",
    "loops": "{% for a in range(99999) %}{% for b in range(99999) %}{% for c in range(99999) %}"
    "{% endfor %}{% endfor %}{% endfor %}",
    "multiplies while it is read": "{{ 'x' * 10 ** 11 }}",
    "multiplies": "{{ messages[0].role * 10 ** 11 }}",
    "pads": "{{ '%99999999999s' % messages[0].role }}",
    "is long": "x" * 300_000,
    "becomes long": "{{ 'x' * 300000 }}",
}


def model_with(template: str, folder: Path) -> Path:
    """A tiny model with this chat template."""
    from tests.unlinkable.model import tiny_model

    path = folder / "tiny.gguf"
    real = tiny_model.TEMPLATE
    try:
        tiny_model.TEMPLATE = template
        tiny_model.write_tiny_model(path)
    finally:
        tiny_model.TEMPLATE = real
    return path


@pytest.mark.parametrize("kind", TEMPLATES)
def test_a_chat_template_that_eats_time_or_memory_is_refused(kind: str, tmp_path: Path) -> None:
    demand_llama()
    from tests.unlinkable.model.test_process import ask
    from unlinkable.model.author import ModelOptions
    from unlinkable.model.process.process import Model

    path = model_with(TEMPLATES[kind], tmp_path)
    model = Model(ModelOptions(path, threads=1, gpu_layers=0, context_tokens=4096))
    try:
        with pytest.raises(UserError, match="chat template in this model file takes too much"):
            ask(model)
    finally:
        model.close()


@pytest.mark.parametrize("kind", TEMPLATES)
def test_models_for_measuring_are_refused_for_the_same_templates(kind: str, tmp_path: Path) -> None:
    demand_llama()
    from unlinkable.model.gguf.measuring import GgufEmbedder, Surprise

    path = model_with(TEMPLATES[kind], tmp_path)
    for measuring in (GgufEmbedder, Surprise):
        with pytest.raises(UserError, match="cannot be loaded"):
            measuring(path)
