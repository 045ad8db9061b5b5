"""Which words of a text stand for a pole, by the table of the language, and which only look so.

"Before the court" says where, not when; a small word at the end of a clause is part of its verb.
Knows clauses; nothing of negations.
"""

from unlinkable.fidelity.sense.clauses import Clauses
from unlinkable.language import FoundPhrase, Pole

WITHOUT = Pole("presence", "without")
_BEFORE = Pole("order", "before")
_REACH = 5  # words from "before" to the court


class PolesSaid:
    """The ``found`` poles of a text.

    - ``at_forums``: the words of time that say where;
    - ``of_presence``: the words of those that say "without".
    """

    def __init__(self, clauses: Clauses) -> None:
        self._there = clauses
        self._language = clauses.language
        poles = dict.fromkeys(self._language.poles.find(clauses.forms))
        seeming = {
            word for one in self._language.seeming_senses.find(clauses.forms) for word in one.words
        }
        before_forums = {one for one in poles if self._at_a_forum(one)}
        self.at_forums = frozenset(one.words[-1] for one in before_forums)
        self.found = [
            found
            for found in poles
            if clauses.unbroken(found.words)
            and seeming.isdisjoint(found.words)
            and found not in before_forums
            and not self._says_otherwise(found)
        ]
        self.of_presence = frozenset(one.words for one in self.found if one.value == WITHOUT)

    def _at_a_forum(self, found: FoundPhrase[Pole]) -> bool:
        """Whether a word of time says where: "before the court", "before the [masked one]"; not
        "before the court decided"."""
        forms, language, last = self._there.forms, self._language, found.words[-1]
        if found.value != _BEFORE or forms[last] not in language.conjunctions:
            return False
        if not language.relatives.isdisjoint(forms[last + 1 : last + 2]):
            return True  # "before which"
        for word in range(last + 1, min(last + 1 + _REACH, len(forms) + 1)):
            if word - 1 in self._there.blanks:
                return word > last + 1 and language.determiners.issuperset(forms[last + 1 : word])
            if word == len(forms):
                return False
            if forms[word] in language.forums:
                return self._there.ends(word) or forms[word + 1] in language.prepositions
            if forms[word] in language.function_words - language.determiners:
                return False
        return False

    def _says_otherwise(self, found: FoundPhrase[Pole]) -> bool:
        """Whether a word says something else where it stands: "nach § 3", "ab" but not before a
        date, "Rechte" with a capital, "kam der Pflicht nach"."""
        language, first = self._language, found.words[0]
        if len(found.words) > 1:
            return False
        if self.part_of_verb(first):
            return True
        form, at_blank = self._there.forms[first], first in self._there.blanks
        return (
            (form in language.timeless and at_blank)
            or (form in language.dating and not at_blank)
            or (form in language.uncapitalised and bool(first) and self._there.is_capital(first))
        )

    def part_of_verb(self, word: int) -> bool:
        """Whether a small word at the end of its clause is part of its verb: "liegt nicht vor"."""
        small = self._there.forms[word] in self._language.verb_parts
        return small and self._there.ends(word) and word not in self._there.blanks
