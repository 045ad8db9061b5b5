"""What the flags and the settings come to: the index, the settings that hold, what is asked."""

import argparse
import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from unlinkable.cli.draft_files import STANDARD_INPUT, read_text, unreadable
from unlinkable.printing import say
from unlinkable_index.errors import UserError

if TYPE_CHECKING:
    from unlinkable.draft import Draft, Markup, Reading
    from unlinkable.findings.question import Question
    from unlinkable.settings import Settings, Settled
    from unlinkable_index.formats.visible_text import VisibleText
    from unlinkable_index.index import Index


@dataclass(frozen=True)
class Asking:
    """An open index, the settings that hold, and what is asked of drafts.

    - ``hears_drafts``: whether a draft may name its source itself, in its front matter;
    - ``kind``: of what kind all drafts are; None: their endings say so;
    - ``others``: the further indexes, against each of which drafts are checked, too.
    """

    settled: "Settled"
    index: "Index"
    reading: "Reading"
    hears_drafts: bool = True
    kind: "Markup | None" = None
    others: "tuple[Index, ...]" = ()

    @property
    def settings(self) -> "Settings":
        """The settings that hold."""
        return self.settled.settings

    @property
    def indexes(self) -> "tuple[Index, ...]":
        """All indexes, in their order."""
        return (self.index, *self.others)

    def each(self) -> "Iterator[Asking]":
        """The same of each of the indexes, by itself."""
        for one in self.indexes:
            others = tuple(other for other in self.indexes if other is not one)
            yield replace(self, index=one, others=others)

    def beside(self, draft: Path) -> "Asking":
        """The same with the original of a draft, which lies at ``draft``, as one more of the index
        where it is at hand. Raises UserError where it can't be read."""
        from unlinkable.interpretation import with_original
        from unlinkable.settings.named import with_named_original

        file = None if draft == STANDARD_INPUT else draft
        settled = with_named_original(self.settled, file) if self.hears_drafts else self.settled
        index, settled = with_original(self.index, settled, file)
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
                raise unreadable(path, error) from error
            return read_draft(seen.text, Markup.DOCUMENT, self.reading), seen
        markup = self.markup(path)
        return read_draft(read_text(path), markup, self.reading), None

    def source(self, draft: "Draft") -> str | None:
        """The id of the source of a draft; its original, and then flags and settings win over its
        front matter."""
        from unlinkable.interpretation import source_of

        return source_of(self.settings, self.index, draft, self.hears_drafts, self.others)

    def told_of_source(self, draft: "Draft") -> tuple[str, ...]:
        """What is to be said where the source of a draft is only in another index."""
        from unlinkable.interpretation import told_of_source

        return told_of_source(self.settings, self.index, draft, self.hears_drafts, self.others)

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
            "index": args.index and args.index[0],
            "further_indexes": args.index and tuple(args.index[1:]),
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
                for index in asked.indexes:
                    index.close()


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
    from unlinkable_index.ordinary_files import real

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
    paths = (settings.index, *settings.further_indexes)
    if len(set(map(real, paths))) < len(paths):
        raise UserError("one of these indexes is named twice; name each once")
    with contextlib.ExitStack() as opened:
        indexes = [opened.enter_context(Index.open(path, key)) for path in paths]
        opened.pop_all()  # from now on, whoever asks closes them
    return Asking(settled, indexes[0], reading_of(settings), others=tuple(indexes[1:]))
