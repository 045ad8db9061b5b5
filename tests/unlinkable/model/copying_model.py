"""A Qwen3-architecture model that copies, made by hand: its weights are written down, not learnt.

Asked with the real prompt it writes the passage again word for word; where a continuation is
forbidden it goes on with a common word that says little, and then finds back into the passage. It
runs in the real llama.cpp, so what comes out is what the product makes of a model that does what
it is told.

Its tokens are whole words, with and without the space before them, and all bytes. It is an
induction head (Elhage et al. 2021, *A mathematical framework for transformer circuits*): in the
first layer each head fetches the code of the token a fixed distance back, by constant queries and
keys that the rotation by position makes match there; in the second, one head looks for the place
whose tokens before it are those written last, and brings the token that stands there.
"""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import gguf
import numpy as np
from numpy.typing import NDArray

from tests.unlinkable.model.tiny_model import SPECIAL, TEMPLATE
from unlinkable.model.decoding.tokens import FROM_PLAN_TO_TEXT, OPEN_PLAN, OPEN_TEXT
from unlinkable.model.prompt import MARKS, fixed_part

_COMMON_WORDS = (
    "other same certain matter part thing whole number kind sort several long now then already "
    "again indeed rather quite along around away every another way fact point time case reason "
    "and with"
)
COMMON_WORDS = tuple(_COMMON_WORDS.split())

_REACH = 8  # tokens back that are compared, and heads
_TEXT_BEGINS = ' "passage": "'  # an answer begins with what stands after this,
_PLAN_BEGINS = ' "phrases": [\n  "'  # and a plan with what stands after this
_BLANK = ("system\n", "user\n", "assistant\n", "<think>", "</think>", "\n\n", "\n", *SPECIAL)
_PIECE = re.compile(r" ?(?:\w+|\[\w+\])|\W")

