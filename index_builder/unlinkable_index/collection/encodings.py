"""Text of files, by their byte order mark, as UTF-8, or else in the encoding that the user names.

Knows bytes and characters; nothing of records.
"""

import codecs
import io
from collections.abc import Iterator
from functools import cache

from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import MEGABYTE

_MARKS = (  # UTF-32 first: its mark begins with that of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    (codecs.BOM_UTF8, "utf-8"),
)
_LOOKED_AT = 4096  # bytes
_MANY_NULS = 5  # one of so many bytes: hardly any of UTF-8 is one, and every other of UTF-16
_PIECE = 1 << 20
_PERHAPS_IN_CHARACTERS = bytes(range(0x30, 0x100))
"""Bytes that may be parts of longer characters, in some encoding that ASCII is part of."""


def text_of(data: bytes, place: str, named: str | None) -> str:
    """The text of a whole file, without its byte order mark. ``place``: what messages call it;
    ``named``: the encoding of what has no mark and is not in UTF-8.

    Raises UserError where it is in none of these.
    """
    wide = _wide(data[:_LOOKED_AT], place, named)
    if wide is None:
        return narrow(data, place, named, 0).removeprefix("\ufeff")
    try:
        return data.decode(wide)
    except UnicodeDecodeError as error:
        raise _is_not(place, wide, error.start) from None


def lines_of(
    stream: io.BufferedReader, place: str, named: str | None, longest: int
) -> Iterator[str]:
    """The lines of a text, with what ends them. Raises UserError as `text_of` does, and for a line
    of more than ``longest`` bytes."""
    wide = _wide(stream.peek(_LOOKED_AT)[:_LOOKED_AT], place, named)
    if wide is not None:
        text = io.TextIOWrapper(stream, encoding=wide, newline="\n")
        try:
            for number, line in enumerate(iter(lambda: text.readline(longest + 1), ""), start=1):
                _demand_short(len(line), longest, place, number)
                yield line
        except UnicodeDecodeError:
            raise _is_not(place, wide) from None
        return
    offset = 0
    for number, data in enumerate(iter(lambda: stream.readline(longest + 1), b""), start=1):
        _demand_short(len(data), longest, place, number)
        line = narrow(data, f"{place}, line {number}", named, offset)
        yield line if offset else line.removeprefix("\ufeff")
        offset += len(data)


def pieces_of(
    stream: io.BufferedReader, place: str, named: str | None, longest: int
) -> Iterator[str]:
    """A text in pieces of some size. Raises UserError as `text_of` does, and where more than
    ``longest`` bytes follow one another without a space or a sign."""
    wide = _wide(stream.peek(_LOOKED_AT)[:_LOOKED_AT], place, named)
    if wide is not None:
        text = io.TextIOWrapper(stream, encoding=wide, newline="\n")
        try:
            yield from iter(lambda: text.read(_PIECE), "")
        except UnicodeDecodeError:
            raise _is_not(place, wide) from None
        return
    offset, rest = 0, b""
    while data := stream.read(_PIECE):
        data = rest + data
        cut = len(data.rstrip(_PERHAPS_IN_CHARACTERS))
        rest = data[cut:]
        if len(rest) > longest:
            raise UserError(f"{place}: a word of it is longer than any record; check the file")
        text_of_piece = narrow(data[:cut], place, named, offset)
        yield text_of_piece if offset else text_of_piece.removeprefix("\ufeff")
        offset += cut
    yield narrow(rest, place, named, offset)


def _wide(start: bytes, place: str, named: str | None) -> str | None:
    """The encoding of a text that begins so, where ASCII is no part of that. Raises UserError where
    it seems to be one without a mark, which is not named."""
    marked = next((name for mark, name in _MARKS if start.startswith(mark)), None)
    if marked is not None:
        return None if marked == "utf-8" else marked
    if named is not None and not _holds_ascii(named):
        return named
    if named is None and start.count(0) * _MANY_NULS > len(start):
        raise UserError(
            f"{place}: this seems to be in UTF-16 without a byte order mark; save the file as "
            "UTF-8, or name its encoding with --encoding utf-16-le (or utf-16-be)"
        )
    return None


def _demand_short(length: int, longest: int, place: str, number: int) -> None:
    if length > longest:
        raise UserError(
            f"{place}, line {number}: longer than {longest // MEGABYTE} MB; each line must hold "
            "one record"
        )


def narrow(data: bytes, place: str, named: str | None, offset: int = 0) -> str:
    """Text in UTF-8, or else in the encoding that is named. Raises UserError."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        at = offset + error.start
    if named is None:
        raise UserError(
            f"{place}: byte {at} is not valid UTF-8; save the file as UTF-8, or name its encoding "
            "with --encoding"
        )
    try:
        return data.decode(named)
    except UnicodeDecodeError as error:
        raise _is_not(place, named, offset + error.start) from None


@cache
def _holds_ascii(encoding: str) -> bool:
    """Whether what is ASCII is the same text in an encoding, and nothing else is written so."""
    ascii_bytes = bytes(range(0x80))
    if codecs.lookup(encoding).name.startswith("iso2022"):
        return False
    try:
        return ascii_bytes.decode(encoding) == ascii_bytes.decode("ascii")
    except UnicodeDecodeError:
        return False


def _is_not(place: str, encoding: str, at: int | None = None) -> UserError:
    where = "it" if at is None else f"byte {at}"
    return UserError(
        f"{place}: {where} is not valid {encoding.upper()}; save the file as UTF-8, or name "
        "another --encoding"
    )
