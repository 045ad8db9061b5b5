"""Where new wordings for a passage come from (used before, or the model, told what failed), which
of them pass every check, and how these are ranked. Trusts none of what comes back; must never
know editors, nor how words are sampled."""

import contextlib
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from unlinkable.draft import Draft, Span, overlapping
from unlinkable.draft.masks import Masks
from unlinkable.model.author import Author, Candidate, ModelOptions, Writing
from unlinkable.model.decoding.guided_decoding import Limits
from unlinkable.model.decoding.tokens import Sampling
from unlinkable.model.decoding.written_text import Fault, Judge
from unlinkable.model.prompt import Request
from unlinkable.rewriting.edits import (
    DOUBTED,
    Alternative,
    Edit,
    Refused,
    Remedy,
    changes,
    in_one_line,
    size,
)
from unlinkable.rewriting.passage_request import KeptText, PassageRequest, kept_text
from unlinkable.rewriting.task import leading_passages
from unlinkable.rewriting.verification import Additions, Judges, Verdict, Verifier, Watch
from unlinkable.stopping import OnProgress, Stop
from unlinkable_index.index import Index
from unlinkable_index.words import find_words

_MOST = 8  # are told, the first first
_OF_A_TRY = 4


@dataclass
class FailedWords:
    """Of the tries at one passage, from the first on."""

    _heard: dict[str, str] = field(default_factory=dict)
    _tries: dict[int, dict[str, str]] = field(default_factory=dict)

    def hearing(self, judge: Judge) -> Judge:
        """The same judge, whose objections are heard."""

        def heard(text: str, ended: bool) -> Fault | None:
            fault = judge(text, ended)
            if fault is not None and fault.why:
                self._heard.setdefault(_words_of(text, fault), fault.why)
            return fault

        return heard

    def learn(
        self,
        number: int,
        candidate: Candidate,
        refused: Sequence[Refused],
        alternatives: Sequence[Alternative],
    ) -> None:
        """Keep why the candidate of this number failed, if it did."""
        found = {one.after: " ".join(one.reasons) for one in refused}
        found |= {one.edit.after: DOUBTED for one in alternatives if one.doubted}
        if candidate.text is None:
            self._tries[number] = {}
        elif candidate.text in found:
            self._tries[number] = {candidate.text: found[candidate.text]}

    def before(self, number: int) -> dict[str, str]:
        """What the try of this number is to be told anew: nothing where the last one did not fail.
        Asked of each try, in order."""
        heard = dict(islice(self._heard.items(), _OF_A_TRY))
        self._heard.clear()
        if number - 1 not in self._tries:
            return {}
        last = self._tries[number - 1]
        self._tries[number - 1] = last | {w: why for w, why in heard.items() if w not in last}
        tries = [self._tries.get(earlier, {}) for earlier in range(number)]
        told = {words: why for failed in tries for words, why in failed.items()}
        return dict(islice(told.items(), _MOST))


def _words_of(text: str, fault: Fault) -> str:
    """The words from the first to the last that a fault names."""
    words = find_words(text)
    ends = [
        end
        for start, end in zip(words.starts.tolist(), words.ends.tolist(), strict=True)
        if fault.first <= start <= fault.last
    ]
    return text[fault.first : ends[-1]] if ends else ""


