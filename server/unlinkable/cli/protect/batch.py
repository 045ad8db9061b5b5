"""The table of a run of `protect` over many drafts, which fills as it goes, and its summary page.

A line a draft, in CSV, each written once; nothing of it is kept in memory. Names drafts and counts,
and holds no text of them. A run that goes on where another ended adds to the same table, where the
last line of a draft counts.
"""

import csv
import heapq
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from unlinkable.printing import plain
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import NotOrdinaryError, demand_no_link

if TYPE_CHECKING:
    from unlinkable.reporting.page import Html
    from unlinkable.reporting.protection.record import ProtectedDraft

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
            if path.exists() and not self._ours():
                if not force:
                    raise UserError(
                        f"{path}: there is a file here that is no table of ours; choose another "
                        "place with --table, or have it replaced with --force"
                    )
                path.unlink()
            if not path.exists():
                path.touch(mode=0o600)
                self._append(HEADS)
            elif not path.read_bytes().endswith(b"\n"):  # an earlier run was killed in a line
                with path.open("a", encoding="utf-8") as file:
                    file.write("\n")
        except NotOrdinaryError as error:
            raise UserError(f"{path}: {error.strerror}; choose another place") from None
        except OSError as error:
            raise self._unwritten(error) from error

    @property
    def page(self) -> Path:
        """Where the summary goes: beside the table."""
        return page_beside(self._path)

    def add(self, made: "Sequence[ProtectedDraft]") -> None:
        """Add the line of a draft that was protected."""
        one = made[0]
        why = dict.fromkeys(doubt for each in made for doubt in each.reservations.doubts)
        before, after = (
            sum(tally.phrases + tally.combinations for tally in tallies)
            for tallies in (
                [each.balance.before for each in made],
                [each.balance.after for each in made],
            )
        )
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

    def _ours(self) -> bool:
        with self._path.open(encoding="utf-8", errors="replace", newline="") as file:
            return tuple(next(csv.reader(file), ())) == HEADS

    def _append(self, cells: Sequence[object]) -> None:
        said = [plain(str(cell)) for cell in cells]
        said = [f"'{cell}" if cell.startswith(_FORMULA) else cell for cell in said]
        try:
            with self._path.open("a", encoding="utf-8", newline="") as file:
                csv.writer(file, lineterminator="\n").writerow(said)
        except OSError as error:
            raise self._unwritten(error) from error

    def _rows(self) -> Iterator[Row]:
        """The last line of each draft; broken lines are left out."""
        with self._path.open(encoding="utf-8", errors="replace", newline="") as file:
            last = {row["draft"]: at for at, row in enumerate(csv.DictReader(file))}
            file.seek(0)
            for at, row in enumerate(csv.DictReader(file)):
                if last[row["draft"]] == at and row["why"] is not None:
                    yield row

    def _unwritten(self, error: OSError) -> UserError:
        return UserError(
            f"{self._path}: cannot be written ({error.strerror}); choose another place"
        )


def page_beside(table: Path) -> Path:
    """Where the summary of a table goes."""
    return table.with_suffix(".html")


def summary_page(rows: Iterator[Row]) -> Iterator[str]:
    """What came of the drafts of a table: how many of each, and the worst."""
    from unlinkable.reporting.page import page

    return page("What came of many drafts", _parts(rows))


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
