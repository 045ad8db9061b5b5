"""Which originals new wording is judged against where the source of a draft is not named.

Suspects are the documents that a finding of the draft leads to, as it is when work on it begins,
and the one that the whole draft ranks first. By chance words of a good sentence stand in some other
ruling, which leads nobody to this one. Knows findings; nothing of edits.
"""

from collections import Counter
from dataclasses import dataclass, replace

from unlinkable.findings.finding import Finding
from unlinkable.findings.phrases.minimal_rare import minimal_rare
from unlinkable.findings.question import Question
from unlinkable.findings.ranking.passages import Vocabulary
from unlinkable.findings.ranking.ranked import presumed_from
from unlinkable.findings.ranking.recognition import recognition
from unlinkable.findings.report import Report
from unlinkable_index.index import Index


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
