"""Adding to an index: new, changed and withdrawn rulings, without any other being read again.

What comes is put into a segment, an index of its own beside the others. When segments are made one
again, that is of the words that were kept beside them and those of the new rulings: so it is, to
the byte, the index that would be built of all of them. Knows which rulings stay and which come;
how an index is made is `work`'s, what is kept `kept`'s.
"""

import secrets
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path

from unlinkable_index.building.files import mark_of, put_in_place, put_segment_in_place
from unlinkable_index.building.kept import About, Kept, KeptParts, kept_path
from unlinkable_index.building.plan import (
    USUAL,
    Built,
    Keep,
    OnStage,
    Options,
    demand_disk_for_words,
)
from unlinkable_index.building.reading import READING_SHARE, CollectionRead
from unlinkable_index.building.rulings import Batch, Ruling
from unlinkable_index.building.work import Work, at_work, made_of
from unlinkable_index.collection import Collection
from unlinkable_index.collection.record import Record
from unlinkable_index.errors import UserError
from unlinkable_index.file.header import Header
from unlinkable_index.file.index_file import IndexFile, damaged
from unlinkable_index.file.index_files import (
    MOST_SEGMENTS,
    Segment,
    Segments,
    is_in_segments,
    range_path,
)
from unlinkable_index.file.storage import SEGMENTS_MAGIC
from unlinkable_index.groups import read_groups
from unlinkable_index.index import Index
from unlinkable_index.opening import open_index
from unlinkable_index.segment_of_rulings import Concerned, concerned
from unlinkable_index.words import ANALYZER

_SOURCE_BYTES = 3  # of a text for each byte that is kept of it, roughly
_SMALL = 2  # times the bytes of what comes are at most those of what was kept


@dataclass(frozen=True)
class Changes:
    """Which rulings come and go, by their ids: ``changed`` ones have another text, group or
    metadata than before. Of the sources ``unchanged`` are in the index as they are."""

    new: frozenset[str]
    changed: frozenset[str]
    withdrawn: frozenset[str]
    unchanged: int

    @property
    def coming(self) -> frozenset[str]:
        """The rulings whose texts are read."""
        return self.new | self.changed

    @property
    def leaving(self) -> frozenset[str]:
        """The rulings of which what was kept is of no use."""
        return self.changed | self.withdrawn


@dataclass(frozen=True)
class Grown:
    """What was changed, and what was built; None: there was nothing to change. ``merged``: all was
    made one index again."""

    changes: Changes
    built: Built | None
    left_out: Mapping[Path, str]
    merged: bool = False


def add_to_index(
    sources: Iterable[Path] | Collection,
    out: Path,
    withdrawn: Iterable[str] = (),
    options: Options = USUAL,
    progress: OnStage = lambda _stage, _done: None,
    merge: bool = False,
) -> Grown:
    """Add the rulings of ``sources`` to the index ``out``, which was built with their words kept.

    A ruling whose id is in the index already takes the place of that one. What is added is a
    segment beside what is there; every tenth time, with ``merge``, and where that is no more work,
    all is made one index again, the one that would be built of all rulings: the order of what stays
    is as it was; what is new or changed comes after it, in its own order.

    - ``withdrawn``: the ids of rulings to take out;
    - ``options``: the key must be that of the index; the groups, where a file is named, are those
      of all its rulings, the old and the new, else as before. What the index is like, and that
      words are kept, stays as it was.

    Raises UserError as `build_index` does, where the words were not kept, and where an id that is
    to be withdrawn is unknown or comes as well. Then ``out`` is as it was before.
    """
    mark = mark_of(out)
    with open_index(out, options.key) as index:
        header = index.header
    if mark is None:
        raise damaged(out)
    segments = _segments(out, mark, header)
    kept = _kept(out, segments, options.key)
    about = kept.about
    collection = (
        sources if isinstance(sources, Collection) else Collection(sources, options.sources)
    )
    if collection.holds(out):
        raise UserError(f"{out}: this is the index; name the rulings to add to it")
    changes = _changes(kept, collection, frozenset(withdrawn))
    lines = (
        read_groups(options.groups) if options.groups else _without(about.lines, changes.withdrawn)
    )
    changed = bool(changes.coming or changes.withdrawn or lines != about.lines)
    if not changed and not (merge and len(segments.parts) > 1):
        return Grown(changes, None, collection.left_out)
    options = replace(
        options,
        max_words=header.max_words,
        stems=header.stems,
        identities=about.identities,
        range_bits=header.layout.range_bits,
        positions=header.has_positions,
        keep=Keep.WORDS,
    )
    addition = _Addition(out, mark, segments, kept, collection, changes, lines)
    is_small = (
        _SMALL * collection.size <= kept.size and 2 * len(changes.leaving) <= header.documents
    )
    in_segment = (
        not merge
        and is_small
        and header.has_positions
        and header.layout.range_bits == 0
        and about.identities
        and not lines
        and not about.lines
        and len(segments.parts) < MOST_SEGMENTS
    )
    made = addition.segment if in_segment else addition.whole
    return Grown(changes, made(options, progress), collection.left_out, merged=not in_segment)


