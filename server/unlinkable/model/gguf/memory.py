"""How much memory the machine has to spare, where the system says so."""

import os
from pathlib import Path

_LINUX = Path("/proc/meminfo")


def available_memory() -> int | None:
    """Bytes that can be had without swapping; None where that is not known."""
    try:
        for line in _LINUX.read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass  # another system, which may know by other means
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None
