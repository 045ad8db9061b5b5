"""A stand-in for a model that knows the language a little, in the process that models have.

    python tests/benchmarks/rewriting_stand_in.py SCRIPT

It writes the passage again; where it may not, it goes on with what the tables of wordings or, as
single words, WordNet have for the words there, and where they have nothing, of a phrase that is to
go, with a mask. What it likes of that follows how many originals have the new words beside their
neighbours, as a language model's liking would; what few have it does not write. It writes no word
again of which it is told that it failed before, and leaves what it is told was missing. Asked
whether two texts say the same it says yes. It knows nothing of meaning: which sense of a word is
meant it does not ask. ``SCRIPT`` is a file of an object: ``texts`` from which it has its tokens,
whole words, and the paths of the ``index`` and of WordNet's folder ``dict``, ``synonyms``.
"""

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.unlinkable.model.in_place_of_llama import put_in_place_of_llama

from unlinkable.draft import Span
from unlinkable.model.decoding.tokens import Logits, TokenVocabulary, inside
from unlinkable.model.decoding.weighing import OPEN_ANSWER
from unlinkable.model.process import worker
from unlinkable.model.process.worker_process import private_pipes
from unlinkable.model.prompt import Message
from unlinkable.wordings import wordings_of
from unlinkable.wordings.synonyms import WordNet
from unlinkable.wordings.tokens import Substitute
from unlinkable_index.index import Index
from unlinkable_index.words import find_words

_PIECE = re.compile(r"\\.| ?(?:\w+|\[\w+\])|[^\w]")
_QUOTED = re.compile(r"“([^”]+)”")
_LOST = re.compile(r"“([^”]+)”\)? (?:is missing|became)")
_COPIED, _FROM_TABLES, _FROM_WORDNET = 30.0, 24.0, 22.5  # logits; of all other tokens 0
_USUAL = 5  # originals that must have a synonym beside its neighbours
_MOST = 3.0  # added where a thousand have it
_MASK, _MASKED = "[REDACTED]", 21.0  # where no other words serve


class Way(NamedTuple):
    """One way to write on from a place of the passage: its tokens, where it ends, how it is
    liked."""

    pieces: tuple[str, ...]
    end: int
    liking: float


class Passage:
    """All the ways to write one passage, as a graph of its places."""

    def __init__(self, text: str, ways: Iterable[tuple[Span, str, float]]) -> None:
        """``ways``: what may stand for a span, and how that is liked."""
        self._length = len(text)
        self._ways: dict[int, list[Way]] = {}
        place = 0
        for piece in pieces_of(text):
            end = place + len(piece.replace("\\", "", 1) if piece[0] == "\\" else piece)
            self._ways.setdefault(place, []).append(Way((piece,), end, _COPIED))
            place = end
        for span, new, liking in ways:
            start = span.start - (text[span.start - 1 : span.start] == " ")
            lead = text[start : span.start]
            if not new and lead:
                start, lead = span.start, ""
            written = tuple(pieces_of(lead + new))
            if written and start in self._ways:
                self._ways[start].append(Way(written, span.end, liking))

    def next(self, written: Sequence[str]) -> dict[str, float]:
        """The tokens that may follow those ``written``, and how they are liked."""
        places: set[tuple[tuple[str, ...], int]] = {((), 0)}
        for piece in written:
            places = {(rest, end) for begun, rest, end, _ in self._from(places) if begun == piece}
        liked: dict[str, float] = {}
        for begun, _, _, liking in self._from(places):
            liked[begun] = max(liking, liked.get(begun, 0.0))
        if not places or ((), self._length) in places:
            liked['"'] = _COPIED
        return liked

    def _from(
        self, places: Iterable[tuple[tuple[str, ...], int]]
    ) -> Iterator[tuple[str, tuple[str, ...], int, float]]:
        for rest, end in places:
            if rest:
                yield rest[0], rest[1:], end, _COPIED
            else:
                for way in self._ways.get(end, ()):
                    yield way.pieces[0], way.pieces[1:], way.end, way.liking


def pieces_of(text: str) -> list[str]:
    """Words with the space before them, masks, and marks, as they stand in an answer."""
    return _PIECE.findall(inside(text))


class Knowledge:
    """What may be said for what, from tables and WordNet, and what of it is usual in an index."""

    def __init__(self, index: Index, synonyms: Path) -> None:
        self._index = index
        self._wordnet = WordNet(synonyms)

    def of(self, text: str) -> Iterator[tuple[Span, str, float]]:
        """What may stand for spans of a text, and how it is liked."""
        tables = wordings_of("English")
        assert tables is not None
        for one in tables.alternatives(text):
            often = self._often(text, one)
            if often >= _USUAL or not one.usual:
                yield one.span, one.replacement, _FROM_TABLES + _more(often)
        for one in self._wordnet.alternatives(text):
            often = self._often(text, one)
            if often >= _USUAL:
                yield one.span, one.replacement, _FROM_WORDNET + _more(often)

    def _often(self, text: str, one: Substitute) -> int:
        """How many originals have the new words beside their neighbours, of two the rarer."""
        new = find_words(one.replacement).forms
        ahead = find_words(text[: one.span.start]).forms[-1:]
        behind = find_words(text[one.span.end : one.span.end + 40]).forms[:1]
        pairs = [pair for pair in ((*ahead, *new[:1]), (*new[-1:], *behind)) if len(pair) == 2]
        hasher = self._index.hasher
        words = hasher.words([form for pair in pairs for form in pair])
        keys = hasher.phrases(words, 2)[::2]
        return int(self._index.df(self._index.lookup(keys)).min()) if pairs else 0


