"""What is found in a draft whose words can be read in several ways: all that is found in each of
its readings, written out one by one, on random small collections and drafts."""

from itertools import pairwise, product
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from tests.unlinkable.findings.phrases_twin import twin_minimal_rare
from tests.unlinkable.findings.small_collections import SmallIndex, linking_sets, phrases_of, texts
from unlinkable.draft import Span, read_draft
from unlinkable.findings.phrases import minimal_rare
from unlinkable.findings.question import Question
from unlinkable.findings.report import check

MASK = "[REDACTED]"
JOINTS = {" ": (False,), "-\n": (True, False), "\u2800": (False, True), f" {MASK} ": (False,)}
words = st.sampled_from([*"abcdefg", "ab", "cd", "abc"])
parts = st.lists(
    st.tuples(words, st.sampled_from([*JOINTS, " ", " "])), min_size=1, max_size=9
).filter(lambda parts: sum(len(JOINTS[joint]) > 1 for _, joint in parts) < 5)
collections = texts | st.lists(st.lists(words, min_size=1, max_size=8), min_size=2, max_size=9)


class Read(NamedTuple):
    """A word of one reading: its form, its segment, and its pieces, from one to before another."""

    form: str
    segment: int
    first: int
    stop: int


def readings_of(parts: list[tuple[str, str]]) -> list[list[Read]]:
    """Every reading of a draft, the first one first."""
    readings = []
    for joints in product(*(JOINTS[joint] for _, joint in parts[:-1])):
        read = [Read(parts[0][0], 0, 0, 1)]
        for number, is_one in enumerate(joints):
            before, piece = read[-1], parts[number + 1][0]
            if is_one:
                read[-1] = before._replace(form=before.form + piece, stop=number + 2)
            else:
                segment = before.segment + (MASK in parts[number][1])
                read.append(Read(piece, segment, number + 1, number + 2))
        readings.append(read)
    return readings


def segments_of(read: list[Read]) -> list[tuple[str, ...]]:
    numbers = range(read[-1].segment + 1)
    return [tuple(word.form for word in read if word.segment == number) for number in numbers]


@examples(400)
@given(collections, parts, st.integers(2, 3))
def test_rare_phrases_are_those_of_every_reading_on_the_words_they_stand_for(
    collection: list[list[str]], parts: list[tuple[str, str]], k: int
) -> None:
    index = SmallIndex(collection, max_words=4)
    readings = readings_of(parts)
    first = {
        piece: number
        for number, word in enumerate(readings[0])
        for piece in range(word.first, word.stop)
    }
    expected = set()
    for read in readings:
        for found in twin_minimal_rare(
            segments_of(read), lambda phrase: frozenset(index.found.get(phrase, ())), k, 4
        ):
            covered = read[found.first_word : found.first_word + found.words]
            begin, end = first[covered[0].first], first[covered[-1].stop - 1]
            expected.add((end - begin + 1, begin))
    draft = read_draft("".join(piece + joint for piece, joint in parts))
    assert draft.forms == tuple(word.form for word in readings[0])
    found = [(finding.words, finding.first_word) for finding in minimal_rare(draft, index, k)]
    assert found == sorted(expected)


@examples(150)
@given(collections, parts, st.integers(2, 3), st.integers(1, 2))
def test_a_draft_is_clean_when_every_reading_of_it_is(
    collection: list[list[str]], parts: list[tuple[str, str]], max_terms: int, term_words: int
) -> None:
    index = SmallIndex(collection)
    question = Question(2, max_terms=max_terms, term_words=term_words)
    text = "".join(piece + joint for piece, joint in parts)
    report = check(read_draft(text), index, question)
    links = any(
        twin_minimal_rare(
            segments_of(read), lambda phrase: frozenset(index.found.get(phrase, ())), 2, 3
        )
        or any(True for _ in linking_sets(index, phrases_of(segments_of(read), term_words), 2,
                                          max_terms))
        for read in readings_of(parts)
    )  # fmt: skip
    if links:
        assert not report.clean
    while not report.clean:
        for finding in sorted(report.findings, key=lambda finding: -finding.start):
            place = Span(finding.start, finding.end)
            text = text[: place.start] + MASK + text[place.end :]
            break
        report = check(read_draft(text), index, question)
    left = [read_draft(text.replace("-\n", "").replace("\u2800", " "))]
    left.append(read_draft(text.replace("-\n", " ").replace("\u2800", "")))
    assert all(check(one, index, question).clean for one in left)
    assert all(one.start < two.start for one, two in pairwise(report.draft.masks))
