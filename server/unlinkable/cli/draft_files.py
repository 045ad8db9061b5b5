"""The files of drafts: which there are in a folder, which are not looked at, and the text in one.
Must never know settings, words and markup."""

import codecs
import os
import sys
from collections.abc import Iterator, Sequence, Set
from pathlib import Path

from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import files_in, read_ordinary, real

NEVER_DRAFTS = frozenset(
    {
        *("unlinkable.toml", ".unlinkable-protected.json", ".git", ".gitignore", ".gitattributes"),
        *(".hg", ".svn", ".vscode", ".DS_Store", "Thumbs.db", "desktop.ini"),
    }
)
"""What lies beside drafts and is none: settings, what `protect` notes down, and what version
control, editors and systems keep for themselves."""
_NAMED = 10  # files that are named; of the others it is said how many there are


def not_looked_at(folder: Path, known: Set[Path]) -> str | None:
    """A sentence on what in ``folder`` is none of the ``known`` files and links; None when there
    is nothing. Hidden folders are named as one, and links are not followed."""
    from unlinkable.draft.kinds import SUFFIXES

    others = sorted(_others(folder, known))
    if not others:
        return None
    named = ", ".join(others[:_NAMED])
    more = f" and {len(others) - _NAMED:,} more" if len(others) > _NAMED else ""
    return (
        f"{folder}: not looked at: {named}{more}; drafts of a folder are its files that end in "
        f"{', '.join(sorted(SUFFIXES))}; name others one by one and say with --as what they are"
    )


def _others(folder: Path, known: Set[Path]) -> Iterator[str]:
    for place, folders, files in os.walk(folder):
        inside = [name for name in folders if name not in NEVER_DRAFTS]
        folders[:] = [name for name in inside if not name.startswith(".")]
        for name in inside:
            path = Path(place, name)
            hidden = name.startswith(".")
            if path not in known and (hidden or (path.is_symlink() and not _leads_in(path, known))):
                yield path.relative_to(folder).as_posix() + "/"
        for name in files:
            path = Path(place, name)
            if name not in NEVER_DRAFTS and path not in known:
                yield path.relative_to(folder).as_posix()


def _leads_in(link: Path, known: Set[Path]) -> bool:
    """Whether what a link to a folder leads to is looked at, by its own name or the link's."""
    target = real(link)
    return any(link in path.parents or target in real(path).parents for path in known)


STANDARD_INPUT = Path("-")
LARGEST_DRAFT = 100_000_000  # bytes


def drafts_in(path: Path, left_out: list[str]) -> Sequence[Path]:
    """The drafts at ``path``: a file as it is, of a folder all of a known kind. ``left_out``
    gains a sentence for each link in it that leads out of it, each folder in it that can't be
    read, and one for all other files.

    Raises UserError for a folder without any, or one that can't be read.
    """
    from unlinkable.draft.kinds import SUFFIXES

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
