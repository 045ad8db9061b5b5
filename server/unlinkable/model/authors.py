"""Authors around an author: one who remembers, encrypted, what was written for an interrupted
draft, and one whose every wording a model for entailment reads as well. Must never know drafts,
findings and checks."""

import base64
import contextlib
import hashlib
import json
import math
import os
from collections.abc import Generator, Iterator, Sequence
from dataclasses import asdict, astuple, replace
from itertools import islice
from pathlib import Path
from typing import IO, Any

from unlinkable.model.author import Author, Candidate, Writing
from unlinkable.model.decoding.infilling import Blank, Infill, Infilled
from unlinkable.model.decoding.written_text import Judge
from unlinkable.model.onnx_models import EntailmentModel
from unlinkable.model.prompt import Prompt, Request
from unlinkable.model.span_prompt import Place
from unlinkable.stopping import OnProgress, Stop, unseen
from unlinkable_index.ordinary_files import MEGABYTE, demand_no_link, read_ordinary

_DOUBTED_BELOW = 0.5  # where a wording begins to be doubted


class SecondReader:
    """``least``: the probability (between 0 and 1) of the less probable direction below which a
    wording is doubted."""

    def __init__(self, author: Author, model: EntailmentModel, least: float) -> None:
        self.options = author.options
        self._author = author
        self._model = model
        self._least = least

    def candidates(
        self, writing: Writing, stop: Stop, report: OnProgress = unseen
    ) -> Generator[Candidate, None, None]:
        """The author's, those that pass every check with what both hold of them: the lower."""
        with contextlib.closing(self._author.candidates(writing, stop, report)) as candidates:
            for candidate in candidates:
                yield self._read(candidate, writing)

    def infilled(
        self, prompt: Prompt, gap: Blank, judge: Judge, stop: Stop, report: OnProgress = unseen
    ) -> Infilled:
        """The author's."""
        return self._author.infilled(prompt, gap, judge, stop, report)

    def weighed(
        self,
        passage: str,
        place: Place,
        texts: Sequence[tuple[str, float]],
        stop: Stop,  # noqa: ARG002
        report: OnProgress = unseen,  # noqa: ARG002
    ) -> tuple[float, ...]:
        """What the model for entailment holds of them alone: infinite where it is sure enough, else
        the same below 0."""
        start, end = place
        others = [passage[:start] + text + passage[end:] for text, _ in texts]
        sure = [self._model.both_ways(passage, other) >= self._least for other in others]
        return tuple(math.inf if one else -math.inf for one in sure)

    def _read(self, candidate: Candidate, writing: Writing) -> Candidate:
        text, request = candidate.text, writing.request
        if text is None or not isinstance(request, Request) or not writing.to_compare(text):
            return candidate
        mine = self._scaled(self._model.both_ways(request.passage, text))
        theirs = candidate.agreement
        return replace(candidate, agreement=mine if theirs is None else min(mine, theirs))

    def _scaled(self, probability: float) -> float:
        """The probability, stretched so that ``least`` lies where doubt begins."""
        if probability < self._least:
            return _DOUBTED_BELOW * probability / self._least
        return 1 - (1 - _DOUBTED_BELOW) * (1 - probability) / (1 - self._least)


Values = Sequence[Any]
_LARGEST = 100 * MEGABYTE


