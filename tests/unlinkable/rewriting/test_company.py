"""What company words keep: terms are told from words that happen to stand together."""

from pathlib import Path

import pytest

from tests.unlinkable.rewriting.conftest import index_of
from unlinkable.draft import read_draft
from unlinkable.rewriting.infilled_spans import in_terms, unusual

RULINGS = 60


def rulings() -> list[str]:
    """Police officers in 20 of them, as often as not one without the other besides; much cold and
    many nights, which never stand side by side."""
    texts = []
    for number in range(RULINGS):
        parts = [f"Case {number} of a day and town."]
        parts += ["One police officer."] * (number % 3 == 0)
        parts += ["Another police."] * (number % 5 == 1) + ["Another officer."] * (number % 5 == 2)
        parts += ["So cold it was."] * (number % 4 > 0) + ["So the night fell."] * (number % 3 > 0)
        texts.append(" ".join(parts))
    return texts


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("The police officer.", {"police", "officer"}),  # 20 of 28 rulings
        ("An officer, the police.", set()),
        ("The police [REDACTED] officer.", set()),
        ("The night fell.", {"night", "fell"}),
        ("It was of a day and town.", {"day", "town"}),  # with a small word between
        ("One cold night.", set()),
    ],
)
def test_words_belong_together_that_most_rulings_with_the_rarer_have_side_by_side(
    tmp_path: Path, text: str, terms: set[str]
) -> None:
    with index_of(rulings(), tmp_path) as index:
        draft = read_draft(text)
        inside = in_terms(draft, index)
        found = {form for form, is_so in zip(draft.forms, inside, strict=True) if is_so}
    assert found == terms


@pytest.mark.parametrize(
    ("words", "is_so"),
    [
        ("the night fell", False),
        ("cold night", True),  # some 30 rulings have both by chance, none side by side
        ("so cold officer", True),
        ("zebra night", False),  # of a word that no ruling has nothing is known
        ("night", False),
        ("", False),
    ],
)
def test_what_would_stand_side_by_side_if_that_were_usual_is_told(
    tmp_path: Path, words: str, is_so: bool
) -> None:
    with index_of(rulings(), tmp_path) as index:
        assert unusual(words.split(), index) is is_so
