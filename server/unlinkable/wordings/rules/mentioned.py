"""What was mentioned shortly before may be pointed back to in English: "that court", "the said
court", "the court in question" for "the court" and "this court".

Only nouns of the classes THING, THINGS, CASE, PERSON, PARTY and, with a name before it, NAMED; with
words before them that tell which ("the criminal proceedings") where the last mention has the same.
A noun without any is left alone where mentions around have different ones ("the first request",
"the second request"). Knows nothing of effects on searches.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from unlinkable.draft.spans import Span
from unlinkable.wordings.entries import Derivation, Effect
from unlinkable.wordings.matching import Matcher
from unlinkable.wordings.substitute import Substitute
from unlinkable.wordings.tokens import Tokens

KIND = "things mentioned before"
_AROUND = 150  # words back in which there must be a mention, and all must be alike
_PARAGRAPHS = 2  # so many before, too, for nouns of the classes; others only in the same one
_MOST_TELLING = 2  # words between the article and the noun
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_ENDS = frozenset(".,;:)")
_SAID, _IN_QUESTION = "the said", "in question"
_POINTING = {
    "THING": ("that", _SAID),
    "THINGS": ("those", _SAID),
    "CASE": (_SAID,),
    "PERSON": (_SAID,),
    "PARTY": (_SAID,),
    "NAMED": (_SAID,),
}
"""By class of nouns, what may stand for "the"."""
_POINTED = {"this": "that", "these": "those"}


class _Mention(NamedTuple):
    """ "The" (number of the word), what tells which, and the noun."""

    first: int
    noun: int
    pointing: tuple[str, ...]
    alone: bool

    @property
    def telling(self) -> range:
        return range(self.first + 1, self.noun)


class Mentioned:
    """The rule for one language; without classes for it, nothing is found."""

    def __init__(self, matcher: Matcher) -> None:
        classes = matcher.classes
        self._never = classes.get("NOTPOINTED", frozenset())
        self._pointing = {
            noun: ways
            for name, ways in _POINTING.items()
            for noun in classes.get(name, frozenset()) - self._never
        }
        self._small = classes.get("FUNCTION", frozenset())
        self._parties = classes.get("PARTY", frozenset())
        self._acting = classes.get("ACTING", frozenset())
        self._acts = classes.get("ACTS", frozenset())
        self._behind = classes.get("BEHINDMENTIONED", frozenset())
        self._joining = classes.get("JOINING", frozenset())
        self._relative = classes.get("RELATIVE", frozenset())
        self._named = classes.get("NAMED", frozenset())
        self._things = classes.get("THING", frozenset()) | classes.get("THINGS", frozenset())
        self._always = classes.get("ALWAYSONE", frozenset())
        self._of_rules = classes.get("OFRULES", frozenset())
        self._ordinals = classes.get("ORDINAL", frozenset())
        self._apart = classes.get("TOLDAPART", frozenset())

    def at(self, there: Tokens, at: int) -> Iterator[Substitute]:
        """The ways to point back with "the", "this" or "these" at word ``at``, and the noun behind
        it."""
        article = there.small[at]
        if article != "the" and article not in _POINTED:
            return
        start = there.starts[at]
        if there.text[max(0, start - 1) : start] == "[":
            return  # what an editor put in for other words
        found = self._mention(there, at)
        if found is None or self._says_a_rule(there, found):
            return
        if article not in _POINTED and not self._mentioned_alike(there, found):
            return
        rest = there.text[there.ends[at] : there.ends[found.noun]]
        for new, effect in self._pointing_back(there, found, rest):
            yield self._substitute(there, found, new, effect)

    def _says_a_rule(self, there: Tokens, found: _Mention) -> bool:
        """Whether the sentence may speak of any such thing, as a law does."""
        if there.words[found.noun] in self._always:
            return False
        return any(there.words[word] in self._of_rules for word in there.sentence(found.first))

    def _pointing_back(
        self, there: Tokens, found: _Mention, rest: str
    ) -> Iterator[tuple[str, Effect]]:
        noun = there.words[found.noun]
        ordinal = bool(found.telling) and there.words[found.first + 1] in self._ordinals
        genitive = there.between[found.noun + 1] == "’"
        if found.alone and not genitive and not ordinal and noun not in self._named:
            yield f"the{rest} {_IN_QUESTION}", Effect.LENGTHENS
        ahead = there.small[found.first - 1] if found.first else ""
        for word in found.pointing:
            if word != ahead:  # "likely that that court"
                yield f"{word}{rest}", Effect.LENGTHENS if word == _SAID else Effect.REPLACES

    def _substitute(self, there: Tokens, found: _Mention, new: str, effect: Effect) -> Substitute:
        span = Span(there.starts[found.first], there.ends[found.noun])
        if there.words[found.first][0].isupper():
            new = new[0].upper() + new[1:]
        derivation = Derivation(
            KIND, there.text[span.start : span.end], new, effect, KIND, read=True
        )
        behind = there.ends[min(found.noun + 1, len(there.words) - 1)]
        return Substitute(span, new, derivation, Span(span.start, behind))

    def _mention(self, there: Tokens, at: int) -> _Mention | None:
        """What stands behind the article, if it is a noun to point back to."""
        for noun in range(at + 1, min(at + 2 + _MOST_TELLING, len(there.words))):
            if there.between[noun] or there.text[there.ends[noun - 1] : there.starts[noun]] != " ":
                return None
            word = there.words[noun]
            if (word in self._small and word not in self._ordinals) or word in self._apart:
                return None
            if word in self._ordinals and there.small[at - 1 : at] == ("and",):
                return None
            if not self._may_point(there, at, noun):
                continue
            if self._stands_alone(there, noun):
                return _Mention(at, noun, self._pointing.get(word, (_SAID,)), alone=True)
            if self._is_one_whatever_follows(there, noun):
                return _Mention(at, noun, (_SAID,), alone=False)
        return None

    def _may_point(self, there: Tokens, at: int, noun: int) -> bool:
        word = there.words[noun]
        if there.small[at] != "the":
            return word in self._things and noun == at + 1
        if noun == at + 1 and self._is_noun(there, noun):
            return True
        named = noun > at + 1 and there.words[noun - 1][0].isupper()
        return word in self._pointing and (word in self._named) == named

    def _is_noun(self, there: Tokens, at: int) -> bool:
        """Whether a word behind an article is surely the noun, as a verb follows or nothing."""
        word = there.words[at]
        if not (word.isalpha() and word.islower()) or word in self._never or len(word) < 3:
            return False
        return not word.endswith(("ly", "est")) and self._never != frozenset()

    def _stands_alone(self, there: Tokens, at: int) -> bool:
        end = there.ends[at]
        mark = there.text[end : end + 1]
        if mark in _ENDS or at + 1 >= len(there.words):
            return mark in _ENDS
        word, following = there.words[at], there.words[at + 1]
        if there.between[at + 1] == "’":
            behind = there.words[at + 2 : at + 3]
            return (following == "s" or mark == "’") and behind != ("office",)
        if there.between[at + 1] or not mark.isspace():
            return False
        if following in self._behind:
            return True
        who = word in self._acting  # of things, what is joined may be a part of a compound
        return who and (following in self._joining or self._is_verb(following))

    def _is_verb(self, word: str) -> bool:
        return word in self._acts or (word.endswith("ed") and len(word) > 4 and word != "concerned")

    def _is_one_whatever_follows(self, there: Tokens, at: int) -> bool:
        if at + 1 >= len(there.words):
            return False
        word, following = there.words[at], there.words[at + 1]
        if following in self._relative:
            return False
        if word in self._parties:
            return True
        return word in self._named and following != "of" and following in self._small

    def _mentioned_alike(self, there: Tokens, found: _Mention) -> bool:
        small = there.small
        telling = [small[word] for word in found.telling]
        near = False
        told: set[str] = set()
        always = small[found.noun] in self._always
        start = there.starts[found.first]
        numbers = there.numbers_of[small[found.noun]]
        since = 1 if always else max(1, found.first - _AROUND)
        mentions = numbers[bisect_left(numbers, since) : bisect_left(numbers, found.first)]
        back = _PARAGRAPHS if there.words[found.noun] in self._pointing else 0
        for other in mentions:
            if not always and _paragraphs(there, other, start) > back:
                continue
            same = list(small[other - len(telling) : other]) == telling
            near |= same
            if there.between[other] or small[other - 1] not in self._small:
                told.add(small[other - 1])
        return near and (bool(telling) or len(told) <= 1)


def _paragraphs(there: Tokens, at: int, end: int) -> int:
    """How many paragraphs end between word ``at`` and the offset ``end``."""
    return sum(1 for _ in _BLANK_LINE.finditer(there.text, there.ends[at], end))
