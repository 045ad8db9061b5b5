"""The collection as it lies on disk: folders of texts and JSON Lines, read one record at a time.

Knows the file formats, and how to say where one of them is broken. Knows nothing of words or of
what counts as one document.
"""

import gzip
import io
import json
import lzma
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import zstandard

from unlinkable_index.errors import UserError

TEXT_SUFFIXES = frozenset({".txt", ".md"})
COMPRESSED = frozenset({".xz", ".gz", ".zst"})
_DAMAGE = (lzma.LZMAError, gzip.BadGzipFile, zstandard.ZstdError, EOFError)


@dataclass(frozen=True)
class Record:
    """One original as the court keeps it. ``place`` says where it was read, for messages."""

    id: str
    text: str
    place: str
    group: str | None = None
    metadata: dict[str, Any] = field(default_factory=dict)


class Collection:
    """The records of several sources, in the order given; within a folder, by relative path.

    Raises UserError at once when a source is missing, is of an unknown kind, or holds no file.
    """

    def __init__(self, sources: Iterable[Path]) -> None:
        self._files: list[tuple[Path, str | None]] = []
        for source in sources:
            self._files.extend(_files_of(source))
        try:
            self.size = sum(path.stat().st_size for path, _ in self._files)
        except OSError as error:
            raise _unreadable(Path(str(error.filename)), error) from error
        self.bytes_read = 0

    def __iter__(self) -> Iterator[Record]:
        """Read every record once; ``bytes_read`` (of ``size``, on disk) tells how far it is.

        Raises UserError at the first file, line or id that is not as it must be.
        """
        places: dict[str, str] = {}
        done = 0
        for path, text_id in self._files:
            for record in self._records_of(path, text_id, done):
                if (first := places.setdefault(record.id, record.place)) is not record.place:
                    raise UserError(
                        f"{record.place}: the id {record.id!r} was already used at {first}; "
                        "every record needs an id of its own (give copies and parts of one case "
                        'different ids and the same "group")'
                    )
                yield record
            done += path.stat().st_size
            self.bytes_read = done

    def _records_of(self, path: Path, text_id: str | None, before: int) -> Iterator[Record]:
        try:
            with path.open("rb") as raw:
                if text_id is not None:
                    yield Record(text_id, _decoded(raw.read(), str(path), 0), str(path))
                    return
                offset = 0
                for number, line in enumerate(_lines(raw, path.suffix.lower()), start=1):
                    place = f"{path}, line {number}"
                    text = _decoded(line, place, offset)
                    offset += len(line)
                    if number == 1:
                        text = text.removeprefix("\ufeff")
                    if text.strip():
                        yield _record_of(text, place)
                    self.bytes_read = before + raw.tell()
        except _DAMAGE as error:
            raise UserError(
                f"{path}: the compressed file is damaged or cut short; copy or compress it again"
            ) from error
        except OSError as error:
            raise _unreadable(path, error) from error


def _files_of(source: Path) -> Iterator[tuple[Path, str | None]]:
    """The files of a source, each with its id when the file is one record."""
    if source.is_dir():
        found = False
        for path in sorted(source.rglob("*"), key=lambda path: path.relative_to(source).as_posix()):
            relative = path.relative_to(source)
            hidden = any(part.startswith(".") for part in relative.parts)
            if not hidden and path.suffix.lower() in TEXT_SUFFIXES and path.is_file():
                found = True
                yield path, relative.as_posix()
        if not found:
            raise UserError(f"{source}: no .txt or .md file in this folder; name another one")
    elif source.is_file():
        suffixes = [suffix.lower() for suffix in source.suffixes]
        if suffixes[-1:] == [".jsonl"] or (
            suffixes[-2:-1] == [".jsonl"] and suffixes[-1] in COMPRESSED
        ):
            yield source, None
        elif suffixes[-1:] and suffixes[-1] in TEXT_SUFFIXES:
            yield source, source.name
        else:
            raise UserError(
                f"{source}: not a collection; name a folder of .txt and .md files, or a .jsonl "
                "file (also .jsonl.xz, .jsonl.gz, .jsonl.zst)"
            )
    else:
        raise UserError(f"{source}: no such file or folder; check the path")


def _lines(raw: IO[bytes], suffix: str) -> Iterable[bytes]:
    """The lines of a file that is compressed as its name says."""
    match suffix:
        case ".xz":
            return lzma.LZMAFile(raw)
        case ".gz":
            return gzip.GzipFile(fileobj=raw)
        case ".zst":
            stream = zstandard.ZstdDecompressor().stream_reader(raw, read_across_frames=True)
            return io.BufferedReader(stream, 1 << 20)
    return raw


def _decoded(data: bytes, place: str, offset: int) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UserError(
            f"{place}: byte {offset + error.start} is not valid UTF-8; save the file as UTF-8"
        ) from None


def _record_of(line: str, place: str) -> Record:
    try:
        fields = json.loads(line)
    except json.JSONDecodeError as error:
        raise UserError(
            f"{place}: not valid JSON at column {error.colno} ({error.msg}); "
            "each line must hold one JSON object"
        ) from None
    except (RecursionError, ValueError):
        raise UserError(
            f"{place}: this JSON is nested too deeply or holds a number too long; simplify it"
        ) from None
    if not isinstance(fields, dict):
        raise UserError(f'{place}: not a JSON object; each line must be {{"id": …, "text": …}}')
    identity = fields.pop("id", None)
    if isinstance(identity, int) and not isinstance(identity, bool):
        identity = str(identity)
    if not isinstance(identity, str) or not identity:
        raise UserError(f'{place}: no "id"; every record needs one, a text or a number')
    text = fields.pop("text", None)
    if not isinstance(text, str):
        raise UserError(f'{place}: no "text"; every record needs its text as a string')
    group = fields.pop("group", None)
    if isinstance(group, int) and not isinstance(group, bool):
        group = str(group)
    if group is not None and not isinstance(group, str):
        raise UserError(f'{place}: "group" must be a text or a number')
    return Record(_mended(identity), text, place, group, _mended(fields))


def _mended(value: Any) -> Any:
    """``value`` with lone surrogates, which no UTF-8 file can hold, replaced by U+FFFD."""
    if isinstance(value, str):
        return (
            value
            if value.isascii()
            else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        )
    if isinstance(value, dict):
        return {_mended(key): _mended(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_mended(item) for item in value]
    if isinstance(value, int) and not -(2**63) <= value < 2**64:
        return str(value)
    return value


def _unreadable(path: Path, error: OSError) -> UserError:
    return UserError(f"{path}: cannot be read ({error.strerror}); check the file and its rights")