# A token's code: a direction, or one of these numbers.
_DIRECTION = slice(0, 14)
_BEGINS_TEXT, _BEGINS_PLAN, _OPENS_TEXT, _OPENS_PLAN, _NOTHING, _MARKS = range(14, 20)
_CODE = 20
# The residual stream: the codes of a token and of those before it, its name, that of the token to
# be written, and a one.
_CODES = [slice(_CODE * back, _CODE * (back + 1)) for back in range(_REACH + 1)]
_NAME = 160
_IS = slice(_CODES[-1].stop, _CODES[-1].stop + _NAME)
_NEXT = slice(_IS.stop, _IS.stop + _NAME)
_ONE = _NEXT.stop
_WIDTH = -(-(_ONE + 1) // 32) * 32
# A head: dimensions i and i + _PAIRS turn together, by _BASE ** (-i / _PAIRS) for each token.
_HEAD, _PAIRS = 256, 128
_BASE = 1e12
_FAST = 48  # the first pairs tell distances apart,
_FALLING = 35  # this one is half round after 6,000 tokens,
_SLOW = [*range(64, 128), *range(192, 256)]  # and these stand still

_SHARPNESS = 3000.0  # the score of a perfect match
_WEIGHT_OF_BEGINNING = 4.0  # beside any other token
_WEIGHT_OF_NEARNESS, _WEIGHT_OF_FARNESS = 3.0, 0.5
_LOUDNESS = 6.0  # of what was found, beside all else in the stream
_COPIED, _COMMON = 30.0, 21.5  # logits; all other words are well below
_LESS_LIKED = 0.02  # than the common word before it: more than what else there is in the stream

Matrix = NDArray[np.float32]


def write_copying_model(path: Path, texts: Iterable[str]) -> None:
    """Write a model to ``path`` that knows the words of ``texts`` and of the prompt."""
    pieces = _pieces(texts)
    writer = gguf.GGUFWriter(path, "qwen3")
    writer.add_name("copier")
    writer.add_context_length(32768)
    writer.add_embedding_length(_WIDTH)
    writer.add_block_count(2)
    writer.add_feed_forward_length(32)
    writer.add_head_count(_REACH)
    writer.add_head_count_kv(1)
    writer.add_key_length(_HEAD)
    writer.add_value_length(_HEAD)
    writer.add_layer_norm_rms_eps(1e-6)
    writer.add_rope_freq_base(_BASE)
    writer.add_tokenizer_model("rwkv")  # takes the longest token that fits, from left to right
    written = ["".join(f"\\x{byte:02x}" for byte in piece) for piece in pieces]
    writer.add_token_list([*written, *SPECIAL])
    kinds = [gguf.TokenType.NORMAL] * len(pieces) + [gguf.TokenType.CONTROL] * len(SPECIAL)
    writer.add_token_types(kinds)
    writer.add_bos_token_id(len(pieces))
    writer.add_eos_token_id(len(pieces) + len(SPECIAL) - 1)
    writer.add_add_bos_token(False)
    writer.add_chat_template(TEMPLATE)
    for name, values in _weights([*pieces, *(special.encode() for special in SPECIAL)]).items():
        writer.add_tensor(f"{name}.weight", values)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _pieces(texts: Iterable[str]) -> list[bytes]:
    prompt = (message.content for message in fixed_part(plan=True))
    words = {piece for text in (*prompt, *texts) for piece in _PIECE.findall(text)}
    words = {word.lstrip() for word in words} | {*COMMON_WORDS}
    words |= {f" {word}" for word in words if word[:1].isalnum() or len(word) > 1}
    words |= {_TEXT_BEGINS, _PLAN_BEGINS, OPEN_TEXT, OPEN_PLAN, FROM_PLAN_TO_TEXT}
    words |= {*_BLANK} - {*SPECIAL}
    longer = {word.encode() for word in words if len(word.encode()) > 1}
    return [*(bytes([byte]) for byte in range(256)), *sorted(longer)]


def _weights(pieces: Sequence[bytes]) -> dict[str, Matrix]:
    random = np.random.default_rng(0)
    codes, names = _codes(pieces, random), _names(pieces, random)
    read, written = _zeros(len(pieces), _WIDTH), _zeros(len(pieces), _WIDTH)
    read[:, _CODES[0]], read[:, _IS], read[:, _ONE] = codes, names, 1
    written[:, _NEXT] = _COPIED / _LOUDNESS * names
    for number, word in enumerate(COMMON_WORDS):  # where they are copied no likelier than others
        token, liked = pieces.index(f" {word}".encode()), _COMMON - _LESS_LIKED * number
        written[token, _NEXT] = (_COPIED - liked) / _LOUDNESS * names[token]
        written[token, _ONE] = liked
    return {
        "token_embd": read,
        **_layer(0, 3, *_looking_back()),
        **_layer(1, 3 + _REACH, *_looking_for_the_place()),
        "output_norm": _untouched(3 + _REACH + _LOUDNESS**2),
        "output": written,
    }


def _codes(pieces: Sequence[bytes], random: np.random.Generator) -> Matrix:
    """By what places are recognised; they are not by what the chat template puts in."""
    codes = _zeros(len(pieces), _CODE)
    codes[:, _DIRECTION] = _directions(random, len(pieces), 14)
    other = {_TEXT_BEGINS: _BEGINS_TEXT, _PLAN_BEGINS: _BEGINS_PLAN, OPEN_PLAN: _OPENS_PLAN}
    other |= dict.fromkeys((OPEN_TEXT, FROM_PLAN_TO_TEXT), _OPENS_TEXT)
    other |= dict.fromkeys(_BLANK, _NOTHING) | dict.fromkeys("".join(MARKS), _MARKS)
    for text, number in other.items():
        codes[pieces.index(text.encode())] = np.eye(_CODE)[number]
    return codes


def _names(pieces: Sequence[bytes], random: np.random.Generator) -> Matrix:
    """By what tokens are written. Those of common words are like no other, so that one is as
    likely as the next."""
    names = _zeros(len(pieces), _NAME)
    names[:, 32:] = _directions(random, len(pieces), _NAME - 32)
    for number, word in enumerate(COMMON_WORDS):
        names[pieces.index(f" {word}".encode())] = np.eye(_NAME)[number]
    return names


def _looking_back() -> tuple[Matrix, Matrix, Matrix, Matrix]:
    """The first head brings the code of the token before, the next that of the one before that:
    its query is the key turned back so far, so they point the same way there and nowhere else."""
    query, key, value, out = _no_attention()
    turns = _BASE ** (-np.arange(_FAST) / _PAIRS)
    for number, before in enumerate(_CODES[1:]):
        first = _HEAD * number
        angles = -(number + 1) * turns
        query[first : first + _FAST, _ONE] = np.cos(angles)
        query[first + _PAIRS : first + _PAIRS + _FAST, _ONE] = np.sin(angles)
        out[before, first : first + _CODE] = np.eye(_CODE)
    key[:_FAST, _ONE] = 1
    value[:_CODE, _CODES[0]] = np.eye(_CODE)
    return query, key, value, out


def _looking_for_the_place() -> tuple[Matrix, Matrix, Matrix, Matrix]:
    """The first head compares the last tokens, this one included, with those before every place,
    in dimensions that stand still. Of beginnings the nearest is meant, that of the request; among
    other equals the furthest, which is the passage and not what is listed or written after it. The
    other heads do nothing."""
    query, key, value, out = _no_attention()
    for number in range(_REACH):
        mine, there = _CODES[number].start, _CODES[number + 1].start
        compared = _SLOW[16 * number : 16 * (number + 1)]
        for dimension, place in enumerate(compared[:14]):
            query[place, mine + dimension] = key[place, there + dimension] = 1
        text, plan = compared[14:]
        query[text, mine + _OPENS_TEXT] = key[text, there + _BEGINS_TEXT] = _WEIGHT_OF_BEGINNING
        query[_FALLING + _PAIRS, mine + _OPENS_TEXT] = _WEIGHT_OF_NEARNESS
        query[plan, _ONE] = -1
        for near in (there, _CODES[0].start):  # a mark, or what follows one, is no place to copy
            key[plan, near + _MARKS] = 1
        if number == 0:
            query[plan, mine + _OPENS_PLAN] = key[plan, there + _BEGINS_PLAN] = _WEIGHT_OF_BEGINNING
            query[_FALLING + _PAIRS, mine + _OPENS_PLAN] = _WEIGHT_OF_NEARNESS
        key[number, there + _NOTHING] = 1  # weighs as much as another token, but matches none
    query[_FALLING + _PAIRS, _ONE] = -_WEIGHT_OF_FARNESS  # a quarter turn ahead of the key, so
    key[_FALLING, _ONE] = 1  # that scores go with the sine of the distance
    value[:_NAME, _IS] = np.eye(_NAME)
    out[_NEXT, :_NAME] = _LOUDNESS * np.eye(_NAME)
    return query, key, value, out


def _no_attention() -> tuple[Matrix, Matrix, Matrix, Matrix]:
    all_heads = _REACH * _HEAD
    return (
        _zeros(all_heads, _WIDTH),
        _zeros(_HEAD, _WIDTH),
        _zeros(_HEAD, _WIDTH),
        _zeros(_WIDTH, all_heads),
    )


def _layer(
    number: int, length: float, query: Matrix, key: Matrix, value: Matrix, out: Matrix
) -> dict[str, Matrix]:
    """``length``: the squared length of what comes in, the same for nearly every token. Queries
    and keys are made equally long in every Qwen3 model; all that adds is sharpness."""
    sharp = np.full(_HEAD, np.sqrt(_SHARPNESS / np.sqrt(_HEAD)), np.float32)
    weights = {
        "attn_norm": _untouched(length),
        "attn_q": query,
        "attn_k": key,
        "attn_v": value,
        "attn_output": out,
        "attn_q_norm": sharp,
        "attn_k_norm": sharp,
        "ffn_norm": _untouched(length),
        "ffn_gate": _zeros(32, _WIDTH),
        "ffn_up": _zeros(32, _WIDTH),
        "ffn_down": _zeros(_WIDTH, 32),
    }
    return {f"blk.{number}.{name}": values for name, values in weights.items()}


def _untouched(length: float) -> Matrix:
    """The weights of a normalisation that leaves vectors of this squared length as they are."""
    return np.full(_WIDTH, np.sqrt(length / _WIDTH), np.float32)


def _directions(random: np.random.Generator, count: int, size: int) -> Matrix:
    vectors = random.normal(size=(count, size))
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


def _zeros(*shape: int) -> Matrix:
    return np.zeros(shape, np.float32)
