"""A run over many drafts and methods: on several cores, and resumed where it was left.

What was made and measured is kept in a folder, if one is named; it holds text of the drafts, so it
is confidential. Knows no formats of tables.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from unlinkable.draft import Reading
from unlinkable.lab.evaluation.measures import Measures, MeasuresAsked
from unlinkable.lab.evaluation.method import KnownDraft, MadeDraft, Method, pair
from unlinkable.lab.evaluation.tally import MeanTally, Tallies
from unlinkable.stopping import never
from unlinkable_index.building.workers import Workers
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index
from unlinkable_index.opening import open_index
from unlinkable_index.ordinary_files import write_whole

_OUTCOMES = "measured.jsonl"


@dataclass(frozen=True)
class Measured:
    """What was counted of one draft and one method."""

    method: str
    draft: str
    tallies: Tallies


@dataclass(frozen=True)
class _Job:
    """What a worker is handed: everything by value, so that it can be sent."""

    index: Path
    key: bytes | None
    asked: MeasuresAsked
    reading: Reading
    method: str
    known: KnownDraft
    made: MadeDraft


class KeptResults:
    """A folder with what earlier runs of this ``version`` made and measured; None: nothing is
    kept."""

    def __init__(self, folder: Path | None, version: str) -> None:
        self._folder = folder
        self.version = version
        self._measured: dict[str, Measured] = {}
        if folder is None:
            return
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            outcomes = folder / _OUTCOMES
            for line in outcomes.read_text("utf-8").splitlines() if outcomes.exists() else ():
                self._read(line)
        except OSError as error:
            raise UserError(
                f"{folder}: results cannot be kept there ({error.strerror}); name another folder"
            ) from error

    def text(self, method: str, draft: str, seal: str) -> MadeDraft | None:
        """What a method made of a draft in an earlier run, if all was the same."""
        if self._folder is None:
            return None
        try:
            made = json.loads(self._file(method, draft).read_text("utf-8"))
            return MadeDraft(**made["made"]) if made["seal"] == seal else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep_text(self, method: str, draft: str, seal: str, made: MadeDraft) -> None:
        """Keep what a method made of a draft."""
        if self._folder is not None:
            file = self._file(method, draft)
            file.parent.mkdir(mode=0o700, exist_ok=True)
            write_whole(file, json.dumps({"seal": seal, "made": asdict(made)}))

    def measured(self, seal: str) -> Measured | None:
        """What was counted in an earlier run, if all was the same."""
        return self._measured.get(seal)

    def keep_measured(self, seal: str, measured: Measured) -> None:
        """Keep what was counted."""
        if self._folder is not None:
            with (self._folder / _OUTCOMES).open("a", encoding="utf-8") as file:
                # a line that a killed run left unfinished ends here
                file.write("\n" + json.dumps({"seal": seal, **asdict(measured)}))

    def _read(self, line: str) -> None:
        try:
            row = json.loads(line)
            tallies = {name: MeanTally(*value) for name, value in row["tallies"].items()}
            self._measured[row["seal"]] = Measured(row["method"], row["draft"], tallies)
        except (ValueError, KeyError, TypeError):
            return  # the last line of a run that was killed

    def _file(self, method: str, draft: str) -> Path:
        assert self._folder is not None
        name = sha256(draft.encode()).hexdigest()[:32]  # drafts may have names that are no files'
        return self._folder / sha256(method.encode()).hexdigest()[:16] / f"{name}.json"


@dataclass(frozen=True)
class Evaluation:
    """What is measured, and how: the ``index`` with its ``key`` (None: it is not sealed), how
    drafts are read, what is kept, and how many ``processes`` measure at once."""

    index: Index
    key: bytes | None
    asked: MeasuresAsked
    reading: Reading
    kept: KeptResults
    processes: int = 1

    def of(self, drafts: Sequence[KnownDraft], methods: Sequence[Method]) -> Iterator[Measured]:
        """Every method over every draft; what is kept already comes first, not done again. Results
        are made one after the other, since a model is asked best so.

        Raises UserError when a result is missing, the index is damaged or a model can't be used.
        """
        left: list[tuple[Method, KnownDraft, str, str]] = []
        marks = [sha256(repr(known.annotated).encode()).hexdigest() for known in drafts]
        for method in methods:
            for known, marked in zip(drafts, marks, strict=True):
                seal = _seal(self.kept.version, self.index.fingerprint, self.reading, known, method)
                measuring = f"{seal} {self.asked} {marked}"
                before = self.kept.measured(measuring)
                if before is None:
                    left.append((method, known, seal, measuring))
                else:
                    yield before

        def jobs() -> Iterator[_Job]:
            for method, known, seal, _ in left:
                made = self.kept.text(method.name, known.raw.name, seal)
                if made is None:
                    made = method.make(known.raw, known.source, never)
                    self.kept.keep_text(method.name, known.raw.name, seal, made)
                yield _Job(
                    self.index.path, self.key, self.asked, self.reading, method.name, known, made
                )

        with Workers(self.processes) as workers:
            for (*_, measuring), measured in zip(left, workers.map(_measured, jobs()), strict=True):
                self.kept.keep_measured(measuring, measured)
                yield measured


def _seal(
    version: str, fingerprint: str, reading: Reading, known: KnownDraft, method: Method
) -> str:
    """The same for all that leads to the same result."""
    made_by = method.name, method.said, method.depends_on(known.raw)
    told = version, fingerprint, reading, replace(known.raw, person=None), known.source, made_by
    return sha256(repr(told).encode()).hexdigest()


def _measured(job: _Job) -> Measured:
    two = pair(job.known.raw, job.made.text, job.known.source, job.reading)
    tallies = _measures(job.index, job.key, job.asked).of(two, job.known.annotated)
    made = job.made
    for name, value in (
        ("seconds", made.seconds),
        ("tokens read", made.tokens_read),
        ("tokens written", made.tokens_written),
    ):
        if value is not None:
            tallies[name] = MeanTally(value)
    return Measured(job.method, job.known.raw.name, tallies)


@lru_cache(maxsize=1)
def _measures(index: Path, key: bytes | None, asked: MeasuresAsked) -> Measures:
    """The measures of this process, with the index open and models loaded."""
    return Measures(open_index(index, key), asked)
