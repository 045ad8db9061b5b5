"""How much attacks find out, measured as published, on drafts whose originals are known: exact
match and recall by kind of mask, ranks of the original, also by meaning. Must know nothing of
how it is shown."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum

import numpy as np

from unlinkable.attackers.attacker import AtMask, Attacked
from unlinkable.attackers.rulings import Texts
from unlinkable.draft import Draft, Span, read_draft
from unlinkable.draft.masks import known_masks
from unlinkable.findings.bm25 import Unit, Vocabulary, passages
from unlinkable.findings.leading import recognition
from unlinkable.lab.annotations import AnnotatedText
from unlinkable.lab.embedding import Embedder, Vector, vectors_of_parts
from unlinkable.stopping import OnProgress, Progress, unseen
from unlinkable_index.index import Index
from unlinkable_index.words import find_words

UNITS = (Unit.DRAFT, Unit.PARAGRAPH)
_SHORTEST = 1e-12


class MeaningSearch:
    """A search through ``originals`` with an ``embedder``, which reads them all at first; ties are
    for the searcher. Raises UserError where the model cannot be used."""

    def __init__(self, embedder: Embedder, originals: Texts, report: OnProgress = unseen) -> None:
        self._embedder = embedder
        self._ids = list(originals)
        parts: list[Vector] = []
        owners: list[int] = []
        for number, one in enumerate(self._ids):
            report(Progress("reading originals by meaning", number / len(self._ids)))
            made = vectors_of_parts(embedder, originals.of([one]) or "")
            parts.append(made)
            owners += [number] * len(made)
        self._parts = np.concatenate(parts) if parts else np.zeros((0, 1), dtype=np.float32)
        self._owners = np.array(owners, dtype=np.int64)

    def ranks(self, draft: Draft, source: Collection[str]) -> Iterator[tuple[Unit, int]]:
        """The rank, from 1, of the best record of ``source`` for the whole draft and for each
        paragraph of it, without masks; nothing where none of it is among the originals."""
        mine = np.array([one in source for one in self._ids], dtype=bool)
        if not mine.any():
            return
        for unit in UNITS:
            for passage in passages(draft, unit):
                mean = vectors_of_parts(self._embedder, _unmasked(draft, passage.span)).mean(axis=0)
                cosines = self._parts @ (mean / max(float(np.linalg.norm(mean)), _SHORTEST))
                scores = np.full(len(self._ids), -np.inf, dtype=np.float64)
                np.maximum.at(scores, self._owners, cosines)
                yield unit, 1 + int((scores[~mine] > scores[mine].max()).sum())


def _unmasked(draft: Draft, span: Span) -> str:
    """What stands at a span, without its masks."""
    kept, at = [], span.start
    for start, end in draft.masks:
        if span.start <= start and end <= span.end:
            kept.append(draft.text[at:start])
            at = end
    return " ".join([*kept, draft.text[at : span.end]])


NEAREST = (10, 50, 100)
"""Of so many nearest rulings it is counted in how many masks' words stand in one of them."""
_YEAR = re.compile(r"\b1[5-9]\d\d\b|\b20\d\d\b")
_DIGIT = re.compile(r"\d")
_CAPITAL = re.compile(r"\b[^\W\d_a-z]\w*")


class MaskedWords(StrEnum):
    """What a mask hides, by how it is written: a date has a year, a name a capital letter."""

    DATE = "dates"
    NUMBER = "numbers"
    NAME = "names"
    WORDS = "other words"

    @classmethod
    def of(cls, hidden: str) -> "MaskedWords":
        """The kind of the words that a mask hides."""
        if _YEAR.search(hidden):
            return cls.DATE
        if _DIGIT.search(hidden):
            return cls.NUMBER
        return cls.NAME if _CAPITAL.search(hidden) else cls.WORDS


class FoundBy(Enum):
    """How words were found."""

    READ_OFF = "read off the original"
    VOTES = "votes of other rulings"
    SURE_VOTES = "those shown"
    MODEL = "the model"


@dataclass
class MaskTally:
    """Of ``masks``, what was ``said`` at how many, and ``exact`` at how many; of all ``words`` that
    were said, how many are ``right``: among those of the mask."""

    masks: int = 0
    said: int = 0
    exact: int = 0
    words: int = 0
    right: int = 0

    def add(self, hidden: str, said: str | None) -> None:
        """Count one mask."""
        self.masks += 1
        if said is None:
            return
        true, words = find_words(hidden).forms, find_words(said).forms
        self.said += 1
        self.exact += words == true
        self.words += len(words)
        self.right += sum(word in true for word in words)

    @property
    def exact_match(self) -> float:
        """The share of all masks at which exactly the hidden words were said."""
        return self.exact / self.masks if self.masks else 0.0

    @property
    def token_recall(self) -> float:
        """Of all words that were said, the share that the mask hides, as published."""
        return self.right / self.words if self.words else 0.0


@dataclass
class Ranks:
    """The places at which the originals of some drafts were ranked."""

    places: list[int] = field(default_factory=list)

    def count(self, first: int) -> int:
        """How many drafts have their original among so many first."""
        return sum(place <= first for place in self.places)

    def within(self, first: int) -> float:
        """The share of drafts whose original is among so many first."""
        return self.count(first) / max(len(self.places), 1)

    @property
    def mrr(self) -> float:
        """The mean of 1 / place."""
        return sum(1 / place for place in self.places) / max(len(self.places), 1)


