"""A GGUF model run by llama.cpp: a source of tokens that can be cut back, and vectors for tokens.
The only file that knows llama-cpp-python; imported by the model's own process alone, and must
never read text of a draft for special tokens."""

import ctypes
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import llama_cpp
import numpy as np
from llama_cpp import llama_chat_format
from numpy.typing import NDArray

from unlinkable.model.decoding.tokens import Logits, TokenVocabulary, shared_beginning
from unlinkable.model.gguf.chat_template import (
    LONGEST,
    BadTemplateError,
    answering_at_once,
    within_limits,
)
from unlinkable.model.gguf.model_file import chat_templates
from unlinkable.model.prompt import Message
from unlinkable.stopping import Stop, StoppedError

_BATCH = 256  # tokens evaluated at once: short enough to show signs of life on a slow machine
_NO_TEXT = (
    llama_cpp.LLAMA_TOKEN_ATTR_CONTROL
    | llama_cpp.LLAMA_TOKEN_ATTR_UNKNOWN
    | llama_cpp.LLAMA_TOKEN_ATTR_UNUSED
    | llama_cpp.LLAMA_TOKEN_ATTR_USER_DEFINED
)
_MARK = "\ue000{}\ue001"  # stands for a message while the template is filled in


def demand_harmless(template: str) -> None:
    """Raise BadTemplateError for a template that takes much to read or to fill in."""
    if len(template) > LONGEST:
        raise BadTemplateError
    try:
        formatter = within_limits(
            lambda: llama_chat_format.Jinja2ChatFormatter(template, eos_token="", bos_token="")
        )
        turns = [{"role": role, "content": "x"} for role in ("user", "assistant", "user")]
        _filled_in(formatter, turns)
    except BadTemplateError:
        raise
    except Exception:  # templates raise what they like; what is wrong is told of when it is used
        return


def _filled_in(formatter: Any, turns: Any) -> str:
    filled = within_limits(lambda: str(formatter(messages=turns, enable_thinking=False).prompt))
    if len(filled) > LONGEST:
        raise BadTemplateError
    return filled


def load(path: str, **options: Any) -> llama_cpp.Llama:
    """A model file as llama.cpp has it, with ``options`` of its constructor.

    Raises BadTemplateError for a chat template that takes much, and ValueError or RuntimeError when
    llama.cpp cannot load the file, which `inspect` must have taken.
    """
    for template in chat_templates(Path(path)):  # llama-cpp-python reads them while it loads
        demand_harmless(template)
    return llama_cpp.Llama(path, verbose=False, **options)


def uses_cards() -> bool:
    """Whether this llama.cpp can place a model on a graphics card."""
    return bool(llama_cpp.llama_supports_gpu_offload())


