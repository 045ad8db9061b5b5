"""A build at work: what it has to do it with, and its steps in order.

Nothing half-done may stay: the work goes on in a folder beside the index, which is gone at the end.
What counts as one document is `units`'; which phrases are kept, `levels`'; the layout,
`assembly`'s and `storage`'s.
"""

import contextlib
import errno
import hashlib
import platform
import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from unlinkable_index.building.counting import steps
from unlinkable_index.building.files import CountedCollection, Wanted, make_files
from unlinkable_index.building.in_place import MadeInPlace
from unlinkable_index.building.levels import Group, PhraseLevel
from unlinkable_index.building.options import Keep, OnStage, Options
from unlinkable_index.building.plan import MEGABYTE, SMALLEST_MEMORY, BuildPlan
from unlinkable_index.building.running.engines import BuildEngine, engine_named
from unlinkable_index.building.running.scratch import Scratch
from unlinkable_index.building.running.workers import Workers
from unlinkable_index.building.running.workplace import kept_workplace, workplace
from unlinkable_index.building.taking_in.kept import KeptWriter
from unlinkable_index.building.taking_in.reading import READING_SHARE, CollectionRead, read_rulings
from unlinkable_index.building.taking_in.records import Records, Secret
from unlinkable_index.building.taking_in.rulings import Batch, Hashing
from unlinkable_index.errors import UserError
from unlinkable_index.file.header import check_limits

_LEVELS_SHARE = 0.45  # of the time, as measured


@dataclass(frozen=True)
class Work:
    """A build at work: what it has to do it with, and where."""

    out: Path
    options: Options
    plan: BuildPlan
    scratch: Scratch
    secret: Secret
    workers: Workers
    engine: BuildEngine

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


def read(
    batches: Iterable[Batch],
    places: Iterable[tuple[str, str]],
    lines: Mapping[str, int],
    work: Work,
) -> CollectionRead:
    """Take in rulings, as `read_rulings`, and keep their words where that is asked for."""
    if work.options.keep is Keep.WORDS:
        batches = work.keeping.written(batches)
    return take_in(batches, places, lines, work)


def take_in(
    batches: Iterable[Batch],
    places: Iterable[tuple[str, str]],
    lines: Mapping[str, int],
    work: Work,
) -> CollectionRead:
    """Take in rulings, as `read_rulings`."""
    return read_rulings(batches, places, lines, work.scratch, work.options, work.secret, work.plan)


@contextlib.contextmanager
def at_work(out: Path, options: Options, size: int) -> Iterator[Work]:
    """All that a build needs, of a collection of about ``size`` bytes; gone at the end.

    Raises UserError for a disk that is full meanwhile, and others as the parts of it do.
    """
    if options.memory < SMALLEST_MEMORY:
        raise UserError(f"--memory must be at least {SMALLEST_MEMORY // MEGABYTE}M")
    plan = BuildPlan.of(options.memory, options.processes, size)
    place = workplace(out) if options.work is None else kept_workplace(out, options.work)
    with (
        _disk_errors(out),
        place as folder,
        _scratch(folder.absolute(), options) as scratch,
        Workers(plan.workers) as workers,
        engine_named(options.engine, options.scheduler, workers, scratch) as engine,
    ):
        key = options.key or b""
        secret = Secret.of_kept_work(key) if options.work else Secret.forgotten()
        yield Work(out, options, plan, scratch, secret, workers, engine)


def made_of(reading: CollectionRead, work: Work, progress: OnStage) -> MadeInPlace:
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
            options.positions,
        ),
        CountedCollection(
            reading,
            Records(work.scratch.folder, work.key, work.secret, work.plan.data),
            _all_levels(reading, work, progress),
        ),
        work.scratch,
        work.plan.data,
        work.workers,
        lambda part: progress("writing", done + (1 - done) * part),
    )


def _all_levels(reading: CollectionRead, work: Work, progress: OnStage) -> list[list[Group]]:
    """The groups of every level, one for each partition."""
    options, scratch = work.options, work.scratch
    bits = max(work.plan.partition_bits(reading.spooled), options.range_bits)
    levels = [
        PhraseLevel(
            scratch.at(n),
            work.key,
            n,
            reading.chunks,
            bits,
            last=n == options.max_words,
            numbered=n == 1 and options.positions,
        )
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
def _scratch(folder: Path, options: Options) -> Iterator[Scratch]:
    """The scratch files of a build in ``folder``. At an address they have a place of their own,
    which stays only where the work does."""
    run = secrets.token_hex(8)
    shared = options.shared and f"{options.shared.rstrip('/')}/unlinkable-{run}"
    if options.shared and options.work:  # the next run must find it
        of_work = hashlib.blake2b(f"{platform.node()} {folder}".encode(), digest_size=8).hexdigest()
        shared = f"{options.shared.rstrip('/')}/unlinkable-{of_work}"
    scratch = Scratch(folder, options.work is not None, shared, run)
    scratch.place.prepare()
    try:
        yield scratch
    except BaseException:
        if options.work is None:
            with contextlib.suppress(UserError):  # what went wrong first is said
                scratch.place.clear()
        raise
    scratch.place.clear()


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
