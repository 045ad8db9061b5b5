"""`unlinkable evaluate`: methods side by side. Loads the lab when it runs; must never measure by
itself."""

import argparse
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unlinkable import __version__
from unlinkable.cli import draft_files
from unlinkable.cli.asking import asking_in
from unlinkable.cli.parser import add_processes, at_least
from unlinkable.cli.sources import (
    add_measuring_flags,
    add_source_flags,
    persons_named,
    source_options,
)
from unlinkable.printing import say
from unlinkable_index.errors import UserError

if TYPE_CHECKING:
    from unlinkable.draft import Reading
    from unlinkable.lab.evaluation.linkage import LinkageLevel
    from unlinkable.lab.evaluation.method import KnownDraft, Method, RawDraft
    from unlinkable.lab.evaluation.table import Table
    from unlinkable_index.collection.record import SourceOptions
    from unlinkable_index.index import Index


FORMATS = ("text", "json", "csv", "markdown", "html")
_BASELINES = (
    "mask, words (mask:5, words:5: with k of 5); with --model: model, no-spans, loop-1, loop-3; "
    "with --wordnet: wordnet, wordnet-informed; with --masked-model: dp-mlm:EPSILON"
)
_EXAMPLE = """\
examples:
  unlinkable evaluate drafts -i court.unlinkable --baseline mask
  unlinkable evaluate drafts -i court.unlinkable --results ours=protected --results theirs=rewritten
"""


def add_evaluate_parser(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "evaluate",
        help="compare methods of protecting the same drafts",
        description="Compare what several methods made of the same drafts: what still leads back, "
        "what of law and facts was lost, how much was masked, beside the published figures. The "
        "original of a draft is the one that it names, else that of its file name, else the one "
        "that the whole draft ranks first.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "drafts",
        metavar="DRAFTS",
        type=Path,
        help="a folder of drafts, or a file of records such as `index` takes",
    )
    parser.add_argument(
        "-i",
        "--index",
        metavar="FILE",
        type=Path,
        help="the index, which holds the originals of the drafts (default: the setting index)",
    )
    parser.add_argument("--key-file", metavar="FILE", type=Path, help="the key of a sealed index")
    parser.add_argument(
        "--results",
        metavar="NAME=FOLDER",
        action="append",
        default=[],
        help="results made elsewhere: files with the names of the drafts; may be repeated",
    )
    parser.add_argument(
        "--baseline",
        metavar="NAME",
        action="append",
        default=[],
        type=_baseline,
        help=f"a method to run now: {_BASELINES}; may be repeated",
    )
    parser.add_argument(
        "-k", metavar="K", type=at_least(2), default=2, help="as for check (default 2)"
    )
    parser.add_argument(
        "--level",
        metavar="MxL",
        type=_level,
        action="append",
        help="links by 1 phrase, or by up to M terms of L words; may be repeated (default: 1, 3x1)",
    )
    parser.add_argument(
        "--similarity",
        metavar="MODEL",
        type=Path,
        action="append",
        help="a model for embeddings (GGUF, or a folder of safetensors); may be repeated",
    )
    parser.add_argument(
        "--perplexity",
        metavar="MODEL",
        type=Path,
        action="append",
        default=[],
        help="a language model (GGUF) that says how fluent texts are; may be repeated",
    )
    parser.add_argument("--model", metavar="GGUF", type=Path, help="the model that rewrites")
    parser.add_argument(
        "--wordnet", metavar="FILE", type=Path, help="WordNet as an LMF file, also compressed"
    )
    parser.add_argument(
        "--masked-model",
        metavar="FOLDER",
        type=Path,
        help="a model that fills in words (BERT or RoBERTa, safetensors), for dp-mlm:EPSILON; "
        "dp-mlm-published:EPSILON takes masks for words, as the publication did",
    )
    add_measuring_flags(parser)
    parser.add_argument(
        "--mask", metavar="PATTERN", action="append", help="a pattern for masks; as for check"
    )
    parser.add_argument("--format", choices=FORMATS, default="text", help="how to print the table")
    parser.add_argument(
        "--keep",
        metavar="FOLDER",
        type=Path,
        help="keep what is made and measured there, and go on from it next time; confidential",
    )
    parser.add_argument(
        "--every", metavar="N", type=at_least(1), default=1, help="one draft in N only"
    )
    add_processes(parser)
    add_source_flags(parser)
    parser.set_defaults(run=run, multiplies=True)


def run(args: argparse.Namespace) -> int:
    """Measure, and print the table."""
    for library in ("OPENBLAS", "MKL", "OMP"):
        # As many processes measure as there are cores. Threads besides wait for each other, and on
        # a busy machine burn ten times the time. Read when numpy is loaded, so set before that.
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    from unlinkable.draft import Reading
    from unlinkable.settings import folders_ignored, workspace_of
    from unlinkable_index.keys import read_key

    folder = args.drafts if args.drafts.is_dir() else args.drafts.parent
    workspace = None if folders_ignored() else workspace_of(folder.absolute())
    reading = Reading(tuple(args.mask)) if args.mask else Reading()
    with ExitStack() as opened:
        asked = asking_in(workspace, {"index": args.index, "key_file": args.key_file})
        for index in asked.indexes:
            opened.callback(index.close)
        if asked.others and args.index is None:
            raise UserError("the settings name several indexes; choose one with -i")
        key_file = asked.settings.indexes.key_file
        key = read_key(key_file) if key_file else None
        made = _table(args, asked.index, key, reading, opened)
    for part in _printed(made, args.format):
        sys.stdout.write(part)
    return 0


