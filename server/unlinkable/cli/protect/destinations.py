"""Where protected drafts and the reports on them go, and where they must not.

Knows paths; nothing of what is written there.
"""

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from unlinkable.cli import draft_files
from unlinkable.cli.output import STANDARD_OUTPUT, demand_folder
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import NotOrdinaryError, demand_no_link, real


@dataclass(frozen=True)
class Destination:
    """A draft, and where its protected version goes."""

    draft: Path
    out: Path


@dataclass(frozen=True)
class Destinations:
    """All drafts of a run. ``folder`` is the one that results go to, None for a single file."""

    each: tuple[Destination, ...]
    folder: Path | None
    left_out: tuple[str, ...]
    """What in the named folders is not read, in sentences."""

    @property
    def printed(self) -> bool:
        """Whether the one result goes to standard output."""
        return self.folder is None and self.each[0].out == STANDARD_OUTPUT


def destinations(drafts: Sequence[Path], out: str) -> Destinations:
    """Where the result of each draft goes: to the file ``out``, or into it where it is a folder,
    ends like one, or there are several drafts.

    Raises UserError when a draft would be overwritten, or another result.
    """
    path = Path(out)
    single = len(drafts) == 1 and not drafts[0].is_dir()
    folder = None if single and not path.is_dir() and not out.endswith(("/", "\\")) else path
    if folder == STANDARD_OUTPUT:
        raise UserError("-o - prints one draft; name a folder for several")
    if folder is not None and folder.exists() and not folder.is_dir():
        raise UserError(f"{folder}: this is a file; name a folder with -o, as several drafts need")
    each = []
    left_out: list[str] = []
    for named in drafts:
        for draft in draft_files.drafts_in(named, left_out):
            inside = draft.relative_to(named) if named.is_dir() else Path(draft.name)
            if inside.suffix.lower() == ".docm":  # the result has no macros
                inside = inside.with_suffix(".docx")
            each.append(Destination(draft, path if folder is None else folder / inside))
    _demand_apart(each, [named for named in drafts if named.is_dir()])
    return Destinations(tuple(each), folder, tuple(left_out))


def demand_room(
    where: Destinations,
    drafts: Iterable[Path],
    reports: Sequence[Path],
    records: Sequence[Path] = (),
) -> None:
    """Raise UserError when a report would be written over a draft or a result, or where the next
    run over the same folder would take it for a draft; or when some place cannot be written to, or
    only through a link. The same of ``records``, whose folders are made as needed."""
    from unlinkable.draft.kinds import SUFFIXES

    read = {real(place.draft) for place in where.each}
    written = {real(place.out) for place in where.each}
    folders = [real(named) for named in drafts if named.is_dir()]
    for report in (*reports, *records):
        path = real(report)
        if path in read | written:
            what = "a draft" if path in read else "the place of a protected draft"
            raise UserError(f"{report}: this is {what}; choose another place with --report")
        if path.is_dir():
            raise UserError(f"{report}: this is a folder; name a file with --report")
        if path.suffix.lower() in SUFFIXES and _inside(path, folders):
            raise UserError(
                f"{report}: here it would be taken for a draft; choose another place with --report"
            )
    elsewhere = [one for one in reports if not (where.folder and one.parent == where.folder)]
    for path in elsewhere if where.printed else (where.folder or where.each[0].out, *elsewhere):
        demand_folder(path)
    for path in (*(place.out for place in where.each if not where.printed), *reports, *records):
        try:
            demand_no_link(path, _trusted_above(path, where.folder))
        except NotOrdinaryError as error:
            raise UserError(f"{path}: {error.strerror}; choose another place") from None
        folder = next(parent for parent in real(path).parents if parent.exists())
        if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
            raise UserError(f"{path}: nothing can be written in {folder}; choose another place")


def among_results(where: Destinations, reports: Iterable[Path]) -> list[Path]:
    """The reports that would lie in the folder of the results, to be handed on with them."""
    folders = [] if where.folder is None else [real(where.folder)]
    return [report for report in reports if _inside(real(report), folders)]


def demand_spared(spared: Path, where: Destinations, reports: Iterable[Path]) -> None:
    """Raise UserError when a result or a report would be written over the file ``spared``."""
    for path in (*(place.out for place in where.each), *reports):
        if real(path) == real(spared):
            raise UserError(f"{path}: this is needed, so it is not overwritten; name another file")


def _trusted_above(path: Path, folder: Path | None) -> Path | None:
    """The folder whose own path may have links in it. Below it may lie what somebody sent, so that
    even ``-o out`` may name a link by chance."""
    if not path.is_absolute():
        return Path()  # the current folder
    return folder.parent if folder is not None and path.is_relative_to(folder) else None


def _demand_apart(each: Sequence[Destination], folders: Sequence[Path]) -> None:
    drafts = {real(place.draft) for place in each if place.draft != draft_files.STANDARD_INPUT}
    within = [real(folder) for folder in folders]
    taken: set[Path] = set()
    for place in each:
        target = real(place.out)
        if target in drafts or _inside(target, within):
            raise UserError(
                f"{place.out}: this would be written among the drafts; choose another place with -o"
            )
        if target in taken:
            raise UserError(f"{place.out}: two drafts would be written here; protect them apart")
        taken.add(target)


def _inside(path: Path, folders: Iterable[Path]) -> bool:
    return any(folder in path.parents for folder in folders)
