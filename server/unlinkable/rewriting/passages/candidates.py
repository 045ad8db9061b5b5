"""Where new wordings for a passage come from: what was used before, and the model.

Knows prompts, watches and the model; trusts none of what comes back.
"""

import hashlib
import re
from collections.abc import Callable, Iterator

from unlinkable.draft import Draft, Span, overlapping
from unlinkable.model.author import Author, Candidate, Writing
from unlinkable.model.decoding.guided_decoding import Limits
from unlinkable.model.decoding.sampling import Sampling
from unlinkable.model.options import ModelOptions
from unlinkable.model.prompting.prompt import Request
from unlinkable.rewriting.passages.additions import Additions, Judges
from unlinkable.rewriting.passages.kept_text import KeptText, kept_text
from unlinkable.rewriting.passages.passage_request import PassageRequest
from unlinkable.rewriting.passages.watch import Watch
from unlinkable.stopping import OnProgress, Stop
from unlinkable_index.index import Index

_WORDS_BEFORE, _WORDS_AFTER = 40, 15  # of the draft, shown to the model around a passage
_MOST_PHRASES = 12  # listed for the model; all are watched
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
    to_compare: Callable[[str], bool],
    stop: Stop,
    report: OnProgress,
) -> Iterator[Candidate]:
    """Candidates of the model, each watched while it is written.

    ``tries``: how many; ``to_compare``: see `Writing`; ``stop`` and ``report``: as for
    `Model.candidates`.
    """
    prompt = _prompt(request)
    kept = _kept(request, prompt)
    writing = Writing(
        request=prompt,
        samplings=tuple(_sampling(author.options, prompt.passage, n, kept) for n in range(tries)),
        limits=Limits(tokens=len(prompt.passage.encode()) * 3 // 4 + 64),
        judge=Judges((Watch(request, index), Additions(request))),
        to_compare=to_compare,
    )
    yield from author.candidates(writing, stop, report)


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
    )


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


def _sampling(options: ModelOptions, passage: str, number: int, kept: KeptText) -> Sampling:
    """The likeliest text first, at once, which keeps what stands around the flagged phrases and so
    need not write it; then others, planned if the options say so, and free from their first word
    on. Depends on the passage and not on what came before, so that the same passage is rewritten
    the same wherever one begins."""
    digest = hashlib.blake2b(
        f"{options.seed}\n{number}\n{passage}".encode(), digest_size=8
    ).digest()
    seed = int.from_bytes(digest, "little")
    if number == 0:
        return Sampling(seed=seed, begun=kept.begun, kept=kept.parts)
    return Sampling(temperature=_WARMTH, seed=seed, planned=options.reasoning)


def _reaching_back(draft: Draft, passage: Span) -> int:
    first = draft.words_in(passage).start
    word = max(0, first - _WORDS_BEFORE)
    return int(draft.starts[word]) if word < first else passage.start


def _reaching_on(draft: Draft, passage: Span) -> int:
    last = draft.words_in(passage).stop
    word = min(len(draft.forms), last + _WORDS_AFTER)
    return int(draft.ends[word - 1]) if word > last else passage.end