class LlamaSource:
    """A loaded model with a context of ``context_tokens``. Close it to free the memory.

    Raises ValueError or RuntimeError when llama.cpp cannot load the file.
    """

    def __init__(
        self, path: str, gpu_layers: int, threads: int | None, context_tokens: int, stop: Stop
    ) -> None:
        self._stop = stop
        self._llama = load(
            path,
            n_gpu_layers=gpu_layers,
            n_threads=threads,
            n_threads_batch=threads,
            n_ctx=context_tokens,
            n_batch=_BATCH,
        )
        self.tokens_processed = 0
        self._fresh = False
        self._roles: list[str] = []
        self._abort = llama_cpp.ggml_abort_callback(lambda _: stop())
        context = self._llama._ctx.ctx
        llama_cpp.llama_set_abort_callback(context, self._abort, ctypes.c_void_p(0))
        self._context = context
        self._size = self._llama.n_vocab()
        self._vocabulary = TokenVocabulary(pieces_of(self._llama))
        metadata = self._llama.metadata
        self._chat_template = metadata.get("tokenizer.chat_template", "")
        self._template = llama_chat_format.Jinja2ChatFormatter(
            template=self._chat_template,
            eos_token=self._special(self._llama.token_eos()),
            bos_token=self._special(self._llama.token_bos()),
        )
        self._begins = metadata.get("tokenizer.ggml.add_bos_token") == "true"
        self.name = metadata.get("general.name", "")

    @property
    def vocabulary(self) -> TokenVocabulary:
        """The bytes of every token."""
        return self._vocabulary

    @property
    def context_tokens(self) -> int:
        """How many tokens fit."""
        return int(self._llama.n_ctx())

    @property
    def length(self) -> int:
        """Tokens in the context."""
        return int(self._llama.n_tokens)

    def feed(self, tokens: Sequence[int]) -> None:
        """Add tokens to the context. Raises StoppedError when stopped meanwhile."""
        if not tokens:
            return  # and what is known of the next token stays as it is
        for start in range(0, len(tokens), _BATCH):
            batch = tokens[start : start + _BATCH]
            try:
                self._llama.eval(batch)
            except RuntimeError:
                self._fresh = False
                if self._stop():
                    raise StoppedError from None
                raise
            self.tokens_processed += len(batch)
        self._fresh = True

    def rewind(self, length: int) -> None:
        """Cut the context back to so many tokens."""
        if length != self._llama.n_tokens:
            self._llama.n_tokens = length
            self._fresh = False

    def logits(self) -> Logits:
        """The logits of the next token; a view that the next evaluation overwrites."""
        if not self._fresh:
            last = int(self._llama.input_ids[self._llama.n_tokens - 1])
            self._llama.n_tokens -= 1
            self.feed([last])
        row = llama_cpp.llama_get_logits_ith(self._context, -1)
        return np.ctypeslib.as_array(row, shape=(self._size,))

    def log_probabilities(self, tokens: Sequence[int]) -> list[float]:
        """The log-probability of each of ``tokens`` where they come next, one after the other, in
        one evaluation. The context is left as it was. Raises StoppedError."""
        rows, here = [self.logits().copy()], self.length
        some = list(tokens[:_BATCH])
        if len(some) > 1:
            self._llama._ctx.kv_cache_seq_rm(-1, here, -1)
            self._llama._batch.set_batch(some[:-1], n_past=here, logits_all=True)
            try:
                self._llama._ctx.decode(self._llama._batch)
            except RuntimeError:
                if self._stop():
                    raise StoppedError from None
                raise
            self.tokens_processed += len(some) - 1
            for number in range(len(some) - 1):
                row = llama_cpp.llama_get_logits_ith(self._context, number)
                rows.append(np.ctypeslib.as_array(row, shape=(self._size,)).copy())
            self._llama._ctx.kv_cache_seq_rm(-1, here, -1)
            self._fresh = False
        return [
            float(row[token] - row.max() - np.log(np.exp(row - row.max()).sum(dtype=np.float64)))
            for row, token in zip(rows, some, strict=True)
        ]

    def begin(self, fixed: Sequence[int], rest: Sequence[int], alive: Callable[[], None]) -> None:
        """Fill the context with ``fixed`` and ``rest``; what it begins with already is not read
        again. ``alive`` is called between batches."""
        wanted = [*fixed, *rest]
        there = self._llama.input_ids[: self._llama.n_tokens].tolist()
        shared = shared_beginning(wanted, there)
        self.rewind(shared)
        self._feed_alive(wanted[shared:], alive)

    def _feed_alive(self, tokens: Sequence[int], alive: Callable[[], None]) -> None:
        for start in range(0, len(tokens), _BATCH):
            if self._stop():
                raise StoppedError
            self.feed(tokens[start : start + _BATCH])
            alive()

    def tokens(self, text: str) -> list[int]:
        """``text`` as tokens, none of them special."""
        return self._tokens(text, special=False)

    def conversation(self, fixed: Sequence[Message], asked: Message) -> tuple[list[int], list[int]]:
        """The tokens of the fixed messages and those of the last one with the start of an answer,
        by the chat template in the model's metadata."""
        messages = [*fixed, asked]
        self._roles = [message.role for message in messages]
        rendered = self._rendered(self._roles)
        before, _, after = rendered.partition(_MARK.format(len(fixed)))
        contents = [message.content for message in messages]
        begin = self._mixed(before, contents)
        if self._begins and begin[:1] != [self._llama.token_bos()]:
            begin.insert(0, self._llama.token_bos())
        rest = self.tokens(asked.content) + self._mixed(self._at_once(after), contents)
        return begin, rest

    def follow_up(self, message: Message) -> list[int]:
        """The tokens that end an answer in the conversation, ask ``message``, and begin the next
        answer."""
        roles = [*self._roles, "assistant", message.role]
        _, _, after = self._rendered(roles).partition(_MARK.format(len(self._roles)))
        return self._mixed(self._at_once(after), [*self._roles, "", message.content])

    def _at_once(self, rendered: str) -> str:
        return answering_at_once(rendered, self._chat_template)

    def _rendered(self, roles: Sequence[str]) -> str:
        """The template filled in with marks in place of the messages."""
        turns: Any = [{"role": role, "content": _MARK.format(n)} for n, role in enumerate(roles)]
        try:
            return _filled_in(self._template, turns)
        except BadTemplateError:
            raise
        except Exception:  # templates raise what they like; several know no system message
            system, first, *others = turns
            joined: Any = {"role": "user", "content": f"{system['content']}\n\n{first['content']}"}
            return _filled_in(self._template, [joined, *others])

    def _mixed(self, rendered: str, contents: Sequence[str]) -> list[int]:
        """Tokens of a filled-in template: special ones in the template, none in the messages."""
        tokens: list[int] = []
        while rendered:
            template, _, rendered = rendered.partition("\ue000")
            if template:
                tokens += self._tokens(template, special=True)
            number, _, rendered = rendered.partition("\ue001")
            if number:
                tokens += self.tokens(contents[int(number)])
        return tokens

    def close(self) -> None:
        """Free the memory."""
        self._llama.close()

    def _tokens(self, text: str, special: bool) -> list[int]:
        return [
            int(token)
            for token in self._llama.tokenize(text.encode(), add_bos=False, special=special)
        ]

    def _special(self, token: int) -> str:
        if token < 0:
            return ""
        return _bytes(self._llama._model.vocab, token, special=True).decode(errors="ignore")


