"""What a model file says of itself decides whether and how it is asked."""

from pathlib import Path

import pytest

from tests.unlinkable.model.model_headers import STAND_IN, said
from unlinkable.model.gguf.chat_template import answering_at_once, thinks
from unlinkable.model.gguf.model_file import demand_suitable
from unlinkable_index.errors import UserError

CHAT = "{% for m in messages %}{{ m.content }}{% endfor %}"
REFUSED = {
    "has no chat template": {"general__architecture": "qwen3"},
    "measures or reads texts": {
        "general__architecture": "qwen3",
        "qwen3__pooling_type": 3,
        "tokenizer__chat_template": CHAT,
    },
    "measures or reads": {"general__architecture": "nomic-bert", "tokenizer__chat_template": CHAT},
    "part of one (adapter)": {
        "general__architecture": "llama",
        "general__type": "adapter",
        "tokenizer__chat_template": CHAT,
    },
    "part of one (mmproj)": {"general__architecture": "clip", "general__type": "mmproj"},
}


@pytest.mark.parametrize("reason", REFUSED)
def test_a_file_that_cannot_rewrite_is_refused_by_what_it_says_of_itself(
    reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(said(**REFUSED[reason]))
    with pytest.raises(UserError) as refused:
        demand_suitable(path)
    assert reason in str(refused.value)
    assert "instruction-tuned" in str(refused.value)


def test_a_file_that_follows_instructions_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(STAND_IN)
    assert demand_suitable(path).path == path
    chat = {"general__architecture": "qwen3", "qwen3__pooling_type": 0, "general__type": "model"}
    path.write_bytes(said(**chat, tokenizer__chat_template=CHAT))
    assert not thinks(demand_suitable(path).template)


@pytest.mark.parametrize(
    ("template", "begun", "expected"),
    [
        (CHAT, "assistant\n", "assistant\n"),
        ("…<think>\n", "assistant\n<think>\n", "assistant\n<think>\n\n</think>\n\n"),
        ("[THINK]…[/THINK]", "[/INST][THINK]", "[/INST][THINK]\n[/THINK]\n\n"),
        # written by the model itself, where the template only takes old thoughts out
        ("content.split('</think>')", "<|Assistant|>", "<|Assistant|><think>\n\n</think>\n\n"),
        # a template that was told not to think, and closed the thought or has none
        (
            "enable_thinking '</think>'",
            "assistant\n<think>\n\n</think>\n\n",
            "assistant\n<think>\n\n</think>\n\n",
        ),
        ("enable_thinking '</think>'", "assistant\n", "assistant\n"),
        (
            "<|start|>assistant<|channel|>analysis",
            "<|start|>assistant",
            "<|start|>assistant<|channel|>final<|message|>",
        ),
    ],
)
def test_thoughts_are_closed_before_they_begin(template: str, begun: str, expected: str) -> None:
    assert answering_at_once(begun, template) == expected
    assert answering_at_once(expected, template) == expected
