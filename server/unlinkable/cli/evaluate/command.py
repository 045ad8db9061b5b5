"""`unlinkable evaluate`: methods of protecting drafts side by side, with the published table."""

import argparse
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unlinkable import __version__
from unlinkable.cli import draft_files
from unlinkable.cli.asking import asking_in
from unlinkable.cli.evaluate.baselines import BASELINES, Bench, LackingError, baseline
from unlinkable.cli.parser import at_least
from unlinkable.cli.sources import add_source_flags, source_options
from unlinkable.printing import say
from unlinkable_index.errors import UserError

if TYPE_CHECKING:
    from unlinkable.draft import Reading
    from unlinkable.lab.evaluation.linkage import LinkageLevel
    from unlinkable.lab.evaluation.methods.method import Method
    from unlinkable.lab.evaluation.pair import RawDraft
    from unlinkable.lab.evaluation.run import KnownDraft
    from unlinkable.lab.evaluation.table import Table
    from unlinkable_index.collection import SourceOptions
    from unlinkable_index.index import Index

FORMATS = ("text", "json", "csv", "markdown", "html")
_LEVEL = re.compile(r"([1-3])(?:x([1-9]))?")
_EXAMPLE = """\
examples:
  unlinkable evaluate drafts -i court.unlinkable --baseline mask
  unlinkable evaluate drafts -i court.unlinkable --results ours=protected --results theirs=rewritten
"""


def add_parser(commands: "argparse._SubParsersAction[Any]") -> None:
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
        type=baseline,
        help=f"a method to run now: {BASELINES}; may be repeated",
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
    parser.add_argument(
        "--processes",
        metavar="N",
        type=at_least(1),
        default=os.cpu_count() or 1,
        help="default: all cores",
    )
    add_source_flags(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measure, and print the table."""
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
        key_file = asked.settings.key_file
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
    from unlinkable.cli.progress import progress_bar
    from unlinkable.lab.evaluation.embedding.embedder import default_model
    from unlinkable.lab.evaluation.linkage import LinkageLevel
    from unlinkable.lab.evaluation.measures import MeasuresAsked
    from unlinkable.lab.evaluation.run import Evaluation, KeptResults
    from unlinkable.lab.evaluation.table import table

    left_out: list[str] = []
    drafts = _known(
        _raw_drafts(args.drafts, source_options(args))[:: args.every], index, reading, left_out
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
    return table([(method.name, method.said) for method in methods], measured, left_out)


def _raw_drafts(path: Path, options: "SourceOptions") -> "list[RawDraft]":
    from unlinkable.draft.kinds import kind_of_file
    from unlinkable.lab.evaluation.pair import RawDraft
    from unlinkable_index.collection import Collection

    if path.is_dir():
        files = draft_files.drafts_in(path, [])
        return [
            RawDraft(file.stem, draft_files.read_text(file), kind_of_file(file)) for file in files
        ]
    records = Collection([path], options)
    return [
        RawDraft(record.id, record.text, source=_text_or_none(record.metadata.get("source")))
        for record in records
    ]


def _text_or_none(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _known(
    raws: "Sequence[RawDraft]", index: "Index", reading: "Reading", left_out: list[str]
) -> "list[KnownDraft]":
    """The drafts with their originals. Raises UserError when there is none with a known one."""
    from collections import Counter

    from unlinkable.draft import read_draft
    from unlinkable.lab.evaluation.pair import original_of
    from unlinkable.lab.evaluation.run import KnownDraft

    known, ways = [], Counter[str]()
    for raw in raws:
        source, how = original_of(raw, read_draft(raw.text, raw.markup, reading), index)
        ways[how] += 1
        if source is not None:
            known.append(KnownDraft(raw, source))
    if ways["unknown"]:
        left_out.append(f"{ways['unknown']:,} drafts: no original in the index is known for them")
    if ways["ranked first"]:
        say(
            f"note: for {ways['ranked first']:,} of {len(raws):,} drafts the original is the one "
            "that the whole draft ranks first"
        )
    if not known:
        raise UserError(
            "for none of the drafts an original in the index is known; name the files by the ids "
            "of their originals, or name these in the front matter"
        )
    return known


def _methods(
    args: argparse.Namespace,
    index: "Index",
    reading: "Reading",
    drafts: "Sequence[KnownDraft]",
    similarity: Sequence[Path],
    left_out: list[str],
    opened: ExitStack,
) -> "list[Method]":
    from unlinkable.lab.evaluation.methods.folder import ResultsFolder, Unchanged

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
    bench = Bench(args, index, reading, similarity, opened)
    for name in dict.fromkeys(args.baseline):
        try:
            methods.append(bench.method(name))
        except LackingError as lacking:
            left_out.append(f"{name}: {lacking}")
    names = [method.name for method in methods]
    if len(set(names)) < len(names):
        raise UserError("two methods have the same name; give each a name of its own")
    return methods


def _printed(made: "Table", form: str) -> Iterator[str]:
    from unlinkable.lab.reports import evaluation
    from unlinkable.lab.reports.html_evaluation import evaluation_page

    if form == "html":
        yield from evaluation_page(made)
        return
    printers = {
        "text": evaluation.text_table,
        "json": evaluation.json_table,
        "csv": evaluation.csv_table,
        "markdown": evaluation.markdown_table,
    }
    yield printers[form](made)


def _level(said: str) -> "LinkageLevel":
    from unlinkable.lab.evaluation.linkage import LinkageLevel

    match = _LEVEL.fullmatch(said)
    if match is None:
        raise argparse.ArgumentTypeError(f"{said!r} is no level such as 1, 3x1 or 3x7")
    terms, words = int(match[1]), int(match[2] or 1)
    return LinkageLevel(terms, words if terms > 1 else 1)
