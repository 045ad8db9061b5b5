"""What is read of an HTML file: all that a browser shows of it, and nothing else."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unlinkable_index.documents.docx_files import MARKERS
from unlinkable_index.documents.html.reading import read as read_html
from unlinkable_index.documents.shared.visible_text import VisibleText
from unlinkable_index.errors import UserError

PATH = Path("a.html")
EVERYTHING = """<!DOCTYPE html><html><head><title>INtitle</title><meta name="d" content="NOTmeta">
<style>.NOTrule { color: red }</style><script>var a = "<p>NOTscript</p>";</script>
<link href="https://NOTlink.example"></head><body onload="NOTload()">
INbare<!-- NOTcomment --><h1>INheading</h1><p title="NOTtip">INparagraph <b>INbold</b></p>
<p hidden>NOThidden</p><p style="DISPLAY : none">NOTdisplay</p><div style="color:red;visibility:
hidden"><p>NOTvisibility</p></div><p style="display: none !important">NOTimportant</p>
<p hidden="until-found">INfound</p><p style="display:block">INdisplayed</p>
<template><p>NOTtemplate</p></template><noscript>INnoscript</noscript>
<table><caption>INcaption</caption><tr><th>INth</th><td>INtd<table><tr><td>INinner</td></tr></table>
</td></tr></table><ul><li>INitem</ul><dl><dt>INterm<dd>INdefined</dl><pre>INpre
  INpreagain</pre><img alt="NOTalt" src="https://NOTsource.example/a.png">
<a href="https://NOTtarget.example">INlink</a><del>INdel</del><ins>INins</ins>
<iframe src="https://NOTframe.example">NOTiframe</iframe><object><p>INobject</p></object>
<video>NOTvideo</video><canvas>NOTcanvas</canvas><select><option value="NOTvalue">INoption</select>
<datalist><option>NOTdatalist</datalist><textarea>INarea</textarea>
<input value="INinput" placeholder="NOTplaceholder"><input type="hidden" value="NOTinput">
<input type="password" value="NOTpassword"><input type="submit" value="INbutton">
<button>INpress</button><details><summary>INsummary</summary>INdetails</details>
<ruby>INbase<rp>NOTrp</rp><rt>INabove</rt></ruby><aside>INaside</aside><nav>INnav</nav>
<svg><text>INsvg</text><title>NOTsvgtitle</title><desc>NOTsvgdesc</desc></svg>
<math><mi>INmath</mi><annotation>NOTannotation</annotation></math>
<?NOTinstruction NOTinstruction ?><footer>INfooter</footer></body></html>"""


def read(text: str) -> VisibleText:
    """What is read of HTML in UTF-8."""
    return read_html(text.encode(), PATH)


def test_every_marker_that_is_shown_is_read_once_and_no_other() -> None:
    written = MARKERS.findall(EVERYTHING)
    shown = sorted(marker for marker in written if marker.startswith("IN"))
    assert len(set(written) - set(shown)) >= 25
    assert len(shown) >= 30
    assert sorted(MARKERS.findall(read(EVERYTHING).text)) == shown


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("bat<b>te</b>r<i></i>y", "battery"),
        ("bat<wbr>te<!-- x -->ry &amp; &copy;", "battery & ©"),
        ("<p>a\n\t b<p>c", "a b\n\nc"),
        ("a<br>b<br/>c", "a\nb\nc"),
        ("law<sup>12</sup> and H<sub>2</sub>O", "law¹² and H²O"),
        ("<sup>2026</sup>", "2026"),
        ("<div>a<div>b</div>c</div>", "a\n\nb\n\nc"),
        ("<p>a<table><tr><td>b<td>c</table>d", "\n\n\x1e\n\n".join("abcd")),
        ("a\x00b&#x1e;c", "ab c"),
        ("<pre>a  b\n c\n\nd</pre>", "a  b\n c\n\nd"),
        ("a <br> <br/>b<br>", "a \n\nb"),
        ("<br><p>a", "a"),
        ("", ""),
        ("  \n ", ""),
    ],
)
def test_what_is_seen(html: str, text: str) -> None:
    assert read(html).text.rstrip() == text


def test_places_count_paragraphs_and_cells() -> None:
    found = read("<h1>a</h1><p>b<table><tr><td>c<td>d<tr><td>e</table><p>f")
    assert [str(one.place) for one in found.paragraphs] == [
        "paragraph 1",
        "paragraph 2",
        "table 1, row 1, column 1",
        "table 1, row 1, column 2",
        "table 1, row 2, column 1",
        "paragraph 3",
    ]
    found = read("a<br><br>b<pre>c\n\nd</pre>")
    assert [one.place.paragraph for one in found.paragraphs] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("é".encode(), "é"),
        (b'<meta charset="iso-8859-1">\xe9\x80', "é€"),
        (b'<meta http-equiv=x content="text/html; charset=windows-1251">\xe6', "ж"),
        ("\ufeffé".encode("utf-16-le"), "é"),
        ("\ufeffé".encode(), "é"),
    ],
)
def test_encodings_are_those_that_are_declared(data: bytes, text: str) -> None:
    assert read_html(data, PATH).text.strip("\ufeff") == text


@pytest.mark.parametrize(
    "data", [b"\xe9", b'<meta charset="utf-8">\xe9', b"<meta charset=hex>61", b"<meta charset=no>a"]
)
def test_an_encoding_that_is_not_certain_is_refused(data: bytes) -> None:
    with pytest.raises(UserError, match=r"a\.html: not read: .*save it as UTF-8"):
        read_html(data, PATH)


def test_elements_may_stand_deep_inside_each_other_but_not_for_ever() -> None:
    assert read("<div>" * 1000 + "deep").text == "deep"
    with pytest.raises(UserError, match="nested too deeply"):
        read("<div>" * 5000 + "deep")


_TREES = st.recursive(
    st.text("ab \n<&é", max_size=6),
    lambda inner: st.tuples(st.sampled_from(["b", "p", "div", "td"]), st.lists(inner, max_size=4)),
    max_leaves=15,
)


@given(_TREES)
def test_words_are_those_between_blocks(tree: object) -> None:
    """Against the tree that it was written from: blocks part words, inline elements do not."""

    def html(one: object) -> str:
        if isinstance(one, str):
            return one.replace("&", "&amp;").replace("<", "&lt;")
        assert isinstance(one, tuple)
        name, inner = one
        name = "div" if name in ("p", "td") else name  # the others end each other
        return f"<{name}>{''.join(map(html, inner))}</{name}>"

    def seen(one: object) -> str:
        if isinstance(one, str):
            return one
        assert isinstance(one, tuple)
        inside = "".join(map(seen, one[1]))
        return inside if one[0] == "b" else f"\n{inside}\n"

    assert read(f"<body>{html(tree)}</body>").text.split() == seen(tree).split()
