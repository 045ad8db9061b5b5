"""The files of drafts: which there are in a folder, and the text that stands in one.

Knows files and bytes; nothing of settings, words and markup.
"""

import codecs
import sys
from collections.abc import Sequence
from pathlib import Path

from unlinkable.cli.drafts.left_out import not_looked_at
from unlinkable_index.errors import UserError

STANDARD_INPUT = Path("-")
LARGEST_DRAFT = 100_000_000  # bytes


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
    found = files_in(path, lambda name: Path(name).suffix.lower() in SUFFIXES)
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
        raise unreadable(place, error) from error


def unreadable(place: Path | str, error: OSError) -> UserError:
    """What is said of a draft that can't be read."""
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
