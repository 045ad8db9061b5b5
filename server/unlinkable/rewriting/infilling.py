"""A draft whose words that lead back are written anew by a model, span by span, the rest frozen:
what is offered, what is asked, how much must speak for words so that they are taken. Must never
know editors, nor masks that are set for good."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from types import MappingProxyType

from unlinkable.draft import Span, overlapping
from unlinkable.fidelity.replacement import Relation
from unlinkable.language import ENGLISH, Language
from unlinkable.language.thesaurus import PartOfSpeech
from unlinkable.model.author import Author
from unlinkable.model.decoding.infilling import Blank, Infill, Infilled
from unlinkable.model.process.failures import ModelFailedError
from unlinkable.model.span_prompt import span_prompt
from unlinkable.rewriting.edits import (
    APART,
    Edit,
    Refused,
    Replacements,
    Revision,
    applied,
    in_one_line,
)
from unlinkable.rewriting.infilled_spans import LEADS, FreeWords, SpanGuard, free_words
from unlinkable.rewriting.masking.masking import masks_of
from unlinkable.rewriting.task import Task, leading_texts
from unlinkable.stopping import OnProgress, Progress, Stop, StoppedError
from unlinkable.wordings.inflection import BEFORE_PARTICIPLE, article_for, plural, verb_forms
from unlinkable_index.index import Index
from unlinkable_index.words import Words, find_words


def said_otherwise(text: str, language: Language, before: str = "") -> tuple[str, ...]:
    """``text`` with others in place of its word, where only one says something by itself; those of
    the likelier senses first. ``before``: the form of the word before it."""
    words = find_words(text)
    small = language.function_words | language.grammar.determiners
    telling = [number for number, form in enumerate(words.forms) if form not in small]
    if language is not ENGLISH or len(telling) != 1:
        return ()
    [at] = telling
    found = dict.fromkeys(_in_its_form(words.forms[at], words.forms[at - 1] if at else before))
    return tuple(_with(text, words, at, other) for other in found)


def _in_its_form(form: str, before: str) -> Iterator[str]:
    """The synonyms of a word, each in the forms that it may have behind ``before``."""
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
                yield from _alike(form, before, (lemma, other), sort)


def _alike(form: str, before: str, pair: tuple[str, str], sort: PartOfSpeech) -> Iterator[str]:
    """The second of a ``pair`` of lemmas in the forms in which the first is ``form``; of a word
    that is none of that part of speech they are no words."""
    lemma, other = pair
    if sort is PartOfSpeech.VERB:
        mine, its = verb_forms(lemma), verb_forms(other)
        if before in BEFORE_PARTICIPLE and form == mine.participle:
            yield its.participle
        else:
            yield from (one for same, one in zip(mine, its, strict=True) if same == form)
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


FLOOR = -2.5
"""The mean log-probability of a text and of what follows, below which it is chance."""
BEHIND = 0.6
"""How much less likely what follows may be, in nats a token, than after the words as they were."""
LEAST = MappingProxyType(
    {Relation.SAME: 4.4, Relation.NEAR: 12.0, Relation.UNKNOWN: 12.0, Relation.OTHER: math.nan}
)
"""How much must speak for words, both ways, in nats, by what the lexicon says of them (of what is
known to say something else nothing is enough, not even what a model for entailment holds). Set by
164 texts for 40 sentences of rulings, which two readers judged who saw no figures, and a model of
1.5 billion parameters: of what the lexicon does not know as the same 2 of 11 with 6 nats and more
said the same ("Hearings" became "Proceedings" with 8, "psychological" "mental" with 11), so that
hardly anything of it is taken; of what it does know and what fits, 6 of 8 with so much."""


def reads_well(one: Infill, filled: Infilled) -> bool:
    """Whether the rest of the sentence is as likely behind a text as behind the words as they
    were."""
    return one.score >= FLOOR and one.follows >= filled.original - BEHIND


_PASSES = 2  # another smallest set is tried where nothing was found for one
_MORE_WORDS = 2  # than stood there may be written
_TOKENS, _TOKENS_A_WORD = 6, 2  # for all texts of a span
_OFFERED = 8  # synonyms of a thesaurus that a model reads
TOO_LITTLE = "Too little speaks for it that it says the same."
ACCEPTED = "Someone accepted words here as they stand"
_LONGEST = 600  # characters of a passage that a model is shown
_FAILURES = 3  # of the model in a row, after which it is not asked again


@dataclass(frozen=True)
class FilledDraft:
    """A draft with some words written anew, and what was written for a place and not taken."""

    revision: Revision
    refused: tuple[tuple[Span, Refused], ...] = ()


@dataclass
class Filling:
    """One draft being filled in, in the span ``within`` of it. ``mask``: one for what is to go;
    ``replacements``: what words were replaced by before; those made are added.

    Raises StoppedError, UserError when the model cannot be used, ModelFailedError when it fails.
    """

    task: Task
    index: Index
    author: Author
    mask: str
    within: Span
    stop: Stop
    report: OnProgress
    replacements: Replacements
    _refused: list[tuple[Span, Refused]] = field(default_factory=list)
    _failed: list[Span] = field(default_factory=list)

    def filled(self) -> FilledDraft:
        """The draft with words in place of those that lead back, as far as any were found."""
        revision = Revision(self.task.draft.text)
        for number in range(_PASSES):
            current = self.task.revised(revision)
            within = revision.moved(self.within)
            stand = [revision.moved(span) for span in self._failed]
            free = free_words(current, self.index, within, stand, self.stop)
            edits = list(self._pass(current, free, revision, number))
            if not edits:
                break
            revision = revision.revised(edits)
            if not self._failed:
                break
        return FilledDraft(revision, tuple(self._refused))

    def _pass(self, task: Task, free: FreeWords, revision: Revision, number: int) -> Iterator[Edit]:
        """The words taken in one pass over the draft, as edits of the text of ``task``."""
        draft = task.draft
        spans = [draft.span_of(run) for run in free.spans]
        inside = {word for run in free.spans for word in run}
        others = [word for word in free.chosen if word not in inside]
        masked = masks_of(draft, others, self.mask, task.markup)
        now = {one.span: one.after for one in masked}
        state = _Masked(task, now | dict.fromkeys(spans, self.mask))
        known = leading_texts(state.draft, self.index, self.stop)
        failed = [revision.moved(span) for span in self._failed]
        failures = 0
        for count, span in enumerate(spans):
            if self.stop():
                raise StoppedError
            said = f"Writing words {count + 1} of {len(spans)} anew"
            self.report(Progress(said if number == 0 else f"{said}, others", count / len(spans)))
            if overlapping(failed, span):
                continue
            place = revision.original_span(*span)
            if overlapping(task.accepted_spans, span):
                self._refused.append((place, Refused("", (ACCEPTED,))))
                continue
            words = None
            try:
                words = self._words_for(state, spans, span, place, known)
                failures = 0
            except ModelFailedError as failure:
                self._refused.append((place, Refused("", (str(failure),))))
                failures += 1
                if failures == _FAILURES:
                    return
            if words is None:
                self._failed.append(place)
                continue
            self.replacements.known.setdefault(draft.forms_in(span), words)
            state.written[span] = state.now[span] = words
            yield Edit(*span, _at(draft.text, span), words)

    def _words_for(
        self, state: "_Masked", spans: Sequence[Span], span: Span, place: Span, known: Counter[str]
    ) -> str | None:
        """Words in place of a span, None where none are found."""
        draft = state.task.draft
        passage = draft.sentences_at(span)
        shown = _at(draft.text, passage)
        if len(shown) > _LONGEST or APART.search(shown):
            return None
        count = len(draft.words_in(span))
        gap = Blank(
            before=in_one_line(state.read(Span(passage.start, span.start))),
            original=in_one_line(_at(draft.text, span)),
            after=in_one_line(state.read(Span(span.end, passage.end))),
            words=count + _MORE_WORDS,
            tokens=_TOKENS + _TOKENS_A_WORD * count,
        )
        mask = state.place_of(span)
        guard = SpanGuard(state.draft, self.index, gap, mask, known)
        before = self.replacements.known.get(draft.forms_in(span))
        fits = before and not guard.why_not(before, ended=True)
        if before and fits and guard.leads_nowhere(before, self.stop):
            return before
        places = [
            (len(in_one_line(ahead)), len(in_one_line(ahead + _at(draft.text, one))))
            for one in overlapping(spans, passage)
            for ahead in [_at(draft.text, Span(passage.start, one.start))]
        ]
        last = find_words(gap.before).forms[-1:]
        others = said_otherwise(_at(draft.text, span), draft.language, *last)
        fitting = (text for text in others if not guard.why_not(text, ended=True))
        gap = replace(gap, offered=tuple(islice(fitting, _OFFERED)))
        prompt = span_prompt(in_one_line(shown), places)
        written = self.author.infilled(prompt, gap, guard, self.stop, self.report)
        good: list[str] = []
        for one in written.texts:
            why = self._why_not(one, written, guard)
            if why:
                self._refused.append((place, Refused(one.text, (why,))))
            else:
                good.append(one.text)
        return self._first_that_says_the_same(good, gap, guard, place)

    def _why_not(self, one: Infill, written: Infilled, guard: SpanGuard) -> str:
        """Why words are not taken, whatever they say; '' where they may be."""
        if not reads_well(one, written):
            return "It reads badly in its place."
        return "" if guard.leads_nowhere(one.text, self.stop) else LEADS

    def _first_that_says_the_same(
        self, texts: Sequence[str], gap: Blank, guard: SpanGuard, place: Span
    ) -> str | None:
        """The first of some texts for which enough speaks."""
        if not texts:
            return None
        span = len(gap.before), len(gap.before) + len(gap.original)
        passage = gap.before + gap.original + gap.after
        asked = [(text, LEAST[guard.relation(text)]) for text in texts]
        held = self.author.weighed(passage, span, asked, self.stop, self.report)
        for (text, least), nats in zip(asked, held, strict=False):
            if nats >= least:
                return text
            self._refused.append((place, Refused(text, (TOO_LITTLE,))))
        return None


@dataclass
class _Masked:
    """A draft with spans masked (``now``: what stands at each), of which some got words
    (``written``)."""

    task: Task
    now: dict[Span, str]
    written: dict[Span, str] = field(default_factory=dict)

    @property
    def draft(self) -> Task:
        """The draft with its masks."""
        return self.task.with_text(self._applied(Span(0, len(self.task.draft.text)), self.now))

    def read(self, part: Span) -> str:
        """A part of the draft with the words written so far, and the others as they were."""
        return self._applied(part, self.written)

    def place_of(self, span: Span) -> Span:
        """Where what stands at a span stands in the draft with its masks."""
        start = len(self._applied(Span(0, span.start), self.now))
        return Span(start, start + len(self.now[span]))

    def _applied(self, part: Span, instead: Mapping[Span, str]) -> str:
        text = self.task.draft.text
        edits = [
            Edit(one.start - part.start, one.end - part.start, _at(text, one), words)
            for one, words in instead.items()
            if part.start <= one.start and one.end <= part.end
        ]
        return applied(_at(text, part), edits)


def _at(text: str, span: Span) -> str:
    return text[span.start : span.end]
