"""Whether a sentence stays as it was but for a few words, or is written anew.

Compares word forms in their order; knows nothing of what they say.
"""

from difflib import SequenceMatcher
from functools import lru_cache

from unlinkable.fidelity.sense.sense import Sense

_ALIKE = 0.7  # share of words in common from which on it stays
_Forms = tuple[str, ...]


def stays(before: Sense, after: Sense) -> bool:
    """Whether nearly all words of ``before`` stand in ``after``, in their order."""
    return _compared(before.forms, after.forms)[0]


def changes(before: Sense, after: Sense) -> tuple[list[range], list[range]]:
    """The words that went and those that came, by their numbers: for each run of them what came in
    its place, or nothing."""
    _, gone, come = _compared(before.forms, after.forms)
    return gone, come


@lru_cache(maxsize=8)  # several checks ask it of the same two
def _compared(before: _Forms, after: _Forms) -> tuple[bool, list[range], list[range]]:
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    codes = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    gone, come = [range(*code[1:3]) for code in codes], [range(*code[3:5]) for code in codes]
    return matcher.ratio() >= _ALIKE, gone, come
