"""Building an index: from a collection to an index file, in one call.

Knows the order of the steps, and that nothing half-done may stay: the work goes on in a folder
beside the index, which is gone at the end, and the index appears in one step. What counts as one
document is `units`'; which phrases are kept, `levels`'; the layout, `assembly`'s and `storage`'s.
"""

import contextlib
import errno
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Protocol

import msgpack
import numpy as np

from unlinkable_index.building.counting import steps
from unlinkable_index.building.engines import Engine, engine_named
from unlinkable_index.building.files import Wanted, make_files, put_in_place
from unlinkable_index.building.levels import Group, Level
from unlinkable_index.building.plan import (
    MEGABYTE,
    SMALLEST_MEMORY,
    Plan,
    demand_disk_for_words,
    words_at_least,
)
from unlinkable_index.building.reading import READING_SHARE, Reading, read_collection
from unlinkable_index.building.records import Records, Secret
from unlinkable_index.building.scratch import Scratch
from unlinkable_index.building.workers import Workers
from unlinkable_index.building.workplace import kept_workplace, workplace
from unlinkable_index.collection import Collection, Unreadable
from unlinkable_index.errors import UserError
from unlinkable_index.file.header import LONGEST_PHRASE, MOST_RANGE_BITS, Header, check_limits
from unlinkable_index.groups import read_groups
from unlinkable_index.keys import derived
from unlinkable_index.words.words import ANALYZER


class Progress(Protocol):
    """Told how far the work is: a name for the stage, and the part of the whole that is done."""

    def __call__(self, stage: str, done: float) -> None: ...


@dataclass(frozen=True)
class Options:
    """How to build.

    - ``memory``: bytes, the bound of all processes together (at least 300 MiB);
    - ``key``: seals the index;
    - ``identities``: without them no id, title or other metadata is kept, and documents are only
      numbered;
    - ``range_bits``: the phrases are spread, by ranges of their keys, over 2^range_bits files (at
      most 64) beside the index;
    - ``work``: a folder to work in, in which a build that was interrupted leaves what it has done,
      and the next one with the same options goes on from there;
    - ``engine``, ``scheduler``: what runs the long part of the work, and where a cluster is; all
      its workers must see the folder that is worked in;
    - ``unreadable``: what is done with files of a folder that cannot be read as texts;
    - ``groups``: a file that says which records count as one, beside their own groups.
    """

    max_words: int = 7
    processes: int = 2
    memory: int = 1024 * MEGABYTE
    key: bytes | None = None
    identities: bool = True
    range_bits: int = 0
    work: Path | None = None
    engine: str = "local"
    scheduler: str | None = None
    unreadable: Unreadable = Unreadable.REFUSED
    groups: Path | None = None


@dataclass(frozen=True)
class Built:
    """What was built, in bytes of all files, how many records have no words, and the files of
    folders that hold no record, each with the reason."""

    header: Header
    size: int
    records_without_words: int
    left_out: Mapping[Path, str] = field(default_factory=dict)


_LEVELS_SHARE = 0.45  # of the time, as measured


def build_index(
    sources: Iterable[Path],
    out: Path,
    options: Options = Options(),
    progress: Progress = lambda _stage, _done: None,
) -> Built:
    """Build the index of ``sources`` as the file ``out``.

    The same collection, key, ``max_words`` and ``identities`` give the same bytes. Raises
    UserError for bad options, a broken collection, or a disk that is full; then, and on an
    interrupt, ``out`` is as it was before.
    """
    if not 1 <= options.max_words <= LONGEST_PHRASE:
        raise UserError(f"the longest phrase (--max-words) must be of 1 to {LONGEST_PHRASE} words")
    if options.memory < SMALLEST_MEMORY:
        raise UserError(f"--memory must be at least {SMALLEST_MEMORY // MEGABYTE}M")
    if not 0 <= options.range_bits <= MOST_RANGE_BITS:
        raise UserError("the phrases can be spread over at most 64 files (--files)")
    lines = read_groups(options.groups) if options.groups else {}
    collection = Collection(sources, options.unreadable, lines)
    if collection.holds(out):
        raise UserError(f"{out}: this is one of the originals; name another file for the index")
    plan = Plan.of(options.memory, options.processes, collection.size)
    key = options.key or b""
    place = workplace(out) if options.work is None else kept_workplace(out, options.work)
    with (
        _disk_errors(out),
        place as folder,
        Workers(plan.workers) as workers,
        engine_named(options.engine, options.scheduler, workers, folder) as engine,
    ):
        scratch = Scratch(folder.absolute(), lasting=options.work is not None)
        secret = Secret.of_kept_work(key) if options.work else Secret.forgotten()
        reading = _earlier(scratch, collection, lines, options, plan)
        if reading is None:
            demand_disk_for_words(words_at_least(collection.size), folder)
            reading = read_collection(
                collection, scratch, key, secret, options.max_words, plan, workers, progress
            )
            demand_disk_for_words(reading.spooled, folder)
            reading.keep(scratch)
        else:
            collection.find_left_out()
        if not reading.spooled:
            raise UserError(
                "the collection has no words; check that the sources hold the texts of the rulings"
            )
        check_limits(reading.spooled, reading.documents, options.max_words)
        groups = _all_levels(scratch, reading, options, plan, engine, progress)
        wanted = Wanted(out, options.max_words, options.key, options.identities, options.range_bits)
        done = READING_SHARE + _LEVELS_SHARE
        made = make_files(
            wanted,
            scratch,
            reading,
            Records(folder, key, secret, plan.data),
            groups,
            plan.data,
            workers,
            lambda part: progress("writing", done + (1 - done) * part),
        )
        put_in_place(made, collection.rights())
        Reading.forget(scratch)
    progress("writing", 1.0)
    return Built(made.header, made.size, reading.records_without_words, collection.left_out)


_BUILD_FILE = "build"


def _earlier(
    scratch: Scratch,
    collection: Collection,
    lines: Mapping[str, int],
    options: Options,
    plan: Plan,
) -> Reading | None:
    """What an earlier build has read, that was interrupted after it; notes what this build is.

    Raises UserError when that was a build of something else.
    """
    build = [
        version("unlinkable"),
        ANALYZER,
        collection.state(),
        options.max_words,
        derived(options.key or b"", b"build", 16),
        options.range_bits,
        options.unreadable.value,
        sorted(lines.items()),
        [plan.data, plan.chunk],
    ]
    digest = np.frombuffer(hashlib.blake2b(msgpack.packb(build), digest_size=16).digest(), np.uint8)
    scratch.remove_unfinished()
    reading = Reading.earlier(scratch)
    if reading is None:
        scratch.write(_BUILD_FILE, digest=digest)
    elif not np.array_equal(scratch.file(_BUILD_FILE).read("digest"), digest):
        raise UserError(
            f"{scratch.folder}: the work in this folder is that of another build (the originals, "
            "the options or the program have changed); build as then, or remove the folder"
        )
    return reading


def _all_levels(
    scratch: Scratch,
    reading: Reading,
    options: Options,
    plan: Plan,
    engine: Engine,
    progress: Progress,
) -> list[list[Group]]:
    """The groups of every level, one for each partition."""
    bits = max(plan.partition_bits(reading.spooled), options.range_bits)
    levels = [
        Level(scratch, options.key or b"", n, reading.chunks, bits, n == options.max_words)
        for n in range(1, options.max_words + 1)
    ]
    for level in levels:
        stage = f"phrases of {level.n} words"
        done = 0
        for step, tasks in steps(level):
            for _ in engine.map(step, tasks):
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
