"""What the lab offers other Python programs: methods side by side, and drafts from raw rulings.
Loads the lab only when it is asked; must never hold text in its figures."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, Unpack, overload

from unlinkable import __version__
from unlinkable.draft import Reading
from unlinkable.interface.texts import ManyTexts, Marking, Record, Several, marked_text
from unlinkable.reporting.page import joined, tag
from unlinkable.reporting.page import text as escaped
from unlinkable_index.collection import GivenRecords
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index
from unlinkable_index.keys import read_key

if TYPE_CHECKING:
    from unlinkable.lab.evaluation.method import Method, RawDraft
    from unlinkable.lab.evaluation.table import Table


@dataclass(frozen=True)
class Plot:
    """A drawing as ``svg``, with a ``title``."""

    title: str
    svg: str

    def _repr_html_(self) -> str:
        return f"{tag('h4', escaped(self.title))}{self.svg}"


@dataclass(frozen=True)
class Comparison:
    """Methods side by side.

    - ``methods``: their names, the drafts as they are first; ``measures``: what was measured;
    - ``left_out``: what was not, and why, in sentences.
    """

    methods: tuple[str, ...]
    measures: tuple[str, ...]
    left_out: tuple[str, ...]
    _table: "Table"

    def mean(self, method: str, measure: str) -> float:
        """The mean of the drafts. Raises KeyError where it was not measured."""
        return {row.method: row for row in self._table.rows}[method].averages[measure].mean

    def to_records(self) -> list[Record]:
        """A row for each method and measure: ``part`` of ``whole`` over all drafts, ``pooled``,
        ``mean``, ``median``, and between what 95 % of the means lie."""
        return [
            {"method": row.method, "measure": name, **asdict(one)}
            for row in self._table.rows
            for name, one in row.averages.items()
        ]

    def drafts_to_records(self) -> list[Record]:
        """A row for each draft, method and measure: so much ``part`` of ``whole``."""
        return [
            {"method": one.method, "draft": one.draft, "measure": name, **tally._asdict()}
            for one in self._table.each
            for name, tally in one.tallies.items()
        ]

    @property
    def plots(self) -> tuple[Plot, ...]:
        """What is left against what is kept, and curves, as far as it was measured."""
        from unlinkable.lab.evaluation_report import drawings

        return tuple(Plot(title, drawn) for title, drawn in drawings(self._table))

    def page(self) -> str:
        """A whole HTML page, as `unlinkable evaluate --format html` writes it."""
        from unlinkable.lab.evaluation_report import evaluation_page

        return "".join(evaluation_page(self._table))

    def __str__(self) -> str:
        from unlinkable.lab.evaluation_report import text_table

        return text_table(self._table)

    def _repr_html_(self) -> str:
        from unlinkable.lab.evaluation_report import tables

        return joined(tables(self._table))


class EvaluationOptions(TypedDict, total=False):
    """What methods need, and how they are measured.

    - ``similarity``, ``perplexity``, ``model``, ``wordnet``, ``masked_model``: models and data, as
      on the command line; without them what needs them is left out;
    - ``masks``: regular expressions for masks, in place of the usual ones;
    - ``annotations``: a file with what people marked in the originals, as TAB has it;
    - ``keep``: a folder for what is made and measured, from which the next call goes on;
    - ``key_file``: the key of a sealed index; ``processes``: as for `build_index`.
    """

    similarity: Sequence[str | Path]
    perplexity: Sequence[str | Path]
    model: str | Path | None
    wordnet: str | Path | None
    masked_model: str | Path | None
    masks: Sequence[str]
    annotations: str | Path | None
    keep: str | Path | None
    key_file: str | Path | None
    processes: int


def evaluate(
    drafts: Iterable[str | Mapping[str, Any]],
    index: Index,
    *,
    baselines: Sequence[str] = ("mask",),
    results: Mapping[str, Mapping[str, str]] | None = None,
    k: int = 2,
    levels: Sequence[str] = ("1", "3x1"),
    **options: Unpack[EvaluationOptions],
) -> Comparison:
    """Compare what several methods make of the same drafts.

    - ``drafts``: texts, or mappings with "id" and "text"; the original of a draft is the one whose
      id is its "source", else its "id", else the one that the whole draft ranks first; those of
      one "group" are about one person;
    - ``baselines``: methods to run now, by the names of `unlinkable evaluate`;
    - ``results``: what other methods made, by their names: texts by the ids of drafts;
    - ``levels``: links by one phrase ("1"), or by up to three terms of so many words ("3x1").

    See `EvaluationOptions` for the others. Raises UserError. What cannot be measured is left out,
    and named in ``left_out``.
    """
    from unlinkable.lab.annotations import read_annotations
    from unlinkable.lab.evaluation.baselines import BASELINES, BaselineMaker, Means, is_baseline
    from unlinkable.lab.evaluation.linkage import level_named
    from unlinkable.lab.evaluation.measures import MeasuresAsked
    from unlinkable.lab.evaluation.method import KnownDrafts
    from unlinkable.lab.evaluation.run import Evaluation, KeptResults
    from unlinkable.lab.evaluation.table import table

    try:
        asked_levels = tuple(map(level_named, levels))
    except ValueError as error:
        raise UserError(str(error)) from None
    if unknown := options.keys() - EvaluationOptions.__optional_keys__:
        raise UserError(f"evaluate has no option {min(unknown)!r}")
    for name in baselines:
        if not is_baseline(name):
            raise UserError(f"{name!r} is no baseline; there are {BASELINES}")
    masks, key_file = options.get("masks"), options.get("key_file")
    reading = Reading(tuple(masks)) if masks else Reading()
    annotations = options.get("annotations")
    marked = read_annotations(Path(annotations)) if annotations else {}
    found = KnownDrafts.of(_raw(drafts), index, reading, marked)
    left_out = [f"{found.unknown:,} drafts: no original is known"] if found.unknown else []
    models = (
        tuple(map(Path, options.get("similarity", ()))),
        tuple(map(Path, options.get("perplexity", ()))),
    )
    for name, named in zip(("similarity", "perplexity"), models, strict=True):
        if not named:
            left_out.append(f"{name}: no model was named")
    means = Means(
        k,
        _path(options.get("model")),
        _path(options.get("wordnet")),
        _path(options.get("masked_model")),
    )
    with ExitStack() as opened:
        methods = [*_given(results or {}, [one.raw for one in found.known])]
        bench = BaselineMaker(means, index, reading, models[0], opened)
        methods += bench.methods(baselines, left_out)
        key = read_key(Path(key_file)) if key_file else None
        kept = KeptResults(_path(options.get("keep")), __version__)
        asked = MeasuresAsked(k, asked_levels, *models)
        run = Evaluation(index, key, asked, reading, kept, options.get("processes", 1))
        measured = list(run.of(found.known, methods))
    told = table([(one.name, one.said) for one in methods], measured, left_out, found.persons)
    return Comparison(tuple(row.method for row in told.rows), told.measures, told.left_out, told)


def _path(given: str | Path | None) -> Path | None:
    return None if given is None else Path(given)


def _raw(drafts: Iterable[str | Mapping[str, Any]]) -> "list[RawDraft]":
    from unlinkable.lab.evaluation.method import RawDraft

    if isinstance(drafts, str | bytes):
        raise UserError("the drafts must be several texts; put one text into a list")
    given = list(drafts)
    found = []
    for number, (one, told) in enumerate(zip(GivenRecords(given), given, strict=True), start=1):
        name = f"draft {number}" if isinstance(told, str) else one.id
        source = one.metadata.get("source")
        named = source if isinstance(source, str) else None
        found.append(RawDraft(name, one.text, source=named, person=one.group))
    return found


def _given(
    results: Mapping[str, Mapping[str, str]], drafts: "Sequence[RawDraft]"
) -> "Iterable[Method]":
    from unlinkable.lab.evaluation.method import GivenResults, Unchanged

    yield Unchanged()
    for name, texts in results.items():
        missing = next((raw.name for raw in drafts if raw.name not in texts), None)
        if missing is not None:
            raise UserError(f"{name}: there is no result for the draft {missing}")
        yield GivenResults(name, texts)


@dataclass(frozen=True)
class Deidentified:
    """A draft: its ``text``, and its ``masks``: from where to where each stands, and what kind of
    thing it hides, by Presidio's name."""

    text: str
    masks: tuple[tuple[int, int, str], ...]

    def to_records(self) -> list[Record]:
        """A row for each mask."""
        return [{"start": start, "end": end, "kind": kind} for start, end, kind in self.masks]

    def _repr_html_(self) -> str:
        marks = [Marking(*one, one[2]) for one in self.masks]
        said = tag("p", escaped(f"{len(marks):,} masks; a person has to read this."))
        return joined([said, marked_text(self.text, marks)])