@dataclass(frozen=True)
class _Addition:
    """What is to be added to which index."""

    out: Path
    mark: bytes
    segments: Segments
    kept: KeptParts
    collection: Collection
    changes: Changes
    lines: Mapping[str, int]

    def whole(self, options: Options, progress: OnStage) -> Built:
        """Make the whole index anew."""
        kept, collection, changes = self.kept, self.collection, self.changes
        with at_work(self.out, options, collection.size + _SOURCE_BYTES * kept.size) as work:
            batches = _batches(kept, collection, changes, work, progress)
            reading = work.read(batches, _places(kept, collection, changes), self.lines)
            demand_disk_for_words(reading.spooled, work.scratch, self.out)
            made = made_of(reading, work, progress)
            file = work.keeping.file(self._about(options, reading, work.keeping.count()))
            put_in_place(made, 0, file, replaced=self.mark)
        progress("writing", 1.0)
        return Built(made.header, made.size, reading.records_without_words, collection.left_out)

    def segment(self, options: Options, progress: OnStage) -> Built:
        """Make a segment of what comes, and note what is gone."""
        changes = self.changes
        places = [part for part in self.segments.parts if part.mark]
        with ExitStack() as opened:
            parts = [
                opened.enter_context(Index.open(self._path(part), options.key)) for part in places
            ]
            work = opened.enter_context(at_work(self.out, options, self.collection.size))
            total = self.collection.size
            coming = list(_coming(self.collection, changes, work, progress, 0, total))
            gone = [part.gone for part in places]
            found = concerned(parts, gone, self.kept, changes.leaving, coming)
            again = [
                batch.only([ruling.id in found.again for ruling in batch.rulings])
                for batch in self.kept.batches(found.again)
            ]
            names = [one.id for batch in (*again, *coming) for one in batch.rulings]
            for _ in work.keeping.written(coming):
                pass
            places_of = ((name, str(self.out)) for name in names)
            reading = work.take_in([*again, *coming], places_of, {})
            made = made_of(reading, work, progress) if reading.spooled else None
            kept = work.keeping.file(self._about(options, reading, len(coming), changes.leaving))
            if made is not None:
                last = Segment(made.mark, made.mark)
            else:
                last = Segment(b"", secrets.token_bytes(16))
            after = self._after(places, found, last, reading)
            listing = work.scratch.folder / "segments"
            after.write(listing)
            put_segment_in_place(self.out, listing, after, made, kept, self.mark)
        progress("writing", 1.0)
        with open_index(self.out, options.key) as index:
            header = index.header
        files = [range_path(self.out, part.mark) for part in after.parts if part.mark]
        size = sum(file.stat().st_size for file in files)
        return Built(header, size, reading.records_without_words, self.collection.left_out)

    def _after(
        self, places: list[Segment], found: Concerned, last: Segment, reading: CollectionRead
    ) -> Segments:
        """The segments that are to be."""
        gone = dict(zip((part.mark for part in places), found.gone, strict=True))
        parts = [
            replace(part, gone=gone[part.mark]) if part.mark else part
            for part in self.segments.parts
        ]
        return Segments(
            (*parts, last),
            self.segments.records - found.records + reading.records,
            self.segments.words - found.words + reading.words,
        )

    def _path(self, part: Segment) -> Path:
        return self.out if len(self.segments.parts) == 1 else range_path(self.out, part.mark)

    def _about(
        self, options: Options, reading: CollectionRead, batches: int, leaving: Iterable[str] = ()
    ) -> About:
        """What is kept beside the words."""
        return About(
            analyzer=ANALYZER,
            state=b"",  # no build is of just these files
            identities=options.identities,
            lines=self.lines,
            left_out=(),
            records_without_words=reading.records_without_words,
            batches=batches,
            leaving=sorted(leaving),
        )


