"""Adding to an index: new, changed and withdrawn rulings, without any other being read again.

The index is made anew of the words that were kept beside it and those of the new rulings: so it is,
to the byte, the one that would be built of all of them. Knows which rulings stay and which come;
how an index is made is `work`'s, what is kept `kept`'s.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from unlinkable_index.building.in_place import mark_of, put_in_place
from unlinkable_index.building.options import USUAL, Built, Keep, OnStage, Options
from unlinkable_index.building.plan import demand_disk_for_words
from unlinkable_index.building.taking_in.kept import About, Kept, kept_path
from unlinkable_index.building.taking_in.reading import READING_SHARE
from unlinkable_index.building.taking_in.rulings import Batch, Ruling
from unlinkable_index.building.work import Work, at_work, made_of, read
from unlinkable_index.collection import Collection, Record
from unlinkable_index.errors import UserError
from unlinkable_index.groups import read_groups
from unlinkable_index.index import Index
from unlinkable_index.words.words import ANALYZER

_SOURCE_BYTES = 3  # of a text for each byte that is kept of it, roughly


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
    """What was changed, and what was built; None: there was nothing to change."""

    changes: Changes
    built: Built | None
    left_out: Mapping[Path, str]


def add_to_index(
    sources: Iterable[Path],
    out: Path,
    withdrawn: Iterable[str] = (),
    options: Options = USUAL,
    progress: OnStage = lambda _stage, _done: None,
) -> Grown:
    """Add the rulings of ``sources`` to the index ``out``, which was built with their words kept.

    A ruling whose id is in the index already takes the place of that one. The order of what stays
    is as it was; what is new or changed comes after it, in its own order.

    - ``withdrawn``: the ids of rulings to take out;
    - ``options``: the key must be that of the index; the groups, where a file is named, are those
      of all its rulings, the old and the new, else as before. What the index is like, and that
      words are kept, stays as it was.

    Raises UserError as `build_index` does, where the words were not kept, and where an id that is
    to be withdrawn is unknown or comes as well. Then ``out`` is as it was before.
    """
    mark = mark_of(out)
    with Index.open(out, options.key) as index:
        header = index.header
    kept = _kept(out, mark, options.key)
    about = kept.about
    collection = Collection(sources, options.unreadable)
    if collection.holds(out):
        raise UserError(f"{out}: this is the index; name the rulings to add to it")
    changes = _changes(kept, collection, frozenset(withdrawn))
    lines = (
        read_groups(options.groups) if options.groups else _without(about.lines, changes.withdrawn)
    )
    if not changes.coming and not changes.withdrawn and lines == about.lines:
        return Grown(changes, None, collection.left_out)
    options = replace(
        options,
        max_words=header.max_words,
        stems=header.stems,
        identities=about.identities,
        range_bits=header.range_bits,
        keep=Keep.WORDS,
    )
    with at_work(out, options, collection.size + _SOURCE_BYTES * kept.size) as work:
        batches = _batches(kept, collection, changes, work, progress)
        reading = read(batches, _places(kept, collection, changes), lines, work)
        demand_disk_for_words(reading.spooled, work.scratch.folder)
        made = made_of(reading, work, progress)
        written = About(
            analyzer=ANALYZER,
            state=b"",  # no build is of just these files
            identities=about.identities,
            lines=lines,
            left_out=(),
            records_without_words=reading.records_without_words,
            batches=work.keeping.count(),
        )
        put_in_place(made, 0, work.keeping.file(written), replaced=mark)
    progress("writing", 1.0)
    built = Built(made.header, made.size, reading.records_without_words, collection.left_out)
    return Grown(changes, built, collection.left_out)


def _kept(out: Path, mark: bytes | None, key: bytes | None) -> Kept:
    """What was kept for an index. Raises UserError where no words were."""
    path = None if mark is None else kept_path(out, mark)
    kept = Kept(path, key) if path is not None and path.exists() else None
    if kept is None or kept.about.batches is None:
        raise UserError(
            f"{out}: the words of its rulings were not kept (or what was kept is not beside it), "
            "so none can be added; build it once with `unlinkable index --keep`"
        )
    if kept.about.analyzer != ANALYZER:
        raise UserError(
            f"{kept.path}: these words were cut in another way than this Unlinkable does; build "
            "the index anew"
        )
    return kept


def _changes(kept: Kept, collection: Collection, withdrawn: frozenset[str]) -> Changes:
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
    kept: Kept, collection: Collection, changes: Changes, work: Work, progress: OnStage
) -> Iterator[Batch]:
    """All rulings of the index that is to be: those that stay, then those that come."""
    leaving = changes.leaving
    total = kept.size + collection.size
    for batch in kept.batches():
        stays = [ruling.id not in leaving for ruling in batch.rulings]
        yield batch if all(stays) else batch.only(stays)
        progress("reading", READING_SHARE * kept.bytes_read / total)
    coming = set(changes.coming)

    def records() -> Iterator[Record]:
        for record in collection:
            if record.id in coming:
                coming.remove(record.id)
                yield record

    for batch in work.hashing.batches(records()):
        yield batch
        progress("reading", READING_SHARE * (kept.size + collection.bytes_read) / total)
    if coming:
        raise UserError(
            f"the ruling {min(coming)!r} went away while it was to be read; nothing was done, so "
            "give the command again"
        )


def _places(kept: Kept, collection: Collection, changes: Changes) -> Iterator[tuple[str, str]]:
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
