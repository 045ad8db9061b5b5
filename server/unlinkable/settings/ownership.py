"""Whether a settings file is the user's own: nobody else may have written it.

A file that others may write could weaken every check made with it. The rule is that of git for
folders and of ssh for its settings. Knows files; must never know what stands in them.
"""

import os
import stat
from pathlib import Path


def foreign(path: Path) -> str | None:
    """Why others may have written ``path``, as the end of a sentence; None when they may not.

    A file that is not there is nobody's. Windows keeps its rights elsewhere: there, nothing is
    looked at.
    """
    if os.name == "nt":
        return None
    for place, what in ((path, "the file"), (path.parent, "its folder")):
        try:
            status = place.stat()
        except OSError:
            return None  # whoever reads the file says why that can't be done
        if _others_may_write(status):
            return f"other users may write {what}"
        if place is path and status.st_uid not in _us():
            return f"it belongs to another user (number {status.st_uid})"
    return None


def _us() -> set[int]:
    """The users whose files we take for our own: ourselves, root, and who called us by sudo."""
    called = os.environ.get("SUDO_UID", "")
    return {os.geteuid(), 0} | ({int(called)} if os.geteuid() == 0 and called.isdigit() else set())


def _others_may_write(status: os.stat_result) -> bool:
    if stat.S_ISDIR(status.st_mode) and status.st_mode & stat.S_ISVTX:
        return False  # as in /tmp: what lies there can be replaced by its owner only
    if status.st_mode & stat.S_IWOTH:
        return True
    return bool(status.st_mode & stat.S_IWGRP) and not _is_private(status.st_gid)


def _is_private(group: int) -> bool:
    """Whether a group has one member, ourselves: many systems make such a group for each user."""
    import grp
    import pwd

    try:
        ours, entry = pwd.getpwuid(os.geteuid()), grp.getgrgid(group)
    except KeyError:  # no such user or group is known here, as in some containers
        return False
    return ours.pw_gid == group and set(entry.gr_mem) <= {ours.pw_name}