def pieces_of(llama: llama_cpp.Llama) -> list[bytes]:
    """The bytes of every token of a vocabulary, b'' for those that are no text."""
    vocab = llama._model.vocab
    return [
        b""
        if llama_cpp.llama_vocab_get_attr(vocab, token) & _NO_TEXT
        else _bytes(vocab, token, special=False)
        for token in range(llama.n_vocab())
    ]


def _bytes(vocab: Any, token: int, special: bool) -> bytes:
    size = 64
    while True:
        buffer = ctypes.create_string_buffer(size)
        length = llama_cpp.llama_token_to_piece(vocab, token, buffer, size, 0, special)
        if length >= 0:
            return buffer.raw[:length]
        size = -length


Vectors = NDArray[np.float32]
_TOKENS = 512  # of a text; longer ones are cut


class LlamaVectors:
    """A loaded model. Raises ValueError or RuntimeError when llama.cpp cannot load the file, and
    BadTemplateError for one whose chat template takes much."""

    def __init__(self, path: str) -> None:
        self._llama = load(
            path,
            embedding=True,
            pooling_type=llama_cpp.LLAMA_POOLING_TYPE_NONE,
            n_ctx=_TOKENS,
            n_batch=_TOKENS,
            n_ubatch=_TOKENS,
        )

    def of(self, text: str) -> Vectors:
        """The vectors of the tokens of a text, one a row."""
        found = self._llama.embed(text, normalize=False, truncate=True)
        return np.array(found, dtype=np.float32).reshape(len(found), -1)
