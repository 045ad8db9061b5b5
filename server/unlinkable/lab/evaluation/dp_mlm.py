"""DP-MLM: each word drawn anew by a masked language model, with differential privacy a word, as
published but for what `said` tells. Must know no index."""

import hashlib
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Reading, read_draft
from unlinkable.lab.embedding import Encoder
from unlinkable.lab.evaluation.method import MadeDraft, Method, RawDraft
from unlinkable.lab.evaluation.wordnet import FUNCTION_WORDS
from unlinkable.stopping import Stop, StoppedError
from unlinkable_index.errors import UserError

LOW, HIGH = -3.2093127, 16.304797887802124
"""Between these the logits of roberta-base are cut, as published."""
_WORD = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]")
_SPARE = 32  # pieces kept free


class MaskedModel(Protocol):
    """A model that fills in a word."""

    name: str
    window: int
    """So many pieces of a text it reads to either side at most."""

    def logits(self, whole: str, before: str, after: str) -> NDArray[np.float32]:
        """What it says of each piece between ``before`` and ``after``, with ``whole`` before
        both."""
        ...

    def piece(self, number: int) -> str:
        """A piece of its vocabulary as text."""
        ...


class EncoderModel:
    """A masked language model in a folder. Raises UserError as `Encoder`."""

    def __init__(self, folder: Path) -> None:
        self._encoder = Encoder(folder)
        self.name = self._encoder.name
        self.window = max(1, (self._encoder.places - _SPARE) // 4)
        tokenizer = self._encoder.tokenizer
        for mark in ("<mask>", "[MASK]"):
            number = tokenizer.token_to_id(mark)
            if number is not None:
                self._mark, self._mask = mark, int(number)
                return
        raise UserError(f"{folder}: this model has no mask to fill in; name another one")

    def logits(self, whole: str, before: str, after: str) -> NDArray[np.float32]:
        """See `MaskedModel`."""
        tokenizer, places = self._encoder.tokenizer, self._encoder.places
        ids: list[int] = tokenizer.encode(whole, f"{before}{self._mark}{after}").ids
        if len(ids) > places:  # the first of the two texts is cut, as published
            first = len(tokenizer.encode(whole, add_special_tokens=False).ids)
            left = max(0, first - (len(ids) - places))
            ids = ids[: 1 + left] + ids[1 + first :]
        place = len(ids) - 1 - ids[::-1].index(self._mask)
        start = max(0, min(place - places // 2, len(ids) - places))
        ids, place = ids[start : start + places], place - start
        return self._encoder.logits(ids, place)

    def piece(self, number: int) -> str:
        """See `MaskedModel`."""
        text: str = self._encoder.tokenizer.decode([number])
        return text.strip()


def distribution(logits: NDArray[np.floating], epsilon: float) -> NDArray[np.float64]:
    """The probabilities of all pieces under the exponential mechanism: softmax(eps clip(u) / 2D),
    where D is the width of the interval to which the logits are cut. For any two inputs those of a
    piece differ by a factor of at most e to the epsilon."""
    cut = np.clip(logits.astype(np.float64), LOW, HIGH)
    scores = epsilon * cut / (2 * (HIGH - LOW))
    weights = np.exp(scores - scores.max())
    probabilities: NDArray[np.float64] = weights / weights.sum()
    return probabilities


class DpMlm(Method):
    """The method. ``protects_masks``: masks stay; as published they are words like all others.

    Draws are repeatable: they depend on the draft and ``seed``.
    """

    def __init__(
        self,
        model: MaskedModel,
        epsilon: float,
        reading: Reading,
        protects_masks: bool,
        seed: int = 0,
    ) -> None:
        masks = "masks stay" if protects_masks else "masks are words, as published"
        self.name = f"dp-mlm, epsilon {epsilon:g}" + ("" if protects_masks else ", as published")
        self.said = (
            f"{model.name}, epsilon {epsilon:g} a word, {masks}; words cut by a simpler rule, a "
            "list of function words of our own"
        )
        self._model = model
        self._epsilon = epsilon
        self._reading = reading
        self._protects_masks = protects_masks
        self._seed = seed
        self.asked = str(seed)

    def make(self, raw: RawDraft, source: int, stop: Stop) -> MadeDraft:  # noqa: ARG002
        """The draft with its words drawn anew."""
        started = time.perf_counter()
        digest = hashlib.sha256(f"{self._seed} {raw.text}".encode()).digest()
        random = np.random.default_rng(int.from_bytes(digest[:8]))
        parts, last = [], 0
        words = list(self._words(raw))
        for number, word in enumerate(words):
            if stop():
                raise StoppedError
            parts.append(raw.text[last : word.start])
            parts.append(
                self._drawn(raw.text, words, number, random) if word.changes else word.text
            )
            last = word.end
        text = "".join([*parts, raw.text[last:]])
        return MadeDraft(text, time.perf_counter() - started)

    def _words(self, raw: RawDraft) -> Iterator["_Word"]:
        masks = (
            read_draft(raw.text, raw.markup, self._reading).masks if self._protects_masks else ()
        )
        for match in _WORD.finditer(raw.text):
            word = match[0]
            hidden = any(mask.start < match.end() and match.start() < mask.end for mask in masks)
            stays = hidden or word in FUNCTION_WORDS or not word[0].isalnum()
            yield _Word(word, match.start(), match.end(), not stays)

    def _drawn(
        self, text: str, words: list["_Word"], number: int, random: np.random.Generator
    ) -> str:
        """A word in place of the one with this number. A word has a piece and a half or so."""
        reach = self._model.window * 2 // 3
        first, last = words[max(0, number - reach)], words[min(len(words) - 1, number + reach)]
        word = words[number]
        whole = text[first.start : last.end]
        before, after = text[first.start : word.start], text[word.end : last.end]
        logits = self._model.logits(whole, before, after)
        drawn = random.choice(len(logits), p=distribution(logits, self._epsilon))
        piece = self._model.piece(int(drawn))
        return piece.capitalize() if word.text[0].isupper() else piece.lower()


class _Word(NamedTuple):
    """A word or sign of a text, and whether it is drawn anew."""

    text: str
    start: int
    end: int
    changes: bool
