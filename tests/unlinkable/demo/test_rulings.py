"""The invented collection reads like rulings, and is always the same."""

import re
from collections import Counter
from datetime import date

from unlinkable.demo import InventedRuling, invented_rulings, rulings
from unlinkable.demo.cases import kinds
from unlinkable_index.words import find_words

RECORDS = list(rulings())
RULINGS = list(invented_rulings())

# Words that are written with a vowel and spoken with a consonant, or the other way round.
_SPOKEN_WITH_CONSONANT = re.compile(r"(?:use|uni|eur|one)", re.IGNORECASE)
_SPOKEN_WITH_VOWEL = re.compile(r"(?:hour|honest|heir|X-ray)", re.IGNORECASE)


def found_in_all(pattern: str) -> set[str]:
    """Where the pattern occurs in the rulings, with a few characters around it."""
    return {
        f"{record['id']}: {record['text'][max(0, found.start() - 30) : found.end() + 30]!r}"
        for record in RECORDS
        for found in re.finditer(pattern, record["text"])
    }


def test_the_same_seed_gives_the_same_rulings() -> None:
    assert list(rulings()) == RECORDS


def test_another_seed_gives_other_rulings() -> None:
    texts = {record["text"] for record in RECORDS}
    assert not texts & {record["text"] for record in rulings(seed=1)}


def test_there_are_some_two_thousand_rulings_of_many_kinds_in_two_languages() -> None:
    languages = Counter(ruling.case.kind.language for ruling in RULINGS)
    assert 1500 <= languages.total() <= 2500
    assert min(languages["en"], languages["de"]) > 600
    assert min(len(kinds("en")), len(kinds("de"))) >= 8
    assert len({record["court"] for record in RECORDS}) >= 12


def test_ids_are_unique() -> None:
    assert len({record["id"] for record in RECORDS}) == len(RECORDS)


def test_only_the_meant_duplicates_are_equal() -> None:
    times = Counter(record["text"] for record in RECORDS)
    copied = {ruling.record()["text"] for ruling in RULINGS if ruling.copy}
    assert len(copied) >= 4
    assert {text for text, count in times.items() if count > 1} == copied


def test_groups_hold_the_interim_order_and_the_ruling_of_one_case() -> None:
    groups: dict[str, list[InventedRuling]] = {}
    for ruling in RULINGS:
        if ruling.group is not None:
            groups.setdefault(ruling.group, []).append(ruling)
    assert len(groups) >= 8
    for interim, final in groups.values():
        assert (interim.shape, final.shape) == ("interim", "ruling")
        assert interim.case is final.case
        assert interim.record()["date"] < final.record()["date"]


def test_no_slot_choice_or_mark_is_left() -> None:
    assert not found_in_all(r"[{}|‹›\[\]]")
    assert not found_in_all(r"(?m)^#")


def test_spaces_stops_and_lines_are_right() -> None:
    assert not found_in_all(r"  |\n\n\n| [,.;:)]|\.\.|,,|\( ")
    assert not found_in_all(r"(?m)^ | $")


def test_no_word_stands_twice_in_a_row() -> None:
    assert not found_in_all(r"(?i)\b(\w+)[ ,]+\1\b")


def test_rulings_have_the_length_of_short_rulings() -> None:
    words = {record["id"]: len(find_words(record["text"]).forms) for record in RECORDS}
    assert not {name: count for name, count in words.items() if not 120 <= count <= 650}


def test_sentences_begin_with_a_capital() -> None:
    assert not found_in_all(r"(?<!\d)(?<! Dr)(?<! Abs)(?<! Nr)[.?!] [a-zäöü]")
    assert not found_in_all(r"(?m)^(?!in |im |on |holds |dismisses )[a-zäöü]")


def test_rulings_have_several_sentences() -> None:
    sentences = {
        record["id"]: len(re.findall(r"\w{3,}[.?]\s", record["text"])) for record in RECORDS
    }
    assert not {name: count for name, count in sentences.items() if not 6 <= count <= 50}


def test_articles_agree_with_what_follows() -> None:
    wrong = set()
    for record in RECORDS:
        if record["language"] == "en":
            for article, following in re.findall(r"\b([Aa]n?) ([\w-]+)", record["text"]):
                vowel = following[0].lower() in "aeiou"
                vowel = vowel and not _SPOKEN_WITH_CONSONANT.match(following)
                vowel = vowel or bool(_SPOKEN_WITH_VOWEL.match(following))
                if (article.lower() == "an") != vowel:
                    wrong.add(f"{record['id']}: {article} {following}")
    assert not wrong


def test_the_days_of_a_case_follow_one_another() -> None:
    order = (
        "start",
        "incident",
        "later",
        "decided",
        "objected",
        "filed",
        "interim",
        "hearing",
        "judgment",
    )
    for ruling in RULINGS:
        days = [ruling.case.days[name] for name in order]
        assert days == sorted(days)
        assert days[-1].weekday() < 5, "no court sits at a weekend"
        assert date.fromisoformat(ruling.record()["date"]) in days


def test_most_words_are_shared_and_most_long_phrases_are_not() -> None:
    times: dict[int, Counter[tuple[str, ...]]] = {1: Counter(), 3: Counter(), 7: Counter()}
    for text in {record["text"] for record in RECORDS}:
        forms = find_words(text).forms
        for length, counter in times.items():
            counter.update(set(zip(*(forms[at:] for at in range(length)), strict=False)))
    shared = {
        length: sum(count > 1 for count in counter.values()) / len(counter)
        for length, counter in times.items()
    }
    assert 0.8 < shared[1] < 0.95
    assert 0.3 < shared[3] < 0.6
    assert 0.15 < shared[7] < 0.4
