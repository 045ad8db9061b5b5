"""Building an index: from a collection to an index file, in one call.

Knows the order of the steps, and that nothing half-done may stay: the work goes on in a folder
beside the index, which is gone at the end, and the index appears in one step. What counts as one
document is `units`'; which phrases are kept, `levels`'; the layout, `assembly`'s and `storage`'s.
"""

import contextlib
import errno
import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import msgpack
import numpy as np

from unlinkable_index.building.counting import steps
from unlinkable_index.building.engines import Engine, engine_named
from unlinkable_index.building.files import Made, Wanted, make_files, put_in_place
from unlinkable_index.building.kept import About, Kept, KeptWriter, kept_path
from unlinkable_index.building.levels import Group, Level
from unlinkable_index.building.options import USUAL, Built, Keep, OnStage, Options
from unlinkable_index.building.plan import (
    MEGABYTE,
    SMALLEST_MEMORY,
    Plan,
    demand_disk_for_words,
    words_at_least,
)
from unlinkable_index.building.reading import READING_SHARE, CollectionRead, read_rulings
from unlinkable_index.building.records import Records, Secret
from unlinkable_index.building.rulings import Batch, Hashing
from unlinkable_index.building.scratch import Scratch
from unlinkable_index.building.workers import Workers
from unlinkable_index.building.workplace import kept_workplace, remove_work, workplace
from unlinkable_index.collection import Collection
from unlinkable_index.errors import UserError
from unlinkable_index.file.header import LONGEST_PHRASE, MOST_RANGE_BITS, check_limits
from unlinkable_index.file.index_files import IndexFiles
from unlinkable_index.groups import read_groups
from unlinkable_index.keys import derived
from unlinkable_index.words.words import ANALYZER

__all__ = ["Built", "Keep", "OnStage", "Options", "build_index"]

_LEVELS_SHARE = 0.45  # of the time, as measured
_BUILD_FILE = "build"


@dataclass(frozen=True)
class Work:
    """A build at work: what it has to do it with, and where."""

    out: Path
    options: Options
    plan: Plan
    scratch: Scratch
    secret: Secret
    workers: Workers
    engine: Engine

    @property
    def key(self) -> bytes:
        """The key, empty for none."""
        return self.options.key or b""

    @property
    def hashing(self) -> Hashing:
        """How words are hashed."""
        options = self.options
        return Hashing(self.key, options.stems, options.max_words, self.plan, self.workers)

    @property
    def keeping(self) -> KeptWriter:
        """Where words are kept."""
        return KeptWriter(self.scratch.folder, self.options.key)


def build_index(
    sources: Iterable[Path],
    out: Path,
    options: Options = USUAL,
    progress: OnStage = lambda _stage, _done: None,
) -> Built:
    """Build the index of ``sources`` as the file ``out``; or do nothing, where it is there already
    and it was kept (`Options.keep`) that nothing has changed.

    The same collection, key, ``max_words`` and ``identities`` give the same bytes. Raises
    UserError for bad options, a broken collection, or a disk that is full; then, and on an
    interrupt, ``out`` is as it was before.
    """
    if not 1 <= options.max_words <= LONGEST_PHRASE:
        raise UserError(f"the longest phrase (--max-words) must be of 1 to {LONGEST_PHRASE} words")
    if not 0 <= options.range_bits <= MOST_RANGE_BITS:
        raise UserError("the phrases can be spread over at most 64 files (--files)")
    lines = read_groups(options.groups) if options.groups else {}
    collection = Collection(sources, options.unreadable)
    if collection.holds(out):
        raise UserError(f"{out}: this is one of the originals; name another file for the index")
    state = _state(collection, lines, options)
    if (there := _unchanged(out, collection, options, state)) is not None:
        return there
    with at_work(out, options, collection.size) as work:
        reading = _earlier(work, state)
        if reading is None:
            demand_disk_for_words(words_at_least(collection.size), work.scratch.folder)
            reading = read_collection(collection, lines, work, progress)
            demand_disk_for_words(reading.spooled, work.scratch.folder)
            reading.keep(work.scratch)
        else:
            collection.find_left_out()
        made = made_of(reading, work, progress)
        about = About(
            ANALYZER,
            state,
            options.identities,
            lines,
            [(os.fsencode(path), why) for path, why in collection.left_out.items()],
            reading.records_without_words,
            work.keeping.count() if options.keep is Keep.WORDS else None,
        )
        kept = None if options.keep is Keep.NOTHING else work.keeping.file(about)
        put_in_place(made, collection.rights(), kept)
        CollectionRead.forget(work.scratch)
    progress("writing", 1.0)
    return Built(made.header, made.size, reading.records_without_words, collection.left_out)


def read_collection(
    collection: Collection, lines: Mapping[str, int], work: Work, progress: OnStage
) -> CollectionRead:
    """Read the whole collection. Raises UserError for a broken one."""

    def batches() -> Iterator[Batch]:
        for batch in work.hashing.batches(collection):
            yield batch
            progress("reading", READING_SHARE * collection.bytes_read / (collection.size or 1))

    places = ((record.id, record.place) for record in collection)
    return read(batches(), places, lines, work)


def read(
    batches: Iterable[Batch],
    places: Iterable[tuple[str, str]],
    lines: Mapping[str, int],
    work: Work,
) -> CollectionRead:
    """Take in rulings, as `read_rulings`, and keep their words where that is asked for."""
    if work.options.keep is Keep.WORDS:
        batches = work.keeping.written(batches)
    return read_rulings(
        batches,
        places,
        lines,
        work.scratch,
        work.key,
        work.secret,
        work.options.max_words,
        work.plan,
    )


