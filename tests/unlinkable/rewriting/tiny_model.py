"""A Qwen3-architecture model with random weights, small enough to be made by each test run.

It runs in the real llama.cpp with a real chat template and tokenizer; it says nothing of quality.
"""

from collections import Counter
from itertools import pairwise
from pathlib import Path

import gguf
import numpy as np

from unlinkable.rewriting.prompt import fixed_part

WIDTH, LAYERS, HEADS, KV_HEADS, HEAD_SIZE, INNER = 64, 2, 4, 2, 16, 128
MERGES = 400
SPECIAL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
TEMPLATE = (
    "{%- for message in messages %}{{- '<|im_start|>' + message.role + '\\n' + message.content + "
    "'<|im_end|>' + '\\n' }}{%- endfor %}{%- if add_generation_prompt %}"
    "{{- '<|im_start|>assistant\\n' }}{%- if enable_thinking is defined and enable_thinking is "
    "false %}{{- '<think>\\n\\n</think>\\n\\n' }}{%- endif %}{%- endif %}"
)


def write_tiny_model(path: Path, seed: int = 0) -> None:
    """Write the model to ``path``."""
    tokens, merges = _vocabulary()
    writer = gguf.GGUFWriter(path, "qwen3")
    writer.add_name("tiny")
    writer.add_context_length(32768)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(KV_HEADS)
    writer.add_key_length(HEAD_SIZE)
    writer.add_value_length(HEAD_SIZE)
    writer.add_layer_norm_rms_eps(1e-6)
    writer.add_rope_freq_base(1e6)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("qwen2")
    writer.add_token_list(tokens)
    kinds = [gguf.TokenType.NORMAL] * (len(tokens) - len(SPECIAL))
    writer.add_token_types([*kinds, *[gguf.TokenType.CONTROL] * len(SPECIAL)])
    writer.add_token_merges(merges)
    writer.add_eos_token_id(len(tokens) - 1)
    writer.add_bos_token_id(len(tokens) - 3)
    writer.add_add_bos_token(False)
    writer.add_chat_template(TEMPLATE)
    _add_weights(writer, len(tokens), np.random.default_rng(seed))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _add_weights(writer: gguf.GGUFWriter, size: int, random: np.random.Generator) -> None:
    def add(name: str, *shape: int) -> None:
        values = random.normal(scale=0.3, size=shape).astype(np.float32)
        writer.add_tensor(f"{name}.weight", values if len(shape) > 1 else np.abs(values) + 0.5)

    add("token_embd", size, WIDTH)
    add("output", size, WIDTH)
    add("output_norm", WIDTH)
    for layer in range(LAYERS):
        block = f"blk.{layer}"
        add(f"{block}.attn_norm", WIDTH)
        add(f"{block}.attn_q", HEADS * HEAD_SIZE, WIDTH)
        add(f"{block}.attn_k", KV_HEADS * HEAD_SIZE, WIDTH)
        add(f"{block}.attn_v", KV_HEADS * HEAD_SIZE, WIDTH)
        add(f"{block}.attn_output", WIDTH, HEADS * HEAD_SIZE)
        add(f"{block}.attn_q_norm", HEAD_SIZE)
        add(f"{block}.attn_k_norm", HEAD_SIZE)
        add(f"{block}.ffn_norm", WIDTH)
        add(f"{block}.ffn_gate", INNER, WIDTH)
        add(f"{block}.ffn_up", INNER, WIDTH)
        add(f"{block}.ffn_down", WIDTH, INNER)


def _vocabulary() -> tuple[list[str], list[str]]:
    """Byte-level BPE learnt from the prompt, so that the prompt is short."""
    characters = _byte_characters()
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
