"""Large collections, and work that is given up."""

import itertools
import time

import pytest

from tests.unlinkable.findings.large_collections import LargeIndex
from tests.unlinkable.findings.small_collections import draft_of
from unlinkable.findings.combinations.findings import combination_findings
from unlinkable.findings.question import Question
from unlinkable.stopping import never, within


@pytest.fixture(scope="module")
def large():
    return LargeIndex()


def test_a_hundred_thousand_documents_take_seconds_of_computing(large):
    draft = draft_of([large.words])
    began = time.process_time()
    found = combination_findings(draft, large, Question(), ())
    assert found.complete
    assert found.findings
    assert time.process_time() - began < 30


def test_what_is_left_unflagged_in_a_large_collection_does_not_link(large):
    draft = draft_of([large.words])
    found = combination_findings(draft, large, Question(), ())
    flagged = {finding.first_word for finding in found.findings}
    sets = [set(large.posting(n)) for n in range(len(large.words)) if n not in flagged]
    rare = sets[:15]  # the likeliest to link
    for size in (2, 3):
        for chosen in itertools.combinations(rare, size):
            assert len(set.intersection(*chosen)) != 1


class StopAfter:
    """Says stop when asked for the n-th time, and keeps what came of it."""

    def __init__(self, times: int) -> None:
        self.left = times
        self.last = self.said = time.process_time()
        self.longest = 0.0

    def __call__(self) -> bool:
        now = time.process_time()
        if self.left > 0:
            self.longest = max(self.longest, now - self.last)
            self.said = now
        self.last, self.left = now, self.left - 1
        return self.left < 0


@pytest.mark.parametrize("times", [0, 1, 10, 100, 200, 400, 1000])
def test_a_search_is_given_up_soon_after_it_is_told_so(large, times):
    draft = draft_of([large.words])
    stop = StopAfter(times)
    found = combination_findings(draft, large, Question(2, 4, 1), (), stop)
    assert not found.complete
    assert time.process_time() - stop.said < 2


def test_findings_of_a_search_that_ran_out_of_time_are_true(large):
    draft = draft_of([large.words])
    found = combination_findings(draft, large, Question(2, 4, 1), (), within(1.5))
    for finding in found.findings:
        spans = [(finding.start, finding.end), *finding.others]
        words = [draft.text[start:end] for start, end in spans]
        joint = set.intersection(*(set(large.posting(large.words.index(word))) for word in words))
        assert joint == set(finding.documents)
        assert len(joint) == 1


def test_a_time_limit_passes_and_hears_an_earlier_stop():
    assert not within(60)()
    assert within(0)()
    assert within(60, lambda: True)()
    assert not within(60, never)()