def _segments(out: Path, mark: bytes, header: Header) -> Segments:
    """The parts of an index; of one that is whole that one."""
    if not is_in_segments(out):
        return Segments((Segment(mark, mark),), header.records, header.words)
    with closing(IndexFile(out, SEGMENTS_MAGIC)) as file:
        return Segments.of(file)


def _kept(out: Path, segments: Segments, key: bytes | None) -> KeptParts:
    """What was kept for an index. Raises UserError where no words were."""
    paths = [kept_path(out, part.kept) for part in segments.parts]
    found = [Kept(path, key) for path in paths if path.exists()]
    if len(found) < len(paths) or any(part.about.batches is None for part in found):
        raise UserError(
            f"{out}: the words of its rulings were not kept (or what was kept is not beside it), "
            "so none can be added; build it once with `unlinkable index --keep`"
        )
    if any(part.about.analyzer != ANALYZER for part in found):
        raise UserError(
            f"{found[0].path}: these words were cut in another way than this Unlinkable does; "
            "build the index anew"
        )
    return KeptParts(found)


def _changes(kept: KeptParts, collection: Collection, withdrawn: frozenset[str]) -> Changes:
    """What is to be changed. Raises UserError where that is contradictory or a source broken."""
    contents: dict[str, bytes] = {}
    places: dict[str, str] = {}
    for record in collection:
        if record.id in places:
            raise UserError(
                f"{record.place}: the id {record.id!r} was already used at {places[record.id]}; "
                "every record needs an id of its own"
            )
        if record.id in withdrawn:
            raise UserError(
                f"{record.place}: the ruling {record.id!r} cannot be added and withdrawn at once"
            )
        places[record.id] = record.place
        contents[record.id] = Ruling.of(record).content
    there: set[str] = set()
    changed: set[str] = set()
    for ruling in kept.rulings():
        if ruling.id in contents:
            there.add(ruling.id)
            if contents[ruling.id] != ruling.content:
                changed.add(ruling.id)
        elif ruling.id in withdrawn:
            there.add(ruling.id)
    if unknown := withdrawn - there:
        raise UserError(
            f"no ruling of the index has the id {min(unknown)!r}, which is to be withdrawn; check "
            "the id"
        )
    new = frozenset(contents) - there
    return Changes(new, frozenset(changed), withdrawn, len(contents) - len(new) - len(changed))


def _batches(
    kept: KeptParts, collection: Collection, changes: Changes, work: Work, progress: OnStage
) -> Iterator[Batch]:
    """All rulings of the index that is to be: those that stay, then those that come."""
    leaving = changes.leaving
    total = kept.size + collection.size
    for batch in kept.batches():
        stays = [ruling.id not in leaving for ruling in batch.rulings]
        yield batch if all(stays) else batch.only(stays)
        progress("reading", READING_SHARE * kept.bytes_read / total)
    yield from _coming(collection, changes, work, progress, kept.size, total)


def _coming(
    collection: Collection, changes: Changes, work: Work, progress: OnStage, before: int, total: int
) -> Iterator[Batch]:
    """The rulings that come; ``before`` of ``total`` bytes were read before."""
    coming = set(changes.coming)

    def records() -> Iterator[Record]:
        for record in collection:
            if record.id in coming:
                coming.remove(record.id)
                yield record

    for batch in work.hashing.batches(records()):
        yield batch
        progress("reading", READING_SHARE * (before + collection.bytes_read) / (total or 1))
    if coming:
        raise UserError(
            f"the ruling {min(coming)!r} went away while it was to be read; nothing was done, so "
            "give the command again"
        )


def _places(kept: KeptParts, collection: Collection, changes: Changes) -> Iterator[tuple[str, str]]:
    """The id of every ruling of the index that is to be, and where it is."""
    leaving, coming = changes.leaving, changes.coming
    for ruling in kept.rulings():
        if ruling.id not in leaving:
            yield ruling.id, str(kept.path)
    for record in collection:
        if record.id in coming:
            yield record.id, record.place


def _without(lines: Mapping[str, int], withdrawn: frozenset[str]) -> dict[str, int]:
    """The lines of a groups file without some ids, and without those that are left alone."""
    left = {name: line for name, line in lines.items() if name not in withdrawn}
    ids = Counter(left.values())
    return {name: line for name, line in left.items() if ids[line] > 1}
