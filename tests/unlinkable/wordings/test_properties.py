"""What holds for every substitute of the tables, in texts put together by chance."""

import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from unlinkable.wordings import LANGUAGES, Effect, Harm, Wordings, apply, wordings_of
from unlinkable.wordings.tables import example_sides
from unlinkable.wordings.tokens import FixedPlaces, quotations
from unlinkable_index.documents.shared.rendering import Span
from unlinkable_index.words import find_words


def wordings(language: str) -> Wordings:
    found = wordings_of(language)
    assert found is not None
    return found


@cache
def sentences(language: str) -> list[str]:
    return sorted({side for e in wordings(language).entries for side in example_sides(e.example)})


BETWEEN = [" ", "\n\n", " [REDACTED] ", " “as it was said” ", "\n", " (see above) ", " **", " X. "]


@st.composite
def texts(draw: st.DrawFn, language: str) -> str:
    """Sentences of the examples, whole or cut, with masks, quotations and markup between."""
    parts = []
    for _ in range(draw(st.integers(1, 6))):
        sentence = draw(st.sampled_from(sentences(language)))
        parts.append(sentence[draw(st.integers(0, 1)) * draw(st.integers(0, 20)) :])
        parts.append(draw(st.sampled_from(BETWEEN)))
    return "".join(parts)


@pytest.mark.parametrize("language", LANGUAGES)
@given(data=st.data())
@examples(150)
def test_an_alternative_changes_its_words_and_nothing_else(
    language: str, data: st.DataObject
) -> None:
    text = data.draw(texts(language))
    quoted = FixedPlaces(quotations(text))
    for one in wordings(language).alternatives(text):
        start, end = one.span
        made = one.applied(text)
        assert 0 <= start < end <= len(text)
        assert one.context.start <= start
        assert end <= one.context.end
        assert made == text[:start] + one.replacement + text[end:]
        assert find_words(made).forms != find_words(text).forms
        assert not quoted.touch(start, end)
        around = made[max(0, start - 2) : start + len(one.replacement) + 2]
        before = text[max(0, start - 2) : end + 2]
        for bad in ("  ", " ,", " .", ",,"):
            assert around.count(bad) <= before.count(bad)
        if one.derivation.effect is Effect.DROPS:
            assert len(made) < len(text)
        for mask in re.findall(r"\[REDACTED\]", text):
            assert made.count(mask) == text.count(mask)


@pytest.mark.parametrize("language", LANGUAGES)
@given(data=st.data())
@examples(100)
def test_of_two_that_go_together_each_is_still_there_when_the_other_is_taken(
    language: str, data: st.DataObject
) -> None:
    """What says less is not asked: whether it may depends on what else is told in the text."""
    text = data.draw(texts(language))
    every = wordings(language).alternatives(text)
    found = [one for one in every if one.harm is not Harm.LESS_EXACT]
    for one, other in zip(found, found[3:], strict=False):
        if not one.goes_with(other):
            continue
        made = max(one, other, key=lambda substitute: substitute.span).applied(text)
        still = [again.applied(made) for again in wordings(language).alternatives(made)]
        assert apply(text, [one, other]) in still


@given(
    spans=st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=6),
    start=st.integers(0, 30),
    length=st.integers(1, 5),
)
def test_places_are_touched_where_any_of_their_text_is(
    spans: list[tuple[int, int]], start: int, length: int
) -> None:
    taken = {at for first, last in spans for at in range(first, last)}
    expected = bool(taken & set(range(start, start + length)))
    assert FixedPlaces(Span(*span) for span in spans).touch(start, start + length) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_wording_that_no_neighbour_decides_on_is_found_wherever_a_plain_search_finds_it(
    language: str,
) -> None:
    text = " ".join(sentences(language))
    quoted = FixedPlaces(quotations(text))
    found = {one.span.start for one in wordings(language).alternatives(text)}
    for entry in wordings(language).entries:
        if entry.conditions or entry.kind.startswith("verbs") or "," in entry.stands:
            continue
        if re.search(r"\b[A-Z]{3,}\b", entry.stands):
            continue
        for match in re.finditer(rf"(?<=[a-z] ){re.escape(entry.stands)}(?= [a-z]|\.)", text):
            near = match.start() in found or match.start() - 1 in found
            assert near or quoted.touch(*match.span()), f"{entry.place}: {match[0]}"
