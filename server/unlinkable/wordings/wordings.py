"""The wordings of one language, held against a text: which alternatives stand in it, and where.

Loaded on first use. Knows nothing of what leads back, nor of who chooses.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import chain

from unlinkable.draft.draft import touch
from unlinkable.wordings.patterns import (
    APOSTROPHE,
    CLASS_NAME,
    Beginnings,
    Matcher,
    Pattern,
    PatternMaker,
    is_class,
)
from unlinkable.wordings.saying_less import SAYING_LESS
from unlinkable.wordings.saying_the_same import SAYING_THE_SAME
from unlinkable.wordings.tables import (
    SYNONYMS,
    Classes,
    Derivation,
    Effect,
    Entry,
    read_classes,
    read_table,
)
from unlinkable.wordings.tokens import (
    FixedTerms,
    Substitute,
    Tokens,
    fitted,
    staying,
    terms_of,
    tokens,
)
from unlinkable_index.documents.shared.rendering import Span

ORDER = "order of words"
"""The kind of the entries that say the same in another order."""

LANGUAGES = ("English", "German", "Norwegian", "Polish")


class Wordings:
    """What may be said otherwise in one language."""

    language: str | None = None
    """The only language that they hold for; None: whoever asks knows."""

    def __init__(
        self, entries: Iterable[Entry], classes: Classes, terms: Iterable[str] = ()
    ) -> None:
        """``terms`` never change: words or sequences of words, in any case of letters."""
        self.entries = tuple(entries)
        self._matcher = Matcher(classes)
        self._rules = tuple(rule(self._matcher) for rule in (*SAYING_THE_SAME, *SAYING_LESS))
        self._terms = FixedTerms(terms)
        patterns = PatternMaker(classes).patterns
        made = (pattern for entry in self.entries for pattern in patterns(entry))
        self._beginnings = Beginnings(made, classes)

    def alternatives(
        self,
        text: str,
        span: Span | None = None,
        protected: Iterable[Span] = (),
        terms: Sequence[str] = (),
    ) -> Iterator[Substitute]:
        """All safe alternatives in ``text``, in order of place; only those that change some of
        ``span`` where it is given.

        Quotations and ``protected`` (masks, names, markup) stay as they are, and so do ``terms``.
        Offsets count code points.
        """
        there = tokens(text)
        places = staying(there, protected, [self._terms, FixedTerms(terms)])
        for substitute in self._all(there):
            within = span is None or touch(substitute.span, span)
            if within and not places.touch(*substitute.span):
                yield substitute

    def _all(self, there: Tokens) -> Iterator[Substitute]:
        for at, word in enumerate(there.words):
            following = there.words[at + 1] if at + 1 < len(there.words) else ""
            found = self._beginnings.of(word, following)
            if word[0].isupper() and there.begins_sentence(at):
                found = chain(found, self._beginnings.of(word[0].lower() + word[1:], following))
            sure: set[tuple[str, Span, str]] = set()
            for pattern in found:
                last = self._matcher.end(pattern, there, at)
                if last is not None:
                    for one in self._of_a_pattern(pattern, there, at, last):
                        key = one.derivation.place, one.span, one.replacement
                        if key not in sure:  # by the same entry without asking other rulings
                            sure.add(key)
                            yield one
            for rule in self._rules:
                yield from rule.at(there, at)

    def _of_a_pattern(
        self, pattern: Pattern, there: Tokens, first: int, last: int
    ) -> Iterator[Substitute]:
        start, end = there.starts[first], there.ends[last]
        if pattern.marks[0]:
            start = there.text.rindex(",", 0, start)
        if pattern.marks[-1]:
            end = there.text.index(",", end) + 1
        for instead in pattern.instead:
            new = _filled(pattern, instead, there, first, self._matcher.classes)
            if "'" in there.text and APOSTROPHE not in there.text:
                new = new.replace(APOSTROPHE, "'")
            if _repeats(new, there, first, last):
                continue
            articles = self._matcher.classes.get("ARTICLES", frozenset())
            fit = fitted(there, first, last, Span(start, end), new, articles)
            if fit is None:
                continue
            before = there.text[start:end]
            entry = pattern.entry
            derivation = Derivation(
                entry.kind, before, new, _effect(entry, new), entry.place, entry.read
            )
            context = _context(there, first, last, fit[0])
            yield Substitute(*fit, derivation, context, entry.usual)


def _effect(entry: Entry, new: str) -> Effect:
    if not new:
        return Effect.DROPS
    if entry.kind == SYNONYMS:
        return Effect.MAY_SAY
    return Effect.REORDERS if entry.kind.startswith(ORDER) else Effect.REPLACES


def _filled(pattern: Pattern, instead: str, there: Tokens, first: int, classes: Classes) -> str:
    """``instead`` with the words of the text for its classes, in the order they stand in."""
    standing: dict[str, list[str]] = defaultdict(list)
    for offset, word in enumerate(pattern.words):
        if is_class(word, classes):
            shown = there.words[first + offset]
            at_start = not offset and there.begins_sentence(first)
            standing[word].append(shown[0].lower() + shown[1:] if at_start else shown)
    if not standing:
        return instead
    return CLASS_NAME.sub(
        lambda found: standing[found[0]].pop(0) if standing.get(found[0]) else found[0], instead
    )


def _repeats(new: str, there: Tokens, first: int, last: int) -> bool:
    """Whether a word would stand twice in a row."""
    words = new.lower().replace(",", " ").split()
    if not words:
        return False
    ahead = there.small[first - 1] if first else ""
    behind = there.small[last + 1] if last + 1 < len(there.words) else ""
    return words[0] == ahead or words[-1] == behind


def _context(there: Tokens, first: int, last: int, span: Span) -> Span:
    """From the word ahead to the word behind, where there are any."""
    start = there.starts[max(0, first - 1)]
    end = there.ends[min(len(there.words) - 1, last + 1)]
    return Span(min(start, span.start), max(end, span.end))


def _tables_in(folder: Traversable, name: str) -> Iterator[tuple[str, str]]:
    """The tables in a folder and the folders in it, each with its name; in order of the names."""
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        inside = f"{name}/{file.name}"
        if file.is_dir():
            yield from _tables_in(file, inside)
        elif file.name.endswith(".txt"):
            yield inside, file.read_text(encoding="utf-8")


@cache
def wordings_of(language: str) -> Wordings | None:
    """The wordings of a language by its English name; None where there are no tables for it."""
    if language not in LANGUAGES:
        return None
    folder = resources.files("unlinkable.wordings").joinpath(language.lower())
    classes = read_classes(folder.joinpath("classes.words").read_text(encoding="utf-8"))
    entries: list[Entry] = []
    for name, table in _tables_in(folder, language.lower()):
        entries += read_table(table, name, classes)
    terms = terms_of(folder.joinpath("terms.words").read_text(encoding="utf-8"))
    return Wordings(entries, classes, terms)
