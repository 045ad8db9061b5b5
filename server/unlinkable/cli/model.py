"""`unlinkable model`: fetch the language model, or look at a model file.

The one command that ever uses the network, and only for ``model fetch``.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unlinkable.cli.output import bar_size, progress_lines
from unlinkable.printing import json_text, plain, say
from unlinkable_index.errors import UserError

if TYPE_CHECKING:
    from unlinkable.model.gguf.model_file import Download
    from unlinkable.model.process.failures import Runtime

Received = Callable[[int, int | None], None]
"""Told how many bytes have come, and of how many."""

WITHOUT_NETWORK = """\
On a machine without network: fetch the file where there is one, by `unlinkable model fetch` or
with a browser, carry it over, and check it there:
  unlinkable model info FILE
Then name it in unlinkable.toml or the editor's settings:
  [model]
  path = "FILE"
"""


def add_model_parser(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "model",
        help="fetch the language model for rewriting, or look at one",
        description="The language model for rewriting is one file (GGUF). Checking and masking "
        "need none.",
        epilog=WITHOUT_NETWORK,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=parser.show_help)
    what = parser.add_subparsers(title="what to do", metavar="ACTION")
    fetch = what.add_parser(
        "fetch",
        help="download the recommended model (the only use of the network)",
        description="Download a model. What was begun before is continued; the checksum is "
        "compared before the file gets its name.",
    )
    fetch.add_argument("--to", metavar="FOLDER", type=Path, help="where to put it")
    fetch.add_argument("--url", metavar="URL", help="another file than the recommended one")
    fetch.add_argument("--sha256", metavar="HEX", help="the checksum of that file")
    fetch.add_argument(
        "--progress-lines", action="store_true", help="progress as plain lines, for other programs"
    )
    fetch.set_defaults(run=run_fetch)
    info = what.add_parser(
        "info",
        help="what a model file is, or which one is recommended",
        description="Say what a model file is and whether it is the recommended one; without a "
        "file, say which one is recommended and where it comes from.",
    )
    info.add_argument("file", metavar="FILE", type=Path, nargs="?", help="a GGUF file")
    info.add_argument("--format", choices=("text", "json"), default="text", help="how to say it")
    info.set_defaults(run=run_info)


def run_fetch(args: argparse.Namespace) -> int:
    """Download a model and say how to use it."""
    from unlinkable.model.gguf.model_file import fetch, models_folder

    download = _download(args.url, args.sha256)
    folder = args.to or models_folder()
    with _lines() if args.progress_lines else _bar(args.quiet) as received:
        try:
            path = fetch(download, folder, received)
        except KeyboardInterrupt:
            raise KeyboardInterrupt("the same command goes on from here") from None
    print(plain(str(path.resolve())))
    say("Name it in unlinkable.toml or the editor's settings (model.path).")
    return 0


@contextmanager
def _bar(quiet: bool) -> Iterator[Received]:
    """A bar on standard error, unless that is no terminal."""
    from unlinkable.cli.bar import Bar, ticking

    drawn = Bar(
        desc="downloading",
        unit="B",
        unit_scale=True,
        bar_format="{desc:<20} {percentage:3.0f}% |{bar}| {n_fmt}B, {remaining} left",
        file=sys.stderr,
        disable=True if quiet else None,
        leave=False,
        **bar_size(),
    )
    with ticking(drawn) as bar:

        def received(have: int, whole: int | None) -> None:
            bar.total = whole
            bar.update(have - bar.n)

        yield received


@contextmanager
def _lines() -> Iterator[Received]:
    """A line on standard error for every hundredth."""
    with progress_lines() as show:
        yield lambda have, whole: show("downloading", have / whole if whole else 0.0)


def run_info(args: argparse.Namespace) -> int:
    """Describe a model file, or the recommended one."""
    from unlinkable.model.gguf.model_file import RECOMMENDED, inspect, sha256, thoughts, unsuitable
    from unlinkable.model.process.failures import installed_runtime

    runtime = installed_runtime()
    if args.file is None:
        if args.format == "json":
            return _print_json(runtime, recommended=asdict(RECOMMENDED))
        print(f"recommended: {RECOMMENDED.name}")
        print(f"size:        {RECOMMENDED.size or 0:,} bytes")
        print(f"sha256:      {RECOMMENDED.sha256}")
        print(f"from:        {RECOMMENDED.url}")
        print(f"runs by:     {_runtime(runtime)}")
        print(f"\n{WITHOUT_NETWORK}", end="")
        return 0
    file = inspect(args.file)
    digest = sha256(args.file)
    reason = unsuitable(file)
    if args.format == "json":
        said = asdict(file) | {"path": str(file.path), "memory": file.memory, "sha256": digest}
        said |= {"has_template": bool(said.pop("template")), "unsuitable": reason}
        return _print_json(runtime, model=said)
    print(f"name:         {plain(file.name or 'not said')}")
    print(f"architecture: {plain(file.architecture or 'not said')}")
    print(f"size:         {file.size:,} bytes")
    print(f"memory:       about {file.memory / 1e9:.1f} GB")
    print(f"context:      {file.context or 'not said'} tokens")
    print(f"thinking:     {thoughts(file)}")
    print(f"rewrites:     {plain(f'no: {reason}') if reason else 'yes'}")
    print(f"sha256:       {digest}")
    same = "yes" if digest == RECOMMENDED.sha256 else "no"
    print(f"recommended:  {same}")
    print(f"runs by:      {_runtime(runtime)}")
    return 0


def _print_json(runtime: "Runtime | None", **said: object) -> int:
    """Print the answer as one JSON object, with what a model would run on here."""
    from unlinkable.model.process.failures import command_to_install
    from unlinkable.reporting import with_schema

    answer = said | {
        "runtime": asdict(runtime) if runtime else None,
        "install": command_to_install(),
    }
    print(json_text(with_schema("model", answer)))
    return 0


def _runtime(runtime: "Runtime | None") -> str:
    """What a model would run on here, in words."""
    from unlinkable.model.process.failures import command_to_install

    if runtime is None:
        return (
            "nothing yet: llama-cpp-python is not installed, or does not start; run: "
            + command_to_install()
        )
    on = "a graphics card where there is one" if runtime.uses_cards else "the processor alone"
    return f"llama-cpp-python {runtime.version}, built for {on}"


def _download(url: str | None, sha256: str | None) -> "Download":
    """What to fetch. Raises UserError unless a file of one's own comes with its checksum."""
    from unlinkable.model.gguf.model_file import RECOMMENDED, Download

    if url is None and sha256 is None:
        return RECOMMENDED
    if url is None or sha256 is None:
        raise UserError("--url and --sha256 go together: a file is only taken with its checksum")
    name = url.split("?")[0].rstrip("/").rpartition("/")[2]
    digest = sha256.strip().lower()
    if not url.startswith("https://") or not name.endswith(".gguf"):
        raise UserError(f"--url {url}: name a .gguf file, beginning with https://")
    if len(digest) != 64 or any(character not in "0123456789abcdef" for character in digest):
        raise UserError("--sha256: a SHA-256 has 64 hexadecimal digits")
    return Download(url, name, digest)
