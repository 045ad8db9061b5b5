"""What is replaced by what: edits, what they make of a text, what became of a text by edits on top
of edits, and what rewriting gives back (alternatives, refusals, proposals, remembered
replacements). Knows texts and places; must never know what leads back, nor any model."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from enum import Enum
from functools import cached_property
from itertools import takewhile

from unlinkable.draft import Draft, Forms, Span, overlapping, touch
from unlinkable_index.words import form

DOUBTED = "Asked again, the model doubts that it says the same."


class Remedy(Enum):
    """How an edit removes a finding."""

    REWORD = "reword"
    REWRITE = "rewrite"
    MASK = "mask"


@dataclass(frozen=True)
class Edit:
    """``text[start:end]``, which reads ``before``, becomes ``after``."""

    start: int
    end: int
    before: str
    after: str

    @property
    def span(self) -> Span:
        """Where it stands in the text as it was."""
        return Span(self.start, self.end)

    @property
    def grows(self) -> int:
        """By how many characters the text becomes longer."""
        return len(self.after) - (self.end - self.start)

    def fits(self, text: str) -> bool:
        """Whether ``text`` still reads ``before`` at this place."""
        return text[self.start : self.end] == self.before


@dataclass(frozen=True)
class Difference:
    """Some consecutive words of a passage and what stands in their place ('' for nothing)."""

    before: str
    after: str


@dataclass(frozen=True)
class Alternative:
    """One edit that passed every check, and what speaks for it.

    - ``combinations``: combination findings of the whole draft with this edit made, None where they
      were not asked for;
    - ``leading``: the same of its passages that lead a searcher who ranks to its source;
    - ``log_probability``: the model's mean log-probability of a token of the passage in its
      context; None for masks and for replacements carried over from elsewhere in the draft;
    - ``changes``: the words that differ, in order;
    - ``agreement``: how probable the model holds it, asked again, that this says the same; None
      where it was not asked.
    """

    kind: Remedy
    edit: Edit
    changes: tuple[Difference, ...]
    combinations: int | None = None
    log_probability: float | None = None
    leading: int | None = None
    agreement: float | None = None

    @property
    def doubted(self) -> bool:
        """Whether the model doubts that it says the same, so that only people may choose it."""
        return self.agreement is not None and self.agreement < 0.5


@dataclass(frozen=True)
class Refused:
    """A candidate that failed a check, and every reason, each a sentence for people."""

    after: str
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Proposal:
    """What can be done about the findings in one passage.

    - ``passage``: the sentence, or the few, that the flagged phrases touch;
    - ``findings``: what leads back within it, each finding by itself;
    - ``flagged``: their words, those that overlap as one;
    - ``alternatives``: best first, those doubted last; a rewriting that leaves nothing rare, or
      none;
    - ``mask``: the fewest words that break the phrases; always possible;
    - ``message``: why there is no rewriting, or none but doubted ones, in one sentence.
    """

    passage: Span
    flagged: tuple[Span, ...]
    alternatives: tuple[Alternative, ...]
    mask: Alternative
    findings: tuple[Span, ...] = ()
    refused: tuple[Refused, ...] = ()
    message: str | None = None

    @property
    def best(self) -> Alternative | None:
        """What can be taken without anybody looking at it, if anything."""
        return next((one for one in self.alternatives if not one.doubted), None)


@dataclass(frozen=True)
class Rewriting:
    """A draft with words written anew: the new text, the edits that lead to it from the old one (in
    order, apart, in offsets of the old text), what was written for a place of that and not taken,
    and whether nothing leads back any more."""

    text: str
    edits: tuple[Edit, ...]
    refused: tuple[tuple[Span, Refused], ...]
    complete: bool


_PIECES = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True)
class Revision:
    """``text`` is ``original`` with ``edits`` made: in order, apart, in offsets of the original."""

    original: str
    edits: tuple[Edit, ...] = ()

    @cached_property
    def text(self) -> str:
        """The text with all edits made."""
        return applied(self.original, self.edits)

    def revised(self, edits: Iterable[Edit]) -> "Revision":
        """With ``edits`` made as well, which are in offsets of `text` and do not overlap.

        Those that touch edits made before become one with them.
        """
        new = sorted(edits, key=lambda edit: (edit.start, edit.end))
        made = []
        for group in self._groups([edit.span for edit in new]):
            if not group.new:
                made += group.old
                continue
            inside = [new[number] for number in group.new]
            after = _replaced(self.text, inside, group.now)
            before = self.original[group.was.start : group.was.end]
            if before != after:
                made.append(Edit(*group.was, before, after))
        return Revision(self.original, tuple(made))

    def original_span(self, start: int, end: int) -> Span:
        """What ``text[start:end]`` was made from, edits that it touches included whole."""
        return next(group.was for group in self._groups([Span(start, end)]) if group.new)

    def unchanged(self, spans: Iterable[Span]) -> dict[Span, Span]:
        """Where those ``spans`` of the original that no edit changes now stand in `text`."""
        stand: dict[Span, Span] = {}
        number = shift = 0
        for span in sorted(spans):
            while number < len(self.edits) and self.edits[number].end <= span.start:
                shift += self.edits[number].grows
                number += 1
            if number == len(self.edits) or self.edits[number].start >= span.end:
                stand[span] = Span(span.start + shift, span.end + shift)
        return stand

    def moved(self, span: Span) -> Span:
        """Where a span of the original now stands in `text`, with what became of it; edits that it
        touches included whole."""
        before = [edit for edit in self.edits if edit.end < span.start]
        inside = [e for e in self.edits if e.end >= span.start and e.start <= span.end]
        start = min([span.start, *(edit.start for edit in inside)])
        end = max([span.end, *(edit.end for edit in inside)])
        shift = sum(edit.grows for edit in before)
        return Span(start + shift, end + shift + sum(edit.grows for edit in inside))

    def _groups(self, spans: Sequence[Span]) -> Iterator["_Group"]:
        """The edits, each with those of the sorted ``spans`` of `text` that touch it, in order."""
        places: list[tuple[Span, Edit | None, int]] = []
        shift = 0
        for edit in self.edits:
            start = edit.start + shift
            places.append((Span(start, start + len(edit.after)), edit, -1))
            shift += edit.grows
        places += [(span, None, number) for number, span in enumerate(spans)]
        places.sort(key=lambda place: place[0])
        group, shift = None, 0
        for span, old, number in places:
            if group and span.start <= group.now.end and (old is None or group.new):
                group.now = Span(group.now.start, max(group.now.end, span.end))
            else:
                if group:
                    yield group
                group = _Group(span, Span(span.start - shift, span.end - shift))
            if old is None:
                group.new.append(number)
            else:
                group.old.append(old)
                shift += old.grows
            group.was = Span(group.was.start, group.now.end - shift)
        if group:
            yield group


@dataclass
class _Group:
    """Edits made (``old``) and new ones (by number) that touch; they stand at ``now`` in the text
    with the old edits, which was made from ``was`` in the original."""

    now: Span
    was: Span
    old: list[Edit] = field(default_factory=list)
    new: list[int] = field(default_factory=list)


def applied(text: str, edits: Iterable[Edit]) -> str:
    """``text`` with ``edits`` made, which must fit and not overlap."""
    return _replaced(text, sorted(edits, key=lambda edit: edit.start), Span(0, len(text)))


def _replaced(text: str, edits: Iterable[Edit], within: Span) -> str:
    """What ``text[within]`` becomes with ``edits`` made, which lie within, in order."""
    parts, last = [], within.start
    for edit in edits:
        assert edit.fits(text)
        parts += [text[last : edit.start], edit.after]
        last = edit.end
    return "".join((*parts, text[last : within.end]))


def changes(before: str, after: str) -> tuple[Difference, ...]:
    """The words and marks that differ, in order."""
    return tuple(
        Difference(before[old.start : old.end], after[new.start : new.end])
        for old, new in _differences(before, after)
    )


def trimmed(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """How many words two passages have in common at their beginning, and then at their end."""
    ahead = _alike(old, new)
    return ahead, _alike(old[ahead:][::-1], new[ahead:][::-1])


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """How many words both begin with."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def size(before: str, after: str) -> int:
    """How much differs, in words and marks taken away or put in."""
    return sum(
        len(_PIECES.findall(change.before)) + len(_PIECES.findall(change.after))
        for change in changes(before, after)
    )


