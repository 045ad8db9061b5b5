"""What flags and settings come to: the indexes, the settings that hold, what is asked, and the
texts that the settings name, read when first needed. Must never know what is found."""

import argparse
import contextlib
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from unlinkable.cli.draft_files import STANDARD_INPUT, read_text, unreadable
from unlinkable.engine.engine import Engine
from unlinkable.printing import counted, say
from unlinkable.stopping import OnProgress, unseen
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import real

if TYPE_CHECKING:
    from unlinkable.attackers.rulings import Rulings, Texts
    from unlinkable.draft import Draft, Markup
    from unlinkable.settings import Settled
    from unlinkable_index.collection.record import SourceOptions
    from unlinkable_index.documents.shared.visible_text import VisibleText
    from unlinkable_index.index import Index


@dataclass(frozen=True)
class Asking(Engine):
    """What flags and settings come to. ``kind``: of what kind all drafts are; None: their endings
    say so."""

    kind: "Markup | None" = None

    def beside(self, draft: Path) -> "Asking":
        """The same with the original of a draft, which lies at ``draft``, as one more of the index
        where it is at hand. Raises UserError where it can't be read."""
        return self.with_original(None if draft == STANDARD_INPUT else draft)

    def markup(self, draft: Path) -> "Markup":
        """How the draft at ``draft`` is marked up. Raises UserError where its ending is not
        known."""
        from unlinkable.draft.kinds import kind_of_file
        from unlinkable_index.documents import Markup

        if self.kind is not None or draft == STANDARD_INPUT:
            return self.kind or Markup.PLAIN
        try:
            return kind_of_file(draft, self.settings.reading.plain_text)
        except UserError as error:
            if not os.path.lexists(draft):
                said = (
                    "there is no such file; check the name, and put quotes around one with blanks"
                )
                raise UserError(f"{draft}: {said}") from None
            raise UserError(f"{error}, or say with --as what it is") from None

    def read(self, path: Path) -> "tuple[Draft, VisibleText | None]":
        """The draft at ``path``; of a document also what was read, and where in it that stands.

        Raises UserError when it can't be read.
        """
        from unlinkable.draft import Markup, read_draft
        from unlinkable_index import documents

        if self.kind is None and path.suffix.lower() in documents.SUFFIXES:
            try:
                seen = documents.read_file(path)
            except OSError as error:
                raise unreadable(path, error) from error
            return read_draft(seen.text, Markup.DOCUMENT, self.reading), seen
        markup = self.markup(path)
        return read_draft(read_text(path), markup, self.reading), None


_ASKED = (
    *("k", "max_terms", "term_words", "within", "against", "ranked", "cross_sentences"),
    *("source", "source_file", "background"),
)
"""Settings that have flags of the same name; not each command has all of them."""


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
            "index": args.index and args.index[0],
            "further_indexes": args.index and tuple(args.index[1:]),
            **{name: getattr(args, name, None) for name in _ASKED},
            "masks": args.mask,
            "key_file": args.key_file,
        }
        against = getattr(args, "against", None) or ()
        if getattr(args, "ranked", None) == "off" and {"ranking", "all"} & {*against}:
            raise UserError(
                "--ranked off asks about nobody who ranks, and --against about one who does; leave "
                "one of them out"
            )
        self._own_file: Path | None = args.settings and args.settings.absolute()
        self._editor: object = args.editor_settings
        self._ignores_accepted: bool = getattr(args, "ignore_accepted", False)
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
        if isinstance(before, Asking) and any(one.is_replaced for one in before.indexes):
            self._replaced += before.indexes
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
        from unlinkable_index.ordinary_files import real

        ignored: tuple[str, ...] = ()
        if workspace and (self._ignores_folders or self._own_file):
            file, named = workspace / WORKSPACE_FILE, self._own_file
            asks = "--no-workspace asks" if self._ignores_folders else "--settings names another"
            if named is None or real(file) != real(named):
                ignored = (f"{file} is not used, since {asks}.",)
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
                for index in asked.indexes:
                    index.close()


def demand_no_problems(settled: "Settled") -> None:
    """Raise UserError where a setting is wrong; of several all but the last are said here."""
    wrong = [re.sub(r"; [a-z ]*ignored\.$", "", one) for one in settled.problems]
    for problem in wrong[:-1]:
        say(f"unlinkable: {problem}")
    if wrong:
        raise UserError(f"{wrong[-1].removesuffix('.')}; nothing was done")


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
    from unlinkable.engine.checking import without_editors
    from unlinkable.engine.question import reading_of
    from unlinkable.settings import settle_for
    from unlinkable_index.keys import read_key, warning_about
    from unlinkable_index.opening import open_index

    if own_file is not None and not own_file.exists():
        raise UserError(f"{own_file}: there is no such settings file; check the path")
    settled = settle_for(folder, flags, own_file, editor)
    demand_no_problems(settled)
    settings = settled.settings
    if settings.indexes.index is None:
        raise UserError(
            "no index: name one with -i FILE or in an unlinkable.toml in the folder of the drafts; "
            "`unlinkable index` makes one from the originals"
        )
    key = read_key(settings.indexes.key_file) if settings.indexes.key_file else None
    if settings.indexes.key_file and (warning := warning_about(settings.indexes.key_file)):
        say(f"unlinkable: {warning}")
    paths = (settings.indexes.index, *settings.indexes.further_indexes)
    if len(set(map(real, paths))) < len(paths):
        raise UserError("one of these indexes is named twice; name each once")
    with contextlib.ExitStack() as opened:
        indexes = [opened.enter_context(open_index(path, key)) for path in paths]
        _demand_rare(flags, indexes)
        opened.pop_all()  # from now on, whoever asks closes them
    return Asking(
        without_editors(settled), indexes[0], reading_of(settings), others=tuple(indexes[1:])
    )


def _demand_rare(flags: Mapping[str, object], indexes: "Sequence[Index]") -> None:
    """Raise UserError where the flags ask for what says nothing: so high a k that everything leads
    back."""
    k = flags.get("k")
    for index in indexes:
        if isinstance(k, int) and k > max(index.documents, 2):
            raise UserError(
                f"-k {k}: {index.path.name} has {counted(index.documents, 'original')}, so that "
                "everything would lead back; give a smaller -k"
            )


class TextsAtHand:
    """Originals and other rulings."""

    def __init__(self, report: OnProgress = unseen, options: "SourceOptions | None" = None) -> None:
        """``options``: how sources are read."""
        self.report = report
        """Told how far reading is."""
        self._options = options
        self._read: dict[Path, Texts] = {}
        self._rulings: dict[tuple[Path, str], Rulings] = {}

    def originals(self, source: Path | None) -> "Texts | None":
        """The texts of the originals in ``source``; None where none is named. Raises UserError."""
        if source is None:
            return None
        if source not in self._read:
            from unlinkable.attackers.rulings import Texts

            self._read[source] = Texts.read([source], report=self.report, options=self._options)
        return self._read[source]

    def background(self, source: Path | None, index: "Index") -> "Rulings | None":
        """Other rulings, to be ranked by an index; None where none are named. Raises UserError."""
        texts = self.originals(source)
        if source is None or texts is None:
            return None
        from unlinkable.attackers.rulings import Rulings

        key = source, index.fingerprint
        if key not in self._rulings:
            self._rulings[key] = Rulings(texts, index, report=self.report)
        return self._rulings[key]
