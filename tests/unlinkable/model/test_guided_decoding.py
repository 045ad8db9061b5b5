"""Decoding that cannot write what a judge forbids, whatever the model."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from tests.unlinkable.model.token_sources import Random, Scripted, pieces_of
from unlinkable.model.decoding.guided_decoding import GaveUpError, GuidedDecoding, Limits, Written
from unlinkable.model.decoding.tokens import Sampling
from unlinkable.model.decoding.written_text import Fault, ForbiddenWords, Judge
from unlinkable.stopping import StoppedError, never
from unlinkable_index.words import find_words

PIECES = [
    *(b" a", b" b", b" c", b"a", b"b", b"c", b"bc", b" ab", b" ", b".", b", ", b" [R] ", b"-"),
    *(b"\xc3", b"\xa9", b"\xcc\x81", b'\\"', b'"', b'."}', b" a b", b"\xef\xbd\x81", b"\\"),
]
words = st.sampled_from(["a", "b", "c", "ab", "bc", "aé", "é", "abc", "á"])
phrases = st.lists(words, min_size=1, max_size=3).map(tuple)


def forbids(forbidden: set[tuple[str, ...]], before: str = "", after: str = "") -> Judge:
    """A judge that knows nothing but a set of phrases, wherever they begin and end."""

    def judge(text: str, ended: bool) -> Fault | None:
        place = before + text + (after if ended else "")
        found = find_words(place)
        own = [n for n, end in enumerate(found.ends) if len(before) < end]
        own = [n for n in own if found.starts[n] < len(before) + len(text)]
        if not own:
            return Fault(0, 0) if ended else None
        faults = [
            (min(start + len(phrase) - 1, own[-1]), max(start, own[0]))
            for phrase in forbidden
            for start in range(len(found.forms) - len(phrase) + 1)
            if found.forms[start : start + len(phrase)] == phrase
            and start <= own[-1]
            and start + len(phrase) > own[0]
        ]
        if not faults:
            return None
        end, start = min(faults)
        return Fault(
            *(max(0, int(found.starts[word]) - len(before)) for word in (start, end)),
            anywhere=not before and not after,
        )

    return judge


def write(source: Random, judge: Judge | None, **limits: int) -> Written:
    sampling = Sampling(temperature=1.5, top_p=1.0, top_k=100, seed=1)
    allowed = Limits(**{"tokens": 60, "rollbacks": 300, **limits}, least_mean=-100)
    return GuidedDecoding(source, judge, sampling, allowed).write(never)


@examples(150)
@given(st.sets(phrases, max_size=6), st.integers(0, 10_000), words, words)
def test_no_forbidden_phrase_is_ever_written_even_at_random(
    forbidden: set[tuple[str, ...]], seed: int, left: str, right: str
) -> None:
    before, after = f"{left} ", f" {right}"
    try:
        written = write(Random(PIECES, seed), forbids(forbidden, before, after))
    except GaveUpError:
        return
    text = find_words(before + written.text + after).forms
    inner = range(len(find_words(before).forms), len(text) - len(find_words(after).forms))
    for phrase in forbidden:
        for start in range(len(text) - len(phrase) + 1):
            if text[start : start + len(phrase)] == phrase:
                assert start >= inner.stop or start + len(phrase) <= inner.start


@examples(50)
@given(st.integers(0, 10_000))
def test_the_context_holds_exactly_what_was_written(seed: int) -> None:
    source = Random(PIECES, seed)
    source.feed([1, 2, 3])
    written = write(source, forbids({("b",), ("a", "c")}), tokens=400)
    pieces = [source.vocabulary.pieces[token] for token in source.context[3:]]
    content = b"".join(pieces).decode().replace('\\"', '"').replace("\\\\", "\\")
    assert written.text.startswith(content)
    assert len(written.text) - len(content) <= 2  # the last token is not evaluated any more
    assert written.generated - written.tokens >= written.rollbacks


def test_the_next_best_wording_is_taken_where_the_best_is_forbidden() -> None:
    source = Scripted(["the old mill burned", "the old house burned", "the building burned"])
    assert write_greedily(source, {("old", "mill")}) == "the old house burned"


def test_a_word_further_back_is_changed_when_a_place_has_nothing_else_to_offer() -> None:
    source = Scripted(
        ["the old mill burned", "the old house burned", "a building burned"], [b" x", b" y"]
    )
    forbidden = {("old", "mill"), ("old", "house"), ("old", "x"), ("old", "y"), ("the", "building")}
    forbidden |= {("old", "burned"), ("old", "building"), ("old", "old"), ("old",), ("the",)}
    assert write_greedily(source, forbidden) == "a building burned"


def write_greedily(source: Random, forbidden: set[tuple[str, ...]]) -> str:
    decoding = GuidedDecoding(source, forbids(forbidden), Sampling(), Limits(40, faults_a_word=3))
    return decoding.write(never).text


def test_the_word_with_the_likeliest_other_is_changed_not_the_one_that_happened_to_be_last() -> (
    None
):
    source = Scripted(["the mill on fire", "the house on fire"])
    forbidden = {("mill", "on")}
    assert write_greedily(source, forbidden) == "the house on fire"


def test_a_place_that_had_its_tries_is_left_for_the_word_before_it() -> None:
    def judge(text: str, _: bool) -> Fault | None:
        found = find_words(text)
        if found.forms[0] == "the" and len(found.forms) > 1:
            second = int(found.starts[1])
            return Fault(second, second)  # whatever it is
        return None

    source = Scripted([f"the {one} burned" for one in ("mill", "barn", "shed")] + ["a mill burned"])
    decoding = GuidedDecoding(source, judge, Sampling(), Limits(40, faults_a_word=2))
    written = decoding.write(never)
    assert written.text == "a mill burned"
    assert written.rollbacks == 3


def test_the_end_of_the_text_is_judged_with_what_follows() -> None:
    source = Scripted(["in the mill", "in the house"])
    decoding = GuidedDecoding(
        source, forbids({("mill", "road")}, after=" road"), Sampling(), Limits(40)
    )
    assert decoding.write(never).text == "in the house"


def test_the_start_of_the_text_is_judged_with_what_stands_before() -> None:
    source = Scripted(["mill burned", "house burned"])
    decoding = GuidedDecoding(
        source, forbids({("old", "mill")}, before="the old "), Sampling(), Limits(40)
    )
    assert decoding.write(never).text == "house burned"


def test_an_escaped_quotation_mark_is_a_quotation_mark() -> None:
    source = Scripted(['he said "never" twice', 'he said "no" twice'])
    assert write_greedily(source, {("said", "never")}) == 'he said "no" twice'


def test_word_forms_are_compared_so_capitals_and_widths_do_not_slip_through() -> None:
    source = Scripted(["the MILL burned", "the ｍill burned", "the house burned"])
    assert write_greedily(source, {("mill",)}) == "the house burned"


def write_before_x(source: Random, forbidden: set[tuple[str, ...]]) -> Written:
    """Where phrases are forbidden in their place only, as what stands around makes them so."""
    judge = forbids(forbidden, before="x ")
    return GuidedDecoding(source, judge, Sampling(), Limits(40)).write(never)


def test_a_word_that_was_forbidden_at_a_place_is_not_tried_there_in_other_letters() -> None:
    written = write_before_x(Scripted(["a mill burned", "a MILL burned", "a house"]), {("mill",)})
    assert (written.text, written.rollbacks) == ("a house", 1)


def test_where_one_word_of_a_phrase_is_changed_only_that_word_is_forbidden_there() -> None:
    texts = ["the mill on fire", "the MILL burned", "the house on fire"]
    written = write_before_x(Scripted(texts), {("mill", "on")})
    assert (written.text, written.rollbacks) == ("the house on fire", 1)


def test_the_judge_is_asked_about_each_word_once_it_is_finished_and_about_the_whole() -> None:
    asked: list[tuple[str, bool]] = []

    def judge(text: str, ended: bool) -> None:
        asked.append((text, ended))

    GuidedDecoding(Scripted(["a big, red (mill)"]), judge, Sampling(), Limits(40)).write(never)
    assert asked == [
        ("a ", False),
        ("a big,", False),
        ("a big, red ", False),
        ("a big, red (mill)", False),
        ("a big, red (mill)", True),
    ]


def test_what_is_begun_is_kept_and_judged_with_the_rest() -> None:
    source = Scripted(["the old mill burned", "the old house burned"])
    begun = "the old"
    source.feed([source.vocabulary.pieces.index(piece) for piece in pieces_of(begun)])
    judge = forbids({("old", "mill")})
    written = GuidedDecoding(source, judge, Sampling(begun=begun), Limits(40)).write(never)
    assert written.text == "the old house burned"
    assert written.tokens == 3  # two words and the end


KEPT = (" by the gate of the park and", " came to see it.")
LONG = "the old mill by the gate of the park and the miller came to see it."


def keep(source: Random, forbidden: set[tuple[str, ...]]) -> Written:
    source.feed(source.tokens("the old"))
    sampling = Sampling(begun="the old", kept=KEPT)
    return GuidedDecoding(source, forbids(forbidden), sampling, Limits(60)).write(never)


def test_where_the_text_comes_back_to_what_is_kept_that_is_not_drawn_again() -> None:
    source = Scripted([LONG, LONG.replace("mill ", "house ")])
    written = keep(source, {("old", "mill")})
    assert written.text == LONG.replace("mill ", "house ")
    drawn = ["house", "by", "the", "gate", "the", "miller", "came", "to", "see"]
    assert written.tokens == len(drawn)
    assert written.rollbacks == 1
    evaluated = b"".join(source.vocabulary.pieces[token] for token in source.context)
    assert evaluated.decode() == written.text.removesuffix(" see it.")


def test_what_is_kept_is_judged_together_with_what_was_written_before_it() -> None:
    source = Scripted([LONG, LONG.replace("miller", "owner")])
    written = keep(source, {("miller", "came", "to", "see", "it")})
    assert written.text == LONG.replace("miller", "owner")


def test_what_is_flagged_itself_is_not_kept() -> None:
    source = Scripted([LONG, LONG.replace("see", "watch")])
    assert keep(source, {("see", "it")}).text == LONG.replace("see", "watch")


LONG_WITH_A_MARK = LONG.replace("the gate", "the—gate")


def keep_behind_a_mark(other: str, forbidden: tuple[str, ...]) -> Written:
    """What is kept goes on with a word at its first character."""
    source = Scripted([LONG_WITH_A_MARK, other])
    source.feed(source.tokens("the old"))
    sampling = Sampling(begun="the old", kept=(" by the—gate of the park and", KEPT[1]))
    return GuidedDecoding(source, forbids({forbidden}), sampling, Limits(60)).write(never)


def test_where_the_first_word_of_what_would_be_kept_is_flagged_all_the_rest_is_written() -> None:
    other = LONG_WITH_A_MARK.replace("gate", "door")
    written = keep_behind_a_mark(other, ("gate", "of"))
    assert (written.text, written.rollbacks) == (other, 1)


def test_a_word_that_is_flagged_with_what_would_be_kept_may_stand_elsewhere() -> None:
    other = LONG_WITH_A_MARK.replace("the—gate", "a—gate")
    written = keep_behind_a_mark(other, ("the", "gate"))
    assert (written.text, written.rollbacks) == (other, 1)


def test_at_the_beginning_marks_are_tried_for_as_long_as_any_is_left() -> None:
    def judge(text: str, _: bool) -> Fault | None:
        return None if text[:1].isalpha() else Fault(0, -1)

    source = Scripted([*(f"{mark}the mill" for mark in "#*-+=~^|<>%&@"), "the mill"])
    limits = Limits(40, least=-100, least_mean=-100)
    written = GuidedDecoding(source, judge, Sampling(), limits).write(never)
    assert (written.text, written.rollbacks) == ("the mill", 13)


@examples(100)
@given(st.sets(phrases, max_size=4), st.integers(0, 10_000))
def test_no_forbidden_phrase_is_written_where_parts_are_kept(
    forbidden: set[tuple[str, ...]], seed: int
) -> None:
    source = Random(PIECES, seed)
    sampling = Sampling(temperature=1.5, top_p=1.0, top_k=100, seed=1, kept=(" a b.b", " c"))
    limits = Limits(tokens=60, rollbacks=300, least_mean=-100)
    try:
        written = GuidedDecoding(source, forbids(forbidden), sampling, limits).write(never)
    except GaveUpError:
        return
    forms = find_words(written.text).forms
    for phrase in forbidden:
        for start in range(len(forms)):
            assert forms[start : start + len(phrase)] != phrase


def test_it_gives_up_within_its_bounds_and_says_so() -> None:
    source = Random(PIECES, 3)

    def nothing_is_right(text: str, _: bool) -> Fault:
        found = find_words(text)
        last = int(found.starts[-1]) if len(found.starts) else 0
        return Fault(last, last)

    decoding = GuidedDecoding(source, nothing_is_right, Sampling(), Limits(60, rollbacks=25))
    with pytest.raises(GaveUpError, match="wording") as gave_up:
        decoding.write(never)
    assert gave_up.value.rollbacks <= 26


def test_a_text_without_end_is_given_up() -> None:
    source = Random([b" a"], 1)
    with pytest.raises(GaveUpError, match="did not come to an end"):
        write(source, None, tokens=20)


def test_it_stops_when_asked() -> None:
    with pytest.raises(StoppedError):
        GuidedDecoding(Random(PIECES, 1), None, Sampling(), Limits(60)).write(lambda: True)


def test_the_same_seed_writes_the_same_text() -> None:
    texts = {write(Random(PIECES, 7), forbids({("a",)}), tokens=400).text for _ in range(2)}
    assert len(texts) == 1


def test_a_plan_is_cut_off_at_its_limit_between_characters() -> None:
    decoding = GuidedDecoding(Random([b"\xc3", b"\xa9"], 1), None, Sampling(), Limits(5))
    assert decoding.write_freely(never).text == "ééé"


def test_a_word_is_not_ended_where_its_beginning_could_only_become_a_forbidden_one() -> None:
    source = Scripted(["the old defenestration", "the old house"], [b" de", b" fenestration", b"x"])
    assert write_greedily(source, {("old", "defenestration")}) == "the old house"
    assert all(source.vocabulary.pieces[token] != b" de" for token in source.context)


def test_a_short_word_stays_possible_where_a_longer_one_that_it_begins_is_forbidden() -> None:
    source = Scripted(["it was another", "it was an owl"])
    assert write_greedily(source, {("another",)}) == "it was an owl"


def test_what_is_too_unlikely_is_not_written_but_the_word_before_it_changed() -> None:
    source = Scripted(["the old mill", "a building"], [b" x"])
    assert write_greedily(source, {("old", "mill"), ("old",)}) == "a building"


def test_a_text_that_is_too_unlikely_as_a_whole_is_given_up() -> None:
    source = Scripted(["a b c", "a c b", "b a c"])
    judge = forbids({("a", "b"), ("c", "b")})
    limits = Limits(40, least_mean=-0.2)
    with pytest.raises(GaveUpError, match="too unlikely"):
        GuidedDecoding(source, judge, Sampling(), limits).write(never)


def test_a_beginning_that_led_nowhere_may_be_a_word_of_the_next_text() -> None:
    nowhere = [ForbiddenWords(("catalogue",), closed=True)]
    source = Scripted(["The cat sat."])
    written = GuidedDecoding(source, None, Sampling(), Limits(40), nowhere).write(never)
    assert written.text == "The cat sat."
    assert nowhere == [ForbiddenWords(("catalogue",))]


def test_what_may_stand_nowhere_is_not_tried_again_in_the_next_text() -> None:
    nowhere: list[ForbiddenWords] = []
    texts = ["the old mill and the old mill", "the old mill and the old house"]
    texts += ["the old house and the old mill", "the old house and the old house"]
    for rollbacks in (1, 0):
        source = Scripted(texts)
        judge = forbids({("old", "mill")})
        written = GuidedDecoding(source, judge, Sampling(), Limits(40), nowhere).write(never)
        assert written.text == "the old house and the old house"
        assert written.rollbacks == rollbacks