@contextlib.contextmanager
def at_work(out: Path, options: Options, size: int) -> Iterator[Work]:
    """All that a build needs, of a collection of about ``size`` bytes; gone at the end.

    Raises UserError for a disk that is full meanwhile, and others as the parts of it do.
    """
    if options.memory < SMALLEST_MEMORY:
        raise UserError(f"--memory must be at least {SMALLEST_MEMORY // MEGABYTE}M")
    plan = Plan.of(options.memory, options.processes, size)
    place = workplace(out) if options.work is None else kept_workplace(out, options.work)
    with (
        _disk_errors(out),
        place as folder,
        Workers(plan.workers) as workers,
        engine_named(options.engine, options.scheduler, workers, folder) as engine,
    ):
        scratch = Scratch(folder.absolute(), lasting=options.work is not None)
        key = options.key or b""
        secret = Secret.of_kept_work(key) if options.work else Secret.forgotten()
        yield Work(out, options, plan, scratch, secret, workers, engine)


def made_of(reading: CollectionRead, work: Work, progress: OnStage) -> Made:
    """The files of the index of what was read.

    Raises UserError where there are no words, or more than an index can hold.
    """
    if not reading.spooled:
        raise UserError(
            "the collection has no words; check that the sources hold the texts of the rulings"
        )
    options, done = work.options, READING_SHARE + _LEVELS_SHARE
    check_limits(reading.spooled, reading.documents, options.max_words)
    return make_files(
        Wanted(
            work.out,
            options.max_words,
            options.key,
            options.identities,
            options.range_bits,
            options.stems,
        ),
        work.scratch,
        reading,
        Records(work.scratch.folder, work.key, work.secret, work.plan.data),
        _all_levels(reading, work, progress),
        work.plan.data,
        work.workers,
        lambda part: progress("writing", done + (1 - done) * part),
    )


def _state(collection: Collection, lines: Mapping[str, int], options: Options) -> bytes:
    """A digest of what an index is built of, and how."""
    build = [
        version("unlinkable"),
        ANALYZER,
        collection.state(),
        options.max_words,
        derived(options.key or b"", b"build", 16),
        options.identities,
        options.range_bits,
        options.unreadable.value,
        options.stems,
        sorted(lines.items()),
    ]
    return hashlib.blake2b(msgpack.packb(build), digest_size=16).digest()


def _unchanged(out: Path, collection: Collection, options: Options, state: bytes) -> Built | None:
    """The index at ``out``, where it is the one that would be built."""
    if options.keep is Keep.NOTHING:
        return None
    try:
        with contextlib.closing(IndexFiles(out)) as files:
            about = Kept(kept_path(out, files.main.mark), options.key).about
            header, size = files.header, files.size
    except UserError:
        return None
    if about.state != state or (options.keep is Keep.WORDS and about.batches is None):
        return None
    left_out = {Path(os.fsdecode(path)): why for path, why in about.left_out}
    return Built(
        header, size, about.records_without_words, collection.left_out | left_out, anew=False
    )


def _earlier(work: Work, state: bytes) -> CollectionRead | None:
    """What an earlier build has read, that was interrupted after it; notes what this build is.

    Raises UserError when that was a build of something else.
    """
    scratch, plan = work.scratch, work.plan
    build = [state, work.options.keep.value, plan.data, plan.chunk]
    digest = np.frombuffer(hashlib.blake2b(msgpack.packb(build), digest_size=16).digest(), np.uint8)
    scratch.remove_unfinished()
    reading = CollectionRead.earlier(scratch)
    if reading is None:  # whatever else is there is of no use, or of another build
        remove_work(scratch.folder)
        scratch.write(_BUILD_FILE, digest=digest)
    elif not np.array_equal(scratch.file(_BUILD_FILE).read("digest"), digest):
        raise UserError(
            f"{scratch.folder}: the work in this folder is that of another build (the originals, "
            "the options or the program have changed); build as then, or remove the folder"
        )
    return reading


def _all_levels(reading: CollectionRead, work: Work, progress: OnStage) -> list[list[Group]]:
    """The groups of every level, one for each partition."""
    options, scratch = work.options, work.scratch
    bits = max(work.plan.partition_bits(reading.spooled), options.range_bits)
    levels = [
        Level(scratch, work.key, n, reading.chunks, bits, n == options.max_words)
        for n in range(1, options.max_words + 1)
    ]
    for level in levels:
        stage = f"phrases of {level.n} words"
        done = 0
        for step, tasks in steps(level):
            for _ in work.engine.map(step, tasks):
                done += 1
                part = (level.n - 1 + done / level.tasks) / options.max_words
                progress(stage, READING_SHARE + _LEVELS_SHARE * part)
        level.clear()
    return [
        [Group.of(scratch, level.n, partition) for partition in range(level.partitions)]
        for level in levels
    ]


@contextlib.contextmanager
def _disk_errors(out: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        # None: numpy could not write all it had, and does not say why
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, None):
            raise UserError(
                f"{out.parent}: the disk is full; building takes about 100 bytes for every word "
                "of the collection, most of them only while it runs"
            ) from error
        raise UserError(
            f"{error.filename or out}: cannot be written ({error.strerror}); "
            "check the folder and its rights"
        ) from error
