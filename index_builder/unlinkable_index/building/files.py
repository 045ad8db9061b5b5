"""The files of an index: made of everything that was counted, section by section, and put where
they belong, so that at any moment the index is the old one or the new one, whole. Must never
know how a section is made, nor read what is in one."""

import contextlib
import os
import shutil
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from unlinkable_index.building.entries import packings, write_entries
from unlinkable_index.building.kept import kept_path, remove_others
from unlinkable_index.building.levels import DOCUMENTS_FILE, Group
from unlinkable_index.building.plan import Options
from unlinkable_index.building.posting_lists import ROW_LIMIT, number_sets, write_posting_lists
from unlinkable_index.building.reading import CollectionRead
from unlinkable_index.building.records import Records, write_documents, write_ids, write_lengths
from unlinkable_index.building.scratch import Scratch
from unlinkable_index.building.texts import write_texts, write_word_counts
from unlinkable_index.building.workers import Workers
from unlinkable_index.errors import UserError
from unlinkable_index.file.header import (
    PHRASE_SECTIONS,
    POSITION_SECTIONS,
    SHARED_SECTIONS,
    Header,
    Layout,
    fields_of,
)
from unlinkable_index.file.index_file import IndexFile
from unlinkable_index.file.index_files import (
    Segments,
    is_in_segments,
    is_mark,
    marks_of,
    range_path,
)
from unlinkable_index.file.storage import MAGIC, RANGE_MAGIC, SEGMENTS_MAGIC, write_file
from unlinkable_index.keys import DocumentSeal, key_check
from unlinkable_index.words import ANALYZER


@dataclass(frozen=True)
class MadeInPlace:
    """The files of an index, made but not in place yet: where each is, and is to be; main last.

    - ``mark``: that of the main file;
    - ``size``: the bytes of all.
    """

    header: Header
    files: tuple[tuple[Path, Path], ...]
    mark: bytes
    size: int


def put_in_place(
    made: MadeInPlace, rights: int, kept: Path | None = None, replaced: bytes | None = None
) -> None:
    """Move the files of the index into place, and remove those of the one that was there.

    - ``rights``: where there was none, only who has these to read the originals may read them;
    - ``kept``: the file that is kept beside the index, for its owner alone;
    - ``replaced``: the mark of the index that is to be replaced; None: whatever is there.

    Raises UserError where another index is there than ``replaced``.
    """
    (_, out) = made.files[-1]
    with _alone(out.parent):
        if replaced is not None:
            _demand_unchanged(out, replaced)
        mode = out.stat().st_mode & 0o777 if out.exists() else None
        if kept is not None:
            kept.replace(kept_path(out, made.mark))
        for path, place in made.files:
            if mode is not None:  # whoever could not read the old index shall not read the new one
                path.chmod(mode)
            elif os.name != "nt":
                path.chmod(path.stat().st_mode & (0o600 | rights))
            path.replace(place)
        places = {place for _, place in made.files}
        _remove_parts_but(places, out)
        remove_others(out, [made.mark])


def put_segment_in_place(
    out: Path,
    listing: Path,
    segments: Segments,
    made: MadeInPlace | None,
    kept: Path,
    replaced: bytes,
) -> None:
    """Add a segment to the index ``out``.

    - ``listing``: the file that is to name the parts, which ``segments`` are, the new one last;
    - ``made``: the index of what comes; None: nothing does;
    - ``kept``: the file that is kept for the segment;
    - ``replaced``: as for `put_in_place`.

    Until the last step the index is the old one. Raises UserError where it is another one by now.
    """
    with _alone(out.parent):
        _demand_unchanged(out, replaced)
        mode = out.stat().st_mode & 0o777
        if not is_in_segments(out):
            _link(out, range_path(out, replaced))
        kept.replace(kept_path(out, segments.parts[-1].kept))
        if made is not None:
            ((path, _),) = made.files
            path.chmod(mode)
            path.replace(range_path(out, made.mark))
        listing.chmod(mode)
        listing.replace(out)
        _remove_parts_but({range_path(out, mark) for mark in marks_of(segments.parts)}, out)
        remove_others(out, [part.kept for part in segments.parts])


def mark_of(out: Path) -> bytes | None:
    """The mark of the index at ``out``; None where there is none."""
    try:
        file = IndexFile(out, SEGMENTS_MAGIC if is_in_segments(out) else MAGIC)
    except UserError:
        return None
    file.close()
    return file.mark


def _demand_unchanged(out: Path, mark: bytes) -> None:
    if mark_of(out) != mark:
        raise UserError(
            f"{out}: the index was changed meanwhile, by another `add` or build; nothing was "
            "done, so give the command again"
        )


