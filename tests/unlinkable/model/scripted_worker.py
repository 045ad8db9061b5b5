"""The model's process with a script in place of a model: python scripted_worker.py SCRIPT.json.

The script is an object: ``answers`` gives, for parts of passages, what the model wants to write,
one text for each try; ``words`` gives what it wants to write for words in brackets, the likeliest
first; ``doubts`` are parts of texts of which it says that they do not say the same
as the passage; ``trouble`` is what goes wrong, ``starts`` a file that counts the processes, and
``heard`` one that gets what the model is told of earlier tries, a line each time it is asked.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.unlinkable.model.in_place_of_llama import put_in_place_of_llama
from tests.unlinkable.model.token_sources import pieces_of
from unlinkable.model.decoding.tokens import START, TokenVocabulary, advance
from unlinkable.model.decoding.weighing import OPEN_ANSWER
from unlinkable.model.process import worker
from unlinkable.model.process.worker_process import Frame, private_pipes

SCRIPT: dict[str, Any] = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
ANSWERS: dict[str, list[str]] = SCRIPT.get("answers", {})
WORDS: dict[str, list[str]] = SCRIPT.get("words", {})
SECONDS = 2.5  # of one computation that is long


class Source:
    """What `LlamaSource` is to the worker. A token is a piece of a scripted text, or a byte."""

    name = "script"
    context_tokens = 1 << 20
    tokens_processed = 0

    def __init__(self, path: str, gpu_layers: int, *others: Any) -> None:
        self._stop = others[-1]
        if SCRIPT.get("trouble") == "no room on the card" and gpu_layers != 0:
            raise ValueError(path)
        texts = [text for texts in ANSWERS.values() for text in texts]
        texts += [
            f"{blank}{text}" for texts in WORDS.values() for text in texts for blank in ("", " ")
        ]
        pieces = {piece for text in texts for piece in pieces_of(text)}
        single = {bytes([byte]) for byte in range(256)}
        self._pieces = sorted(pieces | single, key=lambda piece: (-len(piece), piece))
        self.vocabulary = TokenVocabulary(self._pieces)
        self._numbers = {piece: number for number, piece in enumerate(self._pieces)}
        self.context: list[int] = []
        self.attempt = 0
        self.start = 0
        self._wanted: list[str] = []
        self.filling: list[str] | None = None

    @property
    def length(self) -> int:
        return len(self.context)

    def tokens(self, text: str) -> list[int]:
        return [self._numbers[bytes([byte])] for byte in text.encode()]

    def conversation(self, fixed: Sequence[Any], asked: Any) -> tuple[list[int], list[int]]:
        content = json.loads(asked.content)
        if "passage" not in content:
            return self.tokens(fixed[0].content), self.tokens(asked.content)
        passage = content["passage"]
        if "heard" in SCRIPT:
            with Path(SCRIPT["heard"]).open("a", encoding="utf-8") as file:
                file.write(json.dumps(content.get("failed before", {})) + "\n")
        self._wanted = next(
            (texts for part, texts in ANSWERS.items() if part in passage), [passage]
        )
        return self.tokens(fixed[0].content), self.tokens(asked.content)

    def begin(self, fixed: Sequence[int], rest: Sequence[int], alive: Callable[[], None]) -> None:
        self.context = [*fixed, *rest]
        self.start = len(self.context)
        self.tokens_processed += len(self.context)
        if SCRIPT.get("trouble") == "slow":
            for _ in range(200):
                alive()
                time.sleep(0.05)
        if SCRIPT.get("trouble") == "computes for long":
            until = time.monotonic() + SECONDS
            while time.monotonic() < until and not self._stop():
                time.sleep(0.01)

    def follow_up(self, message: Any) -> list[int]:
        return self.tokens(message.content)

    def feed(self, tokens: Sequence[int]) -> None:
        self.context += tokens
        self.tokens_processed += len(tokens)

    def rewind(self, length: int) -> None:
        del self.context[length:]

    def close(self) -> None:
        pass

    def logits(self) -> Any:
        import numpy as np

        logits = np.zeros(len(self._pieces), dtype=np.float32)
        content = b"".join(self._pieces[token] for token in self.context[self.start :])
        if content.endswith(OPEN_ANSWER.encode()):
            asked = content.decode().rpartition('"first":')[2]
            doubted = any(text in asked for text in SCRIPT.get("doubts", ()))
            logits[self._numbers[b"n" if doubted else b"y"]] = 10
            return logits
        advanced = advance(START, content)
        written = content if advanced is not None else b""
        order = self._wanted[self.attempt % len(self._wanted or "1") :] + self._wanted
        order = order if self.filling is None else self.filling
        for rank, text in enumerate(order):
            script, whole = pieces_of(text), text.encode()
            if not whole.startswith(written):
                continue
            ends = [sum(map(len, script[:place])) for place in range(len(script))]
            piece = b'"' if written == whole else whole[len(written) : len(written) + 1]
            if (
                len(written) in ends
                and (known := script[ends.index(len(written))]) in self._numbers
            ):
                piece = known
            number = self._numbers[piece]
            logits[number] = max(logits[number], 60 - rank)
        return logits

    def log_probabilities(self, tokens: Sequence[int]) -> list[float]:
        import numpy as np

        here, found = self.length, []
        for token in tokens:
            logits = self.logits().astype(np.float64)
            found.append(float(logits[token] - np.logaddexp.reduce(logits)))
            self.feed([token])
        self.rewind(here)
        return found


class Worker(worker.Worker):
    """Tries one text of the script after the other, and makes trouble."""

    def _infill(self, request: Frame) -> None:
        source: Any = self._source
        gap = request["gap"]
        wanted = next((texts for words, texts in WORDS.items() if words == gap["original"]), [])
        blank = " " if gap["before"][-1:].isspace() else ""
        source.filling = [f"{blank}{text}{gap['after']}" for text in wanted]
        super()._infill(request)
        source.filling = None

    def _weigh(self, request: Frame) -> None:
        doubts = SCRIPT.get("doubts", ())
        nats = []
        for text in request["texts"]:
            compared = f"{text['there']} {text['instead']}"
            doubted = any(set(doubt.split()) & set(compared.split()) for doubt in doubts)
            nats.append(-99.0 if doubted else 99.0)
        self._frames.send({"kind": "weighed", "nats": nats})

    def _write(self, request: Frame) -> None:
        self._attempt = 0
        super()._write(request)

    def _candidate(self, source: Any, *arguments: Any) -> Any:
        source.attempt, source.start = self._attempt, source.length
        self._attempt += 1
        return super()._candidate(source, *arguments)

    def _plan(self, source: Any) -> None:
        source.feed(source.tokens(worker.OPEN_TEXT))

    def _answer(self, request: Frame) -> None:
        first = True
        if "starts" in SCRIPT and request["kind"] == "open":
            with Path(SCRIPT["starts"]).open("a") as file:
                file.write("x")
        if "starts" in SCRIPT:
            first = len(Path(SCRIPT["starts"]).read_text()) == 1
        if request["kind"] in ("write", "infill"):
            match SCRIPT.get("trouble"):
                case "dies":
                    os._exit(7)
                case "dies once" if first:
                    os._exit(7)
                case "hangs":
                    time.sleep(3600)
                case "garbage":
                    self._frames._outgoing.write(b"Segmentation fault (core dumped)\n" * 9)
                    self._frames._outgoing.flush()
                case "lies":
                    self._frames.send({"kind": "candidate-of-sorts"})
        super()._answer(request)


def main() -> None:
    put_in_place_of_llama(Source, cards=True)
    Worker(private_pipes()).serve()


main()
