"""Whether a text that is being written has come back to words that stay.

Knows texts only, so that the model's process needs nothing else of what is kept and why.
"""

from unlinkable_index.words import find_words

_BACK = 2  # words that show that a text has come back to a kept part


def rest_of(part: str, written: str) -> str | None:
    """What of a kept part is still to come, where ``written`` ends with its first words; None
    where it does not."""
    ends = find_words(part).ends
    if not len(ends):
        return None
    needed = min(len(part), int(ends[_BACK - 1]) + 1) if len(ends) >= _BACK else len(part)
    for length in range(min(len(part), len(written)), needed - 1, -1):
        if written.endswith(part[:length]):
            return part[length:]
    return None
