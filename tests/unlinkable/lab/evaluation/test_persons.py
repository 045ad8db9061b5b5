"""Whether a person is found by any of its drafts, against a count by hand."""

from unlinkable.lab.evaluation.tally import MeanTally, Tallies, of_persons


def fares(clean: float, first: float) -> Tallies:
    return {"clean 1": MeanTally(clean), "ranked first": MeanTally(first), "rank": MeanTally(3)}


def test_one_draft_that_gives_away_is_enough() -> None:
    counted = {"a": fares(1, 0), "b": fares(0, 0), "c": fares(1, 1), "d": fares(1, 0)}
    found = of_persons(counted, {"a": "first", "b": "first", "c": "second"})
    # the first by a phrase of b, the second by the rank of c, and d is about somebody else
    assert found == {
        "persons not clean 1": [MeanTally(1), MeanTally(0), MeanTally(0)],
        "persons ranked first": [MeanTally(0), MeanTally(1), MeanTally(0)],
    }


def test_a_draft_without_a_person_is_not_taken_for_one_of_the_same_name() -> None:
    found = of_persons({"a": fares(0, 0), "b": fares(1, 0)}, {"b": "a"})
    assert found["persons not clean 1"] == [MeanTally(1), MeanTally(0)]
