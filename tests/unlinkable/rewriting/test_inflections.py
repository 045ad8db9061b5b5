"""Flagged phrases do not come back in other inflections, in the checks and while it is written."""

import pytest

from tests.unlinkable.rewriting.conftest import Scripted, task_of
from unlinkable.draft import Span
from unlinkable.language import LANGUAGES, OTHER
from unlinkable.rewriting.edits import Replacements
from unlinkable.rewriting.passage_request import Inflections, PassageRequest, Target
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.verification import Verifier, Watch
from unlinkable_index.index import Index

TEXT = "The general places of the matters were usual. The court thinks of particular persons."
BY_CODE = {language.code: language for language in (*LANGUAGES, OTHER)}


def request_for(phrase: str, text: str = TEXT) -> PassageRequest:
    task = task_of(text)
    start = text.index(phrase)
    flagged = Span(start, start + len(phrase))
    passage = task.draft.sentences_at(flagged)
    return PassageRequest(task, Target(passage, (flagged,), (flagged,)), Replacements())


def found(code: str, phrase: tuple[str, ...], text: str) -> list[str]:
    draft = task_of(text).draft
    inflections = Inflections.of(BY_CODE[code], [phrase])
    places = inflections.places(draft, range(len(draft.forms)))
    return [" ".join(draft.forms[place.start : place.stop]) for _, place in places]


@pytest.mark.parametrize(
    ("code", "phrase", "text", "there"),
    [
        ("en", ("burning", "mill"), "They burned mills, or a burning mill.", ["burned mills"]),
        ("en", ("burning", "mill"), "They burned. Mills are old.", []),  # two sentences
        ("en", ("mill",), "The miller milled.", ["milled"]),
        ("de", ("alte", "mühle"), "In alten Mühlen wohnt er.", ["alten mühlen"]),
        ("no", ("gammel", "mølle"), "En gammel møllen.", ["gammel møllen"]),
        ("pl", ("młyn",), "Młyny stoją.", ["młyny"]),
        ("und", ("mill",), "The miller milled.", []),  # a language that nothing is known of
    ],
)
def test_other_inflections_are_found_within_one_segment(
    code: str, phrase: tuple[str, ...], text: str, there: list[str]
) -> None:
    assert found(code, phrase, text) == there


def test_a_wording_that_changes_only_endings_is_refused_with_the_reason(index: Index) -> None:
    verifier = Verifier(request_for("general places"), index)
    reasons = verifier.verdict("The general place of the matters was usual.").reasons
    assert "“general place” is “general places” with other endings." in reasons
    assert not any(
        "endings" in why
        for why in verifier.verdict("The ordinary places of the matters were usual.").reasons
    )


def test_what_the_passage_says_in_another_inflection_as_well_may_stay(index: Index) -> None:
    text = "The general place was one of the general places."
    verifier = Verifier(request_for("general places", text), index)
    kept = "The general place was one of the ordinary places."
    assert not any("endings" in why for why in verifier.verdict(kept).reasons)


def test_other_inflections_are_a_fault_as_soon_as_they_are_written(index: Index) -> None:
    watch = Watch(request_for("general places"), index)
    text = "general place"
    fault = watch(text, False)
    assert fault is not None
    assert (text[fault.first :], text[fault.last :]) == ("general place", "place")
    assert fault.anywhere
    assert watch("general", False) is None


def test_a_model_that_changes_endings_only_gets_nowhere(index: Index, scripted: Scripted) -> None:
    model = scripted({"general": ["The general place of the matters were usual."]})
    at = Span(TEXT.index("general"), TEXT.index(" of the"))
    proposal = Rewriter(index, model).propose(task_of(TEXT), at, wanted=1)
    assert all("general place" not in one.edit.after for one in proposal.alternatives)
