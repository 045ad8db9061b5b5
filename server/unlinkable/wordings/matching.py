"""Whether a pattern stands at a place of a text, and may change there.

Knows neighbours by their form, by what stands between, and by the classes of function words; there
is no grammar beyond that, so what is unclear does not match.
"""

from dataclasses import dataclass

from unlinkable.wordings.entries import Condition, Neighbour
from unlinkable.wordings.patterns import Pattern
from unlinkable.wordings.tables import SORTS, Classes
from unlinkable.wordings.tokens import Tokens

_MASKS = frozenset("[<_█■]>")
_STOPS = frozenset(".;:?!…)\n")


@dataclass(frozen=True, eq=False)
class Matcher:
    """What the classes of one language say about the words of any text."""

    classes: Classes

    def end(self, pattern: Pattern, there: Tokens, at: int) -> int | None:
        """The last word of ``pattern`` where it begins at word ``at``, else None."""
        last = at + len(pattern.words) - 1
        if last >= len(there.words):
            return None
        for offset, word in enumerate(pattern.words[1:], 1):
            if there.between[at + offset] != pattern.marks[offset]:
                return None
            if not self._is(word, there, at + offset):
                return None
        if not there.between[at].endswith(pattern.marks[0]):
            return None
        if not there.between[last + 1].startswith(pattern.marks[-1]):
            return None
        if not _stands_free(there, at, last):
            return None
        for condition in pattern.conditions:
            if self._holds(condition, pattern, there, at, last) == condition.refused:
                return None
        return last

    def _is(self, word: str, there: Tokens, at: int) -> bool:
        if word in SORTS:
            return self._looks(frozenset([word]), there, at)
        if word in self.classes:
            return there.words[at] in self.classes[word]
        return there.words[at] == word

    def is_ordinary(self, there: Tokens, at: int) -> bool:
        """Whether a word begins small and is none of the language's function words."""
        word = there.words[at]
        return word[0].islower() and word not in self.classes.get("FUNCTION", ())

    def _holds(
        self, condition: Condition, pattern: Pattern, there: Tokens, first: int, last: int
    ) -> bool:
        """Whether the neighbour is one of those that ``condition`` names."""
        if condition.side is Neighbour.BEHIND:
            at = last + 1
            mark = there.between[at].removeprefix(pattern.marks[-1]).lstrip()[:1]
            if "END" in condition.sorts and (mark in _STOPS if mark else at == len(there.words)):
                return True
        else:
            at = first - 1
            marks = there.between[first].removesuffix(pattern.marks[0])
            mark = marks.rstrip(" \t")[-1:]
            if "START" in condition.sorts and there.begins_sentence(first):
                return True
        if mark and mark != "\n":
            return mark in condition.words or ("MASK" in condition.sorts and mark in _MASKS)
        if mark or not 0 <= at < len(there.words):
            return False
        return there.small[at] in condition.words or self._looks(condition.sorts, there, at)

    def _looks(self, sorts: frozenset[str], there: Tokens, at: int) -> bool:
        word = there.words[at]
        endings = tuple(sort[1:] for sort in sorts if sort.startswith("*"))
        return (
            (bool(endings) and word.endswith(endings) and len(word) > 4)
            or ("NAME" in sorts and word[0].isupper())
            or ("NUMBER" in sorts and word[0].isdigit())
            or ("WORD" in sorts and self.is_ordinary(there, at))
        )


def _stands_free(there: Tokens, first: int, last: int) -> bool:
    """Whether words are not joined to their neighbours by a hyphen, an apostrophe or markup."""
    start, end = there.starts[first], there.ends[last]
    ahead, behind = there.text[start - 1 : start], there.text[end : end + 1]
    if ahead and not ahead.isspace() and ahead not in '"“„»«‘([':
        return False
    if behind and not behind.isspace() and behind not in '"”“»«)].,;:?!…':
        return False
    inside = there.text[start:end]
    return "\n\n" not in inside and "  " not in inside
