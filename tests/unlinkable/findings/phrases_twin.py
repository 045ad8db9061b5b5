"""The slow, obvious twin of phrase findings: the definitions, word for word."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

Phrase = tuple[str, ...]
DocumentsOf = Callable[[Phrase], frozenset[int]]


class Found(NamedTuple):
    """A minimal rare phrase: where it begins, in words of the draft, and where it leads."""

    first_word: int
    words: int
    documents: tuple[int, ...]


def twin_minimal_rare(
    segments: Sequence[Phrase],
    documents_of: DocumentsOf,
    k: int,
    max_words: int,
    source: int | None = None,
) -> list[Found]:
    """All minimal rare phrases, shortest first and then leftmost."""
    found = []
    first_word = 0
    for segment in segments:
        for start in range(len(segment)):
            for n in range(1, min(max_words, len(segment) - start) + 1):
                phrase = segment[start : start + n]
                if is_rare(phrase, documents_of, k, source) and all(
                    len(documents_of(part)) >= k for part in _shorter_parts(phrase)
                ):
                    documents = tuple(sorted(documents_of(phrase)))
                    found.append(Found(first_word + start, n, documents))
        first_word += len(segment)
    return sorted(found, key=lambda finding: (finding.words, finding.first_word))


def is_rare(phrase: Phrase, documents_of: DocumentsOf, k: int, source: int | None) -> bool:
    """Whether some documents contain the phrase, but fewer than k, and the source is one."""
    documents = documents_of(phrase)
    return 1 <= len(documents) < k and (source is None or source in documents)


def twin_findings(minimal_rare: Sequence[Found]) -> list[Found]:
    """Of ``minimal_rare``, in that order, those that share no word with one already taken."""
    taken: set[int] = set()
    findings = []
    for found in minimal_rare:
        words = set(range(found.first_word, found.first_word + found.words))
        if not words & taken:
            taken |= words
            findings.append(found)
    return findings


def twin_likely_source(findings: Sequence[Found]) -> tuple[int, int] | None:
    """The document that most findings lead to, the first of several, and how many do."""
    documents = {document for found in findings for document in found.documents}
    counts = {d: sum(d in found.documents for found in findings) for d in documents}
    best = max(counts.values(), default=0)
    return next(((d, best) for d in sorted(documents) if counts[d] == best), None)


def _shorter_parts(phrase: Phrase) -> list[Phrase]:
    return [
        phrase[start : start + n]
        for n in range(1, len(phrase))
        for start in range(len(phrase) - n + 1)
    ]
