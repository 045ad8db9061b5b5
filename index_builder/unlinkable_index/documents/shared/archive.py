"""The bytes of a document before any format is read: the parts of its zip archive within bounds,
text in the encoding that a file names, and how it is said that a file is refused. Must never
write to disk, nor say what a file holds."""

import codecs
import io
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import MEGABYTE

_KNOWN = ("ascii", "big5", "cp", "euc", "gb", "iso8859", "koi8", "mac", "shift_jis", "utf")
_AS_BROWSERS_READ = {"iso8859-1": "cp1252", "ascii": "cp1252"}


def decoded_as(data: bytes, name: str, errors: str = "strict") -> str:
    """Bytes in the encoding that is called ``name``, as programs read it: what calls itself Latin 1
    is Windows 1252. Raises LookupError for what is no encoding of text, and UnicodeError."""
    found = codecs.lookup(name).name
    if not found.startswith(_KNOWN):
        raise LookupError(name)
    return data.decode(_AS_BROWSERS_READ.get(found, found), errors)


def refused(path: Path, why: str) -> UserError:
    """The error that a file was not read, and why."""
    return UserError(f"{path}: not read: {why}")


LARGEST_PART = 50 * MEGABYTE
LARGEST_TEXT = 100 * MEGABYTE
"""Bytes of all parts that are read, unpacked."""
MOST_PARTS = 20_000
_LARGEST_RATIO = 500  # of a part that unpacks to more than this many bytes:
_SMALL = 5 * MEGABYTE
_ENTRY = b"PK\x01\x02"
_OLD_OR_LOCKED = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    OSError,
    RuntimeError,
    UnicodeDecodeError,
    ValueError,
)


class Archive:
    """The parts of one file, by name; upper and lower case are the same, as in these formats."""

    def __init__(self, data: bytes, path: Path) -> None:
        """``data`` is all of the file at ``path``. Raises UserError where it is no archive of a
        sane size, or holds two parts of one name, of which programs show different ones."""
        self.path = path
        if data.startswith(_OLD_OR_LOCKED):
            raise refused(
                path,
                "protected with a password, or written in the form of older programs; open it and "
                "save it in today's form, without a password",
            )
        if data.count(_ENTRY) > MOST_PARTS:  # before any of them is read
            raise refused(path, f"it consists of more than {MOST_PARTS:,} parts; check the file")
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except _DAMAGE as error:
            raise _damaged(path) from error
        self._parts: dict[str, zipfile.ZipInfo] = {}
        for part in self._zip.infolist():
            if self._parts.setdefault(_key(part.filename), part) is not part:
                raise refused(path, "two of its parts have one name; save it anew and try again")
        self._left = LARGEST_TEXT

    def __contains__(self, name: str) -> bool:
        return _key(name) in self._parts

    def names(self) -> tuple[str, ...]:
        """The names of all parts, as they are written."""
        return tuple(part.filename for part in self._parts.values())

    def read(self, name: str) -> bytes:
        """A part, unpacked. Raises UserError where it is missing, damaged or out of bounds."""
        part = self._parts.get(_key(name))
        if part is None:
            raise _damaged(self.path)
        largest = min(LARGEST_PART, self._left)
        if part.compress_size and _LARGEST_RATIO * part.compress_size + _SMALL < part.file_size:
            raise refused(self.path, "a part of it unpacks to far too much; check the file")
        try:
            with self._zip.open(part) as file:
                data = file.read(largest + 1)
        except _DAMAGE as error:
            raise _damaged(self.path) from error
        if len(data) > largest:
            raise refused(
                self.path,
                f"its text is larger than {largest // MEGABYTE} MB; split it into several files",
            )
        self._left -= len(data)
        return data


def _key(name: str) -> str:
    return name.replace("\\", "/").lstrip("/").casefold()


def _damaged(path: Path) -> UserError:
    return refused(path, "the file is damaged or cut short, or not of the kind its name says")


_WHEN = (1980, 1, 1, 0, 0, 0)


def zipped(parts: Mapping[str, bytes], stored: str = "") -> bytes:
    """An archive of parts, always the same bytes for the same ones; the one that is ``stored`` is
    not packed."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            how = zipfile.ZIP_STORED if name == stored else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name, _WHEN), data, how)
    return out.getvalue()