def _link(path: Path, other: Path) -> None:
    """Give a file another name besides; where that cannot be, make a copy."""
    other.unlink(missing_ok=True)
    try:
        os.link(path, other)
    except OSError:
        shutil.copy2(path, other)


def _remove_parts_but(places: Collection[Path], out: Path) -> None:
    """Remove the files of parts of whatever indexes were at ``out``, but for some."""
    for path in out.parent.iterdir():
        if path not in places and _is_part_of(path, out):
            path.unlink(missing_ok=True)


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep other builds from moving files into ``folder``, where the system can."""
    if os.name == "nt":
        yield
        return
    import fcntl

    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):  # a file system without locks
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _is_part_of(path: Path, out: Path) -> bool:
    """Whether a file is, by name and content, a part of some index that was at ``out``."""
    end = path.name.removeprefix(f"{out.name}.")
    if not is_mark(end) or not path.is_file():
        return False
    for magic in (RANGE_MAGIC, MAGIC):
        with contextlib.suppress(UserError):
            file = IndexFile(path, magic)
            file.close()
            return file.mark.hex() == end
    return False


OnShare = Callable[[float], None]


@dataclass(frozen=True)
class CountedCollection:
    """What was counted: the collection, its records, and the groups of phrases of every level, one
    for each partition of keys."""

    reading: CollectionRead
    records: Records
    groups: Sequence[Sequence[Group]]


def make_files(
    out: Path,
    options: Options,
    counted: CountedCollection,
    scratch: Scratch,
    memory: int,
    workers: Workers,
    progress: OnShare,
) -> MadeInPlace:
    """Make the files of the index ``out`` in the folder of the build, with about ``memory`` bytes.

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
    parts = packings(groups, numbering, options.range_bits)
    for number, packing in enumerate(parts):
        found = write_entries(paths, folder, groups, numbering, packing)
        if options.range_bits:
            path = folder / f"range-{number}"
            contents = {name: paths[name] for name in PHRASE_SECTIONS}
            fields = {"fingerprint": reading.fingerprint, "range": number}
            found = replace(found, mark=_written(path, RANGE_MAGIC, fields, contents))
            made.append((path, range_path(out, found.mark)))
        ranges.append(found)
        progress(0.1 + 0.4 * (number + 1) / len(parts))
    numbers = scratch.file(DOCUMENTS_FILE).read("documents")
    ids = write_ids(paths["ids"], records, numbers, options.identities)
    counted_words = write_word_counts(paths, groups[0])
    places = vocabulary = 0
    if options.positions:
        places, vocabulary = write_texts(paths, scratch, reading.chunks, len(groups[0]), memory)
    layout = Layout(
        posting_bits=numbering.posting_bits,
        row_limit=ROW_LIMIT,
        document_bytes=2 if reading.documents <= 1 << 16 else 4,
        ids=ids,
        counted_words=counted_words,
        places=places,
        vocabulary=vocabulary,
        ranges=tuple(ranges),
    )
    header = _header(options, reading, groups, layout)
    sections = [*(() if options.range_bits else PHRASE_SECTIONS), *SHARED_SECTIONS]
    if options.positions:
        sections += POSITION_SECTIONS
    for part in write_posting_lists(
        paths, folder, everything, numbering, layout.document_bytes, memory, workers
    ):
        progress(0.5 + 0.4 * part)
    table = np.column_stack((numbering.dfs, numbering.counts)).astype("<u8")
    table.tofile(paths["dfs"])
    own = scratch.file(DOCUMENTS_FILE).read("own")
    write_lengths(paths["lengths"], records, numbers, own)
    seal = DocumentSeal(options.key, reading.fingerprint) if options.key else None
    write_documents(
        paths["documents"], paths["document_offsets"], records, numbers, seal, options.identities
    )
    path = folder / "index"
    mark = _written(path, MAGIC, fields_of(header), {name: paths[name] for name in sections})
    progress(1.0)
    files = (*made, (path, out))
    return MadeInPlace(header, files, mark, sum(path.stat().st_size for path, _ in files))


def _header(
    options: Options, reading: CollectionRead, groups: Sequence[Sequence[Group]], layout: Layout
) -> Header:
    return Header(
        analyzer=ANALYZER,
        unicode=unicodedata.unidata_version,
        stems=options.stems,
        max_words=options.max_words,
        documents=reading.documents,
        records=reading.records,
        words=reading.words,
        phrases=tuple((sum(g.kept for g in found), sum(g.rare for g in found)) for found in groups),
        fingerprint=reading.fingerprint,
        key_check=key_check(options.key, reading.fingerprint) if options.key else None,
        sealed=options.key is not None,
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
