"""The flags that `check` and `protect` share, and what they come to together with the settings."""

import argparse
import codecs
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from unlinkable.cli.left_out import not_looked_at
from unlinkable.printing import say
from unlinkable_index.errors import UserError

if TYPE_CHECKING:
    from unlinkable.draft import Draft, Markup, Reading
    from unlinkable.findings.question import Question
    from unlinkable.settings import Settings, Settled
    from unlinkable_index.formats.visible_text import VisibleText
    from unlinkable_index.index import Index

KINDS = ("text", "markdown")  # `draft.kinds.NAMES`, which takes a while to load
STANDARD_INPUT = Path("-")
LARGEST_DRAFT = 100_000_000  # bytes


def add_drafts(parser: argparse.ArgumentParser) -> None:
    """Add the argument that names the drafts."""
    parser.add_argument(
        "drafts",
        metavar="DRAFT",
        nargs="+",
        type=Path,
        help="a draft (its ending says of what kind), a folder of them, or - for standard input",
    )


def add_flags(parser: argparse.ArgumentParser) -> None:
    """Add the flags that say what is asked of a draft."""
    add_draft_flags(parser)
    flags = parser.add_argument_group("what is asked")
    flags.add_argument("-k", metavar="K", type=int, help="originals that must share it (default 2)")
    flags.add_argument(
        "--max-terms", metavar="M", type=int, help="search terms together (default 3; 1: phrases)"
    )
    flags.add_argument(
        "--term-words", metavar="L", type=int, help="words of each such term (default 1)"
    )
    flags.add_argument(
        "--ranked",
        choices=("off", "sentence", "paragraph", "draft"),
        help="what of a draft may not lead a searcher there who ranks the originals, as search "
        "boxes do (default sentence)",
    )
    flags.add_argument(
        "--cross-sentences",
        action="store_const",
        const=True,
        help="phrases may run over the ends of sentences",
    )
    flags.add_argument(
        "--ignore-accepted",
        action="store_true",
        help="let what someone accepted ([[accepted]] in unlinkable.toml) count like all else",
    )


def add_draft_flags(parser: argparse.ArgumentParser) -> None:
    """Add the flags that say which index, what original and what settings a draft has."""
    flags = parser.add_argument_group("the draft, its original and its index")
    flags.add_argument("-i", "--index", metavar="FILE", type=Path, help="the index")
    flags.add_argument(
        "--source", metavar="ID", help="the original of the draft: only what leads there counts"
    )
    flags.add_argument(
        "--source-file",
        metavar="FILE",
        type=Path,
        help="the file of the draft's original, where it is not in the index yet: it counts as one "
        "more original, and is the source; {name} and {stem} in it stand for the name of the "
        "draft's file, with its ending and without",
    )
    flags.add_argument(
        "--background",
        metavar="SOURCE",
        type=Path,
        help="other rulings (a folder or a .jsonl file), from which masks may be guessed; the "
        "originals will do, as the draft's own is left out",
    )
    flags.add_argument(
        "--mask",
        metavar="PATTERN",
        action="append",
        help="a regular expression for masks, in place of the usual ones; may be repeated",
    )
    flags.add_argument(
        "--settings",
        metavar="FILE",
        type=Path,
        help="take the settings from this file and answer for them yourself, in place of the "
        "unlinkable.toml of the drafts' folder",
    )
    flags.add_argument(
        "--as",
        dest="kind",
        choices=KINDS,
        help="read every draft as of this kind, whatever its ending; without it, a file whose "
        "ending is not known is not checked, and standard input is text",
    )
    flags.add_argument("--editor-settings", type=json.loads, help=argparse.SUPPRESS)
    flags.add_argument(
        "--no-workspace",
        action="store_true",
        help="ignore what drafts bring with them: the unlinkable.toml of their folder and their "
        "front matter (also: UNLINKABLE_NO_WORKSPACE=1)",
    )
    flags.add_argument(
        "--key-file",
        metavar="FILE",
        type=Path,
        help="the key of a sealed index; keyring:NAME is one in the system's keyring",
    )


