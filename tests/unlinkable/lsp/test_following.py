"""Combinations follow what is typed into a long text, before the whole of it is searched again."""

from pathlib import Path

import pytest

from tests.unlinkable.lsp.test_carrying import analysed, never
from unlinkable.lsp.documents import Splice
from unlinkable.lsp.published import analyst as analysts
from unlinkable.lsp.published.analyst import Analyst, with_combinations, with_followed_combinations
from unlinkable_index.index import Index

LONG = "Zebras graze. " * (analysts.FOLLOWED // 2)
TYPED = " Bread was good."


def test_what_a_new_word_combines_with_is_found_and_nothing_else_is_lost(index: Path) -> None:
    text = f"A baker came. {LONG}"
    with Index.open(index) as opened:
        analyst = Analyst()
        before = with_combinations(analysed(analyst, text, opened, None, []), never)
        assert before.report.combinations == ()
        edit = Splice(len(text), len(text), TYPED)
        after = analysed(analyst, text + TYPED, opened, before, [edit])
        followed = with_followed_combinations(after, before, never)
        assert followed is not None
        assert not followed.settled
        whole = with_combinations(after, never)
        assert followed.report.combinations != ()
        words = {followed.text(found) for found in followed.report.combinations}
        others = {followed.text(one) for f in followed.report.combinations for one in f.others}
        assert words | others == {"baker", "Bread"}
        assert len(followed.report.combinations) == len(whole.report.combinations)
        back = analysed(
            analyst, text, opened, followed, [Splice(len(text), len(text) + len(TYPED), "")]
        )
        again = with_followed_combinations(back, followed, never)
        assert again is not None
        assert again.report.combinations == ()


@pytest.mark.parametrize("text", ["A baker came.", f"A baker came. {LONG}"])
def test_only_long_texts_searched_in_the_same_index_are_followed(index: Path, text: str) -> None:
    with Index.open(index) as opened, Index.open(index) as another:
        before = with_combinations(analysed(Analyst(), text, opened, None, []), never)
        elsewhere = analysed(Analyst(), text, another, None, [])
        assert with_followed_combinations(elsewhere, before, never) is None
        here = analysed(Analyst(), text, opened, before, [])
        assert (with_followed_combinations(here, before, never) is None) is (len(text) < 100)
