"""Results that were made elsewhere, a file of a folder or a text for every draft, by its name."""

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from pathlib import Path

from unlinkable.lab.evaluation.methods.method import MadeDraft
from unlinkable.lab.evaluation.pair import RawDraft
from unlinkable.stopping import Stop, never
from unlinkable_index.errors import UserError


class ResultsFolder:
    """The results in files, by the name without suffix. ``read``: how a file becomes text."""

    def __init__(self, name: str, files: Iterable[Path], read: Callable[[Path], str]) -> None:
        self.name = name
        self._files = {file.stem: file for file in files}
        self._read = read
        self.said = "results made elsewhere"

    def has(self, raw: RawDraft) -> bool:
        """Whether there is a result for this draft."""
        return raw.name in self._files

    def depends_on(self, raw: RawDraft) -> str:
        """The result itself."""
        return sha256(self.make(raw, 0, never).text.encode()).hexdigest()

    def make(self, raw: RawDraft, source: int, stop: Stop) -> MadeDraft:  # noqa: ARG002
        """The result as it lies there. Raises UserError when there is none, or it can't be read."""
        if raw.name not in self._files:
            raise UserError(f"{raw.name}: there is no result of {self.name} for this draft")
        return MadeDraft(self._read(self._files[raw.name]))


class GivenResults:
    """Results that are given as ``texts``, by the names of drafts."""

    said = "results made elsewhere"

    def __init__(self, name: str, texts: Mapping[str, str]) -> None:
        self.name = name
        self._texts = texts

    def depends_on(self, raw: RawDraft) -> str:
        """The result itself."""
        return sha256(self._texts[raw.name].encode()).hexdigest()

    def make(self, raw: RawDraft, source: int, stop: Stop) -> MadeDraft:  # noqa: ARG002
        """The result as it was given."""
        return MadeDraft(self._texts[raw.name])


class Unchanged:
    """The drafts as they are: what all methods begin with."""

    name = "draft"
    said = "the drafts as they are"

    def depends_on(self, raw: RawDraft) -> str:  # noqa: ARG002
        """Nothing."""
        return ""

    def make(self, raw: RawDraft, source: int, stop: Stop) -> MadeDraft:  # noqa: ARG002
        """The draft itself."""
        return MadeDraft(raw.text)
