"""What it costs a reader when a word is masked."""

import pytest

from tests.unlinkable.findings.ranking.conftest import MadeIndex, made_index  # noqa: F401
from tests.unlinkable.findings.small_collections import SmallIndex, draft_of
from unlinkable.draft import read_draft
from unlinkable.findings.costs import (
    ABBREVIATION,
    ASIDE,
    ENDING,
    FORMULA,
    FORMULA_DOCUMENTS,
    MASKING,
    WordKind,
    masking_costs,
    word_kinds,
)

LETTERS = SmallIndex([["a"], ["b"]])


def kinds_in(text: str) -> dict[str, WordKind]:
    draft = read_draft(text)
    return dict(zip(draft.forms, word_kinds(draft), strict=True))


RULING = (
    "The court dismissed the appeal of the applicant, who had not quickly sent Miller 300 "
    "letters, as he must under Article 6, and found that the new search was unlawful."
)


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("dismissed", WordKind.OUTCOME),
        ("applicant", WordKind.PARTY),
        ("not", WordKind.NEGATION),
        ("quickly", WordKind.QUALITY),
        ("sent", WordKind.VERB),
        ("miller", WordKind.NAME),
        ("300", WordKind.NUMBER),
        ("letters", WordKind.NOUN),
        ("must", WordKind.MODAL),
        ("article", WordKind.REFERENCE),
        ("6", WordKind.REFERENCE),
        ("of", WordKind.SMALL),
        ("new", WordKind.QUALITY),
        ("unlawful", WordKind.FINDING),
    ],
)
def test_what_words_of_a_ruling_do_for_a_reader(word: str, kind: WordKind) -> None:
    assert kinds_in(RULING)[word] is kind


def test_what_turns_the_sense_is_dearest_then_what_carries_a_sentence() -> None:
    draft = read_draft(RULING)
    costs = dict(zip(draft.forms, masking_costs(draft, LETTERS).tolist(), strict=True))
    rising = ("new", "letters", "miller", "sent", "dismissed", "must", "not")
    assert [costs[word] for word in rising] == sorted(costs[word] for word in rising)
    assert len({costs[word] for word in rising}) == len(rising)
    assert costs["6"] > 5 * costs["300"]
    assert set(MASKING) == set(WordKind)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Das Gericht hat die Klage nicht abgewiesen.", {"nicht": "NEGATION", "klage": "NOUN"}),
        ("Das Gericht hat die Klage abgewiesen, wie er muss.", {"abgewiesen": "OUTCOME"}),
        ("Die Klage wird teilweise abgewiesen.", {"teilweise": "OUTCOME"}),
        ("It declared the claim partly admissible.", {"partly": "OUTCOME"}),
        ("The house was partly burnt.", {"partly": "QUALITY"}),
        ("Sąd oddalił apelację i nie mógł.", {"oddalił": "OUTCOME", "nie": "NEGATION"}),
    ],
)
def test_the_tables_of_every_language_tell_as_much(text: str, kinds: dict[str, str]) -> None:
    found = kinds_in(text)
    assert {word: found[word].name for word in kinds} == kinds


def test_a_form_of_a_verb_after_a_determiner_says_how_something_is() -> None:
    assert kinds_in("They pushed him and it was said.")["pushed"] is WordKind.VERB
    assert kinds_in("It was said of the pushed man.")["pushed"] is WordKind.QUALITY


def test_words_in_brackets_cost_less() -> None:
    draft = read_draft("The new mill (the new barn) was sold.")
    costs = masking_costs(draft, LETTERS).tolist()
    rare = costs[1] - MASKING[WordKind.QUALITY]
    assert costs[4] == pytest.approx(MASKING[WordKind.QUALITY] * ASIDE + rare)


@pytest.mark.parametrize("documents", [FORMULA_DOCUMENTS - 1, FORMULA_DOCUMENTS])
def test_words_of_what_many_documents_say_alike_are_dear_to_mask(
    made_index: MadeIndex,  # noqa: F811
    documents: int,
) -> None:
    formula = ["now", "to", "all", "whom", "it"]
    index = made_index([[*formula, f"file{number}"] for number in range(documents)])
    draft = draft_of([[*formula, "concerns"], formula[:4]])
    costs = masking_costs(draft, index).tolist()
    dear = FORMULA if documents >= FORMULA_DOCUMENTS else 0.0
    for word in range(4):  # stands in the formula, and in a part of it
        assert costs[word] - costs[6 + word] == pytest.approx(dear)


@pytest.mark.parametrize("apostrophe", ["'", "’"])
def test_an_ending_behind_an_apostrophe_is_dear_to_mask_and_a_name_or_a_lone_letter_is_not(
    apostrophe: str,
) -> None:
    draft = read_draft(f"The miller{apostrophe}s barn, O{apostrophe}Neill s {apostrophe}s end")
    costs = masking_costs(draft, LETTERS).tolist()
    assert draft.forms == ("the", "miller", "s", "barn", "o", "neill", "s", "s", "end")
    assert costs[2] == pytest.approx(costs[6] + ENDING)
    assert costs[7] == pytest.approx(costs[6])


def test_what_a_number_is_one_of_is_dearer_to_mask_than_the_number_alone() -> None:
    draft = read_draft("See art. 14 of it. See art 14 of it.")
    costs = masking_costs(draft, LETTERS).tolist()
    first, second = (at for at, form in enumerate(draft.forms) if form == "art")
    assert costs[first] - costs[second] == pytest.approx(ABBREVIATION)
    assert costs[first] > costs[first + 1]
