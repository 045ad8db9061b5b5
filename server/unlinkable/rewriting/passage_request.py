"""A passage to be rewritten with all that whoever writes or judges needs: what must go, in which
inflections it must not come back, what may stay as it is. Values only; must never know who
writes, nor indexes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from unlinkable.draft import Draft, Forms, Span, overlapping, united
from unlinkable.fidelity.substance import Sort, substance
from unlinkable.language import Language
from unlinkable.model.decoding.tokens import START, advance, inside
from unlinkable.rewriting.edits import Replacements
from unlinkable.rewriting.task import Task
from unlinkable_index.phrase_hashes import stems_of
from unlinkable_index.words import find_words

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


_FEWEST = 3  # words of a kept part; what is shorter is written anew with what stands around it
_WHOLE = (Sort.DATE, Sort.REFERENCE, Sort.QUOTATION)


class KeptText(NamedTuple):
    """What stands before the first flagged words, and what stands after each of them."""

    begun: str
    parts: tuple[str, ...]


def kept_text(passage: str, flagged: Sequence[Span], masks: tuple[str, ...]) -> KeptText:
    """The parts of ``passage`` that stay: none where it has characters that an answer cannot have,
    such as line ends. ``masks``: regular expressions."""
    if advance(START, inside(passage).encode()) is None:
        return KeptText("", ())
    changed = list(_apart(passage, _grown(passage, flagged, masks)))
    ends = [*(span.start for span in changed[1:]), len(passage)]
    parts = [passage[span.end : end] for span, end in zip(changed, ends, strict=True)]
    return KeptText(
        passage[: changed[0].start].rstrip(),
        tuple([part.rstrip(" ") for part in parts[:-1]] + parts[-1:]),
    )


def _grown(passage: str, flagged: Sequence[Span], masks: tuple[str, ...]) -> tuple[Span, ...]:
    """The flagged words, with the whole of what they are part of."""
    found = substance(passage, masks)
    wholes = [Span(e.start, e.end) for e in found.elements if e.sort in _WHOLE]
    wholes += [Span(number.start, number.end) for number in found.quantities]
    return united([*flagged, *(whole for whole in wholes if overlapping(flagged, whole))])


def _apart(passage: str, spans: Sequence[Span]) -> Iterator[Span]:
    """The spans, those joined that have few words between them."""
    last = spans[0]
    for span in spans[1:]:
        if len(find_words(passage[last.end : span.start]).forms) < _FEWEST:
            last = Span(last.start, span.end)
        else:
            yield last
            last = span
    yield last


@dataclass(frozen=True)
class Target:
    """A passage and what leads back in it, as spans of the draft.

    - ``passage``: the sentence, or the few, that the findings touch;
    - ``findings``: what leads back in it, each finding by itself;
    - ``must_go``: those of them that no new wording may leave: rare phrases, and what someone asked
      about.
    """

    passage: Span
    findings: tuple[Span, ...]
    must_go: tuple[Span, ...]

    @property
    def flagged(self) -> tuple[Span, ...]:
        """The words that findings are made of, those that overlap as one."""
        return united(self.findings)


@dataclass(frozen=True)
class PassageRequest:
    """A passage to be rewritten in the draft that it stands in.

    - ``task``: the draft, and what is asked of it;
    - ``target``: the passage, and what is to go;
    - ``replacements``: what flagged phrases were replaced by elsewhere in the draft;
    - ``wanted``: how many good wordings are enough;
    - ``masks``: how many masking alone would set in the passage.
    """

    task: Task
    target: Target
    replacements: Replacements
    wanted: int = 1
    masks: int = 0

    @property
    def passage(self) -> Span:
        """Where the passage stands."""
        return self.target.passage

    @property
    def before(self) -> str:
        """The passage as it is."""
        return self.task.draft.text[self.passage.start : self.passage.end]

    @property
    def flagged_inside(self) -> tuple[Span, ...]:
        """What is flagged, in offsets of the passage."""
        start = self.passage.start
        return tuple(Span(flag.start - start, flag.end - start) for flag in self.target.flagged)

    @property
    def new_masks(self) -> int:
        """How many masks a new wording may set: one in each run of flagged words, or in all fewer
        than masking alone would set."""
        return max(len(self.target.flagged), self.masks - 1)

    @property
    def larger_places(self) -> frozenset[str]:
        """The word forms of the places that those of the passage lie in."""
        draft, words = self.task.draft, self.task.draft.words_in(self.passage)
        found = self.task.places.of(draft.forms[words.start : words.stop])
        return frozenset(form for _, names in found for n in names for form in find_words(n).forms)

    @property
    def inflections(self) -> Inflections:
        """The phrases that must not stand in a new wording in other inflections: not those that
        the passage has in another one as well."""
        draft = self.task.draft
        found = Inflections.of(draft.language, self.must_go)
        return found.without(draft, draft.words_in(self.passage))

    @property
    def must_go(self) -> frozenset[Forms]:
        """The phrases that must not stand in a new wording."""
        return frozenset(map(self.task.draft.forms_in, self.target.must_go))
