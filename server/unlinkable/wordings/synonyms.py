"""Synonyms that somebody gives in a file, one line a word, or that stand in the folder ``dict`` of
WordNet: for a person to judge, never safe by themselves. Must know nothing of who is shown them."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from unlinkable.draft.draft import touch
from unlinkable.language import ENGLISH
from unlinkable.language.thesaurus import ENDINGS, Files, PartOfSpeech, read_files
from unlinkable.own_lists import changed_at, entries, text_of
from unlinkable.wordings.inflection import BEFORE_PARTICIPLE, irregular_verbs, plural, verb_forms
from unlinkable.wordings.tables import SYNONYMS, Derivation, Effect, Entry
from unlinkable.wordings.tokens import FixedTerms, Substitute, Tokens, fitted, staying, tokens
from unlinkable.wordings.wordings import Wordings
from unlinkable_index.documents.shared.rendering import Span
from unlinkable_index.errors import UserError
from unlinkable_index.words import find_words

KIND = "synonyms of WordNet to be judged"
_MOST = 6  # synonyms of one word, those of its most frequent senses first
_SHORTEST = 3  # letters


class WordNet:
    """The synonyms of a folder. Raises UserError when it is no WordNet."""

    language: str | None = ENGLISH.name

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        try:
            self._files = read_files(folder)
        except (OSError, ValueError) as error:
            raise UserError(
                f"{folder}: the synonyms cannot be read; name the folder dict of WordNet, with "
                "index.noun, data.noun and the others"
            ) from error

    def alternatives(
        self,
        text: str,
        span: Span | None = None,
        protected: Iterable[Span] = (),
        terms: Sequence[str] = (),
    ) -> Iterator[Substitute]:
        """Synonyms for single words of ``text``, in order of place; as in `Wordings.alternatives`.
        Raises UserError when a file of the folder is damaged."""
        there = tokens(text)
        places = staying(there, protected, [FixedTerms(terms)])
        for at in range(len(there.words)):
            start, end = there.starts[at], there.ends[at]
            within = span is None or touch(Span(start, end), span)
            if within and not places.touch(start, end) and _is_plain(there, at):
                yield from self._of(there, at)

    def _of(self, there: Tokens, at: int) -> Iterator[Substitute]:
        word = there.small[at]
        before = there.small[at - 1] if at else ""
        try:
            found = [new for sort in PartOfSpeech for new in self._said(word, sort, before)]
        except (ValueError, IndexError, KeyError) as error:
            raise UserError(f"{self._folder}: this WordNet is damaged; fetch it again") from error
        span = Span(there.starts[at], there.ends[at])
        for new in list(dict.fromkeys(new for new in found if new != word))[:_MOST]:
            fit = fitted(there, at, at, span, new, ("a", "an"))
            if fit is not None:
                derivation = Derivation(
                    KIND, there.words[at], new, Effect.MAY_SAY, "WordNet", read=True
                )
                yield Substitute(*fit, derivation, span)

    def _said(self, word: str, sort: PartOfSpeech, before: str) -> Iterator[str]:
        """Synonyms of a word of one sort, each in the form that the word has."""
        files = self._files[sort]
        lemmas = [word] if files.has(word) else []
        lemmas += files.irregular.get(word, ())
        for ending, lemma_ending in ENDINGS[sort]:
            lemma = word.removesuffix(ending) + lemma_ending
            if word.endswith(ending) and lemma not in lemmas and files.has(lemma):
                lemmas.append(lemma)
        for lemma in lemmas:
            for synonym in _synonyms(files, lemma):
                made = self._in_form(synonym, sort, word, lemma, before)
                if made:
                    yield made

    def _in_form(self, synonym: str, sort: PartOfSpeech, word: str, lemma: str, before: str) -> str:
        """The synonym in the form that ``word`` has of ``lemma``; empty where it is not sure."""
        if word == lemma:
            return synonym
        irregular = self._files[sort].inflected_irregularly
        if sort is PartOfSpeech.NOUN:
            plain = synonym not in irregular and (synonym[-1:] != "s" or synonym[-2:] == "ss")
            return plural(synonym) if plain and plural(lemma) == word else ""
        known = irregular_verbs()
        if any(verb in irregular and verb not in known for verb in (synonym, lemma)):
            return ""
        forms, others = verb_forms(lemma), verb_forms(synonym)
        if word not in forms:
            return ""
        if word in (forms.past, forms.participle):
            return others.participle if before in BEFORE_PARTICIPLE else others.past
        return others[forms.index(word)]


def _synonyms(files: Files, lemma: str) -> Iterator[str]:
    """Single words of the synsets of a lemma, in their order. Raises as `Files.synsets`."""
    for synset in files.synsets(lemma):
        if lemma in synset.words:  # and not only as a name
            others = (word for word in synset.words if word != lemma)
            yield from (word for word in others if word.isalpha() and word.islower())


def _is_plain(there: Tokens, at: int) -> bool:
    """Whether a word is neither a name nor one of the small words."""
    word, small = there.words[at], there.small[at]
    plain = word.islower() or (word[1:].islower() and there.begins_sentence(at))
    return (
        plain and word.isalpha() and len(word) >= _SHORTEST and small not in ENGLISH.function_words
    )


_WHAT = "synonyms"


class Alternatives(Protocol):
    """What may be said otherwise in a text: `Wordings`, `WordNet`."""

    language: str | None

    def alternatives(
        self,
        text: str,
        span: Span | None = None,
        protected: Iterable[Span] = (),
        terms: Sequence[str] = (),
    ) -> Iterator[Substitute]: ...


def synonyms_in(text: str, name: str) -> Wordings:
    """The synonyms that a file lists, each in the place of its word as it is written. Raises
    UserError, which names the line."""
    return Wordings(_entries(text, name), {})


def _entries(text: str, name: str) -> Iterator[Entry]:
    for place, word, others in entries(text, name):
        instead = tuple(filter(None, map(str.strip, others.split(","))))
        if not instead or not find_words(word).forms:
            raise UserError(f"{place}: write a word, a colon, and its synonyms divided by commas")
        yield Entry(SYNONYMS, word, instead, (), "", place, read=True)


def read_synonyms(path: Path) -> Alternatives:
    """The synonyms of a file or of the folder ``dict`` of WordNet, read again only once it has
    changed. Raises UserError."""
    return _read(path, changed_at(path, _WHAT))


@lru_cache(maxsize=4)
def _read(path: Path, _changed: int) -> Alternatives:
    if path.is_dir():
        return WordNet(path)
    return synonyms_in(text_of(path, _WHAT), path.name)
