"""Words in place of others: what the lexicon takes, what it leaves to a model, what it refuses."""

import pytest

from unlinkable.fidelity.replacement import Relation, relation
from unlinkable.language import LANGUAGES

ENGLISH = next(one for one in LANGUAGES if one.code == "en")


def related(sentence: str, instead: str) -> Relation:
    """How a sentence with other words in [brackets] is related to it."""
    before, _, rest = sentence.partition("[")
    old, _, after = rest.partition("]")
    place = (len(before), len(before) + len(old))
    return relation(before + old + after, place, instead, ENGLISH)


@pytest.mark.parametrize(
    ("sentence", "instead"),
    [
        ("They [began] the work.", "started"),
        ("The family owned two [shops] in the town.", "stores"),
        ("The baker [bought] a house.", "purchased"),
    ],
)
def test_what_a_thesaurus_knows_as_the_same_says_the_same(sentence: str, instead: str) -> None:
    assert related(sentence, instead) is Relation.SAME


@pytest.mark.parametrize(
    ("sentence", "instead"),
    [
        ("The claim was [granted] by the court.", "refused"),
        ("She had [several] children.", "three"),
        ("He came [before] the hearing.", "after"),
        ("The letter was [sent] to her.", "not sent"),
        ("He [could] leave the house.", "had to"),
        ("The report was [accurate] in its details.", "inaccurate"),
        ("The army was [advancing] on the town.", "advanced"),
        ("They came from [a village] in the hills.", "the village"),
        ("The police [stopped] him near the shop.", "arrested"),
        ("[Finally] permission was granted.", "Ultimately the"),
        ("The plan stood without [alteration] for years.", "any change"),
    ],
)
def test_what_turns_or_limits_a_sentence_neither_comes_nor_goes(
    sentence: str, instead: str
) -> None:
    assert related(sentence, instead) is Relation.OTHER


@pytest.mark.parametrize(
    ("sentence", "instead"),
    [
        ("[In the course of] the search a knife was found.", "During"),
        ("He found [an old] boat.", "a battered"),
        ("He [drew] a knife.", "sold"),
        ("A knife [turned up] in the car.", "lay"),
    ],
)
def test_of_what_no_table_knows_it_is_said_that_nothing_is_known(
    sentence: str, instead: str
) -> None:
    assert related(sentence, instead) is Relation.UNKNOWN
