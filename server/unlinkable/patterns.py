"""Regular expressions that users write: in Python's syntax, but never run without a limit of time.

A pattern can be written that takes for ever on any text, the empty one too, or, written out, more
memory than there is. Knows patterns; must never know what they are looked for in.
"""

import functools
import re
import warnings

LONGEST = 5_000
"""Characters of a pattern."""
MOST = 200
"""Patterns at once."""
_MOST_PARTS = 50_000
_SECONDS = 0.05
"""How long a pattern may take to be tried on the empty text."""

Place = tuple[int, int]


class TooSlowError(Exception):
    """A pattern did not come to an end in time."""


@functools.lru_cache(maxsize=4 * MOST)
def fault(pattern: str) -> str | None:
    """Why a pattern cannot be used, as the rest of a sentence that it begins; None when it can."""
    if len(pattern) > LONGEST:
        return f"is longer than {LONGEST:,} characters: shorten it"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)  # of "[[", which may come to mean a set
            re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        return f"is no regular expression ({error}): correct it"
    if parts_of(pattern) > _MOST_PARTS:
        return "repeats repetitions too often: write it with fewer of them"
    try:
        if _matches_nothing(pattern):
            return "matches the empty text: make it match something"
    except TooSlowError:
        return "takes too long on any text: write it without repetitions inside repetitions"
    except ValueError as error:
        return f"cannot be used: {error}"
    return None


def places(pattern: str, text: str, seconds: float) -> list[Place]:
    """Where a pattern without `fault` matches one character or more, from left to right.

    Raises TooSlowError after so many seconds, and ValueError when it cannot be searched for.
    """
    import regex  # type: ignore[import-untyped]

    try:
        found = [match.span() for match in regex.finditer(pattern, text, timeout=seconds)]
    except TimeoutError:
        raise TooSlowError from None
    except (regex.error, RecursionError, MemoryError) as error:
        raise ValueError(str(error) or "it is too complicated") from error
    return [(start, end) for start, end in found if start < end]


def parts_of(pattern: str) -> int:
    """How many parts a pattern has once its repetitions ``{n}`` are written out, or more."""
    whole = [0]  # the parts of each group that is open, and of what is around all
    last = 0  # those of what a repetition would repeat
    for token in _TOKEN.finditer(pattern):
        if token["open"]:
            whole.append(0)
            last = 0
        elif token["close"]:
            last = whole.pop() + 1 if len(whole) > 1 else 1
            whole[-1] += last
        elif token["times"]:
            times = max(1, int(token["times"][:9]))
            whole[-1] += last * (times - 1)
            last *= times
        else:
            last = 1
            whole[-1] += 1
    return sum(whole)


_TOKEN = re.compile(
    r"\{(?P<times>\d+)[^{}]*\}|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|(?P<open>\()|(?P<close>\))|.",
    re.DOTALL,
)


def _matches_nothing(pattern: str) -> bool:
    import regex

    try:
        return regex.match(pattern, "", timeout=_SECONDS) is not None
    except TimeoutError:
        raise TooSlowError from None
    except (regex.error, RecursionError, MemoryError) as error:
        raise ValueError(str(error) or "it is too complicated") from error
