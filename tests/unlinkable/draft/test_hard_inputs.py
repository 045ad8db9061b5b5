"""Whatever a draft contains, it is read, and in time that grows as it does."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unlinkable.draft import Markup, read_draft

SIZE = 60_000
HARD = {
    "one word": "a",
    "full stops": ".",
    "full stops and spaces": ". ",
    "initials": "A. ",
    "abbreviations": "k.p.c. A",
    "quotes behind full stops": '."',
    "line ends": "\n",
    "Windows line ends": "\r\n",
    "margins": "\n ",
    "paragraphs that go on": "a\n\nb",
    "brackets": "[",
    "links": "[a](b) ",
    "half links": "[](",
    "half titles": '[](a "',
    "images": "![",
    "half tags": "<a ",
    "half attributes": '<a b="',
    "half comments": "<!--\n",
    "half scripts": "<div>\n<style>",
    "opening stars": "*a ",
    "closing stars": "a* ",
    "stars of both kinds": "**a* _b",
    "backticks": "`a``",
    "entities": "&amp;&a",
    "quote marks": "> ",
    "fences": "```x\n",
    "fences in quotes": "> ```x\n",
    "lists": "- a\n",
    "lists in lists": "- ",
    "rules that are none": "* ",
    "headings": "# a\n",
    "bars": "|",
    "tables": "|a|b\n|-|-\n",
    "definitions": "[a]: /b\n",
    "masks": "[REDACTED] ",
    "half masks": "[A_A_",
    "numerals": "XXX ",
    "underscores": "_a",
    "ellipses in brackets": "(...",
    "surrogates": "\ud800 ",
    "NUL": "\x00",
    "combining marks": "\u0301",
    "right to left": "שלום عليكم. ",
    "ideographs": "漢字。",
    "beyond the first plane": "😀 a. ",
    "line ends of Unicode": "a\x85\u2028\u2029",
    "backslashes": "\\",
    "tabs": "\ta\n",
    "indented lines": "    aaaa bbbb cccc\n",
}


@pytest.mark.parametrize("markup", Markup)
@pytest.mark.parametrize("name", HARD)
def test_no_repetition_takes_long(name: str, markup: Markup) -> None:
    text = HARD[name] * (SIZE // len(HARD[name]))
    began = time.process_time()
    draft = read_draft(text, markup)
    assert time.process_time() - began < 3
    assert len(draft.starts) == len(draft.forms)


@given(st.text(st.characters(codec=None), max_size=60), st.sampled_from(Markup))
def test_every_text_is_read_and_every_offset_lies_within_it(text: str, markup: Markup) -> None:
    draft = read_draft(text, markup)
    before = 0
    for start, end in zip(draft.starts.tolist(), draft.ends.tolist(), strict=True):
        assert before <= start < end <= len(text)
        before = end
    assert all(0 <= start < end <= len(text) for start, end in (*draft.masks, *draft.sentences))


def test_a_byte_order_mark_does_not_hide_the_front_matter() -> None:
    assert read_draft("\ufeff---\nunlinkable-source: 7\n---\nx", Markup.MARKDOWN).source == "7"


def test_a_draft_of_ten_megabytes_is_read() -> None:
    text = "The applicant, Mr [REDACTED], was born in Oslo.\n\n" * 200_000
    assert len(read_draft(text).masks) == 200_000
