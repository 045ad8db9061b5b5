"""The examples of the CommonMark specification: what they show, and what of it we read.

They come with the npm package `commonmark-spec` (CC-BY-SA 4.0), which `.ci/editors` installs with
the tools of the VS Code extension; nothing of it is in what we give to others.
"""

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

from tests.end_to_end.toolchain import must_have

from unlinkable.draft import Markup, Reading, read_draft
from unlinkable_index.words import find_words

EXAMPLES = 652
SPECIFICATION = Path(__file__).parents[3] / "editors/vscode/node_modules/commonmark-spec/spec.txt"
_EXAMPLE = re.compile(r"^`{32} example\n([\s\S]*?)^\.\n([\s\S]*?)^`{32}$", re.MULTILINE)


class Example(NamedTuple):
    markdown: str
    html: str


@cache
def examples() -> tuple[Example, ...]:
    must_have(SPECIFICATION)
    found = _EXAMPLE.findall(SPECIFICATION.read_text("utf-8").replace("→", "\t"))
    return tuple(Example(*one) for one in found)


class Page(HTMLParser):
    """The text that a browser shows of a page, without code; markup that joins words joins."""

    _JOINING = frozenset(["a", "em", "img", "strong"])
    _CODE = frozenset(["code", "pre", "script", "style"])

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text = ""
        self._code = 0
        self._numbers: list[int | None] = []
        # An empty comment to a browser; older versions of the parser look for its end.
        self.feed(re.sub("<!--{1,2}>", "", html))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in ("ol", "ul"):
            self._numbers.append(int(given.get("start") or 1) if tag == "ol" else None)
        elif tag == "img":
            self.text += given.get("alt") or ""
        self._between(tag)
        if tag == "li" and self._numbers and (number := self._numbers[-1]) is not None:
            self.text += f"{number} "
            self._numbers[-1] = number + 1
        self._code += tag in self._CODE

    def handle_endtag(self, tag: str) -> None:
        self._code -= tag in self._CODE and self._code > 0
        if tag in ("ol", "ul") and self._numbers:
            self._numbers.pop()
        self._between(tag)

    def handle_data(self, data: str) -> None:
        if not self._code:
            self.text += data

    def _between(self, tag: str) -> None:
        if tag not in self._JOINING:
            self.text += "\n"


def shown(example: Example) -> tuple[str, ...]:
    return find_words(Page(example.html).text).forms


def read(example: Example) -> tuple[str, ...]:
    """The words that we read; no part of an example is a mask."""
    return read_draft(example.markdown, Markup.MARKDOWN, Reading(masks=())).forms


DIFFERENCES = {
    "code within a list item or a quote, whose end is in doubt, is text": (7, 128, 273, 274),
    "a fence that nothing closes is text, and so is all behind it": (127, 139),
    "an address or title of a link that is not plain, or goes on over lines, is text": (
        *(193, 194, 195, 196, 198, 202, 203, 204, 208, 217, 491, 496, 541, 549),
    ),
    "what stands between words without a space, code too, may be a part of them": (
        *(327, 338, 345, 349, 525, 537),
    ),
    "<...> is a tag only by a name that HTML has; <PERSON> may be a mask": (
        *(150, 163, 201, 524, 536, 613, 615, 623),
    ),
    "preformatted text of a page is shown": (148, 169),
    "a blank line ends HTML, programs and styles in it too": (170, 172, 173, 180, 182),
    "a section of characters that holds signs of markup is text": (629,),
    "a list item has the number that is written": (268,),
}
"""Where we read other words than are shown, by number: always more, since what is in doubt is
checked. Code, which we leave out, does not count as shown."""


def test_the_specification_is_the_one_whose_differences_are_listed() -> None:
    assert len(examples()) == EXAMPLES


def test_what_is_shown_is_read_and_nothing_else_but_for_what_is_listed() -> None:
    different = {n for n, one in enumerate(examples(), start=1) if shown(one) != read(one)}
    assert different == {number for numbers in DIFFERENCES.values() for number in numbers}


def test_no_word_that_is_shown_is_left_out() -> None:
    """Also where we read others; a word may have become part of a longer one."""
    for number, one in enumerate(examples(), start=1):
        ours = iter(read(one))
        assert all(any(word in mine for mine in ours) for word in shown(one)), number
