"""Blocks: read apart they make up the same draft, so that only changed ones are read again."""

from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st
from tests.unlinkable.draft.segments import CROSSING, same

from unlinkable.draft import DraftReader, Markup, Reading, outline, read_draft
from unlinkable.draft import reader as reading_module

_PIECES = (
    *("The case", "a", "left.", " ", "\n", "\n\n", "\n\n", "\r\n\r\n", "[REDACTED]", "Mr.", ", "),
    "B",
    *("# ", "- ", "1. ", "> ", "    ", "```\n", "\n```\n", "<!-- ", " -->", "[r]", "[r]: /url\n"),
    "**",
    *("`", "|", "|---|\n", "---\n", "<div>", "\u2028\u2028", "2014", "&amp;"),
)
TEXTS = st.lists(st.sampled_from(_PIECES), max_size=30).map("".join)
MARKUPS = st.sampled_from(Markup)
READINGS = st.sampled_from([Reading(), CROSSING])


@given(TEXTS, MARKUPS)
def test_blocks_cover_the_draft_without_gaps(text: str, markup: Markup) -> None:
    blocks = outline(text, markup).blocks
    if not blocks:
        assert text == "" or markup is Markup.MARKDOWN
        return
    assert blocks[-1].end == len(text)
    assert all(start < end for start, end in blocks)
    assert [end for _, end in blocks[:-1]] == [start for start, _ in blocks[1:]]


@given(TEXTS, TEXTS, READINGS)
def test_a_block_reads_the_same_alone(one: str, other: str, reading: Reading) -> None:
    text = f"{one}\n\n{other}"
    whole = read_draft(text, Markup.PLAIN, reading)
    for start, end in outline(text, Markup.PLAIN).blocks:
        alone = read_draft(text[start:end], Markup.PLAIN, reading)
        inside = (whole.starts >= start) & (whole.ends <= end)
        assert alone.starts.tolist() == (whole.starts[inside] - start).tolist()
        segments = whole.segments[inside]
        assert alone.segments.tolist() == (segments - segments[:1]).tolist()
        assert len(alone.masks) == sum(start <= mask.start < end for mask in whole.masks)


@given(
    TEXTS,
    st.lists(st.tuples(st.integers(0, 80), st.integers(0, 9), TEXTS), max_size=4),
    MARKUPS,
    READINGS,
)
def test_versions_read_one_after_the_other_are_as_if_read_anew(
    text: str, changes: list[tuple[int, int, str]], markup: Markup, reading: Reading
) -> None:
    reader = DraftReader(markup, reading)
    assert same(reader.read(text), read_draft(text, markup, reading))
    for at, removed, added in changes:
        text = text[:at] + added + text[at + removed :]
        assert same(reader.read(text), read_draft(text, markup, reading))


def test_only_the_block_that_changed_is_read_again() -> None:
    text = "\n\n".join(f"Paragraph {number} is here." for number in range(50))
    for markup in Markup:
        reader = DraftReader(markup)
        reader.read(text)
        with patch.object(
            reading_module, "read_rendered", side_effect=reading_module.read_rendered
        ) as read:
            reader.read(text.replace("Paragraph 17", "Paragraph seventeen"))
        assert read.call_count == 1


def test_a_new_link_target_changes_the_reading_of_every_block() -> None:
    reader = DraftReader(Markup.MARKDOWN)
    assert reader.read("see [it][a] now\n\nEnd").forms == ("see", "it", "a", "now", "end")
    forms = reader.read("see [it][a] now\n\nEnd\n\n[a]: http://x").forms
    assert forms == ("see", "it", "now", "end")
