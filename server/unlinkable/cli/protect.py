"""`unlinkable protect`: drafts in which nothing leads back any more, and what was done to them."""

import argparse
import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unlinkable.cli import asking
from unlinkable.cli.progress import progress_bar
from unlinkable_index.errors import UserError

if TYPE_CHECKING:
    from unlinkable.rewriting.model_process import Model
    from unlinkable.rewriting.rewriter import Rewriter
    from unlinkable.rewriting.stopping import Report


def add_parser(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "protect",
        help="rewrite or mask whatever leads back",
        description="Write drafts anew so that nothing in them leads back: rewritten where a model "
        "is at hand and succeeds, masked otherwise. Every result is checked again before it is "
        "written. Drafts that are done already, with the same settings, are left out.",
    )
    parser.add_argument(
        "drafts",
        metavar="DRAFT",
        nargs="+",
        type=Path,
        help="a text or Markdown file, or a folder of them",
    )
    parser.add_argument(
        "-o",
        "--out",
        metavar="OUT",
        type=Path,
        required=True,
        help="where to write: a file for one draft, a folder for several",
    )
    asking.add_flags(parser)
    how = parser.add_argument_group("how it is done")
    how.add_argument(
        "--rewriter",
        choices=("llm", "mask"),
        help="rewrite with a language model, or only mask (default: llm if a model is set)",
    )
    how.add_argument("--model", metavar="GGUF", type=Path, help="the model file to rewrite with")
    how.add_argument("--seed", metavar="N", type=int, help="the same seed gives the same result")
    how.add_argument(
        "--mask-with", metavar="TEXT", default="[REDACTED]", help="the mask (default %(default)s)"
    )
    how.add_argument(
        "--report",
        metavar="FILE",
        type=Path,
        help="write every change and its reason here, as a page if FILE ends in .html, Markdown if "
        "in .md, else JSON; confidential",
    )
    parser.set_defaults(run=run)


@dataclass(frozen=True)
class _Place:
    """A draft, and where its protected version goes."""

    draft: Path
    out: Path


def run(args: argparse.Namespace) -> int:
    """Protect the drafts, one after the other."""
    places = _places(args.drafts, args.out)
    asked = asking.asking(args)
    model = _model(args, asked)
    try:
        with asked.index:
            return _protect_all(args, asked, model, places)
    finally:
        if model is not None:
            model.close()


def _protect_all(
    args: argparse.Namespace, asked: asking.Asking, model: "Model | None", places: list[_Place]
) -> int:
    from unlinkable.rewriting.results import Done, seal
    from unlinkable.rewriting.rewriter import Rewriter

    rewriter = Rewriter(asked.index, model, args.mask_with)
    done = Done(args.out) if len(places) > 1 or args.out.is_dir() else None
    settings = _settings(args, asked, model)
    record = None if args.report is None else _Record(args.report, asked, model, settings)
    decisive = _decisive(asked, model, settings)
    status = 0
    with progress_bar(quiet=False) as show:
        for number, place in enumerate(places):
            try:
                text = asking.read_text(place.draft)
                sealed = seal(decisive, text)
                if done is not None and done.has(place.out, sealed):
                    continue
                report = _showing(show, number, len(places), place)
                entry = _protect_one(args, asked, rewriter, place, text, report)
            except UserError as error:
                if len(places) == 1 or _concerns_all(error):
                    raise
                print(f"unlinkable: {place.draft}: {error}", file=sys.stderr)
                status = 2
                continue
            if done is not None:
                done.add(place.out, sealed)
            if record is not None:
                record.add(entry)
    return status


def _protect_one(
    args: argparse.Namespace,
    asked: asking.Asking,
    rewriter: "Rewriter",
    place: _Place,
    text: str,
    report: "Report",
) -> dict[str, Any]:
    """Protect one draft and write it, once an independent check has found it clean."""
    from unlinkable.draft import read_draft
    from unlinkable.findings.report import check
    from unlinkable.rewriting.protection import protect
    from unlinkable.rewriting.protection_report import entry
    from unlinkable.rewriting.results import unfinished
    from unlinkable.rewriting.task import Task

    started = time.monotonic()
    markup = asking.markup_of(place.draft)
    draft = read_draft(text, markup, asked.reading)
    task = Task(draft, markup, asked.reading, asked.question(draft.source))
    protection = protect(task, asked.index, rewriter, report=report)
    with unfinished(place.out, protection.text) as part:
        _demand_clean(args, part, place.draft)
    seconds = time.monotonic() - started
    led_to = check(draft, asked.index, task.question).likely_source
    source = None if led_to is None else asked.index.document(led_to.document).id
    said = entry(str(place.draft), str(place.out), protection, seconds)
    return {**said, "source_before": source, "source_after": None}  # clean leads nowhere


def _demand_clean(args: argparse.Namespace, written: Path, draft: Path) -> None:
    """Read what was written back and check it, with everything opened afresh."""
    from unlinkable.draft import read_draft
    from unlinkable.findings.report import check

    again = asking.asking(args)
    with again.index:
        result = read_draft(asking.read_text(written), asking.markup_of(draft), again.reading)
        question = again.question(result.source)
        if not check(result, again.index, question).clean:
            raise UserError(
                f"{draft}: the result is not clean on a second look, so it was not written; this "
                "is an error in Unlinkable"
            )


