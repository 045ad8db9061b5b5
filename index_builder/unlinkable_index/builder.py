"""Building an index: from a collection to an index file, in one call.

Knows when an index is there already, and when an earlier build can be gone on with. How the work is
done is known to `building`.
"""

import contextlib
import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.metadata import version
from pathlib import Path

import msgpack
import numpy as np

from unlinkable_index.building.files import put_in_place
from unlinkable_index.building.kept import About, Kept, kept_path
from unlinkable_index.building.plan import (
    USUAL,
    Built,
    Expected,
    Keep,
    OnStage,
    Options,
    demand_disk_for_words,
    expected,
)
from unlinkable_index.building.reading import READING_SHARE, CollectionRead
from unlinkable_index.building.rulings import Batch
from unlinkable_index.building.work import Work, at_work, made_of, remove_work
from unlinkable_index.collection import Collection
from unlinkable_index.errors import UserError
from unlinkable_index.file.header import LONGEST_PHRASE, MOST_RANGE_BITS
from unlinkable_index.file.index_files import IndexFiles
from unlinkable_index.groups import read_groups
from unlinkable_index.keys import derived
from unlinkable_index.words import ANALYZER

_BUILD_FILE = "build"
_SMALL = 1_000_000  # bytes of sources, of which the index is there in a moment


def build_index(
    sources: Iterable[Path] | Collection,
    out: Path,
    options: Options = USUAL,
    progress: OnStage = lambda _stage, _done: None,
    on_plan: Callable[[Expected], None] = lambda _plan: None,
) -> Built:
    """Build the index of ``sources`` as the file ``out``; or do nothing, where it is there already
    and it was kept (`Options.keep`) that nothing has changed.

    ``on_plan``: is told what a build that takes more than a moment will take, before it begins.

    The same collection, key, ``max_words`` and ``identities`` give the same bytes. Raises
    UserError for bad options, a broken collection, or a disk that is full; then, and on an
    interrupt, ``out`` is as it was before.
    """
    if not 1 <= options.max_words <= LONGEST_PHRASE:
        raise UserError(f"the longest phrase (--max-words) must be of 1 to {LONGEST_PHRASE} words")
    if not 0 <= options.range_bits <= MOST_RANGE_BITS:
        raise UserError("the phrases can be spread over at most 64 files (--files)")
    lines = read_groups(options.groups) if options.groups else {}
    if not isinstance(sources, Collection):
        sources = Collection(sources, options.sources)
    collection = sources
    if collection.holds(out):
        raise UserError(f"{out}: this is one of the originals; name another file for the index")
    state = _state(collection, lines, options)
    if (there := _unchanged(out, collection, options, state)) is not None:
        return there
    with at_work(out, options, collection.size) as work:
        reading = _earlier(work, state)
        if reading is None:
            if collection.size > _SMALL:
                plan = expected(collection, options)
                on_plan(plan)
                demand_disk_for_words(plan.words, work.scratch, out)
            reading = read_collection(collection, lines, work, progress)
            demand_disk_for_words(reading.spooled, work.scratch, out)
            reading.keep(work.scratch)
        else:
            collection.find_left_out()
        made = made_of(reading, work, progress)
        about = About(
            ANALYZER,
            state,
            options.identities,
            lines if options.keep is Keep.WORDS else {},  # ids, of which else nothing is made
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
    return work.read(batches(), places, lines)


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
        options.stems,
        options.positions,
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
    scratch.place.remove_unfinished()
    reading = CollectionRead.earlier(scratch)
    if reading is None:  # whatever else is there is of no use, or of another build
        remove_work(scratch.folder)
        scratch.place.clear(all_of_it=False)
        scratch.write(_BUILD_FILE, digest=digest)
    elif not np.array_equal(scratch.file(_BUILD_FILE).read("digest"), digest):
        raise UserError(
            f"{scratch.folder}: the work in this folder is that of another build (the originals, "
            "the options or the program have changed); build as then, or remove the folder"
        )
    return reading
