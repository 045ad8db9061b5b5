"""Where lines begin."""

import pytest

from unlinkable_index.documents.shared.rendering import Lines


@pytest.mark.parametrize("text", ["", "a", "a\nbc\n", "\n\nab", "a\n\n\nb"])
def test_every_place_has_the_line_and_column_that_counting_gives(text: str) -> None:
    lines = Lines(text)
    for offset in range(len(text) + 1):
        before = text[:offset]
        line, column = before.count("\n") + 1, offset - before.rfind("\n")
        assert lines.place(offset) == (line, column)