class Sorting:
    """Takes the candidates of one passage, one after the other."""

    def __init__(self, request: PassageRequest, index: Index, stop: Stop) -> None:
        self.alternatives: list[Alternative] = []
        self.refused: list[Refused] = []
        self._request = request
        self._stop = stop
        self._index = index
        self._verifier = Verifier(request, index)
        self._verdicts: dict[str, Verdict] = {}
        self._seen = {request.before}
        self._masks = Masks(request.task.reading.masks)

    @property
    def enough(self) -> bool:
        """Whether as many have passed as are wanted."""
        return self.usable >= self._request.wanted

    @property
    def usable(self) -> int:
        """How many have passed and are not doubted."""
        return sum(not alternative.doubted for alternative in self.alternatives)

    @property
    def ranked(self) -> tuple[Alternative, ...]:
        """What has passed, best first."""
        if len(self.alternatives) > 1:
            self.alternatives = [self._weighed(one) for one in self.alternatives]
        return tuple(sorted(self.alternatives, key=self._rank))

    def take(self, candidate: Candidate) -> None:
        """Sort in what a model wrote, or that it gave up."""
        if candidate.text is None:
            self.refused.append(Refused("", (f"The model gave up: {candidate.gave_up}.",)))
        else:
            self.consider(candidate.text, candidate.log_probability, candidate.agreement)

    def passes(self, after: str) -> bool:
        """Whether a wording that was not considered before passes every check."""
        return after not in self._seen and not self._verdict(after).reasons

    def consider(
        self, after: str, log_probability: float | None, agreement: float | None = None
    ) -> None:
        """Sort in a wording, unless it was considered before."""
        if after in self._seen:
            return
        self._seen.add(after)
        request = self._request
        verdict = self._verdict(after)
        if verdict.reasons:
            self.refused.append(Refused(after, verdict.reasons))
            return
        alternative = Alternative(
            kind=Remedy.REWRITE,
            edit=Edit(*request.passage, request.before, after),
            changes=changes(request.before, after),
            log_probability=log_probability,
            agreement=agreement,
        )
        if request.wanted > 1:
            alternative = self._weighed(alternative)
        self.alternatives.append(alternative)

    def _weighed(self, alternative: Alternative) -> Alternative:
        """The same with the risk that it leaves in the draft, unless that is known."""
        if alternative.combinations is not None or alternative.leading is not None:
            return alternative
        question, text = self._request.task.question, self._verdict(alternative.edit.after).text
        more = question.max_terms > 1
        return replace(
            alternative,
            combinations=len(self._verifier.combination_spans(text, self._stop)) if more else None,
            leading=self._leading(text),
        )

    def _verdict(self, after: str) -> Verdict:
        if after not in self._verdicts:
            self._verdicts[after] = self._verifier.verdict(after)
        return self._verdicts[after]

    def _leading(self, text: str) -> int | None:
        """How many passages of the draft would lead a searcher who ranks to its source; None where
        that is not asked."""
        task = self._request.task
        if task.question.ranked is None:
            return None
        return len(leading_passages(task.with_text(text), self._index))

    def _rank(self, alternative: Alternative) -> tuple[bool, int, int, bool, float, float, int]:
        """What is doubted last; fewest combinations and leading passages first, then fewest masks,
        then what came from elsewhere in the draft, then, in tenths, what the model thinks most
        surely to say the same, then the most natural, then the smallest edit."""
        natural, edit = alternative.log_probability, alternative.edit
        return (
            alternative.doubted,
            (alternative.combinations or 0) + (alternative.leading or 0),
            len(self._masks.find(edit.after)),
            natural is not None,
            -round(alternative.agreement or 0.0, 1),
            -round(natural or 0.0, 3),
            size(edit.before, edit.after),
        )


_WORDS_BEFORE, _WORDS_AFTER = 40, 15  # of the draft, shown to the model around a passage
_MOST_PHRASES = 24  # listed for the model; all are watched
_WARMTH = 0.7
_SPARE_TRIES = 2  # candidates beyond those wanted, as some are refused


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
    sorting: Sorting,
    stop: Stop,
    report: OnProgress,
) -> Iterator[Candidate]:
    """Candidates of the model, each watched while it is written, and where one failed the next
    after it has been told what did and why.

    ``sorting``: what becomes of them; ``stop`` and ``report``: as for `Model.candidates`.
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
            _sampling(author.options, prompt.passage, n, None if n else kept)
            for n in range(request.wanted + _SPARE_TRIES)
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
    return in_one_line(text[span.start : span.end])


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
