"""Commands that do not ask about searchers who rank.

In collections of a few sentences nearly every sentence leads such a searcher to its source; tests
of all else leave that out.
"""

from collections.abc import Sequence

_ASKING = ("check", "protect")


def unranked(arguments: Sequence[str]) -> list[str]:
    """The arguments of a command, with which nothing is asked about searchers who rank unless they
    say so themselves."""
    command, *rest = arguments
    if command not in _ASKING or any(one.startswith(("--ranked", "--against")) for one in rest):
        return list(arguments)
    return [command, "--ranked=off", *rest]