@dataclass(frozen=True)
class Asking:
    """An open index, the settings that hold, and what is asked of drafts.

    - ``hears_drafts``: whether a draft may name its source itself, in its front matter;
    - ``kind``: of what kind all drafts are; None: their endings say so.
    """

    settled: "Settled"
    index: "Index"
    reading: "Reading"
    hears_drafts: bool = True
    kind: "Markup | None" = None

    @property
    def settings(self) -> "Settings":
        """The settings that hold."""
        return self.settled.settings

    def beside(self, draft: Path) -> "Asking":
        """The same with the original of a draft, which lies at ``draft``, as one more of the index
        where it is at hand. Raises UserError where it can't be read."""
        from unlinkable.interpretation import with_original

        file = None if draft == STANDARD_INPUT else draft
        index, settled = with_original(self.index, self.settled, file)
        return replace(self, index=index, settled=settled)

    def markup(self, draft: Path) -> "Markup":
        """How the draft at ``draft`` is marked up. Raises UserError where its ending is not
        known."""
        from unlinkable.draft.kinds import Markup, kind_of_file

        if self.kind is not None or draft == STANDARD_INPUT:
            return self.kind or Markup.PLAIN
        try:
            return kind_of_file(draft, self.settings.plain_text)
        except UserError as error:
            raise UserError(f"{error}, or say with --as what it is") from None

    def read(self, path: Path) -> "tuple[Draft, VisibleText | None]":
        """The draft at ``path``; of a document also what was read, and where in it that stands.

        Raises UserError when it can't be read.
        """
        from unlinkable.draft import Markup, read_draft
        from unlinkable_index import formats

        if self.kind is None and path.suffix.lower() in formats.SUFFIXES:
            try:
                seen = formats.read_file(path)
            except OSError as error:
                raise _unreadable(path, error) from error
            return read_draft(seen.text, Markup.DOCUMENT, self.reading), seen
        markup = self.markup(path)
        return read_draft(read_text(path), markup, self.reading), None

    def source(self, draft: "Draft") -> str | None:
        """The id of the source of a draft; its original, and then flags and settings win over its
        front matter."""
        from unlinkable.interpretation import source_of

        return source_of(self.settings, self.index, draft, self.hears_drafts)

    def question(self, draft: "Draft") -> "Question":
        """What is asked of a draft.

        Raises UserError when its source is unknown, or a setting out of range.
        """
        from unlinkable.interpretation import question_of

        return question_of(self.settings, self.index, self.source(draft))


class Workspaces:
    """What the flags and the settings come to in each folder of drafts; indexes are opened once,
    and again where another one has taken their place.

    A draft's settings are those of the nearest folder, from its own upwards, that has an
    unlinkable.toml, wherever the command is started.
    """

    def __init__(self, args: argparse.Namespace) -> None:
        from unlinkable.draft.kinds import NAMES
        from unlinkable.settings import folders_ignored

        self._flags = {
            "index": args.index,
            "k": args.k,
            "max_terms": args.max_terms,
            "term_words": args.term_words,
            "ranked": args.ranked,
            "cross_sentences": args.cross_sentences,
            "source": args.source,
            "source_file": args.source_file,
            "background": args.background,
            "masks": args.mask,
            "key_file": args.key_file,
        }
        self._own_file: Path | None = args.settings and args.settings.absolute()
        self._editor: object = args.editor_settings
        self._ignores_accepted: bool = args.ignore_accepted
        self._ignores_folders: bool = args.no_workspace or folders_ignored()
        self._kind = None if args.kind is None else NAMES[args.kind]
        self._asked: dict[Path | None, Asking | UserError] = {}
        self._replaced: list[Index] = []  # what was found in them is still to be told

    def of(self, draft: Path) -> Asking:
        """What is asked of a draft. Raises UserError as `asking_in`, each time."""
        from unlinkable.settings import workspace_of

        folder = Path.cwd() if draft == STANDARD_INPUT else draft.absolute().parent
        workspace = workspace_of(folder)
        before = self._asked.get(workspace)
        if isinstance(before, Asking) and before.index.is_replaced:
            self._replaced.append(before.index)
            del self._asked[workspace]
        if workspace not in self._asked:
            try:
                self._asked[workspace] = self._asking(workspace)
            except UserError as error:
                self._asked[workspace] = error
        asked = self._asked[workspace]
        if isinstance(asked, UserError):
            raise asked
        return asked

    def _asking(self, workspace: Path | None) -> Asking:
        from unlinkable.settings import WORKSPACE_FILE

        ignored: tuple[str, ...] = ()
        if workspace and (self._ignores_folders or self._own_file):
            asks = "--no-workspace asks" if self._ignores_folders else "--settings names another"
            ignored = (f"{workspace / WORKSPACE_FILE} is not used, since {asks}.",)
            workspace = None
        asked = asking_in(workspace, self._flags, self._own_file, self._editor)
        if self._ignores_accepted:
            settings = replace(asked.settings, accepted=())
            asked = replace(asked, settled=replace(asked.settled, settings=settings))
        return replace(
            asked,
            settled=replace(asked.settled, ignored=(*ignored, *asked.settled.ignored)),
            hears_drafts=not self._ignores_folders,
            kind=self._kind,
        )

    def close(self) -> None:
        """Let the indexes go."""
        for index in self._replaced:
            index.close()
        for asked in self._asked.values():
            if not isinstance(asked, UserError):
                asked.index.close()


