"""From everything that was counted to the files of the index.

Knows the sections and the order in which they are made; how each is made is known to the modules
that write them.
"""

import os
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from unlinkable_index.building import levels
from unlinkable_index.building.in_place import MadeInPlace
from unlinkable_index.building.running.scratch import Scratch
from unlinkable_index.building.running.workers import Workers
from unlinkable_index.building.sections import assembly, documents, entries, texts, word_counts
from unlinkable_index.building.sections.numbering import number_sets
from unlinkable_index.building.taking_in.reading import CollectionRead
from unlinkable_index.building.taking_in.records import Records
from unlinkable_index.file.header import (
    PHRASE_SECTIONS,
    POSITION_SECTIONS,
    SHARED_SECTIONS,
    Header,
    Layout,
    fields_of,
)
from unlinkable_index.file.index_files import range_path
from unlinkable_index.file.storage import MAGIC, RANGE_MAGIC, write_file
from unlinkable_index.keys import DocumentSeal, key_check
from unlinkable_index.words import ANALYZER

OnShare = Callable[[float], None]


@dataclass(frozen=True)
class Wanted:
    """What index is wanted. Its phrases are spread over ``2**range_bits`` files by their keys.

    With 0 the index is one file; otherwise one more than that.
    """

    out: Path
    max_words: int
    key: bytes | None
    identities: bool
    range_bits: int
    stems: tuple[str, ...] = ()
    positions: bool = True


@dataclass(frozen=True)
class CountedCollection:
    """What was counted: the collection, its records, and the groups of phrases of every level, one
    for each partition of keys."""

    reading: CollectionRead
    records: Records
    groups: Sequence[Sequence[levels.Group]]


def make_files(
    wanted: Wanted,
    counted: CountedCollection,
    scratch: Scratch,
    memory: int,
    workers: Workers,
    progress: OnShare,
) -> MadeInPlace:
    """Make the files of the index in the folder of the build, with about ``memory`` bytes of it.

    ``progress`` is told the part that is done.
    """
    folder = scratch.folder
    reading, records, groups = counted.reading, counted.records, counted.groups
    everything = [group for found in groups for group in found]
    numbering = number_sets(folder, everything, reading.documents, memory)
    progress(0.1)
    every = (*PHRASE_SECTIONS, *SHARED_SECTIONS, *POSITION_SECTIONS)
    paths = {name: folder / f"section-{name}" for name in every}
    made: list[tuple[Path, Path]] = []
    ranges = []
    packings = entries.packings(groups, numbering, wanted.range_bits)
    for number, packing in enumerate(packings):
        found = entries.write_entries(paths, folder, groups, numbering, packing)
        if wanted.range_bits:
            path = folder / f"range-{number}"
            contents = {name: paths[name] for name in PHRASE_SECTIONS}
            fields = {"fingerprint": reading.fingerprint, "range": number}
            found = replace(found, mark=_written(path, RANGE_MAGIC, fields, contents))
            made.append((path, range_path(wanted.out, found.mark)))
        ranges.append(found)
        progress(0.1 + 0.4 * (number + 1) / len(packings))
    numbers = scratch.file(levels.DOCUMENTS_FILE).read("documents")
    ids = documents.write_ids(paths["ids"], records, numbers, wanted.identities)
    counted_words = word_counts.write_word_counts(paths, groups[0])
    places = vocabulary = 0
    if wanted.positions:
        places, vocabulary = texts.write_texts(
            paths, scratch, reading.chunks, len(groups[0]), memory
        )
    layout = Layout(
        posting_bits=numbering.posting_bits,
        row_limit=assembly.ROW_LIMIT,
        document_bytes=2 if reading.documents <= 1 << 16 else 4,
        ids=ids,
        counted_words=counted_words,
        places=places,
        vocabulary=vocabulary,
        ranges=tuple(ranges),
    )
    header = _header(wanted, reading, groups, layout)
    sections = [*(() if wanted.range_bits else PHRASE_SECTIONS), *SHARED_SECTIONS]
    if wanted.positions:
        sections += POSITION_SECTIONS
    for part in assembly.write_posting_lists(
        paths, folder, everything, numbering, layout.document_bytes, memory, workers
    ):
        progress(0.5 + 0.4 * part)
    table = np.column_stack((numbering.dfs, numbering.counts)).astype("<u8")
    table.tofile(paths["dfs"])
    own = scratch.file(levels.DOCUMENTS_FILE).read("own")
    documents.write_lengths(paths["lengths"], records, numbers, own)
    seal = DocumentSeal(wanted.key, reading.fingerprint) if wanted.key else None
    documents.write_documents(
        paths["documents"], paths["document_offsets"], records, numbers, seal, wanted.identities
    )
    path = folder / "index"
    mark = _written(path, MAGIC, fields_of(header), {name: paths[name] for name in sections})
    progress(1.0)
    files = (*made, (path, wanted.out))
    return MadeInPlace(header, files, mark, sum(path.stat().st_size for path, _ in files))


def _header(
    wanted: Wanted,
    reading: CollectionRead,
    groups: Sequence[Sequence[levels.Group]],
    layout: Layout,
) -> Header:
    return Header(
        analyzer=ANALYZER,
        unicode=unicodedata.unidata_version,
        stems=wanted.stems,
        max_words=wanted.max_words,
        documents=reading.documents,
        records=reading.records,
        words=reading.words,
        phrases=tuple((sum(g.kept for g in found), sum(g.rare for g in found)) for found in groups),
        fingerprint=reading.fingerprint,
        key_check=key_check(wanted.key, reading.fingerprint) if wanted.key else None,
        sealed=wanted.key is not None,
        layout=layout,
    )


def _written(
    path: Path, magic: str, fields: Mapping[str, object], contents: Mapping[str, Path]
) -> bytes:
    """Write one file to the disk; returns its header's digest. Removes the sections."""
    with path.open("wb") as out:
        mark = write_file(out, magic, fields, contents)
        out.flush()
        os.fsync(out.fileno())
    for content in contents.values():
        content.unlink()
    return mark
