"""Numbers and lists as a sentence says them. Knows nothing of what is counted or listed."""

from collections.abc import Sequence


def counted(count: int, noun: str) -> str:
    """A number of things: "1 word", "2,000 words"."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def listed(things: Sequence[str], last: str) -> str:
    """One thing after the other, ``last`` ("and", "or") before the last one."""
    *firsts, end = things
    return f"{', '.join(firsts)} {last} {end}" if firsts else end
