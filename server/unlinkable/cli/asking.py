"""The flags that `check` and `protect` share, and what they come to together with the settings."""

import argparse
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from unlinkable_index.errors import UserError

if TYPE_CHECKING:
    from unlinkable.draft import Markup, Reading
    from unlinkable.findings.question import Question
    from unlinkable.settings import Settings
    from unlinkable_index.index import Index

TEXT_SUFFIXES = frozenset({".txt", ".md", ".markdown"})
STANDARD_INPUT = Path("-")


def add_flags(parser: argparse.ArgumentParser) -> None:
    """Add the flags that say what is asked of a draft."""
    flags = parser.add_argument_group("what is asked")
    flags.add_argument("-i", "--index", metavar="FILE", type=Path, help="the index")
    flags.add_argument("-k", metavar="K", type=int, help="originals that must share it (default 2)")
    flags.add_argument(
        "--max-terms", metavar="M", type=int, help="search terms together (default 3; 1: phrases)"
    )
    flags.add_argument(
        "--term-words", metavar="L", type=int, help="words of each such term (default 1)"
    )
    flags.add_argument(
        "--cross-sentences",
        action="store_const",
        const=True,
        help="phrases may run over the ends of sentences",
    )
    flags.add_argument(
        "--source", metavar="ID", help="the original of the draft: only what leads there counts"
    )
    flags.add_argument(
        "--mask",
        metavar="PATTERN",
        action="append",
        help="a regular expression for masks, in place of the usual ones; may be repeated",
    )
    flags.add_argument(
        "--ignore-accepted",
        action="store_true",
        help="let what someone accepted ([[accepted]] in unlinkable.toml) count like all else",
    )
    flags.add_argument(
        "--key-file",
        metavar="FILE",
        type=Path,
        help="the key of a sealed index; keyring:NAME is one in the system's keyring",
    )


@dataclass(frozen=True)
class Asking:
    """An open index, the settings that hold, and what is asked of drafts."""

    settings: "Settings"
    index: "Index"
    reading: "Reading"

    def question(self, draft_source: str | None) -> "Question":
        """What is asked of a draft that names ``draft_source`` itself (flags and settings win).

        Raises UserError when the source is unknown, or a setting out of range.
        """
        from unlinkable.findings.question import Question, source_number

        settings = self.settings
        source = source_number(self.index, settings.source or draft_source)
        if settings.term_words > self.index.max_words:
            raise UserError(
                f"--term-words {settings.term_words} is longer than the longest phrase of the "
                f"index, {self.index.max_words} words"
            )
        return Question(settings.k, settings.max_terms, settings.term_words, source)


def asking(args: argparse.Namespace) -> Asking:
    """What the flags in ``args`` and the settings files come to. Raises UserError as below."""
    flags = {
        "index": args.index,
        "k": args.k,
        "max_terms": args.max_terms,
        "term_words": args.term_words,
        "cross_sentences": args.cross_sentences,
        "source": args.source,
        "masks": args.mask,
        "key_file": args.key_file,
    }
    asked = asking_in(workspace(), flags)
    if args.ignore_accepted:
        asked = replace(asked, settings=replace(asked.settings, accepted=()))
    return asked


def asking_in(folder: Path | None, flags: Mapping[str, object]) -> Asking:
    """What the settings for the workspace ``folder`` and the ``flags`` come to.

    Raises UserError for a bad setting, a missing index, or one that can't be opened.
    """
    from unlinkable.draft import DEFAULT_MASKS, Reading
    from unlinkable.settings import settle_for
    from unlinkable_index.index import Index
    from unlinkable_index.keys import read_key

    settled = settle_for(folder, flags)
    if settled.problems:
        raise UserError("\n".join([*settled.problems, "Nothing was done: correct this first."]))
    settings = settled.settings
    if settings.index is None:
        raise UserError(
            "no index: name one with -i FILE or in unlinkable.toml; "
            "`unlinkable index` makes one from the originals"
        )
    key = read_key(settings.key_file) if settings.key_file else None
    return Asking(
        settings=settings,
        index=Index.open(settings.index, key),
        reading=Reading(
            masks=DEFAULT_MASKS if settings.masks is None else settings.masks,
            cross_sentences=settings.cross_sentences,
            sentences=settings.sentences,
        ),
    )


def workspace() -> Path | None:
    """The nearest folder, from the current one upwards, that has an unlinkable.toml."""
    from unlinkable.settings import WORKSPACE_FILE

    here = Path.cwd()
    folders = (here, *here.parents)
    return next((folder for folder in folders if (folder / WORKSPACE_FILE).is_file()), None)


def drafts_in(paths: list[Path]) -> list[Path]:
    """The drafts among ``paths``: files as they are, of folders their .txt and .md files.

    Raises UserError for a folder without any, or one that can't be read.
    """
    from unlinkable_index.collection import text_files

    drafts: list[Path] = []
    for path in paths:
        if not path.is_dir():
            drafts.append(path)
            continue
        inside = text_files(path, TEXT_SUFFIXES)
        if not inside:
            raise UserError(f"{path}: no .txt or .md file in this folder; name another one")
        drafts.extend(inside)
    return drafts


def read_text(path: Path) -> str:
    """The text of a draft, newlines as they are. Raises UserError when it can't be read."""
    place = "standard input" if path == STANDARD_INPUT else str(path)
    try:
        data = sys.stdin.buffer.read() if path == STANDARD_INPUT else path.read_bytes()
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UserError(
            f"{place}: byte {error.start} is not valid UTF-8; save the draft as UTF-8"
        ) from None
    except OSError as error:
        raise UserError(
            f"{place}: the draft cannot be read ({error.strerror}); check the path and its rights"
        ) from error


def markup_of(path: Path) -> "Markup":
    """Markdown for .md and .markdown, plain text for all else."""
    from unlinkable.draft import Markup

    markdown = path.suffix.lower() in (".md", ".markdown")
    return Markup.MARKDOWN if markdown else Markup.PLAIN
