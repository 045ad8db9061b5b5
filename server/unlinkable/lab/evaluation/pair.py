"""A draft and what a method made of it. Knows texts and the original; no measures."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from unlinkable.draft import Draft, Markup, Reading, read_draft
from unlinkable.findings.ranking.leading import MARGIN
from unlinkable.findings.ranking.passages import Vocabulary
from unlinkable.findings.ranking.recognition import recognition
from unlinkable.lab.annotations import AnnotatedText, annotated_of
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
