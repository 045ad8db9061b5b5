"""Words written in a frozen sentence: what follows is forced, what is forbidden does not come."""

import pytest

from tests.unlinkable.model.token_sources import Random, Scripted, pieces_of
from unlinkable.model.decoding.infilling import Blank, GapFilling, Infilled
from unlinkable.model.decoding.written_text import Fault
from unlinkable.stopping import StoppedError, never
from unlinkable_index.words import find_words

GAP = Blank("The court ", "took note", " of it.", words=3)


def filled(wanted: list[str], forbidden: set[str] = frozenset(), gap: Blank = GAP) -> Infilled:
    """What a model writes that wants some texts for the gap, the first most."""
    source = Scripted([f" {text}{gap.after}" for text in (*wanted, gap.original)])

    def judge(text: str, ended: bool) -> Fault | None:
        words = text.removeprefix(gap.before).removesuffix(gap.after if ended else "").split()
        return Fault(0, 0) if forbidden.intersection(words) else None

    return GapFilling(source, gap, judge, never).filled()


def texts(found: Infilled) -> list[str]:
    return [one.text for one in found.texts]


def test_what_the_model_wants_most_comes_first_and_others_after_it() -> None:
    assert texts(filled(["became aware", "knew"])) == ["became aware", "knew", "took note"]


def test_a_word_that_the_judge_forbids_is_in_no_text() -> None:
    found = filled(["became aware", "knew"], {"aware", "note"})
    assert texts(found) == ["knew"]
    assert found.rollbacks >= 2


def test_no_text_has_more_words_than_may_be_written() -> None:
    assert texts(filled(["was made well aware", "knew"], {"note"})) == ["knew"]


def test_no_marks_and_numbers_are_written() -> None:
    assert texts(filled(["saw, 4 times", "knew"], {"note"})) == ["knew"]


def test_the_context_is_left_as_it_was() -> None:
    source = Scripted([" knew of it.", " took note of it."])
    source.feed([0])
    GapFilling(source, GAP, lambda *_: None, never).filled()
    assert source.length == 1


@pytest.mark.parametrize("seed", range(20))
def test_whatever_the_model_wants_the_texts_are_words_and_within_the_limits(seed: int) -> None:
    pieces = sorted({*pieces_of(" a court took note of it. was 4 ["), b'"', b" b", b"c", b"-"})
    gap = Blank("The court ", "took note", " of it.", words=2, wanted=4, tokens=30)
    heard: list[str] = []

    def judge(text: str, _: bool) -> Fault | None:
        heard.append(text)
        return Fault(0, 0) if "took" in text else None

    found = GapFilling(Random(pieces, seed), gap, judge, never).filled()
    assert found.generated <= 30
    for one in found.texts:
        assert 1 <= len(find_words(one.text).forms) <= 2 * 2
        assert len(one.text.split()) <= 2
        assert "took" not in one.text
        assert not set(one.text) & set('4[.,"')
        assert f"The court {one.text} of it." in heard


def test_it_stops_when_it_is_told_to() -> None:
    with pytest.raises(StoppedError):
        GapFilling(Scripted([" took note of it."]), GAP, lambda *_: None, lambda: True).filled()


def test_an_offered_text_is_only_read_and_judged_like_the_others() -> None:
    offered = Blank("The court ", "took note", " of it.", 3, tokens=0, offered=("heard", "spoke"))
    source = Scripted([" took note of it.", " heard of it.", " spoke of it."])

    def judge(text: str, _: bool) -> Fault | None:
        return Fault(0, 0) if "spoke" in text else None

    found = GapFilling(source, offered, judge, never).filled()
    assert texts(found) == ["heard"]
    assert found.generated == 0


def test_an_offered_text_is_as_likely_as_if_it_had_been_written() -> None:
    [written] = filled(["knew"], {"took"}).texts
    source = Scripted([f" {text} of it." for text in ("knew", "took note")])
    offered = Blank("The court ", "took note", " of it.", 3, tokens=0, offered=("knew",))
    [read] = GapFilling(source, offered, lambda *_: None, never).filled().texts
    assert (read.score, read.follows) == pytest.approx((written.score, written.follows))
