"""What leads back in a draft, beside what its check finds."""

from dataclasses import replace

import pytest

from tests.unlinkable.rewriting.conftest import task_of
from unlinkable.findings.phrases import minimal_rare
from unlinkable.findings.report import check
from unlinkable.rewriting.task import finding_spans
from unlinkable.stopping import never
from unlinkable_index.index import Index


@pytest.mark.parametrize("max_terms", [1, 2, 3])
def test_all_phrases_and_all_combinations_are_found_where_they_are_asked_for(
    index: Index, max_terms: int
) -> None:
    task = task_of("The claimant kept bees behind the rectory. The swarm was insects.", max_terms)
    found = finding_spans(task, index, never)
    phrases = [one.span for one in minimal_rare(task.draft, index, task.question.k)]
    report = check(task.draft, index, replace(task.question, ranked=None))
    together = [one.span for one in (*report.combinations, *report.near)]
    assert sorted(found) == sorted(phrases + together)
    assert bool(together) == (max_terms > 1)