def replacement(before: str, after: str, phrase: Span) -> tuple[Span, str] | None:
    """What stands in ``after`` in place of ``before[phrase]``, and the part of ``before`` that it
    replaces: the phrase and whatever was changed together with it. None where nothing changed in
    the phrase or nothing stands in its place."""
    changed = [(old, new) for old, new in _differences(before, after) if touch(old, phrase)]
    if not changed:
        return None
    (first, first_new), (last, last_new) = changed[0], changed[-1]
    left = before[min(phrase.start, first.start) : first.start]
    right = before[last.end : max(phrase.end, last.end)]
    middle = after[first_new.start : last_new.end]
    if not middle.strip():
        return None
    part = Span(min(phrase.start, first.start), max(phrase.end, last.end))
    return part, left + middle + right


def _differences(before: str, after: str) -> list[tuple[Span, Span]]:
    old, new = list(_PIECES.finditer(before)), list(_PIECES.finditer(after))
    matcher = SequenceMatcher(
        None, [form(m[0]) for m in old], [form(m[0]) for m in new], autojunk=False
    )
    return [
        (_span(old, first, last), _span(new, start, end))
        for tag, first, last, start, end in matcher.get_opcodes()
        if tag != "equal"
    ]


def _span(pieces: Sequence[re.Match[str]], first: int, last: int) -> Span:
    if first < last:
        return Span(pieces[first].start(), pieces[last - 1].end())
    at = pieces[first].start() if first < len(pieces) else (pieces[-1].end() if pieces else 0)
    return Span(at, at)