def _more(often: int) -> float:
    return min(_MOST, float(np.log10(1 + often)))


def _masks(passage: str, phrases: Iterable[str]) -> Iterator[tuple[Span, str, float]]:
    """A mask for each word of the phrases that are to go."""
    for phrase in phrases:
        for found in re.finditer(rf"\b{re.escape(phrase)}\b", passage):
            words = find_words(found[0])
            for start, end in zip(words.starts.tolist(), words.ends.tolist(), strict=True):
                yield Span(found.start() + start, found.start() + end), _MASK, _MASKED


def _told(
    passage: str, ways: Iterable[tuple[Span, str, float]], failed: dict[str, str]
) -> Iterator[tuple[Span, str, float]]:
    """Those of the ways that do nothing again of which it was told that it failed before."""
    reasons = " ".join(failed.values())
    forms = {find_words(words).forms for words in (*failed, *_QUOTED.findall(reasons))}
    kept = [
        Span(found.start(), found.end())
        for words in _LOST.findall(reasons)
        for found in re.finditer(rf"\b{re.escape(words)}\b", passage)
    ]
    for span, new, liking in ways:
        touched = any(span.start < one.end and one.start < span.end for one in kept)
        if not touched and find_words(new).forms not in forms:
            yield span, new, liking


class Source:
    """What `LlamaSource` is to the worker."""

    name = "stand-in"
    context_tokens = 1 << 20
    tokens_processed = 0

    def __init__(self, *_: object) -> None:
        script = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
        self._knowledge = Knowledge(Index.open(Path(script["index"])), Path(script["synonyms"]))
        known: dict[str, None] = {}
        for text in script["texts"]:
            for part in (text, *(new for _, new, _ in self._knowledge.of(text))):
                for piece in pieces_of(part):
                    known |= dict.fromkeys((piece.lstrip(), f" {piece.lstrip()}"))
        longer = [piece for piece in known if len(piece.encode()) > 1]
        pieces = [*(bytes([byte]) for byte in range(256)), *(piece.encode() for piece in longer)]
        self.vocabulary = TokenVocabulary(pieces)
        self._numbers = {piece: number for number, piece in enumerate(pieces)}
        self._passage = Passage("", ())
        self.context: list[int] = []
        self.start = 0

    @property
    def length(self) -> int:
        return len(self.context)

    def tokens(self, text: str) -> list[int]:
        found = []
        for piece in _PIECE.findall(text):
            whole = self._numbers.get(piece.encode())
            found += [*piece.encode()] if whole is None else [whole]
        return found

    def conversation(self, fixed: Sequence[Message], asked: Message) -> tuple[list[int], list[int]]:
        content = json.loads(asked.content)
        text, failed = content["passage"], content.get("failed before", {})
        ways = [*self._knowledge.of(text), *_masks(text, content["phrases"])]
        self._passage = Passage(text, _told(text, ways, failed))
        return self.tokens(fixed[0].content), self.tokens(asked.content)

    def begin(self, fixed: Sequence[int], rest: Sequence[int], alive: Callable[[], None]) -> None:
        alive()
        self.context = [*fixed, *rest]

    def follow_up(self, message: Message) -> list[int]:
        return self.tokens(message.content)

    def feed(self, tokens: Sequence[int]) -> None:
        self.context += tokens

    def rewind(self, length: int) -> None:
        del self.context[length:]

    def close(self) -> None:
        pass

    def logits(self) -> Logits:
        logits = np.zeros(len(self.vocabulary), dtype=np.float32)
        written = [self.vocabulary.pieces[token] for token in self.context[self.start :]]
        if b"".join(written[-len(OPEN_ANSWER) :]).endswith(OPEN_ANSWER.encode()):
            logits[b"y"[0]] = _COPIED
            return logits
        for piece, liking in self._passage.next([piece.decode() for piece in written]).items():
            number = self._numbers.get(piece.encode())
            if number is not None:
                logits[number] = liking
        return logits


class Worker(worker.Worker):
    """Tells its source where each text begins."""

    def _candidate(self, source: Any, *arguments: Any) -> Any:
        source.start = source.length
        return super()._candidate(source, *arguments)


def main() -> None:
    """Serve the parent process, with the stand-in for llama.cpp."""
    put_in_place_of_llama(Source, cards=False)
    Worker(private_pipes()).serve()


if __name__ == "__main__":
    main()
