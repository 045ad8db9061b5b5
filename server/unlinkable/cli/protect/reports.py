"""The reports on a run of `protect`: in the files that the user named, a record a draft, the table
of many drafts and its page. Must never make what reports say."""

import csv
import heapq
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from unlinkable import __version__
from unlinkable.cli.output import begins_json, begins_page, demand_ours, is_ours
from unlinkable.cli.protect.destinations import Destination
from unlinkable.printing import plain
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import (
    NotOrdinaryError,
    demand_no_link,
    read_ordinary,
    unwritten,
)

if TYPE_CHECKING:
    from unlinkable.model.process.process import Model
    from unlinkable.reporting.page import Html
    from unlinkable.reporting.protection.record import Asked, ProtectedDraft, ProtectionRecord
    from unlinkable_index.index import Index


_LARGEST = 100_000_000  # bytes
_WRITING = 20  # times as long as writing took, until it is written again


class Reports:
    """The reports of a run, written anew while drafts are done: after each one, but no more often
    than that writing takes a small part of the time. A run that goes on where another ended takes
    over what that one has reported as JSON. ``kept``: drafts are reported though no file is named;
    without either, none is kept in memory. ``records``: where each draft gets a record of its own,
    as a page and as JSON."""

    def __init__(
        self,
        paths: Sequence[Path],
        indexes: "Sequence[Index]",
        model: "Model | None",
        asked: "Asked",
        kept: bool = False,
        records: "RulingRecords | None" = None,
    ) -> None:
        from unlinkable.reporting.protection.record import IndexUsed, Run

        self._paths = paths
        self._records = records
        self._kept = kept or bool(paths)
        self._not_before = 0.0
        named = len(indexes) > 1
        used = [
            IndexUsed(one.documents, one.fingerprint, one.path.name if named else "")
            for one in indexes
        ]
        self._of_each = [one.file for one in used]
        self._run = Run(
            version=__version__,
            date=datetime.now().astimezone().isoformat(timespec="seconds"),
            index=used[0],
            model=model.fingerprint() if model and (paths or records) else None,
            settings=asked,
            further_indexes=tuple(used[1:]),
        )
        self._drafts: dict[tuple[str, str], ProtectedDraft] = {}
        for path in paths:
            self._drafts |= self._drafts_so_far(path)

    def told(self, place: Destination) -> tuple[str | None, ...] | None:
        """The digests of the texts of a draft of which they tell what became, of each index; None
        where no reports are wanted."""
        if self._records and not self._records.tell(place.out):
            return (None,)
        told = [self._drafts.get((str(place.draft), index)) for index in self._of_each]
        return tuple(one.sha256.draft if one else None for one in told) if self._paths else None

    def add(self, place: Destination, made: "Sequence[ProtectedDraft]") -> None:
        """Note what was done to one more draft, of each index, in case it is the last before
        something happens."""
        from unlinkable.reporting.protection.record import ProtectionRecord

        if self._records:
            self._records.write(place.out, ProtectionRecord(self._run, tuple(made)))
        if self._kept:
            self._drafts |= {(one.draft, one.index): one for one in made}
        started = monotonic()
        if started >= self._not_before:
            self.write()
            ended = monotonic()
            self._not_before = ended + _WRITING * (ended - started)

    def page(self) -> str:
        """The report as a page."""
        from unlinkable.reporting.protection.pages import protection_page

        return protection_page(self._record())

    def write(self) -> None:
        """Write the reports, each in the form that its name asks for. Raises UserError."""
        from unlinkable.cli.protect.results import write_whole
        from unlinkable.reporting.protection.as_json import as_text
        from unlinkable.reporting.protection.pages import protection_markdown

        record = self._record()
        for path in self._paths:
            match path.suffix.lower():
                case ".html" | ".htm":
                    written = self.page()
                case ".md" | ".markdown":
                    written = protection_markdown(record)
                case _:
                    written = as_text(record)
            write_whole(path, written)

    def _record(self) -> "ProtectionRecord":
        from unlinkable.reporting.protection.record import ProtectionRecord

        return ProtectionRecord(self._run, tuple(self._drafts.values()))

    def _drafts_so_far(self, path: Path) -> "dict[tuple[str, str], ProtectedDraft]":
        """What an earlier run with the same index, model and settings has reported as JSON."""
        from unlinkable.reporting.protection.as_json import from_text

        try:
            record = from_text(read_ordinary(path, _LARGEST).decode())
        except (OSError, ValueError, RecursionError):
            return {}  # none yet, or something else, which the user wants replaced
        if replace(record.run, date=self._run.date) != self._run:
            return {}
        return {(protected.draft, protected.index): protected for protected in record.drafts}


@dataclass(frozen=True)
class RulingRecords:
    """A record of its own for each draft, in a folder. ``results``: the folder of the results."""

    folder: Path
    results: Path

    def places(self, out: Path) -> tuple[Path, Path]:
        """Where the record of the result ``out`` lies, as JSON and as a page."""
        beside = self.folder / out.relative_to(self.results)
        return beside.with_name(f"{beside.name}.json"), beside.with_name(f"{beside.name}.html")

    def tell(self, out: Path) -> bool:
        """Whether there is a record of a result."""
        return all(path.exists() for path in self.places(out))

    def write(self, out: Path, record: "ProtectionRecord") -> None:
        """Write the record of a result. Raises UserError."""
        from unlinkable.cli.protect.results import write_whole
        from unlinkable.reporting.protection.as_json import as_text
        from unlinkable.reporting.protection.pages import protection_page

        as_json, page = self.places(out)
        write_whole(as_json, as_text(record))
        write_whole(page, protection_page(record))


