"""The index files in use: each opened once, opened anew when it changed, never trusted blindly.

Knows files and their stamps; must know nothing of documents and findings.
"""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from unlinkable.lsp.client.client import Client
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index
from unlinkable_index.keys import read_key, warning_about
from unlinkable_index.opening import open_index

_PATIENCE = 0.3  # seconds of opening before progress is shown


class NoIndexError(UserError):
    """No index is set for a document."""

    def __init__(self) -> None:
        super().__init__(
            'Unlinkable has no index to check drafts against. Set one: `index = "FILE"` in'
            " unlinkable.toml, or unlinkable.index in the editor's settings; `unlinkable index`"
            " builds one from the originals."
        )


class IndexAndKey(NamedTuple):
    """Which index: its file and the file of its key."""

    path: Path
    key_file: Path | None


@dataclass(frozen=True)
class _Opened:
    stamp: object
    index: Index | UserError


class Indexes:
    """The open indexes of one session, shared by its folders. Lives on the event loop."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._opened: dict[IndexAndKey, _Opened] = {}
        self._opening: dict[IndexAndKey, asyncio.Task[_Opened]] = {}

    def at_hand(self, place: IndexAndKey) -> bool:
        """Whether the index is open and its file unchanged, so that getting it takes no time."""
        opened = self._opened.get(place)
        return opened is not None and opened.stamp == _stamp(place)

    async def get(self, place: IndexAndKey) -> Index:
        """The index at ``place``. Raises UserError when it can't be had, each time."""
        if not self.at_hand(place):
            opening = self._opening.get(place)
            if opening is None:
                opening = asyncio.create_task(self._open(place))
                self._opening[place] = opening
            await asyncio.shield(opening)
        index = self._opened[place].index
        if isinstance(index, UserError):
            raise index
        return index

    def outdated(self) -> bool:
        """Whether the file of some index has changed since it was opened."""
        return any(opened.stamp != _stamp(place) for place, opened in self._opened.items())

    def forget(self) -> None:
        """Open every index anew when it is next asked for."""
        self._opened.clear()

    async def _open(self, place: IndexAndKey) -> _Opened:
        try:
            reading = asyncio.create_task(asyncio.to_thread(_read, place))
            done, _ = await asyncio.wait([reading], timeout=_PATIENCE)
            if not done:
                title = f"Opening the index {place.path.name}"
                async with self._client.working(title, cancellable=False):
                    await asyncio.wait([reading])
            # The index that was open before is not closed: work under way may still use it.
            self._opened[place] = reading.result()
            if place.key_file and (
                warning := await asyncio.to_thread(warning_about, place.key_file)
            ):
                self._client.messages.say(warning)
            return reading.result()
        finally:
            del self._opening[place]


def _read(place: IndexAndKey) -> _Opened:
    stamp = _stamp(place)
    try:
        key = read_key(place.key_file) if place.key_file else None
        return _Opened(stamp, open_index(place.path, key))
    except UserError as error:
        return _Opened(stamp, error)


def _stamp(place: IndexAndKey) -> object:
    try:
        status = place.path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
