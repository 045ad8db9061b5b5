"""All that a searcher who ranks finds of a draft, beside the twin."""

import itertools
import math
import random

import pytest

from tests.unlinkable.findings.ranking.conftest import MadeIndex
from tests.unlinkable.findings.ranking.test_bm25 import drawn_texts
from tests.unlinkable.findings.ranking.test_leading import drawn_draft
from tests.unlinkable.findings.ranking.twin import bm25, leads
from unlinkable.draft import read_draft
from unlinkable.findings.bm25 import Unit, passages
from unlinkable.findings.leading import pair_scores
from unlinkable.findings.ranking import (
    NOTHING,
    Ranked,
    Share,
    first_ranked,
    presumed_sources,
    ranked,
    words_that_carry,
)
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


@pytest.mark.parametrize(("shorter", "first"), [(5, 0), (0, 1)])
def test_among_sister_cases_the_one_that_has_all_of_the_draft_judges(
    made_index: MadeIndex, shorter: int, first: int
) -> None:
    """Two rulings in nearly the same words, in another order, of which neither is ahead by the
    margin; the shorter one is a little."""
    drawn = random.Random(0)
    words = [f"w{number}" for number in range(60)]
    original = drawn.choices(words, k=300)
    sister = [*sorted(original[:200]), *original[200 + shorter :], *["more"] * (5 - shorter)]
    others = [drawn.choices(words, k=300) for _ in range(20)]
    index = made_index([sister, original, *others])
    draft = read_draft(" ".join(original[:200]))
    assert first_ranked(draft, index) == first
    found = ranked(draft, index, 2, Unit.DRAFT)
    assert found.recognition is not None
    assert found.recognition.words.lead < 1.05
    assert (
        presumed_sources(draft, index) == found.judged_by == (found.recognition.document,) == (1,)
    )
    assert [finding.source for finding in found.findings] == [1]
    assert found.sentences == Share(1, 1)

    unjudged = ranked(draft, index, 2, Unit.DRAFT, ())
    assert unjudged.judged_by == unjudged.findings == ()
    assert unjudged.sentences == Share(0, 0)
    assert presumed_sources(read_draft(" unknown ".join(original)), index) == ()


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


@pytest.mark.parametrize(("originals", "judged"), [(20, 1), (120, 2)])
def test_where_originals_are_few_no_sentence_of_function_words_is_judged(
    made_index: MadeIndex, originals: int, judged: int
) -> None:
    small, own = (
        ["there", "were", "not", "any", "of", "them"],
        ["old", "mill", "burned", "down", "early"],
    )
    texts = [[f"word{number}", "of", "them", "stood"] for number in range(originals)]
    texts[4] = [*small, *own]
    draft = read_draft(f"{' '.join(own).capitalize()}. {' '.join(small).capitalize()}.")
    found = ranked(draft, made_index(texts), 2, Unit.SENTENCE, (4,))
    assert found.sentences == Share(judged, judged)
    assert len(found.findings) == judged