class Journal:
    """The file of what was written so far for the result ``out``, a hidden one beside it.

    ``secret`` is what the key is made from. A journal that cannot be written costs nothing but
    itself, and one that cannot be read is begun anew.
    """

    def __init__(self, out: Path, secret: str) -> None:
        from cryptography.hazmat.primitives.ciphers.aead import AESSIV

        key = hashlib.blake2b(secret.encode(), digest_size=64, person=b"journal")
        self._cipher = AESSIV(key.digest())
        self._path = out.with_name(f".{out.name}.unfinished")
        self._known: dict[str, list[Values]] = {}
        self._lines: list[bytes] = []
        self._file: IO[bytes] | None = None
        with contextlib.suppress(
            OSError, ValueError, RecursionError
        ):  # none, another key, a torn line
            demand_no_link(self._path)
            for line in read_ordinary(self._path, _LARGEST).splitlines():
                self._take(line)

    def answers(self, question: str) -> list[Values]:
        """What was answered to a question, in order."""
        return list(self._known.get(question, ()))

    def add(self, question: str, answer: Values) -> None:
        """Keep one more."""
        self._known.setdefault(question, []).append(answer)
        plain = json.dumps([question, answer]).encode()
        line = base64.b64encode(self._cipher.encrypt(plain, None))
        with contextlib.suppress(OSError):
            if self._file is None:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                self._path.unlink(missing_ok=True)  # whatever it is: nothing is written through it
                self._file = open(self._path, "wb", opener=_private)  # noqa: SIM115 - held open
                self._file.writelines(b"%b\n" % known for known in self._lines)
            self._file.write(b"%b\n" % line)
            self._file.flush()

    def close(self) -> None:
        """Leave what is kept for another run."""
        if self._file is not None:
            self._file.close()

    def remove(self) -> None:
        """The draft is done."""
        self.close()
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)

    def _take(self, line: bytes) -> None:
        """Take up a line. Raises ValueError when it is none of this key."""
        from cryptography.exceptions import InvalidTag

        try:
            plain = self._cipher.decrypt(base64.b64decode(line, validate=True), None)
        except InvalidTag as error:
            raise ValueError from error
        question, values = json.loads(plain)
        self._known.setdefault(question, []).append(values)
        self._lines.append(line)


class Remembering:
    """An author who need not write again what stands in a journal."""

    def __init__(self, author: Author, journal: Journal) -> None:
        self.options = author.options
        self._author = author
        self._journal = journal

    def candidates(
        self, writing: Writing, stop: Stop, report: OnProgress = unseen
    ) -> Generator[Candidate, None, None]:
        """Those that are known first. Where more are wanted, all of the passage are written again,
        as one depends on those before, and the new ones kept."""
        wanted = len(writing.samplings)
        asked = [
            asdict(writing.request),
            [asdict(sampling) for sampling in writing.samplings],
            asdict(writing.limits),
        ]
        question = _digest(asked)
        known = [Candidate(*values) for values in self._journal.answers(question)[:wanted]]
        yield from known
        if len(known) == wanted:
            return
        written = self._author.candidates(writing, stop, report)
        with contextlib.closing(written):
            for candidate in islice(written, len(known), None):
                self._journal.add(question, astuple(candidate))
                yield candidate

    def infilled(
        self, prompt: Prompt, gap: Blank, judge: Judge, stop: Stop, report: OnProgress = unseen
    ) -> Infilled:
        """What is known, else what the author writes."""
        question = _digest([astuple(prompt.asked), asdict(gap)])
        known = self._journal.answers(question)
        if known:
            texts, original, generated, rollbacks = known[0]
            infills = tuple(Infill(*text) for text in texts)
            return Infilled(infills, original, generated, rollbacks)
        written = self._author.infilled(prompt, gap, judge, stop, report)
        self._journal.add(question, astuple(written))
        return written

    def weighed(
        self,
        passage: str,
        place: Place,
        texts: Sequence[tuple[str, float]],
        stop: Stop,
        report: OnProgress = unseen,
    ) -> tuple[float, ...]:
        """What is known, else what the author holds of them."""
        question = _digest([passage, place, texts])
        known = self._journal.answers(question)
        if known:
            return tuple(map(float, known[0]))
        held = self._author.weighed(passage, place, texts, stop, report)
        self._journal.add(question, held)
        return held


def _digest(asked: Any) -> str:
    return hashlib.sha256(json.dumps(asked).encode()).hexdigest()


@contextlib.contextmanager
def remembering(author: Author | None, out: Path, secret: str) -> Iterator[Author | None]:
    """The author, if any, who remembers what an interrupted run had written for the result ``out``
    under the same ``secret``. When the block comes to its end, all that is forgotten."""
    journal = Journal(out, secret)
    try:
        yield None if author is None else Remembering(author, journal)
    finally:
        journal.close()
    journal.remove()


def _private(path: str, flags: int) -> int:
    """Opens a new file, which only its owner can read."""
    return os.open(path, flags | os.O_EXCL, 0o600)
