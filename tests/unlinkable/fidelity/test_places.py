"""A place may become one that it lies in, by the sentence or by somebody's list, and no other."""

import json
from pathlib import Path

import pytest

from unlinkable.draft import DEFAULT_MASKS, Span
from unlinkable.fidelity.fidelity import unfaithful
from unlinkable.fidelity.places import Places, places_in, read_places
from unlinkable.language import ENGLISH
from unlinkable_index.errors import UserError
from unlinkable_index.words import find_words

LISTED = places_in("# ours\n\nMillbrook: North Ashmere\nNorth Ashmere: Westland\n", "ours.txt")
SENTENCE = "The barn at Millbrook burned in Sutterby, which lies in Westland."


def reasons(after: str, flagged: str, places: Places = LISTED) -> tuple[str, ...]:
    start = SENTENCE.index(flagged)
    spans = (Span(start, start + len(flagged)),)
    return unfaithful(SENTENCE, after, spans, DEFAULT_MASKS, ENGLISH, places)


@pytest.mark.parametrize("larger", ["North Ashmere", "Westland"])
def test_a_flagged_place_may_become_any_that_it_lies_in(larger: str) -> None:
    assert reasons(SENTENCE.replace("Millbrook", larger), "at Millbrook") == ()


def test_without_a_list_it_may_become_what_the_sentence_says() -> None:
    after = "The barn at Millbrook burned in Westland."
    assert reasons(after, "in Sutterby, which lies", Places()) == ()
    assert reasons(SENTENCE.replace("Millbrook", "North Ashmere"), "at Millbrook", Places())


@pytest.mark.parametrize("other", ["Eastland", "Ashford"])
def test_it_becomes_no_other_place(other: str) -> None:
    assert reasons(SENTENCE.replace("Millbrook", other), "at Millbrook")


def test_a_place_that_is_not_flagged_stays() -> None:
    assert reasons(SENTENCE.replace("Millbrook", "North Ashmere"), "burned")


def test_all_around_a_place_is_found_nearest_first_and_lists_in_a_ring_end() -> None:
    ring = places_in("A one: B two\nB two: C\nC: A one", "ring.txt")
    (found,) = ring.of(find_words("in A one.").forms)
    assert found == (range(1, 3), ("B two", "C"))
    assert list(Places().of(("a",))) == []


@pytest.mark.parametrize("line", ["Millbrook", "Millbrook:", ": Ashmere", "Millbrook: millbrook"])
def test_a_line_that_says_nothing_is_named(line: str, tmp_path: Path) -> None:
    path = tmp_path / "ours.txt"
    path.write_text(f"# ours\n{line}\n", "utf-8")
    with pytest.raises(UserError, match=r"ours\.txt:2: write a place, a colon"):
        read_places(path)


def test_a_list_that_is_no_text_or_is_missing_is_said_so(tmp_path: Path) -> None:
    path = tmp_path / "ours.txt"
    with pytest.raises(UserError, match="cannot be read"):
        read_places(path)
    path.write_bytes(json.dumps("é").encode("utf-16"))
    with pytest.raises(UserError, match="write them as UTF-8"):
        read_places(path)