_LINE_END = re.compile(r"[ ]*[\t-\r\x1c-\x1f\x85]\s*")  # and the like: an answer cannot have them
APART = re.compile(r"\n[ \t]*[\n>]")
"""Between the lines of a passage that are not those of one plain sentence."""


def in_one_line(text: str) -> str:
    """A text without the line ends and indentations between its words."""
    return _LINE_END.sub(" ", text)


@dataclass
class Replacements:
    """What flagged phrases were replaced by elsewhere in a draft, so that the same phrase gets the
    same replacement again. One for each draft; whoever applies an edit lets it `learn_from`."""

    known: dict[Forms, str] = field(default_factory=dict)

    def copy(self) -> "Replacements":
        """The same, to be added to apart from these."""
        return Replacements(dict(self.known))

    def learn_from(self, draft: Draft, proposal: Proposal, chosen: Alternative) -> None:
        """Remember what ``chosen`` puts in place of each finding of the passage, by itself, so that
        it is known where the words around it are others."""
        passage, after = proposal.passage, chosen.edit.after
        before = draft.text[passage.start : passage.end]
        for span in proposal.findings:
            inside = Span(span.start - passage.start, span.end - passage.start)
            found = replacement(before, after, inside)
            if found is not None:
                (start, end), text = found
                part = Span(start + passage.start, end + passage.start)
                self.known.setdefault(draft.forms_in(part), text)

    def within(self, draft: Draft, passage: Span) -> dict[Span, str]:
        """Where phrases with a known replacement stand in a passage, the longest first where
        they overlap."""
        words = draft.words_in(passage)
        found: dict[Span, str] = {}
        for phrase, text in sorted(self.known.items(), key=lambda item: (-len(item[0]), item[0])):
            for place in draft.places_of(phrase, words):
                span = draft.span_of(place)
                if words.start <= place[0] and place[-1] in words and not overlapping(found, span):
                    found[span] = text
        return found
