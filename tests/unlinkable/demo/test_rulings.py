"""The invented collection reads like rulings, and is always the same."""

import re
from collections import Counter
from datetime import date
from itertools import pairwise

import pytest

from unlinkable.demo import rulings
from unlinkable.demo.collection import CASES_OF_A_KIND, Ruling, invented_rulings
from unlinkable.demo.kinds import kinds
from unlinkable_index.words import find_words

RECORDS = list(rulings())
RULINGS = list(invented_rulings())
BY_ID = {"argvalues": RECORDS, "ids": [record["id"] for record in RECORDS]}

# Words that are written with a vowel and spoken with a consonant, or the other way round.
_SPOKEN_WITH_CONSONANT = re.compile(r"(?:use|uni|eur|one)", re.IGNORECASE)
_SPOKEN_WITH_VOWEL = re.compile(r"(?:hour|honest|heir|X-ray)", re.IGNORECASE)


def test_the_same_seed_gives_the_same_rulings() -> None:
    assert list(rulings()) == RECORDS


def test_another_seed_gives_other_rulings() -> None:
    texts = {record["text"] for record in RECORDS}
    assert not texts & {record["text"] for record in rulings(seed=1)}


def test_there_are_a_few_hundred_rulings_of_many_kinds_in_two_languages() -> None:
    assert Counter(ruling.case.kind.language for ruling in RULINGS if ruling.shape == "ruling") > (
        Counter({"en": 240, "de": 120})
    )
    assert len(kinds("en")) == 240 // CASES_OF_A_KIND["en"]
    assert len({record["court"] for record in RECORDS}) >= 12


def test_ids_are_unique() -> None:
    assert len({record["id"] for record in RECORDS}) == len(RECORDS)


def test_only_the_meant_duplicates_are_equal() -> None:
    times = Counter(record["text"] for record in RECORDS)
    copied = {ruling.record()["text"] for ruling in RULINGS if ruling.copy}
    assert len(copied) >= 4
    assert {text for text, count in times.items() if count > 1} == copied


def test_groups_hold_the_interim_order_and_the_ruling_of_one_case() -> None:
    groups: dict[str, list[Ruling]] = {}
    for ruling in RULINGS:
        if ruling.group is not None:
            groups.setdefault(ruling.group, []).append(ruling)
    assert len(groups) >= 8
    for interim, final in groups.values():
        assert (interim.shape, final.shape) == ("interim", "ruling")
        assert interim.case is final.case
        assert interim.record()["date"] < final.record()["date"]


@pytest.mark.parametrize("record", **BY_ID)
def test_a_ruling_is_well_formed(record: dict[str, str]) -> None:
    text = record["text"]
    assert not re.search(r"[{}|‹›]|\[|\]", text), "a slot or a mark was left"
    assert not re.search(r"  |\n\n\n| [,.;:)]|\.\.|,,", text), "spaces or stops went wrong"
    assert all(line == line.strip() and line != "#" for line in text.split("\n"))
    assert 120 <= len(find_words(text).forms) <= 650
    doubled = {
        first.lower()
        for first, second in pairwise(re.findall(r"\w+|[^\w\s]", text))
        if first.lower() == second.lower()
    }
    assert not doubled


@pytest.mark.parametrize("record", **BY_ID)
def test_sentences_begin_with_a_capital_and_end(record: dict[str, str]) -> None:
    paragraphs = [line for line in record["text"].split("\n") if len(line) > 120]
    assert len(paragraphs) >= 2
    for paragraph in paragraphs:
        assert paragraph[0].isupper() or paragraph.startswith(("in ", "on ", *"123"))
    starts = re.findall(r"(?<!\d)(?<! Dr)(?<! Abs)(?<! Nr)[.?!] (\w)", record["text"])
    assert len(starts) >= 5
    assert all(start.isupper() or start.isdigit() for start in starts)


@pytest.mark.parametrize("record", **BY_ID)
def test_articles_agree_with_what_follows(record: dict[str, str]) -> None:
    if record["language"] != "en":
        return
    for article, following in re.findall(r"\b(an?) (\w+(?:-\w+)?)", record["text"], re.IGNORECASE):
        vowel = following[0].lower() in "aeiou"
        vowel = vowel and not _SPOKEN_WITH_CONSONANT.match(following)
        vowel = vowel or bool(_SPOKEN_WITH_VOWEL.match(following))
        assert (article.lower() == "an") == vowel, f"{article} {following}"


def test_the_days_of_a_case_follow_one_another() -> None:
    order = ("start", "incident", "later", "decided", "filed", "interim", "hearing", "judgment")
    for ruling in RULINGS:
        days = [ruling.case.days[name] for name in order]
        assert days == sorted(days)
        assert days[-1].weekday() < 5, "no court sits at a weekend"
        assert date.fromisoformat(ruling.record()["date"]) in days


def test_phrases_are_shared_as_in_real_collections() -> None:
    times: dict[int, Counter[tuple[str, ...]]] = {1: Counter(), 3: Counter(), 7: Counter()}
    for text in {record["text"] for record in RECORDS}:
        forms = find_words(text).forms
        for length, counter in times.items():
            counter.update(set(zip(*(forms[at:] for at in range(length)), strict=False)))
    shared = {
        length: sum(count > 1 for count in counter.values()) / len(counter)
        for length, counter in times.items()
    }
    assert 0.6 < shared[1] < 0.9
    assert 0.3 < shared[3] < 0.6
    assert 0.15 < shared[7] < 0.4
