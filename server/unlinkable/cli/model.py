"""`unlinkable model`: fetch the language model, or look at a model file.

The one command that ever uses the network, and only for ``model fetch``.
"""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unlinkable_index.errors import UserError

if TYPE_CHECKING:
    from unlinkable.rewriting.model_file import Download

WITHOUT_NETWORK = """\
On a machine without network: fetch the file where there is one, by this command or with a browser,
carry it over, and check it there:
  unlinkable model info FILE
Then name it in unlinkable.toml or the editor's settings:
  [model]
  path = "FILE"
"""


def add_parser(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "model",
        help="fetch the language model for rewriting, or look at one",
        description="The language model for rewriting is one file (GGUF). Checking and masking "
        "need none.",
        epilog=WITHOUT_NETWORK,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    what = parser.add_subparsers(title="what to do", metavar="ACTION", required=True)
    fetch = what.add_parser(
        "fetch",
        help="download the recommended model (the only use of the network)",
        description="Download a model. What was begun before is continued; the checksum is "
        "compared before the file gets its name.",
    )
    fetch.add_argument("--to", metavar="FOLDER", type=Path, help="where to put it")
    fetch.add_argument("--url", metavar="URL", help="another file than the recommended one")
    fetch.add_argument("--sha256", metavar="HEX", help="the checksum of that file")
    fetch.set_defaults(run=run_fetch)
    info = what.add_parser(
        "info",
        help="what a model file is, or which one is recommended",
        description="Say what a model file is and whether it is the recommended one; without a "
        "file, say which one is recommended and where it comes from.",
    )
    info.add_argument("file", metavar="FILE", type=Path, nargs="?", help="a GGUF file")
    info.set_defaults(run=run_info)


def run_fetch(args: argparse.Namespace) -> int:
    """Download a model and say how to use it."""
    from tqdm import tqdm

    from unlinkable.rewriting.model_file import fetch, models_folder

    download = _download(args.url, args.sha256)
    folder = args.to or models_folder()
    with tqdm(
        desc=download.name, unit="B", unit_scale=True, file=sys.stderr, disable=None, leave=False
    ) as bar:

        def received(have: int, whole: int | None) -> None:
            bar.total = whole
            bar.update(have - bar.n)

        path = fetch(download, folder, received)
    print(path.resolve())
    print("Name it in unlinkable.toml or the editor's settings (model.path).", file=sys.stderr)
    return 0


def run_info(args: argparse.Namespace) -> int:
    """Describe a model file, or the recommended one."""
    from unlinkable.rewriting.model_file import RECOMMENDED, inspect, sha256

    if args.file is None:
        print(f"recommended: {RECOMMENDED.name}")
        print(f"size:        {RECOMMENDED.size or 0:,} bytes")
        print(f"sha256:      {RECOMMENDED.sha256}")
        print(f"from:        {RECOMMENDED.url}")
        print(f"runs by:     {_runtime()}")
        print(f"\n{WITHOUT_NETWORK}", end="")
        return 0
    file = inspect(args.file)
    digest = sha256(args.file)
    print(f"name:         {file.name or 'not said'}")
    print(f"architecture: {file.architecture or 'not said'}")
    print(f"size:         {file.size:,} bytes")
    print(f"memory:       about {file.memory / 1e9:.1f} GB")
    print(f"context:      {file.context or 'not said'} tokens")
    print(f"template:     {'its own' if file.has_template else 'none, ChatML is assumed'}")
    print(f"sha256:       {digest}")
    same = "yes" if digest == RECOMMENDED.sha256 else "no"
    print(f"recommended:  {same}")
    print(f"runs by:      {_runtime()}")
    return 0


def _runtime() -> str:
    """What a model would run on here."""
    from unlinkable.rewriting.runtime import installed_runtime

    runtime = installed_runtime()
    if runtime is None:
        return "nothing yet: llama-cpp-python is not installed, or does not start"
    on = "a graphics card where there is one" if runtime.uses_cards else "the processor alone"
    return f"llama-cpp-python {runtime.version}, built for {on}"


def _download(url: str | None, sha256: str | None) -> "Download":
    """What to fetch. Raises UserError unless a file of one's own comes with its checksum."""
    from unlinkable.rewriting.model_file import RECOMMENDED, Download

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
