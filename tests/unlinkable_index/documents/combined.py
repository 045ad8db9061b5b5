"""Constructs times containers: text that a file may show or hide, in every place where it can
stand, as files. What of it is on a page, programs that print say.

Each construct stands between the words "alpha" and "omega" of its container.
"""

import html
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from tests.unlinkable_index.documents.docx_files import docx, paragraph, part, run
from tests.unlinkable_index.documents.odt_files import odt, p


@dataclass(frozen=True)
class Combined:
    """A construct in a container. ``in_line``: whether it is read where it is printed, in a row."""

    suffix: str
    construct: str
    container: str
    data: bytes
    in_line: bool

    @property
    def name(self) -> str:
        return f"{self.suffix} {self.construct} in {self.container}"


# HTML: a style sheet, and what stands in the page

_PAGE_CONSTRUCTS: dict[str, tuple[str, str]] = {
    "plain words": ("", "mid"),
    "a class that hides": (".h{display:none}", "mid <i class=h>hid</i> end"),
    "a class in capitals": (".H{display:none}", "mid <i class=h>hid</i> end"),
    "a class that only keeps room": (".h{visibility:hidden}", "mid <i class=h>hid</i> end"),
    "an id that hides": ("#h{display:none}", "mid <i id=h>hid</i> end"),
    "an attribute that hides": ("[data-x=y]{display:none}", "mid <i data-x=y>hid</i> end"),
    "a child that hides": ("span>i{display:none}", "mid <span><i>hid</i></span><i>end</i>"),
    "a sibling that hides": ("b+i{display:none}", "mid <b>bold</b><i>hid</i> <i>end</i>"),
    "the first child": ("span i:first-child{display:none}", "<span><i>hid</i> <i>mid</i></span>"),
    "one that is not of a class": (
        "span i:not(.k){display:none}",
        "<span><i>hid</i> <i class=k>mid</i></span>",
    ),
    "a more specific rule that shows": (
        ".h{display:none} i.h{display:inline}",
        "<i class=h>mid</i>",
    ),
    "a more specific rule that hides": (
        "i.h{display:none} .h{display:inline}",
        "mid <i class=h>hid</i>",
    ),
    "a later rule that shows": (".h{display:none} .h{display:inline}", "<i class=h>mid</i>"),
    "a later rule that is none": (".h{display:none} .h{display:nix}", "mid <i class=h>hid</i>"),
    "an important rule": (
        ".h{display:none!important} i.h{display:inline}",
        "mid <i class=h>hid</i>",
    ),
    "a style against a rule": (".h{display:none}", "<i class=h style='display:inline'>mid</i>"),
    "a style against an important rule": (
        ".h{display:none!important}",
        "mid <i class=h style='display:inline'>hid</i>",
    ),
    "a rule against a style": (
        ".h{display:inline!important}",
        "<i class=h style='display:none'>mid</i>",
    ),
    "a rule in a layer": ("@layer a{i.h{display:none}} .h{display:inline}", "<i class=h>mid</i>"),
    "a rule for paper": (
        "@media print{.h{display:none}} @media screen{.h{display:none}}",
        "mid <i class=h>hid</i>",
    ),
    "a rule for paper that shows": (
        ".h{display:none} @media print{.h{display:inline}}",
        "<i class=h>mid</i>",
    ),
    "a rule for all": ("@media all{.h{display:none}}", "mid <i class=h>hid</i>"),
    "a rule in a rule": ("span{& .h{display:none}}", "mid <span><i class=h>hid</i></span> end"),
    "a rule in a rule by itself": (
        "span{.h{display:none}}",
        "mid <span><i class=h>hid</i></span> end",
    ),
    "a rule in a comment": ("/*.h{display:none}*/", "<i class=h>mid</i>"),
    "a comment in a rule": (".h{display/**/:/**/none}", "mid <i class=h>hid</i>"),
    "letters written as numbers": (".h{d\\69splay:n\\6fne}", "mid <i class=h>hid</i>"),
    "a rule that is broken off": (".h{display:none", "mid <i class=h>hid</i> end"),
    "a rule behind one that is broken": ("} .k{} .h{display:none}", "mid <i class=h>mid2</i>"),
    "no opacity": (".h{opacity:0}", "mid <i class=h>hid</i> end"),
    "no size": (".h{font-size:0}", "mid <i class=h>hid</i> end"),
    "no size by the short form": (".h{font:0/0 a}", "mid <i class=h>hid</i> end"),
    "size again in what has none": (
        ".h{font-size:0} b{font-size:12px}",
        "mid <i class=h>hid <b>end</b></i>",
    ),
    "seen in what is not": (
        ".h{visibility:hidden} b{visibility:visible}",
        "mid <i class=h>hid <b>end</b></i>",
    ),
    "seen in what is gone": (
        ".h{display:none} b{display:inline}",
        "mid <i class=h>hid <b>hid</b></i> end",
    ),
    "words before": (".h::before{content:'front '}", "<i class=h>mid</i>"),
    "words behind": (".h::after{content:' back'}", "<i class=h>mid</i>"),
    "words of an attribute": (
        ".h::before{content:attr(title) ' '}",
        "<i class=h title=front>mid</i>",
    ),
    "words of nothing": (".h::before{content:'front';display:none}", "<i class=h>mid</i>"),
    "words that are none": (
        ".h::before{content:none} i::before{content:'front '}",
        "<i class=h>mid</i>",
    ),
    "words before what is hidden": (
        ".h{display:none} .h::before{content:'front '}",
        "<i class=h>hid</i> mid",
    ),
    "hidden": ("", "mid <i hidden>hid</i> end"),
    "hidden by a false word": ("", "mid <i hidden=false>hid</i> end"),
    "hidden and shown by a rule": ("i{display:inline}", "<i hidden>mid</i>"),
    "hidden, whatever is said elsewhere": ("b{display:inline}", "mid <i hidden>hid</i> end"),
    "a style of its own": ("", "mid <i style='display:none'>hid</i> end"),
    "a style sheet of another type": ("", "<style type=x>i{display:none}</style><i>mid</i>"),
    "a style sheet for a screen": (
        "",
        "<style media=screen>i.q{color:red}</style><i class=q>mid</i>",
    ),
    "a template": ("", "mid <template>hid</template> end"),
    "deleted and inserted": ("", "<del>mid</del> <ins>end</ins>"),
    "a word in parts": ("", "mi<b>dd</b>le"),
    "a word in parts by a rule": (".h{display:none}", "mi<b class=h>hid</b>ddle"),
    "raised": ("", "mid<sup>2</sup> end"),
    "an entity": ("", "mi&#100;d&eacute;"),
}
_PAGE_CONTAINERS: dict[str, str] = {
    "a paragraph": "<p>alpha {} omega</p>",
    "a page without a declared type": "\n<p>alpha {} omega</p>",
    "an item": "<ul><li>alpha {} omega</li></ul>",
    "a cell": "<table><tr><td>alpha {} omega</td></tr></table>",
    "a box that is laid out": "<div style='display:flex'><span>alpha {} omega</span></div>",
    "a quotation in a heading": "<h2><q>alpha {} omega</q></h2>",
    "what is seen in what is not": "<div style='visibility:hidden'>hid"
    "<p style='visibility:visible'>alpha {} omega</p></div>",
}


