"""Where new wordings for a passage come from: what was used before, and the model.

Knows prompts, watches and the model; trusts none of what comes back.
"""

import contextlib
import hashlib
import re
from collections.abc import Iterator
from dataclasses import replace

from unlinkable.draft import Draft, Span, overlapping
from unlinkable.model.author import Author, Candidate, Writing
from unlinkable.model.decoding.guided_decoding import Limits
from unlinkable.model.decoding.sampling import Sampling
from unlinkable.model.options import ModelOptions
from unlinkable.model.prompting.request import Request
from unlinkable.rewriting.passages.additions import Additions, Judges
from unlinkable.rewriting.passages.failed_words import FailedWords
from unlinkable.rewriting.passages.kept_text import KeptText, kept_text
from unlinkable.rewriting.passages.passage_request import PassageRequest
from unlinkable.rewriting.passages.sorting import Sorting
from unlinkable.rewriting.passages.watch import Watch
from unlinkable.stopping import OnProgress, Stop
from unlinkable_index.index import Index

_WORDS_BEFORE, _WORDS_AFTER = 40, 15  # of the draft, shown to the model around a passage
_MOST_PHRASES = 24  # listed for the model; all are watched
_WARMTH = 0.7

_LINE_END = re.compile(r"[ ]*[\t-\r\x1c-\x1f\x85]\s*")  # and the like: an answer cannot have them


def carried_over(request: PassageRequest) -> str | None:
    """The passage with all flagged phrases replaced as they were before; None where not all are
    known."""
    draft, passage = request.task.draft, request.passage
    known = request.replacements.within(draft, passage)
    if not known or not all(overlapping(known, span) for span in request.target.findings):
        return None
    parts, last = [], passage.start
    for span, replaced in sorted(known.items()):
        parts += [draft.text[last : span.start], replaced]
        last = span.end
    return "".join((*parts, draft.text[last : passage.end]))


def written(
    author: Author,
    request: PassageRequest,
    index: Index,
    tries: int,
    sorting: Sorting,
    stop: Stop,
    report: OnProgress,
) -> Iterator[Candidate]:
    """Candidates of the model, each watched while it is written, and where one failed the next
    after it has been told what did and why.

    ``tries``: how many; ``sorting``: what becomes of them; ``stop`` and ``report``: as for
    `Model.candidates`.
    """
    prompt = _prompt(request)
    kept = _kept(request, prompt)
    failed = FailedWords()

    def told(number: int) -> Request | None:
        words = failed.before(number)
        return replace(prompt, failed=words) if words else None

    writing = Writing(
        request=prompt,
        samplings=tuple(
            _sampling(author.options, prompt.passage, n, kept if n < request.drawn else None)
            for n in range(tries)
        ),
        limits=Limits(tokens=len(prompt.passage.encode()) * 3 // 4 + 64),
        judge=failed.hearing(Judges((Watch(request, index), Additions(request)))),
        to_compare=sorting.passes,
        told=told,
    )
    with contextlib.closing(author.candidates(writing, stop, report)) as candidates:
        for number, candidate in enumerate(candidates):
            sorting.take(candidate)
            failed.learn(number, candidate, sorting.refused, sorting.alternatives)
            yield candidate


def _prompt(request: PassageRequest) -> Request:
    """What the model is shown."""
    draft, passage = request.task.draft, request.passage
    text = draft.text
    known = request.replacements.within(draft, passage)
    phrases = dict.fromkeys(_in_one_line(text, span) for span in request.target.findings)
    return Request(
        before=text[_reaching_back(draft, passage) : passage.start].strip(),
        passage=_in_one_line(text, passage),
        after=text[passage.end : _reaching_on(draft, passage)].strip(),
        phrases=tuple(phrases)[:_MOST_PHRASES],
        used_elsewhere={_in_one_line(text, span): used for span, used in known.items()},
        larger_places=dict(_larger_places(request)),
    )


def _larger_places(request: PassageRequest) -> Iterator[tuple[str, str]]:
    """The flagged places of a passage, each with the nearest that it lies in."""
    draft, words = request.task.draft, request.task.draft.words_in(request.passage)
    for found, names in request.task.places.of(draft.forms[words.start : words.stop]):
        span = draft.span_of(range(words.start + found.start, words.start + found.stop))
        if names and overlapping(request.target.findings, span):
            yield _in_one_line(draft.text, span), names[0]


def _kept(request: PassageRequest, prompt: Request) -> KeptText:
    """What of the passage, as the model is shown it, can stay."""
    text, start = request.task.draft.text, request.passage.start
    flagged = [
        Span(*(len(_in_one_line(text, Span(start, edge))) for edge in span))
        for span in request.target.flagged
    ]
    return kept_text(prompt.passage, flagged, request.task.reading.masks)


def _in_one_line(text: str, span: Span) -> str:
    """Words of a draft without the line ends and indentations between them."""
    return _LINE_END.sub(" ", text[span.start : span.end])


def _sampling(options: ModelOptions, passage: str, number: int, kept: KeptText | None) -> Sampling:
    """The likeliest text first, then others by chance. With ``kept``, at once and keeping what
    stands around the flagged phrases, which need not be written then; without, planned if the
    options say so, and free from the first word on. Depends on the passage and not on what came
    before, so that the same passage is rewritten the same wherever one begins."""
    digest = hashlib.blake2b(
        f"{options.seed}\n{number}\n{passage}".encode(), digest_size=8
    ).digest()
    seed = int.from_bytes(digest, "little")
    warmth = _WARMTH if number else 0.0
    if kept is None:
        return Sampling(warmth, seed=seed, planned=options.reasoning)
    return Sampling(warmth, seed=seed, begun=kept.begun, kept=kept.parts)


def _reaching_back(draft: Draft, passage: Span) -> int:
    first = draft.words_in(passage).start
    word = max(0, first - _WORDS_BEFORE)
    return int(draft.starts[word]) if word < first else passage.start


def _reaching_on(draft: Draft, passage: Span) -> int:
    last = draft.words_in(passage).stop
    word = min(len(draft.forms), last + _WORDS_AFTER)
    return int(draft.ends[word - 1]) if word > last else passage.end
