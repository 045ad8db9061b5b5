"""A draft under work: what is asked of it, what of it someone answers for, what of it leads back
and to whom (suspects), and which words may be written in it. The one place of rewriting that
asks `findings` for places; must never know models, nor who chooses edits."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from unlinkable.draft import Draft, Markup, Reading, Span, read_draft
from unlinkable.draft.masks import Hidden
from unlinkable.fidelity.places import NOWHERE, Places
from unlinkable.findings.bm25 import Vocabulary
from unlinkable.findings.finding import GUESSABLE_MASK, RANKING, AnyFinding, Finding
from unlinkable.findings.leading import RankingFinding, recognition
from unlinkable.findings.phrases import minimal_rare
from unlinkable.findings.question import Question
from unlinkable.findings.ranking import presumed_from, ranked, words_that_carry
from unlinkable.findings.report import Accepts, Report, check, ranked_for, searched
from unlinkable.rewriting.edits import Revision
from unlinkable.risks.acceptance import PlacedFinding
from unlinkable.stopping import Stop, StoppedError, never
from unlinkable_index.index import Index


@dataclass(frozen=True)
class Task:
    """A draft, how it was read, and the question it is checked against.

    Findings at the ``accepted`` places do not count, and their words stay as they are unless they
    belong to another finding as well. The ``accepted_passages`` may lead a searcher who ranks,
    whatever becomes of their words. ``places``: of which one that leads back may become larger.
    ``hidden``: what is known of its numbered masks. ``few_gaps``: rather fewer gaps than fewer
    words masked.
    """

    draft: Draft
    markup: Markup
    reading: Reading
    question: Question
    accepted: frozenset[PlacedFinding] = frozenset()
    accepted_passages: frozenset[Span] = frozenset()
    places: Places = NOWHERE
    hidden: Hidden = frozenset()
    few_gaps: bool = True

    @classmethod
    def of(cls, text: str, markup: Markup, reading: Reading, question: Question) -> "Task":
        """Read ``text`` and make it a task."""
        return cls(read_draft(text, markup, reading), markup, reading, question)

    def with_text(self, text: str) -> "Task":
        """The same asked of another text, of which nothing is accepted."""
        draft = read_draft(text, self.markup, self.reading)
        return replace(self, draft=draft, accepted=frozenset(), accepted_passages=frozenset())

    def accepting(self, findings: Iterable[AnyFinding]) -> "Task":
        """The same with these findings accepted. Of masks there is nothing to note: those that
        stand there are never touched."""
        placed, passages = [], []
        for found in findings:
            if found.kind is RANKING:
                passages.append(found.span)
            elif found.kind is not GUESSABLE_MASK:
                placed.append(PlacedFinding.of(self.draft, found))
        return replace(self, accepted=frozenset(placed), accepted_passages=frozenset(passages))

    def revised(self, revision: Revision) -> "Task":
        """The same for a revision of the draft, with what was accepted and is not changed by it."""
        stand = revision.unchanged(place.span for place in self.accepted)
        accepted = frozenset(
            place._replace(span=stand[place.span]) for place in self.accepted if place.span in stand
        )
        passages = frozenset(map(revision.moved, self.accepted_passages))
        return replace(self.with_text(revision.text), accepted=accepted, accepted_passages=passages)

    def accepts(self, finding: AnyFinding) -> bool:
        """Whether a finding in the draft is one that was accepted: the same words at the same
        place, and of a combination together with the same other terms; of a passage, what became
        of one that was accepted, or of a part of it."""
        if finding.kind is RANKING:
            return any(
                span.start <= finding.start and finding.end <= span.end
                for span in self.accepted_passages
            )
        if finding.kind is GUESSABLE_MASK:
            return False
        return bool(self.accepted) and PlacedFinding.of(self.draft, finding) in self.accepted

    @property
    def accepted_spans(self) -> list[Span]:
        """Where that stands which was accepted."""
        return [place.span for place in self.accepted]

    @property
    def accepted_words(self) -> set[int]:
        """The words that stand there (numbers)."""
        return {word for span in self.accepted_spans for word in self.draft.words_in(span)}


_NUMBER = re.compile(r"\d+[^\W\d]{0,2}")


class KnownWords:
    """The words of a draft and of the index. Numbers are not judged here ("14", "3rd", "1990s")."""

    def __init__(
        self, draft: Draft, index: Index, k: int, listed: Iterable[str] = frozenset()
    ) -> None:
        """``k``: so many originals must have a word that the draft has not; ``listed``: words that
        somebody has listed."""
        self._index = index
        self._k = k
        self._known = dict.fromkeys((*draft.forms, *listed), True)

    def unknown(self, forms: Iterable[str]) -> list[str]:
        """Those of the word forms that may not be written, each once, in their order.

        Raises UserError when the index is damaged.
        """
        different = list(dict.fromkeys(forms))
        self._look_up([form for form in different if form not in self._known])
        return [form for form in different if not self._known[form]]

    def _look_up(self, forms: Sequence[str]) -> None:
        if not forms:
            return
        hasher = self._index.hasher
        df = self._index.df(self._index.lookup(hasher.phrases(hasher.words(forms), 1)))
        for form, count in zip(forms, df.tolist(), strict=True):
            self._known[form] = count >= self._k or _NUMBER.fullmatch(form) is not None


def rare_phrases(draft: Draft, index: Index, question: Question) -> list[Finding]:
    """All minimal rare phrases of a draft that lead to a document that counts, also those that
    overlap."""
    return searched(draft, index, question, minimal_rare)


def standing_phrases(task: Task, index: Index) -> list[Finding]:
    """The same of the draft of a task, but those accepted."""
    found = rare_phrases(task.draft, index, task.question)
    return [one for one in found if not task.accepts(one)]


def combination_spans(draft: Draft, index: Index, question: Question, stop: Stop) -> list[Span]:
    """Where the combination findings of a draft stand. Raises StoppedError when stopped."""
    if question.max_terms < 2:
        return []
    report = check(draft, index, replace(question, ranked=None, within=0), stop)
    if not report.complete:
        raise StoppedError
    return [finding.span for finding in report.combinations]


def finding_spans(task: Task, index: Index, stop: Stop) -> list[Span]:
    """Where all minimal rare phrases and all combination findings of a draft stand, but those
    accepted. Raises StoppedError when stopped."""
    spans = [found.span for found in standing_phrases(task, index)]
    if task.question.max_terms > 1:
        question = replace(task.question, ranked=None)
        report = check(task.draft, index, question, stop, task.accepts)
        if not report.complete:
            raise StoppedError
        spans += [found.span for found in (*report.combinations, *report.near)]
    return spans


def words_that_lead(task: Task, index: Index) -> list[int]:
    """The numbers of the words that carry the leads of the leading passages, where a searcher who
    ranks is asked about."""
    return words_that_carry(leading_passages(task, index))


def leading_passages(task: Task, index: Index) -> tuple[RankingFinding, ...]:
    """The passages of a draft that lead a searcher who ranks to its source, where that is asked,
    but those accepted."""
    question = task.question
    if question.ranked is None:
        return ()
    found = ranked(task.draft, index, question.k, question.ranked, question.judged_by).findings
    return tuple(one for one in found if not task.accepts(one))


def unranked(task: Task) -> Task:
    """The task with nothing asked about searchers who rank."""
    return replace(task, question=replace(task.question, ranked=None))


def leading_texts(task: Task, index: Index, stop: Stop) -> Counter[str]:
    """What leads back by phrases and combinations in a draft, by its words."""
    text = task.draft.text
    spans = finding_spans(task, index, stop)
    return Counter(text[span.start : span.end].casefold() for span in spans)


@dataclass(frozen=True)
class Suspects:
    """Documents that a draft may be made from; None where there is none.

    - ``documents``: all of them, numbers;
    - ``likeliest``: the one that most findings lead to, or else the one ranked first;
    - ``led``: so many of all ``findings``, as a check counts them, lead to it;
    - ``first``: the one that the whole draft ranks first;
    - ``presumed``: those by which a searcher who ranks is judged (`presumed_sources`).
    """

    documents: frozenset[int]
    likeliest: int | None
    led: int
    findings: int
    first: int | None
    presumed: tuple[int, ...]


def suspects_of(found: Report, index: Index) -> Suspects:
    """The suspects of a draft. ``found``: what leads back in it."""
    rare = minimal_rare(found.draft, index, found.question.k)
    leading: list[Finding] = [*rare, *found.combinations]
    led_to = Counter(document for finding in leading for document in finding.documents)
    findings = [*found.findings, *(one for one in found.accepted if isinstance(one, Finding))]
    fares = recognition(found.draft, index, Vocabulary(found.draft), None)
    first = fares.document if fares else None
    likeliest = min(led_to, key=lambda document: (-led_to[document], document), default=first)
    return Suspects(
        documents=frozenset(led_to) | (frozenset() if first is None else {first}),
        likeliest=likeliest,
        led=sum(likeliest in finding.documents for finding in findings),
        findings=len(findings),
        first=first,
        presumed=presumed_from(found.draft, index, fares) if fares else (),
    )


def asked_against(question: Question, suspects: Suspects) -> Question:
    """What is asked of a draft while it is worked on: whether it leads to a suspect."""
    led = suspects.likeliest if suspects.findings else None
    more = (suspects.first, led) if suspects.presumed else ()
    likely = dict.fromkeys((*suspects.presumed, *more))
    known = tuple(document for document in likely if document is not None)
    return replace(question, suspects=known, against=suspects.documents)


def with_suspects(
    task: Task, index: Index, accepts: Accepts | None = None, stop: Stop = never
) -> tuple[Task, Report, Suspects | None]:
    """A draft before anything is changed, with what was accepted, and what leads back in it; where
    nothing says what it is made from, it is asked about its suspects, which are given as well."""
    found = check(task.draft, index, unranked(task).question, stop, accepts)
    question, suspects = task.question, None
    if question.source is None and not question.against:
        suspects = suspects_of(found, index)
        question = asked_against(question, suspects)
    found = ranked_for(found, index, question, accepts, stop)
    return replace(task, question=question).accepting(found.accepted), found, suspects
