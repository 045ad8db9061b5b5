"""What is kept beside an index by whoever builds it: what it was built of, and if that is asked for
the hashes of all words of its originals, sealed where the index has a key. Must never know how
an index is made."""

import hashlib
import os
import secrets
import shutil
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import msgpack
import zstandard

from unlinkable_index.building.rulings import Batch, Hashed, Ruling
from unlinkable_index.errors import UserError
from unlinkable_index.file.index_files import is_mark
from unlinkable_index.keys import DocumentSeal
from unlinkable_index.ordinary_files import open_ordinary

_MAGIC = b"unlinkable kept\x01"
_SALT = 16
_LENGTH = 8
_FRAMES = "kept-frames"
_FILE = "kept"
_LEVEL = 3  # of zstd: two bytes a word


@dataclass(frozen=True)
class About:
    """What an index was built of.

    - ``analyzer``: how its originals were cut into words;
    - ``state``: a digest of the originals' files, as they were, and of the options;
    - ``identities``: whether ids and metadata are in the index;
    - ``lines``: the line of the groups file on which an id stands;
    - ``left_out``: the files of folders that hold no record, and why;
    - ``records_without_words``: how many there are;
    - ``batches``: how many batches of rulings are kept; None: no words are;
    - ``leaving``: the ids of rulings that were kept before and do not count any more.
    """

    analyzer: str
    state: bytes
    identities: bool
    lines: Mapping[str, int]
    left_out: Sequence[tuple[bytes, str]]
    records_without_words: int
    batches: int | None
    leaving: Sequence[str] = ()


def kept_path(index: Path, mark: bytes) -> Path:
    """The file that is kept for the index with this mark. It is hidden, and its name does not begin
    like those of the files of an index, so that it is not copied with them."""
    return index.with_name(f".{index.name}.{mark.hex()}.kept")


def remove_others(index: Path, marks: Iterable[bytes]) -> None:
    """Remove what was kept for other indexes at the same place than those with these marks."""
    mine = {kept_path(index, mark) for mark in marks}
    for path in index.parent.iterdir():
        end = path.name.removeprefix(f".{index.name}.").removesuffix(".kept")
        if path.name == f".{index.name}.{end}.kept" and path not in mine and is_mark(end):
            with suppress(OSError):
                if not path.is_symlink() and path.is_file():
                    path.unlink()


