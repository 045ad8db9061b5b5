"""Which originals are nearly the same text: revised versions, or rulings on the same facts.

What only they share is in two documents, so that it is not found at k = 2, although it leads to one
case. Series of cases have the same words too, about different people: so near copies are only
suggested, and a person decides (`groups`). Texts are compared by their runs of five words: the
share of these that two have in common, of all that either has, is estimated from a sketch of each
(A. Broder, On the resemblance and containment of documents, 1997; one permutation hashing: P. Li,
A. Owen, C.-H. Zhang, 2012; filled as A. Shrivastava, Optimal densification, 2017). Pairs are found
by bands of the sketches (J. Leskovec and others, Mining of Massive Datasets, chapter 3).
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from unlinkable_index.building.rulings import HashedTexts, batches_of, hash_texts
from unlinkable_index.building.workers import Workers
from unlinkable_index.collection import Collection
from unlinkable_index.collection.record import USUAL_SOURCES, SourceOptions
from unlinkable_index.errors import UserError
from unlinkable_index.groups import Units
from unlinkable_index.phrase_hashes import PhraseHasher, PhraseHashes

WORDS = 5
LEAST_SHARE = 0.5
"""Pairs that have less in common are not all found."""
_BINS = 256  # of a sketch; the share is estimated with a standard error of 0.03 at most
_ROWS = 4  # of a band: of pairs that share half, 98 in 100 are found, of such that share 0.6 all
_EMPTY = np.uint32(2**32 - 1)
_KNOWN = 1 << 18  # words whose hashes are remembered
_COMPARED = 50  # of many texts in one bucket, each with so many before it

Sketch = NDArray[np.uint32]


@dataclass(frozen=True)
class NearCopies:
    """Records that are nearly one text: all their ``ids``, and the least ``share`` of runs of words
    by which one of them was joined to the others, about."""

    ids: tuple[str, ...]
    share: float


def near_copies(
    sources: Iterable[Path],
    least: float,
    processes: int = 1,
    progress: Callable[[str, float], None] = lambda _stage, _done: None,
    options: SourceOptions = USUAL_SOURCES,
) -> list[NearCopies]:
    """The groups of near copies in a collection, in its order.

    - ``least``: the share of their runs of words that two must have in common, `LEAST_SHARE` to 1.

    Records of one group, or of the very same words, are one document anyhow: they are listed where
    another document is nearly the same, and never alone. Takes 1 kB of memory a record. Raises
    UserError for a broken collection.
    """
    if not LEAST_SHARE <= least <= 1:
        raise UserError(f"the share must be from {LEAST_SHARE} to 1, not {least:g}")
    collection = Collection(sources, options)
    names: list[str] = []
    groups: list[str | None] = []
    digests: list[bytes] = []
    sketches: list[Sketch] = []
    with Workers(processes) as workers:
        for some in workers.map(_sketched, _batches(collection, names, groups)):
            for digest, sketch in some:
                digests.append(digest)
                sketches.append(sketch)
            progress("reading", 0.9 * collection.bytes_read / (collection.size or 1))
    of_record = _documents(groups, digests)
    merged = np.full((int(of_record.max(initial=-1)) + 1, _BINS), _EMPTY, dtype=np.uint32)
    for document, sketch in zip(of_record.tolist(), sketches, strict=True):
        np.minimum(merged[document], sketch, out=merged[document])
    found = _joined(merged, least)
    progress("comparing", 1.0)
    members: dict[int, list[int]] = {}
    for record, document in enumerate(of_record.tolist()):
        members.setdefault(document, []).append(record)
    in_order = ((sorted(r for one in some for r in members[one]), share) for some, share in found)
    return [NearCopies(tuple(names[r] for r in records), share) for records, share in in_order]


def sketched(words: PhraseHashes) -> Sketch:
    """The sketch of a text by the hashes of its words: of each part of the hashes of its runs the
    least; `_EMPTY` where none falls."""
    sketch = np.full(_BINS, _EMPTY, dtype=np.uint32)
    keys = _HASHER.phrases(words, WORDS)
    part = (keys >> np.uint64(56)).astype(np.intp)
    np.minimum.at(sketch, part, (keys >> np.uint64(24)).astype(np.uint32))
    return sketch


_HASHER = PhraseHasher()


def share_of(one: Sketch, other: Sketch) -> float:
    """The share of all runs of two texts that both have, estimated from their sketches."""
    either = (one != _EMPTY) | (other != _EMPTY)
    return float((one == other)[either].mean()) if either.any() else 0.0


def _sketched(texts: HashedTexts) -> list[tuple[bytes, Sketch]]:
    """The digest of the words of each text, and its sketch."""
    hashed = hash_texts(texts)
    words = np.frombuffer(hashed.words, dtype="<u8")
    ends = np.cumsum(hashed.lengths)
    each = np.split(words, ends[:-1])
    return [(digest, sketched(one)) for digest, one in zip(hashed.digests, each, strict=True)]


def _batches(
    collection: Collection, names: list[str], groups: list[str | None]
) -> Iterator[HashedTexts]:
    """The texts of a collection, some at a time; ``names`` and ``groups`` gain those of each."""
    for batch in batches_of(collection):
        names.extend(record.id for record in batch)
        groups.extend(record.group for record in batch)
        yield HashedTexts(b"", 1, _KNOWN, [record.text for record in batch])


def _documents(groups: list[str | None], digests: list[bytes]) -> NDArray[np.int64]:
    """The document of every record: those of one group or the same words are one."""
    units = Units(len(groups))
    first: dict[object, int] = {}
    for record, (group, digest) in enumerate(zip(groups, digests, strict=True)):
        for identity in (("words", digest), ("group", group) if group is not None else None):
            if identity is not None:
                units.join(record, first.setdefault(identity, record))
    return units.documents().astype(np.int64)


def _filled(sketches: Sketch) -> Sketch:
    """Sketches whose empty parts are filled from others, in the same order for every text, so that
    short texts can be compared too. A text without runs stays empty."""
    filled = sketches.copy()
    empty = sketches == _EMPTY
    order = np.random.default_rng(1)
    for part in range(_BINS):
        wanting = np.flatnonzero(empty[:, part] & ~empty.all(axis=1))
        for other in order.permutation(_BINS).tolist():
            if not len(wanting):
                break
            filled[wanting, part] = sketches[wanting, other]
            wanting = wanting[empty[wanting, other]]
    return filled


def _joined(sketches: Sketch, least: float) -> list[tuple[list[int], float]]:
    """The documents that belong together, in groups, and by what share at least."""
    shares: dict[tuple[int, int], float] = {}
    filled = _filled(sketches)
    known = np.flatnonzero((sketches != _EMPTY).any(axis=1))
    for start in range(0, _BINS, _ROWS):
        band = np.ascontiguousarray(filled[known, start : start + _ROWS])
        _, bucket = np.unique(band, axis=0, return_inverse=True)
        order = np.argsort(bucket.reshape(-1), kind="stable")
        bounds = np.flatnonzero(np.diff(bucket.reshape(-1)[order], prepend=-1))
        for first, stop in pairwise([*bounds.tolist(), len(order)]):
            inside = known[order[first:stop]].tolist()
            for at, one in enumerate(inside):
                for other in inside[max(0, at - _COMPARED) : at]:
                    if (other, one) not in shares:
                        shares[other, one] = share_of(sketches[one], sketches[other])
    units = Units(len(sketches))
    near = {pair: share for pair, share in shares.items() if share >= least}
    for one, other in near:
        units.join(one, other)
    unit_of = units.documents()
    lowest: dict[int, float] = {}
    for (one, _), share in near.items():
        unit = int(unit_of[one])
        lowest[unit] = min(share, lowest.get(unit, 1.0))
    members: dict[int, list[int]] = {unit: [] for unit in sorted(lowest)}
    for document, unit in enumerate(unit_of.tolist()):
        if unit in members:
            members[unit].append(document)
    return [(documents, lowest[unit]) for unit, documents in members.items()]
