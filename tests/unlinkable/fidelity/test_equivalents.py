"""A phrase that is known to say the same as the one whose place it took is no change."""

import itertools
import re

import pytest

from unlinkable.draft import DEFAULT_MASKS, Span
from unlinkable.fidelity.changes.equivalents import Equivalents
from unlinkable.fidelity.fidelity import unfaithful
from unlinkable.language import ENGLISH, LANGUAGES


def refused(before: str, after: str) -> bool:
    return bool(unfaithful(before, after, (), DEFAULT_MASKS, ENGLISH))


SAME = """
The widow {was given the opportunity = was able = had the chance / was unable} to hear the miller.
The trial of the shepherd {is still pending = has not yet ended / has ended} in the harbour court.
The bakery {was wound up = was liquidated = went into liquidation / was founded} in the summer.
The seller {reached an agreement = came to an agreement / refused an agreement} with the ferry.
The cook {was made redundant = lost his job / was hired} when the inn on the hill was closed.
That the ferry was full was {not disputed = common ground = undisputed / disputed} at the trial.
The statute {entered into force = took effect / was repealed} in the year of the long drought.
The expert {could not rule out = did not exclude / ruled out} that a lamp set fire to the barn.
The decision of the board {was final = could not be appealed against / could be appealed against}.
She was dismissed {without notice = with immediate effect / with notice} by the ferry company.
The father was {denied access to = not allowed to see / granted access to} his two small daughters.
He was {in charge of = responsible for / kept out of} the cellar of the inn on the hill.
The court {upheld his claim = allowed his claim / dismissed his claim} for the price of the boat.
The collision {occurred = took place} at the corner of the market after the rain.
It was dropped {for lack of = for want of / because of} a witness to the sale of the mill.
{According to = By virtue of / Contrary to} Article 12 of the Act the licence lapses in May.
The net was {intended to = designed to / unable to} keep the gulls away from the orchard.
The works were suspended {until the end of = pending / after} the survey of the wall.
The inspector saw the farm {twice = on two occasions / once} in that long wet summer.
Two boats, {namely = that is to say / but not} the ferry and the tug, were painted.
He signed the deed of the mill {of his own free will = freely / under duress} in the spring.
The guard {took no notice of = ignored / took notice of} the shouts from the cellar.
The widow {could not = was unable to / could} find the deed in the chest of her brother.
The search of the barn in the night was {unlawful = against the law / lawful}.
The roof {had not yet been = was yet to be / had been} repaired when the tenant moved in.
The letter of the widow {was not answered = remained unanswered / was answered} for a year.
The shepherd {had no lawyer = was unrepresented / had a lawyer} at the trial about the two goats.
The hearing {was held in private = was closed to the public / was held in public} in May.
The rule {does not apply to = is inapplicable to / applies to} boats that stay on the lake.
The owner {objected to = opposed / agreed to} the sale of the strip by the river.
The list was signed by all {except = apart from / including = as well as} the miller from the hill.
The list was sent to the county {without delay = straight away / belatedly} by the board.
The mill was insured {in full = in its entirety / in part} by the two cousins.
"""


def wordings(line: str) -> tuple[list[str], list[str]]:
    """The sentences of a line that say the same, and those that say something else."""
    around, said, behind = re.split(r"[{}]", line)
    same, _, others = said.partition("/")
    first, second = (
        [around + x.strip() + behind for x in part.split("=")] for part in (same, others)
    )
    return first, [text for text in second if others]


@pytest.mark.parametrize("line", SAME.strip().splitlines())
def test_each_may_stand_for_the_others_and_something_else_may_not(line: str) -> None:
    same, others = wordings(line)
    for one, other in itertools.permutations(same, 2):
        assert not refused(one, other), (one, other)
    for one, other in itertools.product(same, others):
        assert refused(one, other), (one, other)


def said_as_before(before: str, after: str, *fixed: Span) -> str:
    return Equivalents(before, ENGLISH).put_back(after, fixed)


def test_what_came_is_put_in_the_words_that_went() -> None:
    before = "According to Article 5 he left twice."
    after = "On two occasions he left by virtue of Article 5."
    assert said_as_before(before, after) == "Twice he left according to Article 5."


def test_what_stands_in_both_stays_and_one_phrase_answers_for_one_only() -> None:
    assert said_as_before("He came twice.", "He came twice.") == "He came twice."
    after = "He came on two occasions and left on two occasions."
    assert said_as_before("He came twice.", after) == "He came twice and left on two occasions."


def test_no_phrase_goes_on_over_a_mark_and_none_is_put_into_what_is_fixed() -> None:
    broken = "He found it on two, occasions apart."
    assert said_as_before("He found it twice.", broken) == broken
    after = "He came on two occasions."
    start = after.index("on")
    assert said_as_before("He came twice.", after, Span(start, len(after))) == after


def test_a_quotation_stays_as_it_was() -> None:
    assert refused("He wrote “he came twice” to us.", "He wrote “he came on two occasions” to us.")


def test_a_language_without_equivalents_is_left_as_it_is() -> None:
    german = next(language for language in LANGUAGES if language.code == "de")
    equivalents = Equivalents("Er kam zweimal.", german)
    assert equivalents.put_back("Er kam zwei Mal.", ()) == "Er kam zwei Mal."
