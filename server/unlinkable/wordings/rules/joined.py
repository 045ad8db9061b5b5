"""What English "and" joins may be joined by "and also".

Only before the words of the class ALSO, where another thing follows and no clause of its own;
between two acts of procedure; before another verb of having or being; or between two clauses with
"that". Nothing before "and" may wait for it ("between", "both", a preposition) or deny what it
joins. Knows nothing of effects on searches.
"""

from collections.abc import Iterator

from unlinkable.draft.spans import Span
from unlinkable.wordings.entries import Derivation, Effect
from unlinkable.wordings.matching import Matcher
from unlinkable.wordings.substitute import Substitute
from unlinkable.wordings.tokens import Tokens

KIND = "what is joined"
_REACH = 12  # words before "and" in which nothing may wait for it
_ENDS = (",", ".", ";", ":", ")")
_AND, _AND_ALSO = "and", "and also"
_AND_MORE = ("like", "rest", "others", "latter", "former")  # behind "and the": no other thing


class Joined:
    """The rule for one language; without classes for it, nothing is found."""

    def __init__(self, matcher: Matcher) -> None:
        self._also = matcher.classes.get("ALSO", frozenset())
        self._acts = matcher.classes.get("ALSOACTS", frozenset())
        self._clauses = matcher.classes.get("ALSOCLAUSES", frozenset())
        self._verbs = matcher.classes.get("ALSOVERBS", frozenset())
        self._small = matcher.classes.get("PREP", frozenset())
        self._waiting = matcher.classes.get("WAITING", frozenset())
        self._ending = matcher.classes.get("ENDTHING", frozenset())
        self._finite = matcher.classes.get("FINITE", frozenset())

    def at(self, there: Tokens, at: int) -> Iterator[Substitute]:
        """ "And also" where ``at`` is the word "and"."""
        if there.words[at] != _AND or not 0 < at < len(there.words) - 2:
            return
        if there.between[at] not in ("", ",") or there.between[at + 1]:
            return
        if self._waited_for(there, at) or not self._is_another(there, at + 1):
            return
        span = Span(there.starts[at], there.ends[at])
        if there.text[span.start - 1] not in " \n" or there.text[span.end] not in " \n":
            return
        derivation = Derivation(KIND, _AND, _AND_ALSO, Effect.LENGTHENS, KIND, read=True)
        context = Span(there.starts[at - 1], there.ends[at + 1])
        yield Substitute(span, _AND_ALSO, derivation, context)

    def _is_another(self, there: Tokens, at: int) -> bool:
        """Whether a thing or an act begins at word ``at``, and no clause."""
        word, before = there.words[at], there.words[there.sentence(at).start : at]
        if word in self._clauses:
            return word in before and there.words[at + 1] not in self._verbs
        if word in self._acts:
            return not self._acts.isdisjoint(before[-_REACH:])
        if word in self._verbs:
            return any(self._is_finite(other) for other in before[-_REACH:-1])
        is_more = there.words[at + 1] in _AND_MORE
        return word in self._also and not is_more and not self._is_clause(there, at)

    def _is_clause(self, there: Tokens, at: int) -> bool:
        """Whether there is a verb of its own in what begins at word ``at``, or a mask, of which
        nobody knows."""
        for word in range(at + 1, len(there.words)):
            mark = there.between[word]
            if mark[:1] in _ENDS:
                return False
            if not mark and there.words[word] in self._ending:
                return False
            if mark or self._is_finite(there.words[word]):
                return True
        return False

    def _is_finite(self, word: str) -> bool:
        return word in self._finite or word.endswith("ed")

    def _waited_for(self, there: Tokens, at: int) -> bool:
        if there.small[at - 1] in self._small:
            return True
        for before in range(at - 1, max(-1, at - _REACH), -1):
            if there.small[before] in self._waiting:
                return True
            if there.begins_sentence(before):
                return False
        return False