class KeptWriter:
    """Writes what is kept, in the folder of a build."""

    def __init__(self, folder: Path, key: bytes | None) -> None:
        self._folder = folder
        self._key = key

    def written(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        """The same batches, each after it was written."""
        salt = secrets.token_bytes(_SALT)
        seal = _Seal(self._key, salt)
        with (self._folder / _FRAMES).open("wb") as out:
            out.write(salt)
            for number, batch in enumerate(batches):
                _put(out, seal, 2 * number, [tuple(ruling) for ruling in batch.rulings])
                _put(out, seal, 2 * number + 1, tuple(batch.hashed))
                yield batch
            out.flush()
            os.fsync(out.fileno())

    def file(self, about: About) -> Path:
        """The whole file, with all batches unless ``about`` says none."""
        path = self._folder / _FILE
        frames = self._folder / _FRAMES
        with path.open("wb") as out:
            path.chmod(0o600)
            if about.batches is None:
                _begin(out, self._key, secrets.token_bytes(_SALT), about)
            else:
                with frames.open("rb") as content:
                    _begin(out, self._key, content.read(_SALT), about)
                    shutil.copyfileobj(content, out, 1 << 20)
            out.flush()
            os.fsync(out.fileno())
        frames.unlink(missing_ok=True)
        return path

    def count(self) -> int:
        """How many batches were written."""
        with (self._folder / _FRAMES).open("rb") as content:
            content.seek(_SALT)
            pieces = 0
            while length := content.read(_LENGTH):
                content.seek(int.from_bytes(length, "little"), os.SEEK_CUR)
                pieces += 1
        return pieces // 2


class Kept:
    """What was kept for an index. Nothing is believed before its checksum fits.

    Raises UserError where it can't be read, is damaged, or the key is another one.
    """

    def __init__(self, path: Path, key: bytes | None) -> None:
        self.path = path
        self.bytes_read = 0
        self._key = key
        with self._open() as content:
            self.about = self._about(content)
            self.size = os.fstat(content.fileno()).st_size

    def rulings(self) -> Iterator[Ruling]:
        """All rulings, in order; their words are not read."""
        with self._open() as content:
            seal, count = self._begun(content)
            for number in range(count):
                for ruling in self._read(content, seal, 2 * number):
                    yield Ruling(*ruling)
                self._skip(content)

    def batches(self, only: Container[str] | None = None) -> Iterator[Batch]:
        """All rulings with their words, in order, in batches; with ``only`` such batches as hold
        any of these ids. ``bytes_read`` (of ``size``) tells how far it is."""
        with self._open() as content:
            seal, count = self._begun(content)
            for number in range(count):
                rulings = [Ruling(*one) for one in self._read(content, seal, 2 * number)]
                if only is not None and not any(ruling.id in only for ruling in rulings):
                    self._checked(content, seal, 2 * number + 1)
                    continue
                hashed = Hashed(*self._read(content, seal, 2 * number + 1))
                self.bytes_read = content.tell()
                yield Batch(rulings, hashed)

    def _open(self) -> IO[bytes]:
        try:
            return open_ordinary(self.path)
        except OSError as error:
            raise UserError(
                f"{self.path}: what was kept for the index cannot be read ({error.strerror}); "
                "check the file and its rights, or build the index anew"
            ) from error

    def _begun(self, content: IO[bytes]) -> tuple["_Seal", int]:
        """The seal, and how many batches follow."""
        content.seek(len(_MAGIC))
        seal = _Seal(self._key, content.read(_SALT))
        self._skip(content)
        return seal, self.about.batches or 0

    def _about(self, content: IO[bytes]) -> About:
        if content.read(len(_MAGIC)) != _MAGIC:
            raise self._damaged()
        seal = _Seal(self._key, content.read(_SALT))
        try:
            return About(*self._read(content, seal, _ABOUT))
        except TypeError:
            raise self._damaged() from None

    def _read(self, content: IO[bytes], seal: "_Seal", number: int) -> Any:
        packed = self._checked(content, seal, number)
        try:
            return msgpack.unpackb(
                zstandard.ZstdDecompressor().decompress(packed), strict_map_key=False
            )
        except (ValueError, zstandard.ZstdError):
            raise self._damaged() from None

    def _checked(self, content: IO[bytes], seal: "_Seal", number: int) -> bytes:
        """A piece as it was packed."""
        length = int.from_bytes(content.read(_LENGTH), "little")
        if length > os.fstat(content.fileno()).st_size:
            raise self._damaged()
        try:
            return seal.open(number, content.read(length))
        except ValueError:
            raise self._damaged() from None

    @staticmethod
    def _skip(content: IO[bytes]) -> None:
        content.seek(int.from_bytes(content.read(_LENGTH), "little"), os.SEEK_CUR)

    def _damaged(self) -> UserError:
        return UserError(
            f"{self.path}: what was kept for the index is damaged, cut short, or sealed with "
            "another key; name the right key, or build the index anew"
        )


class KeptParts:
    """What was kept for all parts of an index: of each ruling what was added last."""

    def __init__(self, parts: Sequence[Kept]) -> None:
        self.parts = parts
        self.about = parts[-1].about
        self.path = parts[-1].path
        self.size = sum(part.size for part in parts)
        left: frozenset[str] = frozenset()
        leaving = []
        for part in reversed(parts):
            leaving.append(left)
            left |= frozenset(part.about.leaving)
        self._leaving = leaving[::-1]  # of each part what left with later ones

    @property
    def bytes_read(self) -> int:
        """How much of ``size`` was read by `batches`."""
        return sum(part.bytes_read for part in self.parts)

    def rulings(self) -> Iterator[Ruling]:
        """As `Kept.rulings`."""
        for part, leaving in zip(self.parts, self._leaving, strict=True):
            yield from (ruling for ruling in part.rulings() if ruling.id not in leaving)

    def batches(self, only: Container[str] | None = None) -> Iterator[Batch]:
        """As `Kept.batches`."""
        for part, leaving in zip(self.parts, self._leaving, strict=True):
            for batch in part.batches(only):
                stays = [ruling.id not in leaving for ruling in batch.rulings]
                yield batch if all(stays) else batch.only(stays)


class _Seal:
    """Seals the pieces of one file; without a key it only tells whether they are whole."""

    def __init__(self, key: bytes | None, salt: bytes) -> None:
        self._seal = DocumentSeal(key, f"kept {salt.hex()}") if key else None
        self._salt = salt

    def close(self, number: int, piece: bytes) -> bytes:
        """A piece as it is written."""
        if self._seal is not None:
            return self._seal.close(number, piece)
        return self._digest(number, piece) + piece

    def open(self, number: int, piece: bytes) -> bytes:
        """What `close` was given. Raises ValueError where it was changed."""
        if self._seal is not None:
            return self._seal.open(number, piece)
        if piece[:16] != self._digest(number, piece[16:]):
            raise ValueError("the piece was changed")
        return piece[16:]

    def _digest(self, number: int, piece: bytes) -> bytes:
        digest = hashlib.blake2b(number.to_bytes(8, "little"), digest_size=16, key=self._salt)
        digest.update(piece)
        return digest.digest()


_ABOUT = 1 << 63  # the number of the piece that is `About`


def _begin(out: IO[bytes], key: bytes | None, salt: bytes, about: About) -> None:
    out.write(_MAGIC)
    out.write(salt)
    _put(out, _Seal(key, salt), _ABOUT, tuple(vars(about).values()))


def _put(out: IO[bytes], seal: _Seal, number: int, content: object) -> None:
    packed = zstandard.ZstdCompressor(_LEVEL).compress(msgpack.packb(content))
    piece = seal.close(number, packed)
    out.write(len(piece).to_bytes(_LENGTH, "little"))
    out.write(piece)
