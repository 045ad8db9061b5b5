"""A draft, a method, and what the method made of the draft: raw drafts and their originals, pairs,
the protocol of methods, results made elsewhere. Knows texts and originals; must know no
measures."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from unlinkable.draft import Draft, Markup, Reading, read_draft
from unlinkable.findings.bm25 import Vocabulary
from unlinkable.findings.leading import MARGIN, recognition
from unlinkable.lab.annotations import AnnotatedText, annotated_of
from unlinkable.stopping import Stop, never
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index


@dataclass(frozen=True)
class RawDraft:
    """A draft as it was read from a file: its name, text and markup, and the id of its original
    and the ``person`` that it is about, where these are named."""

    name: str
    text: str
    markup: Markup = Markup.PLAIN
    source: str | None = None
    person: str | None = None


@dataclass(frozen=True, eq=False)
class Pair:
    """A draft and a result that was made from it, and the number of their original. ``masks``: the
    patterns of the masks of both; ``markup``: that of both."""

    draft: Draft
    result: Draft
    source: int
    masks: tuple[str, ...]
    markup: Markup = Markup.PLAIN


def pair(raw: RawDraft, result: str, source: int, reading: Reading) -> Pair:
    """Read a draft and a result alike."""
    return Pair(
        read_draft(raw.text, raw.markup, reading),
        read_draft(result, raw.markup, reading),
        source,
        reading.masks,
        raw.markup,
    )


def original_of(raw: RawDraft, draft: Draft, index: Index) -> tuple[int | None, str]:
    """The document that a draft was made from, and how that is known: "named", by its "file name",
    "ranked first" by the whole draft and ahead by the margin, or "unknown" (None)."""
    for identity, how in ((raw.source or draft.source, "named"), (raw.name, "file name")):
        number = None if identity is None else index.document_number(identity)
        if number is not None:
            return number, how
    fares = recognition(draft, index, Vocabulary(draft), None)
    if fares is None or fares.words.lead < 1 + MARGIN:
        return None, "unknown"
    return fares.document, "ranked first"


@dataclass(frozen=True)
class KnownDraft:
    """A draft, the number of its original, and what people marked in that, where it is at hand."""

    raw: RawDraft
    source: int
    annotated: AnnotatedText | None = None


@dataclass(frozen=True)
class KnownDrafts:
    """The drafts whose originals are ``known``, how many are ``unknown``, and of how many the
    original is the one that the whole draft ranks first (``ranked``)."""

    known: tuple[KnownDraft, ...]
    unknown: int
    ranked: int

    @property
    def persons(self) -> dict[str, str]:
        """Whom drafts are about, by the names of those that say so."""
        raws = [one.raw for one in self.known]
        return {raw.name: raw.person for raw in raws if raw.person is not None}

    @classmethod
    def of(
        cls,
        raws: Sequence[RawDraft],
        index: Index,
        reading: Reading,
        annotations: Mapping[str, AnnotatedText] = MappingProxyType({}),
    ) -> "KnownDrafts":
        """With the ``annotations`` of originals, by their ids. Raises UserError when there is no
        draft with a known original, or the index is damaged."""
        known, ways = [], Counter[str]()
        for raw in raws:
            source, how = original_of(raw, read_draft(raw.text, raw.markup, reading), index)
            ways[how] += 1
            if source is not None:
                annotated = annotated_of(annotations, index.document(source).ids)
                known.append(KnownDraft(raw, source, annotated))
        if not known:
            raise UserError(
                "for none of the drafts an original in the index is known; name the drafts by the "
                "ids of their originals, or name these as their sources"
            )
        return cls(tuple(known), ways["unknown"], ways["ranked first"])


@dataclass(frozen=True)
class MadeDraft:
    """A result, and what it cost: seconds, tokens read and written (None: not known, as of results
    made elsewhere)."""

    text: str
    seconds: float | None = None
    tokens_read: int | None = None
    tokens_written: int | None = None


class Method(Protocol):
    """``name``: as the table calls it. ``said``: what it is, with the model it uses, one line."""

    name: str
    said: str
    asked: str = ""
    """What else results depend on, besides the draft, its source, the index and ``said``."""

    def depends_on(self, raw: RawDraft) -> str:  # noqa: ARG002
        """What else the result for one draft depends on."""
        return self.asked

    def make(self, raw: RawDraft, source: int, stop: Stop) -> MadeDraft:
        """The result for a draft that was made from the document ``source``.

        Raises UserError where there is none, and StoppedError when told to stop.
        """
        ...


class ResultsFolder(Method):
    """The results in files, by the name without suffix. ``read``: how a file becomes text."""

    def __init__(self, name: str, files: Iterable[Path], read: Callable[[Path], str]) -> None:
        self.name = name
        self._files = {file.stem: file for file in files}
        self._read = read
        self.said = "results made elsewhere"

    def has(self, raw: RawDraft) -> bool:
        """Whether there is a result for this draft."""
        return raw.name in self._files

    def depends_on(self, raw: RawDraft) -> str:
        """The result itself."""
        return sha256(self.make(raw, 0, never).text.encode()).hexdigest()

    def make(self, raw: RawDraft, source: int, stop: Stop) -> MadeDraft:  # noqa: ARG002
        """The result as it lies there. Raises UserError when there is none, or it can't be read."""
        if raw.name not in self._files:
            raise UserError(f"{raw.name}: there is no result of {self.name} for this draft")
        return MadeDraft(self._read(self._files[raw.name]))


class GivenResults(Method):
    """Results that are given as ``texts``, by the names of drafts."""

    said = "results made elsewhere"

    def __init__(self, name: str, texts: Mapping[str, str]) -> None:
        self.name = name
        self._texts = texts

    def depends_on(self, raw: RawDraft) -> str:
        """The result itself."""
        return sha256(self._texts[raw.name].encode()).hexdigest()

    def make(self, raw: RawDraft, source: int, stop: Stop) -> MadeDraft:  # noqa: ARG002
        """The result as it was given."""
        return MadeDraft(self._texts[raw.name])


class Unchanged(Method):
    """The drafts as they are: what all methods begin with."""

    name = "draft"
    said = "the drafts as they are"

    def make(self, raw: RawDraft, source: int, stop: Stop) -> MadeDraft:  # noqa: ARG002
        """The draft itself."""
        return MadeDraft(raw.text)
