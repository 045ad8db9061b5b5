"""Under what circumstances a result holds: how much was checked, what narrowed the check, and what
speaks against relying on it; every report says them first, beside the result. Must never know
settings, editors, nor how a report looks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import DEFAULT_MASKS, Draft, Reading
from unlinkable.draft.draft import offsets_inside
from unlinkable.draft.masks import Masks
from unlinkable.findings.narrowing import Narrowing, Origin
from unlinkable.findings.plausible_original import SourceFit, best_holder, own_copy, source_fit
from unlinkable.findings.report import Report
from unlinkable_index.index import Index
from unlinkable_index.words import find_words

KNOWN = 0.8
"""The share of a draft's words that the index holds at least. Of 128 drafts of European rulings it
held every word; of 64 Polish rulings 51 to 73 %, since it quotes many languages."""
READ = 0.5
"""The share of a text's words that were checked at least. Of those drafts 81 % were and more, the
rest being masks; results of `protect` have more masks, so there is room."""
ORDINARY = 0.1
"""The share of a text's words that masks set by hand may cover although they are ordinary: in more
than this share of the originals."""
_PIECE = 100_000  # characters
_PUNCTUATION = " \t\r\n\f\v\u00a0.,;:!?'\"()-–—/’‘“”"

Offsets = NDArray[np.int32]


class DoubtKind(Enum):
    """What a doubt is about."""

    INDEX = "index-does-not-fit"
    READ = "little-was-checked"
    MASKS = "masks-cover-ordinary-text"
    SOURCE = "source-does-not-fit"
    MISSING = "original-not-in-the-index"
    RANKING = "ranking-not-known"
    COPY = "draft-among-the-originals"
    ELSEWHERE = "text-in-other-files"
    NARROWED = "narrowed-by-the-folder"
    UNSEEN = "text-that-is-not-shown"


@dataclass(frozen=True)
class Doubt:
    """One reason not to rely on a result; ``message`` ends a sentence and holds no text of the
    draft."""

    kind: DoubtKind
    message: str


@dataclass(frozen=True)
class Extent:
    """How much of a text was checked, in words.

    - ``read``: those that were;
    - ``masked``: those left out because they stand in masks;
    - ``elsewhere``: those left out in code, commands, addresses, comments and front matter.
    """

    read: int
    masked: int
    elsewhere: int

    @classmethod
    def of(cls, draft: Draft) -> "Extent":
        """The extent of the check of a draft."""
        words = masked = 0
        for start, part in _pieces(draft.text):
            found = find_words(part).starts
            words += len(found)
            masked += int(offsets_inside(found + start, draft.masks).sum())
        read = len(draft.forms)
        return cls(read, masked, max(0, words - masked - read))


def doubts(
    draft: Draft, index: Index, reading: Reading, fit: SourceFit | None
) -> tuple[Doubt, ...]:
    """What speaks against relying on what was found in a draft. ``fit`` is that of its source, if
    one is named. Raises UserError when the index is damaged."""
    found = [_of_extent(Extent.of(draft)), _of_index(draft, index)]
    if found[-1] is None and fit is None:
        found.append(_of_missing(draft, index))
    found += [_of_masks(draft, index, reading), _of_source(index, fit), _of_copy(draft, index)]
    found.append(_of_includes(draft))
    return tuple(doubt for doubt in found if doubt)


def _of_includes(draft: Draft) -> Doubt | None:
    """Whether text of the draft stands in other files."""
    if not draft.includes:
        return None
    files = "1 other file" if draft.includes == 1 else f"{draft.includes:,} other files"
    return Doubt(
        DoubtKind.ELSEWHERE,
        f"it brings in the text of {files}, which was not checked here: check that as well",
    )


def _of_extent(extent: Extent) -> Doubt | None:
    everything = extent.read + extent.masked + extent.elsewhere
    if everything and extent.read >= READ * everything:
        return None
    if not everything:
        return Doubt(DoubtKind.READ, "there are no words here to check")
    return Doubt(
        DoubtKind.READ,
        f"only {extent.read:,} of {everything:,} words were checked: {extent.masked:,} stand in "
        f"masks, {extent.elsewhere:,} in code, commands, addresses, comments or front matter",
    )


def _of_index(draft: Draft, index: Index) -> Doubt | None:
    count = len(draft.forms)
    if not count:
        return None
    keys = index.hasher.phrases(index.hasher.words(draft.forms), 1)
    different, times = np.unique(keys, return_counts=True)
    known = int(times[index.lookup(different) >= 0].sum())
    if known >= KNOWN * count:
        return None
    documents = "1 original" if index.documents == 1 else f"{index.documents:,} originals"
    return Doubt(
        DoubtKind.INDEX,
        f"only {known:,} of {count:,} words are in the index {index.path.name} ({documents}, "
        f"{index.header.words:,} words), so it is not the index for this text",
    )


def _of_masks(draft: Draft, index: Index, reading: Reading) -> Doubt | None:
    """Whether masks set by hand cover, or cut the text apart at, what is no mask to a reader."""
    if reading.masks == DEFAULT_MASKS:
        return None
    bare = sum(not draft.text[start:end].strip(_PUNCTUATION) for start, end in draft.masks)
    if bare:
        return Doubt(
            DoubtKind.MASKS,
            f"the mask patterns take ordinary spaces and punctuation for masks, {bare:,} times",
        )
    words = find_words(draft.text)
    usual = Masks(DEFAULT_MASKS).find(draft.text)
    covered = offsets_inside(words.starts, draft.masks) & ~offsets_inside(words.starts, usual)
    if not covered.any():
        return None
    hashes = index.hasher.words(words.forms)[covered]
    postings = index.lookup(index.hasher.phrases(hashes, 1))
    ordinary = int((index.df(postings) > ORDINARY * index.documents).sum())
    if ordinary <= ORDINARY * len(words.forms):
        return None
    return Doubt(
        DoubtKind.MASKS,
        f"the mask patterns cover {ordinary:,} ordinary words, of {len(words.forms):,} in the text",
    )


def _of_source(index: Index, fit: SourceFit | None) -> Doubt | None:
    if fit is None or fit.fits:
        return None
    named = index.document(fit.source).id
    message = (
        f"the source that is named, {named}, does not fit: it holds {fit.share:.0%} of the phrases"
    )
    if fit.best != fit.source:
        message += f", and {index.document(fit.best).id} holds {fit.best_share:.0%}"
    return Doubt(DoubtKind.SOURCE, message)


def _of_missing(draft: Draft, index: Index) -> Doubt | None:
    """Whether the original of the draft is in no document of the index."""
    best = best_holder(draft, index)
    if best is None or best.plausible:
        return None
    return Doubt(
        DoubtKind.MISSING,
        f"the original of this text is probably not in the index {index.path.name}, so that what "
        f"only the original has was not looked for: the nearest document, "
        f"{index.document(best.document).id}, holds {best.share:.0%} of the phrases; name the file "
        "of the original (--source-file, the setting source_file), or its id (source) if this text "
        "was reworded a great deal",
    )


def _of_copy(draft: Draft, index: Index) -> Doubt | None:
    """Whether the index was built with the draft itself among the originals."""
    document = own_copy(draft, index)
    if document is None:
        return None
    return Doubt(
        DoubtKind.COPY,
        f"{index.document(document).id} in the index {index.path.name} has the masks of this text "
        "where this text has them: if it is the draft itself, nothing in it is found, so build the "
        "index from the originals alone",
    )


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """A text in pieces, cut at blanks, with where they begin: one at a time takes less memory."""
    start = 0
    while start < len(text):
        end = text.find(" ", start + _PIECE) + 1 or len(text)
        yield start, text[start:end]
        start = end


@dataclass(frozen=True)
class Circumstances:
    """What stood around a check.

    - ``extent``: how much of the text was checked;
    - ``narrowed``: by what the check found less than it would by default, or than the user asked
      for;
    - ``ignored``: what was not heeded on purpose, in sentences;
    - ``doubts``: why the result is not to be relied on;
    - ``fit``: how well the source fits, if one was named.
    """

    extent: Extent
    narrowed: tuple[Narrowing, ...] = ()
    ignored: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    fit: SourceFit | None = None

    @property
    def source_named(self) -> str | None:
        """Where the source was named, if one was."""
        named = {one.setting: one.where for one in self.narrowed}
        return named.get("source_file", named.get("source"))


def circumstances(
    report: Report,
    index: Index,
    reading: Reading,
    narrowed: Sequence[Narrowing],
    ignored: Sequence[str],
) -> Circumstances:
    """The circumstances of a report. Raises UserError when the index is damaged."""
    draft, source = report.draft, report.question.source
    fit = None if source is None else source_fit(draft, index, source)
    return Circumstances(
        Extent.of(draft),
        tuple(narrowed),
        tuple(ignored),
        (*doubts(draft, index, reading, fit), *_of_ranking(report), *_of_folder(narrowed)),
        fit,
    )


def together(of_each: Sequence[Circumstances]) -> list[Circumstances]:
    """The circumstances of one draft's reports against several indexes, seen together: where one of
    them holds its original, it is no wonder that others do not."""

    def misses(one: Circumstances) -> bool:
        return any(doubt.kind in _OF_THE_ORIGINAL for doubt in one.doubts)

    if all(misses(one) for one in of_each):
        return list(of_each)
    return [
        replace(one, doubts=tuple(d for d in one.doubts if d.kind not in _OF_THE_ORIGINAL))
        for one in of_each
    ]


_OF_THE_ORIGINAL = frozenset({DoubtKind.MISSING, DoubtKind.INDEX, DoubtKind.RANKING})


def _of_ranking(report: Report) -> list[Doubt]:
    """Whether ranking was asked about in vain."""
    if not report.ranked_in_vain:
        return []
    message = (
        "its original cannot be told from others, so no passage was judged by where it leads "
        "whoever ranks; name the original if it is in the index (source)"
    )
    return [Doubt(DoubtKind.RANKING, message)]


def of_unseen(counts: Mapping[str, int] | None) -> tuple[Doubt, ...]:
    """The doubt about a file that holds words beside those that were checked. ``counts``: how many
    things of each kind, none where nothing is doubted; None: it could not be looked at."""
    if counts is None:
        said = "what the file holds beside what its page shows could not be looked at"
        return (Doubt(DoubtKind.UNSEEN, said),)
    held = " and ".join(f"{kind} ({count:,})" for kind, count in counts.items())
    said = f"the file holds {held} beside what its page shows; protect writes it without them"
    return (Doubt(DoubtKind.UNSEEN, said),) if counts else ()


def _of_folder(narrowed: Sequence[Narrowing]) -> list[Doubt]:
    """A doubt for each place of the folder that narrows the check."""
    settings: dict[str, list[str]] = {}
    for one in narrowed:
        if one.origin is Origin.FOLDER:
            settings.setdefault(one.where, []).append(one.setting)
    return [
        Doubt(DoubtKind.NARROWED, f"{where} makes the check find less ({', '.join(names)})")
        for where, names in settings.items()
    ]