OR_FORCE = ", or have it replaced with --force"
_MANY = "What came of many drafts"


def demand_reports(reports: Iterable[Path], table: Path | None) -> None:
    """Raise UserError when a file would be written over that is no report on a run of `protect`, or
    no page beside a table."""
    from unlinkable.reporting.protection.summary import TITLE

    begins = f"# {TITLE}\n|{begins_page(TITLE)}|{begins_json('protect')}"
    for path in reports:
        demand_ours(path, begins, f"--report{OR_FORCE}")
    if table is not None:
        demand_ours(page_beside(table), begins_page(_MANY), f"--table{OR_FORCE}")


HEADS = ("draft", "result", "words", "changes", "masks", "before", "after", "seconds", "why")
PROTECTED, DOUBTED, FAILED = "protected", "not to be relied on", "not done"
WORST = 10
_SHOWN = {"before": "findings before", "after": "findings after"}
_FORMULA = tuple("=+-@\t\r")  # what a spreadsheet would take for one

Row = dict[str, str]


class BatchTable:
    """The table in the file ``path``. Raises UserError where another file is there, unless it may
    be replaced (``force``)."""

    def __init__(self, path: Path, force: bool) -> None:
        self._path = path
        try:
            demand_no_link(path)
            if not force:
                demand_ours(path, ",".join(HEADS), f"--table{OR_FORCE}")
            elif not is_ours(path, ",".join(HEADS)):
                path.unlink()
            if not path.exists() or not path.stat().st_size:
                path.touch(mode=0o600)
                self._append(HEADS)
            elif not path.read_bytes().endswith(b"\n"):  # an earlier run was killed in a line
                with path.open("a", encoding="utf-8") as file:
                    file.write("\n")
        except NotOrdinaryError as error:
            raise UserError(f"{path}: {error.strerror}; choose another place") from None
        except OSError as error:
            raise unwritten(self._path, error) from error

    @property
    def page(self) -> Path:
        """Where the summary goes: beside the table."""
        return page_beside(self._path)

    def add(self, made: "Sequence[ProtectedDraft]") -> None:
        """Add the line of a draft that was protected."""
        one = made[0]
        why = dict.fromkeys(doubt for each in made for doubt in each.reservations.doubts)
        before = sum(each.balance.before.total for each in made)
        after = sum(each.balance.after.total for each in made)
        masks = sum("mask" in change.kind for change in one.changes)
        counts = one.words, len(one.changes), masks, before, after, one.seconds
        self._append([one.draft, DOUBTED if why else PROTECTED, *counts, " ".join(why)])

    def add_failed(self, draft: Path, why: str) -> None:
        """Add the line of a draft of which nothing was written."""
        self._append([str(draft), FAILED, *[""] * 6, why])

    def write_page(self) -> None:
        """Write the summary. Raises UserError."""
        from unlinkable.cli.protect.results import write_whole

        write_whole(self.page, "".join(summary_page(self._rows())))

    def _append(self, cells: Sequence[object]) -> None:
        said = [plain(str(cell)) for cell in cells]
        said = [f"'{cell}" if cell.startswith(_FORMULA) else cell for cell in said]
        try:
            with self._path.open("a", encoding="utf-8", newline="") as file:
                csv.writer(file, lineterminator="\n").writerow(said)
        except OSError as error:
            raise unwritten(self._path, error) from error

    def _rows(self) -> Iterator[Row]:
        """The last line of each draft; broken lines are left out."""
        with self._path.open(encoding="utf-8", errors="replace", newline="") as file:
            last = {row["draft"]: at for at, row in enumerate(csv.DictReader(file))}
            file.seek(0)
            for at, row in enumerate(csv.DictReader(file)):
                if last[row["draft"]] == at and row["why"] is not None:
                    yield row


def page_beside(table: Path) -> Path:
    """Where the summary of a table goes."""
    return table.with_suffix(".html")


def summary_page(rows: Iterator[Row]) -> Iterator[str]:
    """What came of the drafts of a table: how many of each, and the worst."""
    from unlinkable.reporting.page import page

    return page(_MANY, _parts(rows))


def _parts(rows: Iterator[Row]) -> "Iterator[Html]":
    from unlinkable.reporting.page import facts, table, tag, text

    results: Counter[str] = Counter()
    sums: Counter[str] = Counter()

    def counting() -> Iterator[Row]:
        for row in rows:
            results[row["result"]] += 1
            sums.update({name: _number(row[name]) for name in HEADS[2:7]})
            yield row

    worst = heapq.nlargest(WORST, counting(), key=_badness)
    told = [(name, text(f"{results[name]:,}")) for name in (PROTECTED, DOUBTED, FAILED)]
    told += [(_SHOWN.get(name, name), text(f"{sums[name]:,}")) for name in HEADS[2:7]]
    yield facts((name.capitalize(), said) for name, said in told)
    yield tag("h2", text(f"The {len(worst)} worst"))
    yield tag("p", text("Not done first, then not to be relied on, then by masks a word."))
    yield table(
        ("Draft", "Result", "Words", "Masks", "Findings before", "After", "Why"),
        [
            (
                text(row["draft"]),
                text(row["result"]),
                *(_number(row[name]) for name in ("words", "masks", "before", "after")),
                text(row["why"]),
            )
            for row in worst
        ],
    )


def _badness(row: Row) -> tuple[int, float]:
    order = (PROTECTED, DOUBTED, FAILED)
    masks = _number(row["masks"]) / max(1, _number(row["words"]))
    return (order.index(row["result"]) if row["result"] in order else len(order), masks)


def _number(cell: str) -> int:
    return int(cell) if cell.isdecimal() else 0