def _page(sheet: str, body: str, declared: bool) -> str:
    kind = "<!DOCTYPE html>" if declared else ""
    return f"{kind}<meta charset=utf-8><style>{sheet}</style><body>{body}"


def pages() -> Iterator[Combined]:
    """Pages, and messages that hold one."""
    for construct, (sheet, inside) in _PAGE_CONSTRUCTS.items():
        for container, around in _PAGE_CONTAINERS.items():
            made = _page(sheet, around.format(inside), not around.startswith("\n"))
            yield Combined(".html", construct, container, made.encode(), True)
        inner = html.escape(_page(sheet, f"<p>alpha {inside} omega</p>", True))
        made = _page("", f'<iframe srcdoc="{inner}"></iframe>', True)
        yield Combined(".html", construct, "a page in the page", made.encode(), True)


# Word processors

_HIDDEN = "<w:vanish/>"
_CALL = '<w:r><w:footnoteReference w:id="2"/></w:r>'
_LOOKS = {
    "plain": "",
    "bold": "<w:b/>",
    "caps": "<w:caps/>",
    "raised": '<w:vertAlign w:val="superscript"/>',
    "struck": "<w:strike/>",
    "small": '<w:sz w:val="4"/>',
    "white": '<w:color w:val="FFFFFF"/>',
}


