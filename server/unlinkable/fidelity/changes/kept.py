"""Whether most of what stands outside the flagged phrases is still said, in these words or others.

A word is kept where one with another ending, or by the thesaurus one of the same sense, stands in
the new text. Knows words and flagged phrases; nothing of what a change turns.
"""

from collections.abc import Sequence

from unlinkable.draft import Span, touches
from unlinkable.fidelity.akin import akin, akin_to_any, without_inside
from unlinkable.fidelity.changes.nouns import is_part
from unlinkable.language import Language
from unlinkable_index.words import find_words

_CONTENT = 4  # letters of a word that says something
_FEW = 4  # content words outside: of fewer, or of those inside, one is enough


def changed_throughout(before: str, after: str, flagged: Sequence[Span], language: Language) -> str:
    """The reason, where fewer than half of the words that say something outside the ``flagged``
    phrases are kept, or where they are few, not even one of all; else ''."""
    words = find_words(before)
    outside: set[str] = set()
    inside: set[str] = set()
    small = language.function_words | language.light_words
    for word, start, end in zip(words.forms, words.starts, words.ends, strict=True):
        if len(word) >= _CONTENT and word not in small:
            (inside if touches(Span(start, end), flagged) else outside).add(word)
    there = find_words(after).forms
    kept = sum(_stays(word, there, language) for word in outside)
    if 2 * kept < len(outside) and len(outside) >= _FEW:
        return (
            f"It changes far more than the flagged phrases: of {len(outside)} other content words "
            f"{kept} are kept."
        )
    some = outside | inside
    lost = some and not any(_stays(word, there, language) for word in some)
    return "Nothing of the passage is left in it." if lost else ""


def _stays(word: str, there: Sequence[str], language: Language) -> bool:
    thesaurus = language.thesaurus
    if akin_to_any(word, there):
        return True
    if language.nouns_capitalised and any(is_part(word, other) for other in there):
        return True
    if language.inside_verbs:  # "eingelegt", "einzulegen"
        verb = without_inside(word, language.inside_verbs)
        return any(akin(verb, without_inside(other, language.inside_verbs)) for other in there)
    return thesaurus is not None and any(thesaurus.same(other, word) for other in there)
