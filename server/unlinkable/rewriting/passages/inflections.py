"""Whether flagged phrases come back in other inflections: "burned mills" for "burning mill".

Most search boxes fold the endings of words, so that such a wording hides nothing from them. Words
are taken for the same as Snowball's stemmers take them (Porter 2001, *Snowball: a language for
stemming algorithms*), in the languages that have one; elsewhere no word is another. Knows drafts;
nothing of models and indexes.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from unlinkable.draft import Draft, Forms
from unlinkable.language import Language
from unlinkable_index.stems import stems_of

_ALGORITHMS = {
    "de": "german",
    "en": "english",
    "es": "spanish",
    "fr": "french",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pl": "polish",
}


@dataclass(frozen=True)
class Inflections:
    """Phrases of the language ``code`` that must not stand in a text in other inflections than
    their own. ``phrases``: each by its stems."""

    code: str
    phrases: Mapping[Forms, Forms]

    @classmethod
    def of(cls, language: Language, phrases: Iterable[Forms]) -> "Inflections":
        """Those of ``phrases``."""
        return cls(language.code, {stems(language.code, phrase): phrase for phrase in phrases})

    def without(self, draft: Draft, words: range) -> "Inflections":
        """Those that do not stand among ``words`` of a draft in other inflections."""
        there = {phrase for phrase, _ in self.places(draft, words)}
        left = {key: phrase for key, phrase in self.phrases.items() if phrase not in there}
        return Inflections(self.code, left)

    def places(self, draft: Draft, among: range) -> Iterator[tuple[Forms, range]]:
        """The phrases that stand among these words in other inflections, and where."""
        forms = draft.forms[among.start : among.stop]
        stemmed = stems(self.code, forms)
        for length in sorted({len(phrase) for phrase in self.phrases}):
            for first in range(len(stemmed) - length + 1):
                phrase = self.phrases.get(stemmed[first : first + length])
                start = among.start + first
                together = draft.segments[start] == draft.segments[start + length - 1]
                if phrase and together and forms[first : first + length] != phrase:
                    yield phrase, range(start, start + length)


def stems(code: str, forms: Forms) -> Forms:
    """Word forms without their endings, in the language with this code."""
    return stems_of(_ALGORITHMS[code]).of(forms) if code in _ALGORITHMS else forms