def _field(code: str, result: str) -> str:
    def mark(kind: str) -> str:
        return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'

    told = f'<w:r><w:instrText xml:space="preserve">{code}</w:instrText></w:r>'
    return f"{mark('begin')}{told}{mark('separate')}{run(result)}{mark('end')}"


_DOCX_CONSTRUCTS: dict[str, str] = {
    **{f"words that are {look}": run("mid", how) for look, how in _LOOKS.items()},
    "a hidden run": run("mid ") + run("hid", _HIDDEN) + run("end"),
    "hidden, and said not to be": run("mid", '<w:vanish w:val="0"/>'),
    "a hidden style": run("mid ") + run("hid", '<w:rStyle w:val="Gone"/>') + run("end"),
    "a style that shows in a hidden one": run(
        "mid", '<w:rStyle w:val="Gone"/><w:vanish w:val="false"/>'
    ),
    "a style of a hidden one": run("mid ") + run("hid", '<w:rStyle w:val="GoneToo"/>') + run("end"),
    "a word in parts": run("mi") + run("dd", "<w:b/>") + run("le"),
    "a word around what is hidden": run("mi") + run("hid", _HIDDEN) + run("ddle"),
    "inserted": f'<w:ins w:id="1" w:author="A">{run("mid")}</w:ins>',
    "moved here": f'<w:moveTo w:id="1" w:author="A">{run("mid")}</w:moveTo>',
    "a link": f'<w:hyperlink w:anchor="a">{run("mid")}</w:hyperlink>',
    "a content control": f"<w:sdt><w:sdtContent>{run('mid')}</w:sdtContent></w:sdt>",
    "a smart tag": f'<w:smartTag w:element="x">{run("mid")}</w:smartTag>',
    "a field": _field(' QUOTE "mid" ', "mid"),
    "a tab": run("mid") + "<w:r><w:tab/></w:r>" + run("end"),
    "a hyphen": run("mid") + "<w:r><w:noBreakHyphen/></w:r>" + run("end"),
    "a line": run("mid") + "<w:r><w:br/></w:r>" + run("end"),
    "a choice of forms": (
        '<mc:AlternateContent><mc:Choice Requires="new"><w:r><w:t>hid</w:t></w:r></mc:Choice>'
        f"<mc:Fallback>{run('mid')}</mc:Fallback></mc:AlternateContent>"
    ),
    "a bookmark": f'<w:bookmarkStart w:id="1" w:name="hid"/>{run("mid")}<w:bookmarkEnd w:id="1"/>',
}
_STYLES = part(
    "styles",
    '<w:style w:type="character" w:styleId="Gone"><w:name w:val="Gone"/><w:rPr><w:vanish/></w:rPr>'
    '</w:style><w:style w:type="character" w:styleId="GoneToo"><w:name w:val="GoneToo"/>'
    '<w:basedOn w:val="Gone"/></w:style>',
)


def _table(inside: str) -> str:
    grid = "<w:tblPr/><w:tblGrid><w:gridCol/></w:tblGrid>"
    return f"<w:tbl>{grid}<w:tr><w:tc>{inside}</w:tc></w:tr></w:tbl>"


def _in_note(inside: str) -> tuple[str, str]:
    return paragraph(run("body"), _CALL), f'<w:footnote w:id="2">{inside}</w:footnote>'


_DOCX_CONTAINERS: dict[str, Callable[[str], str]] = {
    "a paragraph": lambda one: one,
    "a cell": lambda one: _table(one) + paragraph("rest"),
    "a cell in a cell": lambda one: _table(_table(one) + paragraph("rest")) + paragraph("last"),
    # no content control: LibreOffice 7.4 prints one also with what is hidden in it
    "custom XML": lambda one: f'<w:customXml w:element="x">{one}</w:customXml>',
    "two columns": lambda one: one + '<w:sectPr><w:cols w:num="2" w:space="720"/></w:sectPr>',
}
_HEADED = '<w:sectPr><w:{0}Reference w:type="default" r:id="h"/></w:sectPr>'