def asking_in(
    folder: Path | None,
    flags: Mapping[str, object],
    own_file: Path | None = None,
    editor: object = None,
) -> Asking:
    """What the settings for a workspace come to.

    - ``folder``: the folder of the drafts, whose settings file counts;
    - ``flags``: what the command line says;
    - ``own_file``: a settings file that the user names;
    - ``editor``: what an editor that calls us has set.

    Raises UserError for a bad setting, a missing index, or one that can't be opened.
    """
    from unlinkable.interpretation import reading_of
    from unlinkable.settings import settle_for
    from unlinkable_index.index import Index
    from unlinkable_index.keys import read_key, warning_about

    if own_file is not None and not own_file.exists():
        raise UserError(f"{own_file}: there is no such settings file; check the path")
    settled = settle_for(folder, flags, own_file, editor)
    for problem in settled.problems:
        say(f"unlinkable: {problem}")
    if settled.problems:
        raise UserError("nothing was done: correct the settings first")
    settings = settled.settings
    if settings.index is None:
        raise UserError(
            "no index: name one with -i FILE or in an unlinkable.toml in the folder of the drafts; "
            "`unlinkable index` makes one from the originals"
        )
    key = read_key(settings.key_file) if settings.key_file else None
    if settings.key_file and (warning := warning_about(settings.key_file)):
        say(f"unlinkable: {warning}")
    return Asking(settled, Index.open(settings.index, key), reading_of(settings))


def drafts_in(path: Path, left_out: list[str]) -> Sequence[Path]:
    """The drafts at ``path``: a file as it is, of a folder all of a known kind. ``left_out``
    gains a sentence for each link in it that leads out of it, each folder in it that can't be
    read, and one for all other files.

    Raises UserError for a folder without any, or one that can't be read.
    """
    from unlinkable.draft.kinds import SUFFIXES
    from unlinkable_index.ordinary_files import files_in

    if not path.is_dir():
        return [path]
    found = files_in(path, SUFFIXES)
    unreadable = [
        f"{error.filename}: cannot be read ({error.strerror}); check the folder and its rights"
        for error in found.unreadable
    ]
    if not found.files and unreadable:
        raise UserError(unreadable[0])
    left_out.extend(unreadable)
    left_out.extend(
        f"{link}: this link leads out of the folder, so it was left out; name what it leads to"
        for link in found.links_out
    )
    if not found.files:
        known = ", ".join(sorted(SUFFIXES))
        raise UserError(f"{path}: no draft in this folder ({known}); name another one")
    if said := not_looked_at(path, {*found.files, *found.links_out}):
        left_out.append(said)
    return found.files


def read_text(path: Path) -> str:
    """The text of a draft, newlines as they are. Raises UserError when it can't be read."""
    from unlinkable_index.ordinary_files import read_ordinary

    place = "standard input" if path == STANDARD_INPUT else str(path)
    try:
        data = (
            sys.stdin.buffer.read()
            if path == STANDARD_INPUT
            else read_ordinary(path, LARGEST_DRAFT)
        )
        return data.decode(encoding_of(data))
    except UnicodeDecodeError as error:
        raise UserError(
            f"{place}: byte {error.start} is not valid {error.encoding.upper()}; save the draft as "
            "UTF-8"
        ) from None
    except OSError as error:
        raise _unreadable(place, error) from error


def _unreadable(place: Path | str, error: OSError) -> UserError:
    return UserError(
        f"{place}: the draft cannot be read ({error.strerror}); check the path and its rights"
    )


def encoding_of(data: bytes) -> str:
    """The encoding that a byte order mark names, else UTF-8: no other is certain."""
    for mark, encoding in _MARKS.items():
        if data.startswith(mark):
            return encoding
    return "utf-8"


_MARKS = {  # UTF-32 first: its mark begins with that of UTF-16
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
