"""What a person who must rewrite is asked to change first."""

import pytest

from tests.unlinkable.findings.small_collections import SmallIndex, draft_of
from unlinkable.draft import read_draft
from unlinkable.findings.combinations.findings import combination_findings
from unlinkable.findings.costs import LEGAL_REFERENCE, word_costs
from unlinkable.findings.question import Question

LETTERS = SmallIndex([["a"], ["b"]])


def costs_in(text: str) -> dict[str, float]:
    draft = read_draft(text)
    return dict(zip(draft.forms, word_costs(draft, LETTERS).tolist(), strict=True))


@pytest.mark.parametrize(
    "text",
    [
        "under Article 6 of",
        "under Article 6 § 1 of",
        "under Articles 3, 8 and 13 of",
        "under Art. 5 of",
        "the rule in Rule 39",
        "in § 823 Abs. 1",
        "section 12(3)(a) of",
        "application no. 417/05 was",
    ],
)
def test_legal_references_are_dearest(text):
    costs = costs_in(text)
    numbers = [cost for word, cost in costs.items() if word[0].isdigit()]
    assert numbers
    assert min(numbers) > LEGAL_REFERENCE
    others = [cost for word, cost in costs.items() if word in ("under", "of", "was", "the", "in")]
    assert max(others) < 2


def test_a_name_a_number_or_a_negation_is_dearer_than_another_word():
    costs = costs_in("Yesterday the applicant met Miller 3 times and did not pay.")
    assert costs["miller"] > costs["applicant"]
    assert costs["3"] > costs["applicant"]
    assert costs["not"] > costs["applicant"]
    assert costs["yesterday"] == costs["applicant"]


def test_a_word_of_many_documents_is_cheaper_than_a_rare_one():
    index = SmallIndex([["common"]] * 9 + [["common", "rare"]])
    common, rare = word_costs(draft_of([["common", "rare"]]), index).tolist()
    assert 1 <= common < rare < 1.2


def flagged(collection: list[str], text: str) -> set[str]:
    index = SmallIndex([document.split() for document in collection])
    draft = read_draft(text)
    found = combination_findings(draft, index, Question(2, 2, 1), ())
    return {text[finding.start : finding.end] for finding in found.findings}


@pytest.mark.parametrize(
    ("collection", "text", "expected"),
    [
        (["article 6 bail", "article 6", "bail"], "Under Article 6 no bail.", {"bail"}),
        (["smith bail", "smith", "bail"], "Yesterday Smith gave bail.", {"bail"}),
        (["300 bail", "300", "bail"], "He paid 300 as bail.", {"bail"}),
        (["bail court", "bail", "court"], "Of bail no court knew: bail is bail.", {"court"}),
    ],
)
def test_the_word_that_is_easiest_to_replace_is_flagged(collection, text, expected):
    assert flagged(collection, text) == expected


def test_a_legal_reference_is_flagged_where_nothing_else_helps():
    collection = ["6 8", "6", "8"]
    assert flagged(collection, "Articles 6 and 8") <= {"6", "8"} != set()


def test_one_word_in_many_combinations_is_flagged_rather_than_the_many():
    collection = ["hub a", "hub b", "hub c", "hub", "a", "b", "c", "a b c", "a b c"]
    assert flagged(collection, "hub a b c") == {"hub"}
