"""Which documents of an index a new segment concerns: those whose rulings leave or change, and
those that something that comes is one document with.

Such documents go with all their rulings, and what stays of these comes again with the segment: so
no document is in two segments. Knows ids, groups and words; must know nothing of how files are put
in place.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.building.kept import KeptParts
from unlinkable_index.building.rulings import Batch
from unlinkable_index.index import Index
from unlinkable_index.phrase_hashes import PhraseHashes
from unlinkable_index.windows import possible_postings

_SAMPLES = 5  # windows of a text, by which documents are found that may hold a copy of it


@dataclass(frozen=True)
class Concerned:
    """``gone``: the documents of each part that go; ``again``: the ids of their rulings that stay,
    and so come again; ``records``, ``words``: how many go, in all."""

    gone: list[NDArray[np.int64]]
    again: frozenset[str]
    records: int
    words: int


def concerned(
    parts: Sequence[Index],
    gone: Sequence[NDArray[np.int64]],
    kept: KeptParts,
    leaving: Collection[str],
    coming: Sequence[Batch],
) -> Concerned:
    """The documents that a change concerns.

    - ``parts``: those of the index, each with the documents that are ``gone`` already;
    - ``leaving``: the ids of rulings that leave, or come with another content;
    - ``coming``: the rulings that come, with their words.
    """
    groups = {ruling.group for batch in coming for ruling in batch.rulings} - {None}
    ids = set(leaving)
    if groups:
        ids |= {ruling.id for ruling in kept.rulings() if ruling.group in groups}
    there = [set(some.tolist()) for some in gone]
    found: list[set[int]] = [set() for _ in parts]
    for name in ids:
        for at in reversed(range(len(parts))):
            number = parts[at].document_number(name)
            if number is not None and number not in there[at]:
                found[at].add(number)
                break
    texts = [text for batch in coming for text in _texts(batch)]
    for at, part in enumerate(parts):
        found[at] |= _copies(part, texts) - there[at]
    records = [
        name
        for part, some in zip(parts, found, strict=True)
        for number in some
        for name in part.document(number).ids
    ]
    words = sum(
        int(part.lengths[list(some)].sum()) for part, some in zip(parts, found, strict=True)
    )
    every = [np.array(sorted(one | two), np.int64) for one, two in zip(there, found, strict=True)]
    return Concerned(every, frozenset(records) - frozenset(leaving), len(records), words)


def _texts(batch: Batch) -> list[PhraseHashes]:
    """The words of each text that has any."""
    words = np.frombuffer(batch.hashed.words, "<u8")
    texts = np.split(words, np.cumsum(batch.hashed.lengths)[:-1])
    return [text for text in texts if len(text)]


def _copies(part: Index, texts: Sequence[PhraseHashes]) -> set[int]:
    """The documents of a part that hold one of some texts, word by word."""
    assert part.positions is not None
    windows = [
        text[start : start + part.max_words]
        for text in texts
        for start in _sampled(text, part.max_words)
    ]
    if not windows:
        return set()
    sizes = np.array([len(window) for window in windows])
    of_word = np.repeat(np.arange(len(windows), dtype=np.int32), sizes)
    starts = np.cumsum(sizes) - sizes
    levels = possible_postings(part, np.concatenate(windows), of_word, part.max_words)
    found: set[int] = set()
    at = 0
    for text in texts:
        n = min(part.max_words, len(text))
        samples = len(_sampled(text, part.max_words))
        postings = levels[n - 1][starts[at : at + samples]]
        at += samples
        if (postings < 0).any():
            continue
        documents = part.document_sets(postings).documents
        in_all, times = np.unique(documents, return_counts=True)
        numbers = part.positions.word_numbers(text).tolist()
        for document in in_all[times == len(postings)].tolist():
            if part.lengths[document] >= len(text) and _holds(part, document, numbers):
                found.add(document)
    return found


def _sampled(text: PhraseHashes, longest: int) -> list[int]:
    """Where windows of a text begin that it is looked for by."""
    last = max(len(text) - longest, 0)
    return sorted(set(np.linspace(0, last, _SAMPLES).astype(int).tolist()))


def _holds(part: Index, document: int, numbers: list[int]) -> bool:
    """Whether one of the texts of a document has just these words."""
    assert part.positions is not None
    places, words = part.positions.text(document)
    texts = np.split(words, np.flatnonzero(np.diff(places) > 1) + 1)
    return any(len(text) == len(numbers) and text.tolist() == numbers for text in texts)
