"""What is read of HTML is what a slow twin reads that is made with another parser, that of the
standard library."""

from html.parser import HTMLParser
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from unlinkable_index.documents.html.reading import read as read_html

BLOCKS = ("div", "section", "article", "blockquote", "main", "ul", "fieldset", "aside", "figure")
INLINE = ("b", "i", "span", "a", "u", "code", "small", "font", "mark", "abbr")
NEVER = ("template", "canvas", "iframe", "noembed", "style", "script", "datalist")
HIDDEN = ("hidden", 'style="color: red; DISPLAY : none"', 'style="visibility:hidden"')
# No headings, and nothing in a line is hidden: libxml2 ends such an element where a block begins in
# it, which browsers do not, so that what follows is read.
TEXTS = st.text("aé \n&<>'\";#", max_size=8)


class Twin(HTMLParser):
    """Collects what is shown: a blank at each edge of a block or cell, or at what is there though
    it is not seen; nothing at the edges of what stands in a line, or is not there."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._hides: list[bool] = []
        self.shown = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        style = "".join((told.get("style") or "").lower().split())
        gone = "hidden" in told or "none" in style or tag in NEVER
        if not gone and (tag not in INLINE or "hidden" in style):
            self._show(" ")
        if tag != "br":
            self._hides.append(gone or "hidden" in style)

    def handle_endtag(self, tag: str) -> None:
        if not self._hides.pop() and tag not in INLINE:
            self._show(" ")

    def handle_data(self, data: str) -> None:
        self._show(data)

    def _show(self, text: str) -> None:
        if not any(self._hides):
            self.shown += text


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;")


def element(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """An element of any kind around some others."""
    inside = st.lists(inner, max_size=4).map("".join)
    attributes = st.sampled_from(("", "", "", *HIDDEN, 'title="NOTtip"'))
    plain = st.builds(
        lambda tag, said, within: f"<{tag} {said}>{within}</{tag}>",
        st.sampled_from(BLOCKS),
        attributes,
        inside,
    )
    in_line = st.builds(
        lambda tag, within: f"<{tag}>{within}</{tag}>", st.sampled_from(INLINE), inside
    )
    never = st.builds(
        lambda tag, within: f"<{tag}>{within}</{tag}>",
        st.sampled_from(NEVER),
        st.text("NOT ", max_size=4),
    )
    cells = st.lists(inside, min_size=1, max_size=3).map(
        lambda found: "".join(f"<td>{one}</td>" for one in found)
    )
    table = st.lists(cells, min_size=1, max_size=3).map(
        lambda rows: f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"
    )
    paragraph = st.lists(TEXTS.map(escaped), max_size=3).map(lambda some: f"<p>{''.join(some)}</p>")
    return st.one_of(plain, in_line, never, table, paragraph)


LEAVES = st.one_of(TEXTS.map(escaped), st.sampled_from(("<br>", "<!-- NOT -->", "&eacute;a")))


@examples(200)
@given(st.lists(st.recursive(LEAVES, element, max_leaves=12), max_size=4).map("".join))
def test_the_words_are_those_that_another_parser_shows(body: str) -> None:
    html = f"<!DOCTYPE html><html><head></head><body><div>{body}</div></body></html>"
    twin = Twin()
    twin.feed(html)
    twin.close()
    found = read_html(html.encode(), Path("a.html"))
    assert found.text.replace("\x1e", " ").split() == twin.shown.split()
