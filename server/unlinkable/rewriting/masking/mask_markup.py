"""How a mask is written in the markup of a draft, so that it is read as one and breaks nothing.

Knows the marks of each language that a mask can run into; knows nothing of which words are masked.
"""

import re

from unlinkable.draft import Markup

_MAKES_A_LINK, _OPENS = ("(", "[", ":"), ("!", "]")
_COMMAND_BEFORE = re.compile(r"\\(?:[A-Za-z@]+\*?|\\\*?)\s*\Z")
_GROUP = re.compile(r"(?:\\[A-Za-z@]+\*?)?[{\[]|[}\]]")
_MARKS = re.compile(r"[*_`~]+|</?\w+>")
AROUND = 60
"""How many code points before and behind a mask are looked at."""


def written_mask(mask: str, words: str, before: str, behind: str, markup: Markup) -> str:
    """What is written for ``mask`` in place of ``words``, between what stands ``before`` them and
    ``behind``."""
    match markup:
        case Markup.PLAIN | Markup.DOCUMENT:
            return mask + "".join(_MARKS.findall(words))
        case Markup.MARKDOWN:
            if behind[:1] in _MAKES_A_LINK or before[-1:] in _OPENS:
                mask = re.sub(r"([\[\]])", r"\\\1", mask)
            return mask + "".join(_MARKS.findall(words))
        case Markup.LATEX:
            mask = re.sub(r"([_#%&$])", r"\\\1", mask)
            if _COMMAND_BEFORE.search(before):
                mask = f"{{{mask}}}"  # else its brackets would be an argument
            return mask + _open_groups(words)


def _open_groups(words: str) -> str:
    """The brackets in some words that are closed or opened outside of them."""
    left: list[str] = []
    for bracket in _GROUP.finditer(words):
        if bracket[0] in ("}", "]") and left and left[-1][-1] in "{[":
            left.pop()
        else:
            left.append(bracket[0])
    return "".join(left)
