"""Where new wordings for a passage come from: what was used before, and the model.

Knows prompts, watches and the model; trusts none of what comes back.
"""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from unlinkable.draft import Draft, Forms, Span, overlapping
from unlinkable.model.guided_decoding import Limits
from unlinkable.model.options import ModelOptions
from unlinkable.model.process import Candidate
from unlinkable.model.prompt import Request
from unlinkable.model.sampling import Sampling
from unlinkable.rewriting.additions import Additions, Judges
from unlinkable.rewriting.editing import replacement
from unlinkable.rewriting.journal import Author
from unlinkable.rewriting.kept_text import Kept, kept_of
from unlinkable.rewriting.proposals import Alternative, Proposal
from unlinkable.rewriting.task import Task
from unlinkable.rewriting.verification import Target
from unlinkable.rewriting.watch import Watch
from unlinkable.stopping import Report, Stop
from unlinkable_index.index import Index

_WORDS_BEFORE, _WORDS_AFTER = 40, 15  # of the draft, shown to the model around a passage
_MOST_PHRASES = 12  # listed for the model; all are watched
_WARMTH = 0.7

_LINE_END = re.compile(r"[ ]*[\t-\r\x1c-\x1f\x85]\s*")  # and the like: an answer cannot have them


@dataclass
class Replacements:
    """What flagged phrases were replaced by elsewhere in a draft, so that the same phrase gets the
    same replacement again. One for each draft; whoever applies an edit lets it `learn_from`."""

    known: dict[Forms, str] = field(default_factory=dict)

    def learn_from(self, draft: Draft, proposal: Proposal, chosen: Alternative) -> None:
        """Remember what ``chosen`` puts in place of the flagged phrases of the passage."""
        passage, after = proposal.passage, chosen.edit.after
        before = draft.text[passage.start : passage.end]
        for span in proposal.flagged:
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


def carried_over(draft: Draft, target: Target, replacements: Replacements) -> str | None:
    """The passage with all flagged phrases replaced as they were before; None where not all are
    known."""
    known = replacements.within(draft, target.passage)
    if not known or not all(overlapping(known, span) for span in target.flagged):
        return None
    text = draft.text
    parts, last = [], target.passage.start
    for span, replaced in sorted(known.items()):
        parts += [text[last : span.start], replaced]
        last = span.end
    return "".join((*parts, text[last : target.passage.end]))


def written(
    author: Author,
    task: Task,
    target: Target,
    index: Index,
    replacements: Replacements,
    tries: int,
    stop: Stop,
    report: Report,
) -> Iterator[Candidate]:
    """Candidates of the model, each watched while it is written."""
    draft, passage = task.draft, target.passage
    text = draft.text
    known = replacements.within(draft, passage)
    phrases = dict.fromkeys(_in_one_line(text, span) for span in target.flagged)
    request = Request(
        before=text[_reaching_back(draft, passage) : passage.start].strip(),
        passage=_in_one_line(text, passage),
        after=text[passage.end : _reaching_on(draft, passage)].strip(),
        phrases=tuple(phrases)[:_MOST_PHRASES],
        used_elsewhere={_in_one_line(text, span): used for span, used in known.items()},
    )
    watch = Watch(task, passage, index, {draft.forms_in(span) for span in target.must_go})
    judge = Judges((watch, Additions(task, passage, target.flagged)))
    limits = Limits(tokens=len(request.passage.encode()) * 3 // 4 + 64)
    flagged = [
        Span(*(len(_in_one_line(text, Span(passage.start, edge))) for edge in span))
        for span in target.flagged
    ]
    kept = kept_of(request.passage, flagged, task.reading.masks)
    samplings = [_sampling(author.options, request.passage, n, kept) for n in range(tries)]
    yield from author.candidates(request, samplings, limits, judge, stop, report)


def _in_one_line(text: str, span: Span) -> str:
    """Words of a draft without the line ends and indentations between them."""
    return _LINE_END.sub(" ", text[span.start : span.end])


def _sampling(options: ModelOptions, passage: str, number: int, kept: Kept) -> Sampling:
    """The likeliest text first, at once, which keeps what stands around the flagged phrases and so
    need not write it; then others, planned if the options say so, and free from their first word
    on. Depends on the passage and not on what came before, so that the same passage is rewritten
    the same wherever one begins."""
    digest = hashlib.blake2b(
        f"{options.seed}\n{number}\n{passage}".encode(), digest_size=8
    ).digest()
    drawn = int.from_bytes(digest, "little")
    if number == 0:
        return Sampling(seed=drawn, begun=kept.begun, kept=kept.parts)
    return Sampling(temperature=_WARMTH, seed=drawn, planned=options.reasoning)


def _reaching_back(draft: Draft, passage: Span) -> int:
    first = draft.words_in(passage).start
    word = max(0, first - _WORDS_BEFORE)
    return int(draft.starts[word]) if word < first else passage.start


def _reaching_on(draft: Draft, passage: Span) -> int:
    last = draft.words_in(passage).stop
    word = min(len(draft.forms), last + _WORDS_AFTER)
    return int(draft.ends[word - 1]) if word > last else passage.end