@dataclass
class AttackFigures:
    """What was measured on some drafts.

    - ``tallies``: by method and kind (None: all kinds): as it is written (`MaskedWords`), and
      where people annotated the original, their kinds and sorts of identifiers;
    - ``ranks``: before anything is filled in, and once it is, by method;
    - ``persons``: likewise the best place of any of the drafts about one person, where persons are
      named; a draft that names none is about one of its own;
    - ``meaning``: by an embedding model, of whole drafts and of paragraphs;
    - ``hits``: of the masks whose words are known, those whose words stand in one of so many
      nearest rulings, the source left out, by how many (`NEAREST`); ``looked``: of how many;
    - ``drafts``, ``unknown``: drafts measured, and masks whose words cannot be told.
    """

    tallies: dict[tuple[FoundBy, str | None], MaskTally] = field(
        default_factory=lambda: defaultdict(MaskTally)
    )
    ranks: dict[FoundBy | None, Ranks] = field(default_factory=lambda: defaultdict(Ranks))
    persons: dict[FoundBy | None, dict[str | int, int]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    meaning: dict[Unit, Ranks] = field(default_factory=lambda: defaultdict(Ranks))
    hits: dict[int, int] = field(default_factory=lambda: dict.fromkeys(NEAREST, 0))
    looked: int = 0
    drafts: int = 0
    unknown: int = 0

    def add(
        self,
        attacked: Attacked,
        original: str,
        source: int,
        index: Index,
        near: Iterable[str],
        annotated: AnnotatedText | None = None,
        person: str | None = None,
    ) -> None:
        """Count one draft, whose original is the document ``source`` with the text ``original``.

        - ``near``: the texts of the rulings nearest to it, the nearest first, the source left out;
        - ``annotated``: what people marked in this very text; ``person``: whom it is about.

        Raises UserError when the index is damaged.
        """
        draft = attacked.draft
        known = dict(zip(draft.masks, known_masks(draft.text, draft.masks, original), strict=True))
        hidden = {mask: original[one.start : one.end] for mask, one in known.items() if one}
        kinds: dict[Span, list[str]] = {}
        for mask, place in known.items():
            if place is not None:
                mention = annotated and annotated.at(place)
                more = [mention.identifier, mention.kind] if mention else []
                kinds[mask] = [MaskedWords.of(hidden[mask]), *more]
        self.drafts += 1
        self.unknown += len(known) - len(hidden)
        said = {method: dict(_said(attacked.masks, method)) for method in FoundBy}
        if attacked.by_model is None:
            del said[FoundBy.MODEL]
        for method, words in said.items():
            for one in attacked.masks:
                if one.mask not in hidden:
                    continue
                true = hidden[one.mask]
                for kind in (None, *kinds[one.mask]):
                    self.tallies[method, kind].add(true, words.get(one.number))
        whom = self.drafts if person is None else person
        self._rank(draft, None, {}, source, index, whom)
        for method in (FoundBy.SURE_VOTES, FoundBy.MODEL):
            if method in said:
                self._rank(draft, method, said[method], source, index, whom)
        runs = _Runs(near)
        for true in hidden.values():
            self.looked += 1
            at = runs.first_with(find_words(true).forms)
            for count in NEAREST:
                self.hits[count] += at is not None and at < count

    def _rank(
        self,
        draft: Draft,
        method: FoundBy | None,
        words: Mapping[int, str],
        source: int,
        index: Index,
        whom: str | int,
    ) -> None:
        filled = read_draft(_filled_in(draft, words)) if words else draft
        fares = recognition(filled, index, Vocabulary(filled), source)
        if fares is not None:
            place = fares.words.rank
            self.ranks[method].places.append(place)
            of = self.persons[method]
            of[whom] = min(place, of.get(whom, place))


def _said(masks: Sequence[AtMask], method: FoundBy) -> Iterator[tuple[int, str]]:
    """The numbers of masks, and what a method says of each."""
    for one in masks:
        if method is FoundBy.READ_OFF and one.read:
            yield one.number, one.read.at(one.place)
        elif method is FoundBy.VOTES and one.guesses:
            yield one.number, one.guesses[0].text
        elif method is FoundBy.SURE_VOTES and (sure := one.guessable):
            yield one.number, sure.guess
        elif method is FoundBy.MODEL and one.filled:
            yield one.number, one.filled.text


def _filled_in(draft: Draft, words: Mapping[int, str]) -> str:
    pieces, at = [], 0
    for number, (start, end) in enumerate(draft.masks, start=1):
        if number in words:
            pieces += [draft.text[at:start], words[number]]
            at = end
    return "".join([*pieces, draft.text[at:]])


class _Runs:
    """In which of some texts words stand one after the other."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = [f" {' '.join(find_words(text).forms)} " for text in texts]

    def first_with(self, words: tuple[str, ...]) -> int | None:
        """The number of the first text that has these words, from 0."""
        sought = f" {' '.join(words)} "
        return next((at for at, text in enumerate(self._texts) if sought in text), None)
