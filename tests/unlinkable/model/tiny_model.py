"""A Qwen3-architecture model with random weights, small enough to be made by each test run.

It runs in the real llama.cpp with a real chat template and tokenizer; it says nothing of quality.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import gguf
import numpy as np

from unlinkable.model.prompt import fixed_part

MERGES = 400
SPECIAL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
TEMPLATE = (
    "{%- for message in messages %}{{- '<|im_start|>' + message.role + '\\n' + message.content + "
    "'<|im_end|>' + '\\n' }}{%- endfor %}{%- if add_generation_prompt %}"
    "{{- '<|im_start|>assistant\\n' }}{%- if enable_thinking is defined and enable_thinking is "
    "false %}{{- '<think>\\n\\n</think>\\n\\n' }}{%- endif %}{%- endif %}"
)


@dataclass(frozen=True)
class Shape:
    """The sizes of a model. ``vocabulary`` pads with tokens that are no text; ``quantised`` writes
    the weights in 4 bits."""

    width: int = 64
    layers: int = 2
    heads: int = 4
    kv_heads: int = 2
    head_size: int = 16
    inner: int = 128
    vocabulary: int = 0
    quantised: bool = False


TINY = Shape()
QWEN3_4B = Shape(2560, 36, 32, 8, 128, 9728, 151_936, quantised=True)


def write_tiny_model(
    path: Path, seed: int = 0, shape: Shape = TINY, words: Iterable[str] = ()
) -> None:
    """Write a model with random weights to ``path``. ``words``: those to be one token each, so
    that a text has about as few tokens as with a real model."""
    tokens, merges = _vocabulary(words)
    padding = [f"<|pad{number}|>" for number in range(shape.vocabulary - len(tokens))]
    special = len(SPECIAL) + len(padding)
    tokens = [*tokens[: -len(SPECIAL)], *padding, *SPECIAL]
    writer = gguf.GGUFWriter(path, "qwen3")
    writer.add_name("tiny")
    writer.add_context_length(32768)
    writer.add_embedding_length(shape.width)
    writer.add_block_count(shape.layers)
    writer.add_feed_forward_length(shape.inner)
    writer.add_head_count(shape.heads)
    writer.add_head_count_kv(shape.kv_heads)
    writer.add_key_length(shape.head_size)
    writer.add_value_length(shape.head_size)
    writer.add_layer_norm_rms_eps(1e-6)
    writer.add_rope_freq_base(1e6)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("qwen2")
    writer.add_token_list(tokens)
    kinds = [gguf.TokenType.NORMAL] * (len(tokens) - special)
    writer.add_token_types([*kinds, *[gguf.TokenType.CONTROL] * special])
    writer.add_token_merges(merges)
    writer.add_eos_token_id(len(tokens) - 1)
    writer.add_bos_token_id(len(tokens) - 3)
    writer.add_add_bos_token(False)
    writer.add_chat_template(TEMPLATE)
    _add_weights(writer, len(tokens), shape, np.random.default_rng(seed))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _add_weights(
    writer: gguf.GGUFWriter, size: int, shape: Shape, random: np.random.Generator
) -> None:
    made: dict[tuple[int, ...], np.ndarray] = {}

    def add(name: str, *sizes: int) -> None:
        if len(sizes) > 1 and shape.quantised:
            if sizes not in made:
                made[sizes] = _quantised(*sizes, random)
            kind = gguf.GGMLQuantizationType.Q4_0
            writer.add_tensor(f"{name}.weight", made[sizes], raw_dtype=kind)
            return
        values = random.normal(scale=0.3, size=sizes).astype(np.float32)
        writer.add_tensor(f"{name}.weight", values if len(sizes) > 1 else np.abs(values) + 0.5)

    add("token_embd", size, shape.width)
    if not shape.quantised:
        add("output", size, shape.width)
    add("output_norm", shape.width)
    for layer in range(shape.layers):
        block = f"blk.{layer}"
        add(f"{block}.attn_norm", shape.width)
        add(f"{block}.attn_q", shape.heads * shape.head_size, shape.width)
        add(f"{block}.attn_k", shape.kv_heads * shape.head_size, shape.width)
        add(f"{block}.attn_v", shape.kv_heads * shape.head_size, shape.width)
        add(f"{block}.attn_output", shape.width, shape.heads * shape.head_size)
        add(f"{block}.attn_q_norm", shape.head_size)
        add(f"{block}.attn_k_norm", shape.head_size)
        add(f"{block}.ffn_norm", shape.width)
        add(f"{block}.ffn_gate", shape.inner, shape.width)
        add(f"{block}.ffn_up", shape.inner, shape.width)
        add(f"{block}.ffn_down", shape.width, shape.inner)


def _quantised(rows: int, columns: int, random: np.random.Generator) -> np.ndarray:
    """Random weights as Q4_0: blocks of 32, a half-precision scale and 16 bytes of halves."""
    blocks = random.integers(0, 256, size=(rows, columns // 32, 18), dtype=np.uint8)
    blocks[:, :, :2] = np.frombuffer(np.float16(0.004).tobytes(), dtype=np.uint8)
    return blocks.reshape(rows, -1)


def _vocabulary(whole: Iterable[str]) -> tuple[list[str], list[str]]:
    """Byte-level BPE learnt from the prompt, so that the prompt is short; or from words that are
    to be whole."""
    characters = _byte_characters()
    spaced = ["".join(characters[byte] for byte in f" {word}".encode()) for word in whole]
    if chains := _chains([*spaced, *(word[1:] for word in spaced)]):
        joined = dict.fromkeys(left + right for left, right in chains)
        tokens = [characters[byte] for byte in range(256)]
        return [*tokens, *joined, *SPECIAL], [f"{left} {right}" for left, right in chains]
    words = Counter(
        tuple(characters[byte] for byte in word.encode())
        for message in fixed_part(plan=True)
        for word in message.content.replace(" ", "\n ").split("\n")
        if word
    )
    tokens, merges = [characters[byte] for byte in range(256)], []
    while len(merges) < MERGES:
        pairs: Counter[tuple[str, str]] = Counter()
        for word, count in words.items():
            for pair in pairwise(word):
                pairs[pair] += count
        (left, right), _ = max(pairs.items(), key=lambda item: (item[1], item[0]))
        merges.append(f"{left} {right}")
        if left + right not in tokens:
            tokens.append(left + right)
        words = Counter({_merged(word, left, right): count for word, count in words.items()})
    return [*tokens, *SPECIAL], merges


def _chains(words: Iterable[str]) -> list[tuple[str, str]]:
    """Merges that build each word from its start, character by character."""
    return list(
        dict.fromkeys((word[:end], word[end]) for word in words for end in range(1, len(word)))
    )


def _merged(word: tuple[str, ...], left: str, right: str) -> tuple[str, ...]:
    merged: list[str] = []
    for part in word:
        if merged and merged[-1] == left and part == right:
            merged[-1] = left + right
        else:
            merged.append(part)
    return tuple(merged)


def _byte_characters() -> dict[int, str]:
    """The characters by which GPT-2's tokenizer writes bytes."""
    shown = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    hidden = [byte for byte in range(256) if byte not in shown]
    return {byte: chr(byte) for byte in shown} | {
        byte: chr(256 + number) for number, byte in enumerate(hidden)
    }