class DeidentifyOptions(TypedDict, total=False):
    """How names are found.

    - ``pipeline``: an installed spaCy pipeline, such as "en_core_web_lg", or its folder; or
    - ``patterns``: a file of patterns for spaCy's entity ruler (JSON Lines); one of both at least;
    - ``language``: "en" unless said otherwise;
    - ``entities``: what to mask, by Presidio's names; else persons, places, dates and the like;
    - ``mask``: what stands in the place of each ("[REDACTED]").
    """

    pipeline: str | None
    patterns: str | Path | None
    language: str
    entities: Sequence[str]
    mask: str


@overload
def deidentify(text: str, **options: Unpack[DeidentifyOptions]) -> Deidentified: ...
@overload
def deidentify(text: ManyTexts, **options: Unpack[DeidentifyOptions]) -> Several[Deidentified]: ...
def deidentify(
    text: str | ManyTexts,
    *,
    pipeline: str | None = None,
    patterns: str | Path | None = None,
    language: str = "en",
    entities: Sequence[str] = (),
    mask: str = "[REDACTED]",
) -> Deidentified | Several[Deidentified]:
    """A draft of a raw ruling, or of each of several: names and the like are masked.

    Needs the extra presidio; nothing is downloaded. See `DeidentifyOptions`. Raises UserError."""
    from unlinkable.lab.deidentification import ENTITIES, Detector

    if pipeline is None and patterns is None:
        raise UserError("no names can be found without a spaCy pipeline or patterns; name one")
    found = Path(patterns) if patterns else None
    detector = Detector(pipeline, found, language, list(entities or ENTITIES))

    def made(one: str) -> Deidentified:
        parts, masks, at, length = [], [], 0, 0
        for name in detector.find(one):
            length += name.start - at
            masks.append((length, length + len(mask), name.kind))
            parts += [one[at : name.start], mask]
            length, at = length + len(mask), name.end
        return Deidentified("".join([*parts, one[at:]]), tuple(masks))

    return made(text) if isinstance(text, str) else Several(map(made, text))