def word_documents() -> Iterator[Combined]:
    """DOCX files."""
    more = {"word/s.xml": _STYLES}
    named = {"s": "styles s.xml"}
    for construct, inside in _DOCX_CONSTRUCTS.items():
        whole = paragraph(run("alpha "), inside, run(" omega"))
        for container, around in _DOCX_CONTAINERS.items():
            data = docx(around(whole), more, named)
            yield Combined(".docx", construct, container, data, True)
        body, note = _in_note(whole)
        parts = more | {"word/n.xml": part("footnotes", note)}
        data = docx(body, parts, named | {"n": "footnotes n.xml"})
        yield Combined(".docx", construct, "a footnote", data, False)
        for kind, root in (("header", "hdr"), ("footer", "ftr")):
            parts = more | {f"word/{kind}1.xml": part(root, whole)}
            data = docx(
                paragraph("body") + _HEADED.format(kind),
                parts,
                named | {"h": f"{kind} {kind}1.xml"},
            )
            yield Combined(".docx", construct, f"a {kind}", data, False)


_ODT_STYLES = (
    '<style:style style:name="Gone" style:family="text"><style:text-properties '
    'text:display="none"/></style:style><style:style style:name="Strong" style:family="text">'
    '<style:text-properties style:text-outline="true"/></style:style>'
)
_ODT_CONSTRUCTS: dict[str, str] = {
    "plain words": "mid",
    "a span": "<text:span>mid</text:span>",
    "a bold span": '<text:span text:style-name="Strong">mid</text:span>',
    "a hidden style": 'mid <text:span text:style-name="Gone">hid</text:span> end',
    "a word around what is hidden": 'mi<text:span text:style-name="Gone">hid</text:span>ddle',
    "a word in parts": 'mi<text:span text:style-name="Strong">dd</text:span>le',
    "spaces and a tab": 'mid<text:s text:c="3"/>end<text:tab/>last',
    "a line": "mid<text:line-break/>end",
    "a link": '<text:a xlink:href="#x">mid</text:a>',
    "a bookmark": '<text:bookmark-start text:name="x"/>mid<text:bookmark-end text:name="x"/>',
    "a comment": "mid <office:annotation><text:p>hid</text:p></office:annotation>end",
    "a span in a span": '<text:span>m<text:span text:style-name="Strong">i</text:span>d'
    "</text:span>",
    "raised by a style that is not there": '<text:span text:style-name="Nowhere">mid</text:span>',
    "a placeholder": '<text:placeholder text:placeholder-type="text">mid</text:placeholder>',
}
_ODT_CONTAINERS: dict[str, str] = {
    "a paragraph": "<text:p>alpha {} omega</text:p>",
    "a heading": '<text:h text:outline-level="1">alpha {} omega</text:h>',
    "an item": "<text:list><text:list-item><text:p>alpha {} omega</text:p>"
    "</text:list-item></text:list>",
    "a cell": '<table:table table:name="t"><table:table-column/><table:table-row><table:table-cell>'
    "<text:p>alpha {} omega</text:p></table:table-cell></table:table-row></table:table>",
    "a section": '<text:section text:name="s"><text:p>alpha {} omega</text:p></text:section>',
}


def open_documents() -> Iterator[Combined]:
    """ODT files."""
    for construct, inside in _ODT_CONSTRUCTS.items():
        for container, around in _ODT_CONTAINERS.items():
            data = odt(around.format(inside), _ODT_STYLES)
            yield Combined(".odt", construct, container, data, True)
        note = (
            '<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation>'
            f"<text:note-body><text:p>alpha {inside} omega</text:p></text:note-body></text:note>"
        )
        data = odt(p(f"body{note} goes on"), _ODT_STYLES)
        yield Combined(".odt", construct, "a footnote", data, False)


def messages(page: Combined) -> Mapping[str, bytes]:
    """Messages that show a page."""
    head = b"Subject: subject\nMIME-Version: 1.0\n"
    kind = b"Content-Type: text/html; charset=utf-8\n"
    return {
        "alone": head + kind + b"\n" + page.data,
        "beside its text": head
        + b'Content-Type: multipart/alternative; boundary="b"\n\n--b\nContent-Type: text/plain\n\n'
        + b"other\n--b\n"
        + kind
        + b"\n"
        + page.data
        + b"\n--b--\n",
    }
