"""Where what a reader sees stands in the draft, character by character."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from unlinkable_index.documents.shared.rendering import Rendering

# Parts of a draft: markup before it, what stands in the draft, what a reader sees of it.
copied = st.text("ab ", min_size=1, max_size=4).map(lambda text: (text, text))
entities = st.sampled_from([("&amp;", "&"), ("&eacute;", "é"), ("&fjlig;", "fj")])
parts = st.lists(
    st.tuples(st.sampled_from(["", "*", "**", "</b>"]), copied | entities), min_size=1, max_size=5
)


@given(parts, st.sampled_from(["", "*", "\n"]))
def test_every_character_begins_and_ends_where_its_part_of_the_draft_does(
    drawn: list[tuple[str, tuple[str, str]]], behind: str
) -> None:
    text, place = "", 7
    pieces, starts, ends = [], [], []
    for markup, (source, seen) in drawn:
        place += len(markup)
        pieces.append((len(text), place, place + len(source)))
        for number in range(len(seen)):
            starts.append(place + (number if source == seen else 0))
            ends.append(place + (number + 1 if source == seen else len(source)))
        place += len(source)
        text += seen
    rendering = Rendering(text, 7, place + len(behind), tuple(pieces))
    everywhere = np.arange(len(text) + 1, dtype=np.int32)
    assert rendering.starts(everywhere).tolist() == [*starts, place]
    assert rendering.ends(everywhere[1:]).tolist() == ends
    assert rendering.outer_starts(everywhere).tolist() == [7, *ends]
    assert rendering.outer_ends(everywhere).tolist() == [*starts, place + len(behind)]
