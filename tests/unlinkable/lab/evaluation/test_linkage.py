"""Links left and new, against sets put together one by one from the texts themselves."""

from collections.abc import Sequence
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from tests.unlinkable.findings.small_collections import WORDS, SmallIndex, draft_of
from unlinkable.draft import Draft
from unlinkable.lab.evaluation.linkage import APART, LinkageLevel, linkage
from unlinkable.lab.evaluation.method import Pair

TEXT = st.lists(st.sampled_from(WORDS), min_size=1, max_size=8)
SEGMENTS = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=5), max_size=3)
SOURCE = 0


def phrases(draft: Draft, index: SmallIndex) -> set[tuple[str, ...]]:
    """All phrases of a draft, each within one segment."""
    found = set()
    for first in range(len(draft.forms)):
        for words in range(1, index.max_words + 1):
            last = first + words - 1
            if last < len(draft.forms) and draft.segments[first] == draft.segments[last]:
                found.add(draft.forms[first : first + words])
    return found


def rare_phrases(draft: Draft, index: SmallIndex, k: int) -> set[tuple[str, ...]]:
    """The minimal rare phrases that are in the source."""
    documents = {phrase: index.found.get(phrase, set()) for phrase in phrases(draft, index)}
    rare = {phrase for phrase, found in documents.items() if 1 <= len(found) < k}

    def holds_another(phrase: tuple[str, ...]) -> bool:
        parts = (
            phrase[a:b] for a, b in combinations(range(len(phrase) + 1), 2) if b - a < len(phrase)
        )
        return any(part in rare for part in parts)

    return {p for p in rare if SOURCE in documents[p] and not holds_another(p)}


def phrases_apart(draft: Draft, rare: set[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The places of rare phrases that share no word with one taken before: the shortest first,
    then from the left."""
    taken: set[int] = set()
    found = []
    for words in range(1, len(draft.forms) + 1):
        for first in range(len(draft.forms) - words + 1):
            places = set(range(first, first + words))
            same = draft.segments[first] == draft.segments[first + words - 1]
            phrase = draft.forms[first : first + words]
            if same and phrase in rare and not places & taken:
                taken |= places
                found.append(phrase)
    return found


def linking_sets(draft: Draft, index: SmallIndex, k: int) -> set[frozenset[frozenset[int]]]:
    """The minimal linking sets of up to three words, a word by the documents that have it."""
    words = {frozenset(index.found.get((word,), ())) for word in draft.forms}
    terms = [documents for documents in words if len(documents) >= k and SOURCE in documents]
    found: list[frozenset[frozenset[int]]] = []
    for size in (2, 3):
        for chosen in combinations(terms, size):
            joint = frozenset.intersection(*chosen)
            if len(joint) < k and not any(one < frozenset(chosen) for one in found):
                found.append(frozenset(chosen))
    return set(found)


@examples(300)
@given(st.lists(TEXT, min_size=2, max_size=6), SEGMENTS, SEGMENTS, st.sampled_from((2, 3)))
def test_what_is_left_and_new_is_what_sets_put_together_one_by_one_are(
    texts: Sequence[Sequence[str]],
    before: Sequence[Sequence[str]],
    after: Sequence[Sequence[str]],
    k: int,
) -> None:
    index = SmallIndex(texts)
    draft, result = draft_of(before), draft_of(after)
    pair = Pair(draft, result, SOURCE, ())
    old, now = rare_phrases(draft, index, k), rare_phrases(result, index, k)
    left = old & phrases(result, index)
    one = linkage(pair, index, k, LinkageLevel(1))  # type: ignore[arg-type]
    assert one["left 1"] == (len(left), len(old))
    assert one["new 1"].part == len(now - old)
    apart = phrases_apart(draft, old)
    assert one[APART] == (sum(phrase in left for phrase in apart), len(apart))
    assert bool(one["clean 1"].part) == (not now)
    sets, later = linking_sets(draft, index, k), linking_sets(result, index, k)
    there = {frozenset(index.found.get((word,), ())) for word in result.forms}
    three = linkage(pair, index, k, LinkageLevel(3))  # type: ignore[arg-type]
    still = [chosen for chosen in sets if chosen <= there]
    assert three["left (3,1)"] == (len(left) + len(still), len(old) + len(sets))
    known = {frozenset(index.found.get((word,), ())) for word in draft.forms}
    new = [chosen for chosen in later if not chosen <= known]
    assert three["new (3,1)"].part == len(now - old) + len(new)
    assert bool(three["clean (3,1)"].part) == (not now and not later)


def test_one_of_three_links_is_left() -> None:
    """Three words that only the source has; two of them were masked."""
    index = SmallIndex([["x", "y", "z", "a", "b"], ["a", "b"], ["b"]])
    draft, result = draft_of([["x", "a", "y", "b", "z"]]), draft_of([["x", "a"], ["b"]])
    found = linkage(Pair(draft, result, SOURCE, ()), index, 2, LinkageLevel(1))  # type: ignore[arg-type]
    assert found["left 1"] == (1, 3)
    assert found["new 1"].part == 0
    assert found["clean 1"].part == 0