def _places(drafts: list[Path], out: Path) -> list[_Place]:
    """Where the result of each draft goes. Raises UserError when a draft would be overwritten."""
    single = len(drafts) == 1 and not drafts[0].is_dir()
    places = []
    for named in drafts:
        for path in asking.drafts_in([named]):
            if single and not out.is_dir():
                places.append(_Place(path, out))
            else:
                inside = path.relative_to(named) if named.is_dir() else Path(path.name)
                places.append(_Place(path, out / inside))
    targets = [place.out.resolve() for place in places]
    folders = [path.resolve() for path in drafts if path.is_dir()]
    for place in places:
        target = place.out.resolve()
        if target == place.draft.resolve() or any(f in target.parents for f in folders):
            raise UserError(
                f"{place.out}: this would be written among the drafts; choose another place with -o"
            )
        if targets.count(target) > 1:
            raise UserError(f"{place.out}: two drafts would be written here; protect them apart")
    return places


def _model(args: argparse.Namespace, asked: asking.Asking) -> "Model | None":
    """The model to rewrite with, if any. Raises UserError when one is wanted and none is set."""
    settings = asked.settings.model
    path = args.model or settings.path
    if args.rewriter == "mask" or (args.rewriter is None and path is None):
        return None
    if path is None:
        raise UserError(
            "no model: name one with --model FILE or the setting model.path; "
            "`unlinkable model fetch` downloads the recommended one"
        )
    from unlinkable.rewriting.model_file import inspect
    from unlinkable.rewriting.model_process import Model
    from unlinkable.rewriting.options import ModelOptions

    inspect(path)  # raises UserError when it is missing or damaged
    return Model(
        ModelOptions(
            path=path,
            gpu_layers=settings.gpu_layers,
            context_tokens=settings.context_tokens,
            idle_minutes=0,
            alternatives=settings.alternatives,
            reasoning=settings.reasoning,
            seed=settings.seed if args.seed is None else args.seed,
        )
    )


def _settings(
    args: argparse.Namespace, asked: asking.Asking, model: "Model | None"
) -> dict[str, Any]:
    settings = asked.settings
    return {
        "k": settings.k,
        "max_words": asked.index.max_words,
        "max_terms": settings.max_terms,
        "term_words": settings.term_words,
        "cross_sentences": settings.cross_sentences,
        "source": settings.source,
        "rewriter": "mask" if model is None else "llm",
        "mask": args.mask_with,
        "seed": None if model is None else model.options.seed,
        "reasoning": None if model is None else model.options.reasoning,
    }


class _Record:
    """The report of the run, written anew after each draft; a resumed run goes on with its own."""

    def __init__(
        self,
        path: Path,
        asked: asking.Asking,
        model: "Model | None",
        settings: dict[str, Any],
    ) -> None:
        from unlinkable import __version__
        from unlinkable.rewriting.protection_report import Run

        self._path = path
        self._run = Run(
            version=__version__,
            date=datetime.now().astimezone().isoformat(timespec="seconds"),
            index={"documents": asked.index.documents, "fingerprint": asked.index.fingerprint},
            model=None if model is None else model.fingerprint(),
            settings=settings,
        )
        self._entries = self._entries_so_far()

    def add(self, entry: dict[str, Any]) -> None:
        """Write the report with what was done to one more draft."""
        from unlinkable.reporting.html_protection import protection_page
        from unlinkable.rewriting.protection_report import readable, whole
        from unlinkable.rewriting.results import write_whole

        self._entries[entry["draft"]] = entry
        report = whole(self._run, list(self._entries.values()))
        match self._path.suffix.lower():
            case ".html" | ".htm":
                written = protection_page(report)
            case ".md":
                written = readable(report)
            case _:
                written = json.dumps(report, ensure_ascii=False, indent=1) + "\n"
        write_whole(self._path, written)

    def _entries_so_far(self) -> dict[str, dict[str, Any]]:
        """What an earlier run with the same index, model and settings has reported as JSON."""
        run = self._run
        try:
            report = json.loads(self._path.read_text("utf-8"))
            now = [run.index, run.model, run.settings]
            if [report[name] for name in ("index", "model", "settings")] == now:
                return {str(entry["draft"]): entry for entry in report["drafts"]}
        except (OSError, ValueError, TypeError, KeyError):
            pass  # none yet, or something else, which the user wants replaced
        return {}


def _showing(
    show: Callable[[str, float], None], number: int, count: int, place: _Place
) -> "Report":
    from unlinkable.rewriting.stopping import Progress

    def report(progress: Progress) -> None:
        fraction = progress.fraction or 0.0
        show(f"{place.draft.name}: {progress.message}", (number + fraction) / count)

    return report


def _concerns_all(error: UserError) -> bool:
    """Whether the next draft would fail for the same reason."""
    from unlinkable.rewriting.model_failures import ModelUnavailableError

    return isinstance(error, ModelUnavailableError)


def _decisive(asked: asking.Asking, model: "Model | None", settings: dict[str, Any]) -> list[Any]:
    """All that decides the result of a draft, beside its text."""
    file = model.options.path.stat() if model is not None else None
    return [
        settings,
        asked.index.fingerprint,
        asked.reading.masks,
        asked.reading.sentences,
        None if file is None else (file.st_size, file.st_mtime_ns),
    ]
