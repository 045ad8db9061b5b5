"""A build at work: what it has to do it with, its steps in order, and the folder it goes on in,
beside the index, hidden, and gone at the end, or one that the user names, gone only when the
index is there. Must never know how a step is done, nor leave anything half-done."""

import contextlib
import errno
import hashlib
import os
import platform
import secrets
import shutil
import signal
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import IO

from unlinkable_index.building.counting import steps
from unlinkable_index.building.engines import BuildEngine, engine_named
from unlinkable_index.building.files import CountedCollection, MadeInPlace, make_files
from unlinkable_index.building.kept import KeptWriter
from unlinkable_index.building.levels import Group, PhraseLevel
from unlinkable_index.building.plan import (
    MEGABYTE,
    SMALLEST_MEMORY,
    BuildPlan,
    Keep,
    OnStage,
    Options,
)
from unlinkable_index.building.reading import READING_SHARE, CollectionRead, read_rulings
from unlinkable_index.building.records import Records, Secret
from unlinkable_index.building.rulings import Batch, Hashing
from unlinkable_index.building.scratch import Scratch
from unlinkable_index.building.workers import Workers
from unlinkable_index.errors import UserError
from unlinkable_index.file.header import check_limits
from unlinkable_index.ordinary_files import is_link

_LOCK = "in-use"
_A_MINUTE = 60.0
_TRIES = 10  # four builds at once have been seen to take three in a row from one


@contextlib.contextmanager
def workplace(out: Path) -> Iterator[Path]:
    """A folder to build the file ``out`` in, removed on leaving, also on SIGTERM.

    Raises UserError when the folder of ``out`` is missing.
    """
    _demand_place(out)
    prefix = f".{out.name}.building-"
    for left in out.parent.glob(f"{prefix}*"):
        if is_link(left) or is_link(left / _LOCK):  # none of ours
            continue
        _remove_if_abandoned(left)
    with _terminate_as_interrupt(), contextlib.ExitStack() as stack:
        for tries in range(_TRIES + 1):
            folder = out.parent / f"{prefix}{secrets.token_hex(4)}"
            stack.callback(shutil.rmtree, folder, ignore_errors=True)  # an interrupt may come now
            folder.mkdir(mode=0o700)
            lock = stack.enter_context((folder / _LOCK).open("wb"))
            if tries == _TRIES or (_try_lock(lock) and (folder / _LOCK).exists()):
                break  # else another build took it for abandoned before it was locked
        yield folder


@contextlib.contextmanager
def kept_workplace(out: Path, folder: Path) -> Iterator[Path]:
    """``folder`` to build the file ``out`` in, removed once that is done and kept otherwise.

    It is made where it is not there. Raises UserError where there is something else, or another
    build is at work.
    """
    _demand_place(out)
    _demand_ours(folder)
    with _terminate_as_interrupt(), (folder / _LOCK).open("ab") as lock:
        if not _try_lock(lock):
            raise UserError(
                f"{folder}: another build is at work in this folder; wait for it, or name another"
            )
        try:
            yield folder
        except KeyboardInterrupt:
            raise KeyboardInterrupt(f"the same command goes on from what is in {folder}") from None
        shutil.rmtree(folder, ignore_errors=True)
    shutil.rmtree(folder, ignore_errors=True)  # Windows keeps the lock while it is open


def remove_work(folder: Path) -> None:
    """Remove what lies in the folder of a build, which holds it all the same."""
    for path in folder.iterdir():
        if path.name != _LOCK and path.is_file():
            path.unlink()


def _demand_ours(folder: Path) -> None:
    """Make a folder that only its owner can read. Raises UserError where it is not ours to use."""
    if is_link(folder) or (folder.exists() and not folder.is_dir()):
        raise UserError(f"{folder}: this is no folder; name another place for the work")
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        others = [path for path in folder.iterdir() if path.name != _LOCK]
        if is_link(folder / _LOCK) or (others and not (folder / _LOCK).is_file()):
            raise UserError(
                f"{folder}: there are files here that are not the work of a build; name an empty "
                "folder, or a new one"
            )
        if os.name != "nt":
            folder.chmod(0o700)
    except OSError as error:
        raise UserError(
            f"{folder}: this folder cannot be used for the work ({error.strerror}); check it and "
            "its rights"
        ) from error


def _demand_place(out: Path) -> None:
    """Raise UserError where no file ``out`` can be put."""
    if not out.parent.is_dir():
        raise UserError(f"{out.parent}: no such folder; create it, or choose another place")
    if out.is_dir():
        raise UserError(f"{out}: this is a folder; name a file for the index")
    if out.exists() and not out.is_file():
        raise UserError(f"{out}: this is no file that could be replaced; choose another place")


def _remove_if_abandoned(folder: Path) -> None:
    try:
        with (folder / _LOCK).open("r+b") as lock:
            if not _try_lock(lock):
                return
            shutil.rmtree(folder, ignore_errors=True)  # locked, lest its build begins meanwhile
    except OSError:  # no lock: killed in the moment of creation, or being created right now
        with contextlib.suppress(OSError):  # removed meanwhile
            if time.time() - folder.stat().st_mtime < _A_MINUTE:
                return
    shutil.rmtree(folder, ignore_errors=True)  # Windows keeps the lock while it is open


def _try_lock(file: IO[bytes]) -> bool:
    """Whether this process now holds the lock on ``file``, which ends with the process."""
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


@contextlib.contextmanager
def _terminate_as_interrupt() -> Iterator[None]:
    """Make SIGTERM end the work like Ctrl-C does: by an exception that cleans up."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


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
        self, batches: Iterable[Batch], places: Iterable[tuple[str, str]], lines: Mapping[str, int]
    ) -> CollectionRead:
        """Take in rulings, as `read_rulings`, and keep their words where that is asked for."""
        if self.options.keep is Keep.WORDS:
            batches = self.keeping.written(batches)
        return self.take_in(batches, places, lines)

    def take_in(
        self, batches: Iterable[Batch], places: Iterable[tuple[str, str]], lines: Mapping[str, int]
    ) -> CollectionRead:
        """Take in rulings, as `read_rulings`."""
        return read_rulings(
            batches, places, lines, self.scratch, self.options, self.secret, self.plan
        )


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
        work.out,
        options,
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
        stage = f"phrases of {level.n} {'word' if level.n == 1 else 'words'}"
        done = 0
        for step, tasks in steps(level):
            for _ in work.engine.map(step, tasks):
                done += 1
                part = (level.n - 1 + done / level.tasks) / options.max_words
                progress(stage, READING_SHARE + _LEVELS_SHARE * part)
        level.clear()
    return [
        [Group.of(scratch, level, partition) for partition in range(level.partitions)]
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
        place = str(error.filename or out)
        if f".{out.name}." in place:  # hidden, beside it
            place = str(out)
        raise UserError(
            f"{place}: cannot be written ({error.strerror}); check the folder and its rights"
        ) from error
