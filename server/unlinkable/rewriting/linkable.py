"""What in a draft leads back, as rewriting needs it: places, not explanations.

The one module here that asks `findings`. Knows nothing of models and edits.
"""

from dataclasses import replace

from unlinkable.draft import Draft, Span
from unlinkable.findings.finding import Finding
from unlinkable.findings.phrases.minimal_rare import minimal_rare
from unlinkable.findings.question import Question
from unlinkable.findings.ranking.leading import RankingFinding
from unlinkable.findings.ranking.ranked import ranked, words_that_carry
from unlinkable.findings.report import check, searched
from unlinkable.rewriting.task import Task
from unlinkable.stopping import Stop, StoppedError
from unlinkable_index.index import Index


def rare_phrases(draft: Draft, index: Index, question: Question) -> list[Finding]:
    """All minimal rare phrases of a draft that lead to a document that counts, also those that
    overlap."""
    return searched(draft, index, question, minimal_rare)


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
    phrases = rare_phrases(task.draft, index, task.question)
    spans = [found.span for found in phrases if not task.accepts(found)]
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
