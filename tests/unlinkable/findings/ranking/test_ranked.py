"""All that a searcher who ranks finds of a draft, beside the twin."""

import itertools
import math

import pytest

from tests.unlinkable.findings.ranking.conftest import MadeIndex
from tests.unlinkable.findings.ranking.test_bm25 import drawn_texts
from tests.unlinkable.findings.ranking.test_leading import drawn_draft
from tests.unlinkable.findings.ranking.twin import bm25, leads
from unlinkable.draft import read_draft
from unlinkable.findings.ranking.passages import Unit, passages
from unlinkable.findings.ranking.ranked import (
    NOTHING,
    Ranked,
    Share,
    first_ranked,
    presumed_sources,
    ranked,
    words_that_carry,
)
from unlinkable.findings.ranking.recognition import pair_scores
from unlinkable.stopping import StoppedError


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("unit", Unit)
@pytest.mark.parametrize("named", [(), (4,), (4, 9)])
def test_shares_and_findings_are_those_of_the_sources(
    made_index: MadeIndex, seed: int, unit: Unit, named: tuple[int, ...]
) -> None:
    texts = drawn_texts(seed, 25)
    draft, index = drawn_draft(texts, 4, seed), made_index(texts)
    scores = bm25(draft.forms, texts)
    first = scores.index(max(scores))
    ahead = max(scores) >= 1.05 * sorted(scores)[-2]
    sources = named or ((first,) if ahead else ())
    found = ranked(draft, index, 3, unit, named or None)

    assert first_ranked(draft, index) == first
    assert found.judged_by == (named or presumed_sources(draft, index)) == sources
    assert found.recognition is not None
    assert found.recognition.document == (named or (first,))[0]
    for each, share in ((Unit.SENTENCE, found.sentences), (Unit.PARAGRAPH, found.paragraphs)):
        asked = passages(draft, each)
        led = [
            any(
                leads(draft.forms[p.words.start : p.words.stop], texts, s, 3, 0.05) for s in sources
            )
            for p in asked
        ]
        assert (share.leading, share.of) == (sum(led), len(asked) if sources else 0)
    led_to: dict[range, list[int]] = {}
    for p in passages(draft, unit):
        for source in sources:
            if leads(draft.forms[p.words.start : p.words.stop], texts, source, 3, 0.05):
                led_to.setdefault(p.words, []).append(source)
    each_once = {words: some[0] for words, some in led_to.items()}
    assert {it.passage.words: it.source for it in found.findings} == each_once
    assert len(found.findings) == len(each_once)
    for finding in found.findings:
        left = [word for word in finding.passage.words if word not in finding.words]
        words = [draft.forms[word] for word in left]
        assert not any(leads(words, texts, source, 3, 0.05) for source in sources)
    carrying = {word for finding in found.findings for word in finding.words}
    assert words_that_carry(found.findings) == sorted(carrying)
    for finding in found.findings:
        assert (finding.start, finding.end) == tuple(finding.passage.span)
        assert [draft.text[a:b].lower() for a, b in finding.terms] == [
            draft.forms[word] for word in finding.words
        ]


def test_among_sister_cases_those_that_the_draft_may_be_made_from_judge(
    made_index: MadeIndex,
) -> None:
    """Two rulings in the same words but for a few: neither is ahead by the margin, and passages
    that lead to either of them count all the same."""
    letters = [f"w{number}" for number in range(90)]
    sister = [*letters[:-1], "other"]
    others = [letters[number : number + 9] for number in range(0, 81, 3)]
    index = made_index([letters, sister, *others, ["elsewhere"] * 3])
    draft = read_draft(" ".join(letters[:80]))
    assert set(presumed_sources(draft, index)) == {0}
    assert set(ranked(draft, index, 2, Unit.DRAFT).judged_by) == {0}
    assert ranked(draft, index, 2, Unit.DRAFT).findings

    of_the_other = read_draft(" ".join([*letters[:85], "other"]))
    assert ranked(of_the_other, index, 2, Unit.DRAFT, None).judged_by == (1, 0)
    assert ranked(of_the_other, index, 2, Unit.DRAFT, ()).judged_by == ()
    assert not ranked(of_the_other, index, 2, Unit.DRAFT, ()).findings

    no_original = read_draft(" unknown ".join(letters[:60]))
    assert presumed_sources(no_original, index) == ()


@pytest.mark.parametrize("text", ["A b, b a. A b c b.", "A b, b a [...] c b, [...] b c"])
def test_pairs_weigh_by_how_few_documents_have_them(made_index: MadeIndex, text: str) -> None:
    """Against a plain count, over texts in which no pair is in the very documents of a word."""
    texts = [["a", "b", "c"], ["c", "a", "b"], ["b", "a", "c"], ["c", "b"], ["a"], ["c", "b", "a"]]
    index = made_index(texts)
    draft = read_draft(text)
    pairs = {("a", "b"), ("b", "b"), ("b", "a"), ("b", "c"), ("c", "b")}
    having = {pair: [pair in itertools.pairwise(text) for text in texts] for pair in pairs}
    expected = [
        sum(math.log(len(texts) / sum(has)) for has in having.values() if has[number])
        for number in range(len(texts))
    ]
    assert pair_scores(draft, index).tolist() == pytest.approx(expected)


def test_of_unknown_words_nothing_is_found(made_index: MadeIndex) -> None:
    index = made_index([["a", "b", "c"], ["d", "e", "f"]])
    draft = read_draft("none of these words is known")
    assert ranked(draft, index, 2, Unit.SENTENCE) == NOTHING
    assert Ranked(None, (), Share(0, 0), Share(0, 0), ()) == NOTHING
    assert first_ranked(draft, index) is None
    assert words_that_carry(()) == []


def test_what_is_no_longer_wanted_is_given_up(made_index: MadeIndex) -> None:
    index = made_index([["a", "b", "c"], ["d", "e", "f"]])
    draft = read_draft("A b c. D e f.")
    looks = iter([False, False, True])
    with pytest.raises(StoppedError):
        ranked(draft, index, 2, Unit.SENTENCE, stop=lambda: next(looks))
