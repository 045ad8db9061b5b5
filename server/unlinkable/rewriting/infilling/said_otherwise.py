"""What a thesaurus offers in place of words: one word of them said by a synonym, in its own form.

Nothing of it is taken unseen: a model and the checks judge each in its place. Knows single words of
English; nothing of drafts.
"""

from collections.abc import Iterator

from unlinkable.language import ENGLISH, Language
from unlinkable.language.wordnet.files import PartOfSpeech
from unlinkable.wordings.articles import article_for
from unlinkable.wordings.inflection import plural, verb_forms
from unlinkable_index.words import Words, find_words


def said_otherwise(text: str, language: Language) -> tuple[str, ...]:
    """``text`` with others in place of its word, where only one says something by itself; those of
    the likelier senses first."""
    words = find_words(text)
    small = language.function_words | language.grammar.determiners
    telling = [number for number, form in enumerate(words.forms) if form not in small]
    if language is not ENGLISH or len(telling) != 1:
        return ()
    [at] = telling
    found = dict.fromkeys(_in_its_form(words.forms[at]))
    return tuple(_with(text, words, at, other) for other in found)


def _in_its_form(form: str) -> Iterator[str]:
    """The synonyms of a word, each in the forms that it may have."""
    thesaurus = ENGLISH.thesaurus
    if thesaurus is None:
        return
    lemmas = [lemma for lemma in dict.fromkeys(thesaurus.lemmas(form)) if lemma != form] or [form]
    sort = thesaurus.sort(form)
    if sort is None:
        return
    for other in thesaurus.synonyms(form, sort):
        if form != lemmas[0] or thesaurus.sort(other) is sort:  # no ending tells what it is
            for lemma in lemmas:
                yield from _alike(form, lemma, other, sort)


def _alike(form: str, lemma: str, other: str, sort: PartOfSpeech) -> Iterator[str]:
    """``other`` in the forms in which ``lemma`` is ``form``; of a word that is none of that part of
    speech they are no words."""
    if sort is PartOfSpeech.VERB:
        pairs = zip(verb_forms(lemma), verb_forms(other), strict=True)
        yield from (its for mine, its in pairs if mine == form)
    elif form == lemma:
        yield other
    elif sort is PartOfSpeech.NOUN and form == plural(lemma):
        yield plural(other)


def _with(text: str, words: Words, at: int, other: str) -> str:
    """A text with another word at the place of one, and the article before it that it wants."""
    start, end = int(words.starts[at]), int(words.ends[at])
    before = text[:start]
    if at and words.forms[at - 1] in ("a", "an"):
        article = article_for(other)
        shown = text[int(words.starts[at - 1])]
        first = int(words.starts[at - 1])
        before = text[:first] + shown + article[1:] + text[int(words.ends[at - 1]) : start]
    capital = text[start].isupper()
    return before + (other[0].upper() + other[1:] if capital else other) + text[end:]