def _table(
    args: argparse.Namespace,
    index: "Index",
    key: bytes | None,
    reading: "Reading",
    opened: ExitStack,
) -> "Table":
    from unlinkable.cli.output import progress_bar
    from unlinkable.lab.annotations import read_annotations
    from unlinkable.lab.embedding import default_model
    from unlinkable.lab.evaluation.linkage import LinkageLevel
    from unlinkable.lab.evaluation.measures import MeasuresAsked
    from unlinkable.lab.evaluation.method import KnownDrafts
    from unlinkable.lab.evaluation.run import Evaluation, KeptResults
    from unlinkable.lab.evaluation.table import table

    left_out: list[str] = []
    raw = _raw_drafts(args.drafts, source_options(args), persons_named(args))
    annotations = read_annotations(args.annotations) if args.annotations else {}
    found = KnownDrafts.of(raw[:: args.every], index, reading, annotations)
    drafts = found.known
    if found.unknown:
        left_out.append(f"{found.unknown:,} drafts: no original in the index is known for them")
    bare = sum(one.annotated is None for one in drafts)
    if annotations and bare:
        left_out.append(f"annotations: of the originals of {bare:,} drafts there are none")
    if found.ranked:
        say(
            f"note: for {found.ranked:,} of {len(drafts) + found.unknown:,} drafts the original is "
            "the one that the whole draft ranks first"
        )
    levels = tuple(dict.fromkeys(args.level or (LinkageLevel(1), LinkageLevel(3))))
    similarity = args.similarity or [path for path in (default_model(),) if path]
    if not similarity:
        left_out.append("similarity: no model was named, and none is installed")
    if not args.perplexity:
        left_out.append("perplexity: no model was named")
    methods = _methods(args, index, reading, drafts, similarity, left_out, opened)
    asked = MeasuresAsked(args.k, levels, tuple(similarity), tuple(args.perplexity))
    kept = KeptResults(args.keep, __version__)
    evaluation = Evaluation(index, key, asked, reading, kept, args.processes)
    total = len(drafts) * len(methods)
    measured = []
    try:
        with progress_bar(args.quiet) as show:
            for one in evaluation.of(drafts, methods):
                measured.append(one)
                show(f"{one.method}", len(measured) / total)
    except KeyboardInterrupt:
        if args.keep:
            raise KeyboardInterrupt("the same command goes on from here") from None
        raise
    return table(
        [(method.name, method.said) for method in methods], measured, left_out, found.persons
    )


def _raw_drafts(
    path: Path, options: "SourceOptions", persons: Mapping[str, str]
) -> "list[RawDraft]":
    from unlinkable.draft.kinds import kind_of_file
    from unlinkable.lab.evaluation.method import RawDraft
    from unlinkable_index.collection import Collection

    if path.is_dir():
        files = draft_files.drafts_in(path, [])
        return [
            RawDraft(
                file.stem,
                draft_files.read_text(file),
                kind_of_file(file),
                person=persons.get(file.stem),
            )
            for file in files
        ]
    records = Collection([path], options)
    return [
        RawDraft(
            record.id,
            record.text,
            source=source if isinstance(source := record.metadata.get("source"), str) else None,
            person=persons.get(record.id, record.group),
        )
        for record in records
    ]


def _methods(
    args: argparse.Namespace,
    index: "Index",
    reading: "Reading",
    drafts: "Sequence[KnownDraft]",
    similarity: Sequence[Path],
    left_out: list[str],
    opened: ExitStack,
) -> "list[Method]":
    from unlinkable.lab.evaluation.baselines import BaselineMaker, Means
    from unlinkable.lab.evaluation.method import ResultsFolder, Unchanged

    methods: list[Method] = [Unchanged()]
    for said in args.results:
        name, _, folder = said.partition("=")
        if not (name and folder):
            raise UserError("--results takes NAME=FOLDER, such as ours=protected")
        results = ResultsFolder(
            name, draft_files.drafts_in(Path(folder), left_out), draft_files.read_text
        )
        missing = [known.raw.name for known in drafts if not results.has(known.raw)]
        if missing:
            raise UserError(
                f"{folder}: {len(missing):,} of {len(drafts):,} drafts have no result there, such "
                f"as {missing[0]}; results bear the names of the drafts"
            )
        methods.append(results)
    means = Means(args.k, args.model, args.wordnet, args.masked_model)
    bench = BaselineMaker(means, index, reading, similarity, opened)
    methods += bench.methods(args.baseline, left_out)
    names = [method.name for method in methods]
    if len(set(names)) < len(names):
        raise UserError("two methods have the same name; give each a name of its own")
    return methods


def _printed(made: "Table", form: str) -> Iterator[str]:
    from unlinkable.lab import evaluation_report
    from unlinkable.lab.evaluation_report import evaluation_page

    if form == "html":
        yield from evaluation_page(made)
        return
    printers = {
        "text": evaluation_report.text_table,
        "json": evaluation_report.json_table,
        "csv": evaluation_report.csv_table,
        "markdown": evaluation_report.markdown_table,
    }
    yield printers[form](made)


def _level(said: str) -> "LinkageLevel":
    from unlinkable.lab.evaluation.linkage import level_named

    try:
        return level_named(said)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _baseline(said: str) -> str:
    from unlinkable.lab.evaluation.baselines import is_baseline

    if not is_baseline(said):
        raise argparse.ArgumentTypeError(f"{said!r} is no baseline; there are {_BASELINES}")
    return said
