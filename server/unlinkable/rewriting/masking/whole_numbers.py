"""Which words are parts of one number, as in "2,000.50" or "123/04": what is left of one that is
masked in part still tells its size, or the year of a case. Knows drafts; nothing of what is masked,
or why."""

import numpy as np
from numpy.typing import NDArray

from unlinkable.draft import Draft

_JOINTS = frozenset(",.'’/")


def goes_on(draft: Draft, word: int) -> bool:
    """Whether the number that a word is part of goes on with the next word."""
    forms = draft.forms
    if word + 1 >= len(forms) or not (forms[word].isdigit() and forms[word + 1].isdigit()):
        return False
    return draft.text[int(draft.ends[word]) : int(draft.starts[word + 1])] in _JOINTS


def with_whole_numbers(draft: Draft, words: NDArray[np.int64]) -> NDArray[np.int64]:
    """``words`` (numbers, rising) with all other parts of the numbers that they are parts of."""
    whole = set(words.tolist())
    for word in words.tolist():
        after = word
        while goes_on(draft, after):
            after += 1
            whole.add(after)
        before = word
        while before and goes_on(draft, before - 1):
            before -= 1
            whole.add(before)
    return np.array(sorted(whole), dtype=np.int64)
