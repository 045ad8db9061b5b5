"""What a name may be written as elsewhere: without the hyphen that divided it at the end of a line,
or by initials ("HMP" for "HM Prison", "ECHR" for "European Court of Human Rights").

Knows words and what stands between them; nothing of which words are names.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from unlinkable_index.words import find_words

_DIVIDED = re.compile(r"[-\u2010\u2011]\s*")
_LINE_END = re.compile(r"[-\u2010\u2011]\s")
_LONGEST = 7  # words that initials stand for


def other_spellings(text: str) -> dict[str, tuple[str, ...]]:
    """What words of ``text`` may be written as elsewhere, each with what it stands for."""
    words = find_words(text)
    places = list(zip(words.starts.tolist(), words.ends.tolist(), strict=True))
    shown = [text[start:end] for start, end in places]
    between = [text[here[1] : there[0]] for here, there in pairwise(places)]
    found = dict(_initials(shown, between))
    for word, following, gap in zip(shown, shown[1:], between, strict=False):
        if _DIVIDED.fullmatch(gap) and following.islower():
            found[word + following] = (word, following)
    for word in shown:
        if _LINE_END.search(word):
            found[_DIVIDED.sub("", word)] = (word,)
    return found


def _initials(
    shown: Sequence[str], between: Sequence[str]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Of words in a row, the first and last of them with a capital; small ones may be left out."""
    for first, word in enumerate(shown):
        if not word[0].isupper():
            continue
        every = some = ""
        for number in range(first, min(first + _LONGEST, len(shown))):
            if number > first and not between[number - 1].isspace():
                break
            part = shown[number]
            letters = part if part.isupper() else part[0].upper()
            every += letters
            some += letters if part[0].isupper() else ""
            if part[0].isupper() and number > first:
                there = tuple(shown[first : number + 1])
                yield every, there
                yield some, there
