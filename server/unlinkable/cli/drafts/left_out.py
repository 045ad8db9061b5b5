"""The files of a folder of drafts that are not looked at, so that nobody takes them for clean.

Knows names of files; must never open one.
"""

import os
from collections.abc import Iterator, Set
from pathlib import Path

from unlinkable_index.ordinary_files import real

NEVER_DRAFTS = frozenset(
    {
        "unlinkable.toml",
        ".unlinkable-protected.json",
        ".git",
        ".gitignore",
        ".gitattributes",
        ".hg",
        ".svn",
        ".vscode",
        ".DS_Store",
        "Thumbs.db",
        "desktop.ini",
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
