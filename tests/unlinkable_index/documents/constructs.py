"""Constructs in which text is easily missed, misread or taken for hidden, by format: what of each
is read, and which are refused.

Word processors, browsers and readers of PDF and mail are the judges; which, and how, is said in
`tests.end_to_end.test_word_processor` for those that run without a screen.
"""

import base64
from dataclasses import dataclass

from tests.unlinkable_index.documents.docx_files import docx, paragraph, part, relations, run
from tests.unlinkable_index.documents.odt_files import odt, p
from tests.unlinkable_index.documents.pdf_files import pdf


@dataclass(frozen=True)
class Construct:
    """A construct in a file of a kind.

    - ``reads``: what is read of it, its flows parted by " | ", its paragraphs and lines by blanks;
    - ``refused``: a part of the sentence that says why it is not.
    """

    suffix: str
    name: str
    data: bytes
    reads: str = ""
    refused: str = ""


def _note(number: str, text: str) -> str:
    return f'<w:footnote w:id="{number}">{paragraph(text)}</w:footnote>'


_CALL = '<w:r><w:footnoteReference w:id="2"/></w:r>'
_STORE = "{11111111-1111-1111-1111-111111111111}"
_DROP = '<w:framePr w:dropCap="drop" w:lines="3"/>'


def _bound(stored: str, kind: str = "<w:text/>") -> bytes:
    """A control with its text beside it, bound to the word "bound"."""
    binding = (
        f'<w:dataBinding w:prefixMappings="xmlns:x=\'urn:x\'" w:xpath="/x:r[1]/x:v[1]" '
        f'w:storeItemID="{_STORE}"/>'
    )
    control = f"<w:sdt><w:sdtPr>{kind}{binding}</w:sdtPr><w:sdtContent>{run(stored)}"
    parts = {
        "customXml/item1.xml": '<r xmlns="urn:x"><v>bound</v></r>',
        "customXml/itemProps1.xml": f'<d itemID="{_STORE}"/>',
        "customXml/_rels/item1.xml.rels": relations({"p": "customXmlProps itemProps1.xml"}),
    }
    body = paragraph(f"{control}</w:sdtContent></w:sdt>")
    return docx(body, parts, {"x": "customXml ../customXml/item1.xml"})


def _chart_with_box() -> bytes:
    spaces = (
        'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" '
        'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
        'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
    )
    label = "<a:p><a:r><a:t>{}</a:t></a:r></a:p>"
    parts = {
        "word/c.xml": f"<c:chartSpace {spaces}>{label.format('title')}"
        '<c:userShapes r:id="u"/></c:chartSpace>',
        "word/d.xml": f"<c:userShapes {spaces}>{label.format('box')}</c:userShapes>",
        "word/_rels/c.xml.rels": relations({"u": "chartUserShapes d.xml"}),
    }
    shown = '<w:r><w:drawing><wp:inline><c:chart r:id="c"/></wp:inline></w:drawing></w:r>'
    return docx(paragraph(shown), parts, {"c": "chart c.xml"})


def _message(*lines: str) -> bytes:
    return "\n".join(("Subject: s", *lines)).encode()


def _mixed(kind: str, content: bytes | str, name: str = "") -> bytes:
    """A message with an attachment of a kind."""
    data = content if isinstance(content, bytes) else content.encode()
    return _message(
        'Content-Type: multipart/mixed; boundary="b"',
        "",
        "--b",
        f"Content-Type: {kind}",
        f"Content-Disposition: attachment{f'; filename={name}' if name else ''}",
        "Content-Transfer-Encoding: base64",
        "",
        base64.encodebytes(data).decode(),
        "--b--",
    )


_INVITATION = (
    "BEGIN:VCALENDAR",
    "BEGIN:VEVENT",
    "UID:hidden",
    "SUMMARY:Hearing\\, first",
    'ORGANIZER;CN="Clerk, A";X=hidden:mailto:clerk@court.example',
    "DESCRIPTION:All must",
    "  come.",
    "END:VEVENT",
    "END:VCALENDAR",
)


def _alternative(*parts: tuple[str, str]) -> bytes:
    inside = [line for kind, text in parts for line in ("--b", f"Content-Type: {kind}", "", text)]
    return _message('Content-Type: multipart/alternative; boundary="b"', "", *inside, "--b--")


def _form(text: str) -> str:
    drawn = f"BT /F1 11 Tf 2 5 Td ({text}) Tj ET"
    return (
        "<< /Type /XObject /Subtype /Form /BBox [0 0 99 20] "
        "/Matrix [1 0 0 1 0 0] /Resources << /Font << /F1 3 0 R >> >> "
        f"/Length {len(drawn)} >>\nstream\n{drawn}\nendstream"
    )


def _over(*objects: str, first: str = "6 0 R") -> bytes:
    """A page with the text "page" and what is written over it: the ``first`` of these objects."""
    return pdf([["page"]], objects=objects, of_page=f"/Annots [{first}]")


def _in_font(font: str, shown: str, *objects: str) -> bytes:
    """A page in a font of its own."""
    data = pdf([["page"]], objects=(font, *objects))
    return data.replace(b"/F1 3 0 R", b"/F1 6 0 R").replace(b"(page)", shown.encode())


def _raised_number() -> bytes:
    drawn = (
        "BT /F1 12 Tf 72 700 Td (the rectory) Tj /F1 7 Tf 57 5 Td (1) Tj /F1 12 Tf 6 -5 Td "
        "( and her) Tj ET BT /F1 9 Tf 72 100 Td (1 A note.) Tj ET"
    )
    shown = "BT /F1 11 Tf 14 TL 72 770 Td (page) Tj ET"
    data = pdf([["page"]])
    return data.replace(f"/Length {len(shown)}".encode(), f"/Length {len(drawn)}".encode()).replace(
        shown.encode(), drawn.encode()
    )


CONSTRUCTS = (
    # Word processors
    Construct(
        ".docx",
        "drop cap",
        docx(paragraph("D", properties=_DROP) + paragraph("ROPCAPPED text")),
        "DROPCAPPED text",
    ),
    Construct(".docx", "text box over a chart", _chart_with_box(), "title | box"),
    Construct(".docx", "bound control that says so", _bound("bound"), "bound"),
    Construct(".docx", "bound control", _bound("stored"), refused="a content control"),
    Construct(".docx", "bound date, which is shown in words", _bound("May", "<w:date/>"), "May"),
    Construct(
        ".docx",
        "two notes of one number",
        docx(
            paragraph("a", _CALL),
            {"word/n.xml": part("footnotes", _note("2", "b") + _note("2", "c"))},
            {"n": "footnotes n.xml"},
        ),
        refused="two of its notes",
    ),
    Construct(
        ".docx",
        "note",
        docx(
            paragraph("a", _CALL, " b"),
            {"word/n.xml": part("footnotes", _note("2", "c"))},
            {"n": "footnotes n.xml"},
        ),
        "a b | c",
    ),
    Construct(
        ".odt", "paragraph that says none", odt('<text:p text:display="none">a</text:p>'), "a"
    ),
    Construct(
        ".odt", "span that says none", odt(p('<text:span text:display="none">a</text:span>')), "a"
    ),
    Construct(
        ".odt", "heading that says hidden", odt('<text:h text:is-hidden="true">a</text:h>'), "a"
    ),
    Construct(
        ".odt",
        "text of a hidden field",
        odt(p('<text:hidden-text text:is-hidden="true">a</text:hidden-text>')),
        "a",
    ),
    Construct(
        ".odt",
        "section that is hidden",
        odt(f'<text:section text:name="s" text:display="none">{p("a")}</text:section>{p("b")}'),
        "b",
    ),
    Construct(
        ".odt",
        "placeholder",
        odt(p('<text:placeholder text:placeholder-type="text">a</text:placeholder>')),
        refused="placeholders",
    ),
    Construct(
        ".odt",
        "note with a label of its own",
        odt(
            p(
                'a <text:note text:note-class="footnote"><text:note-citation text:label="label">'
                f"label</text:note-citation><text:note-body>{p('<text:s/>b')}</text:note-body>"
                "</text:note> c"
            )
        ),
        "a c | label b",
    ),
    # Pages
    Construct(".html", "later declaration", b"<p style='display:none;display:block'>a", "a"),
    Construct(".html", "earlier declaration", b"<p style='display:block;display:none'>a<p>b", "b"),
    Construct(
        ".html", "important one", b"<p style='display:none!important;display:block'>a<p>b", "b"
    ),
    Construct(".html", "one that is none", b"<p style='display:none;display:nix'>a<p>b", "b"),
    Construct(".html", "comment in a value", b"<p style='display:/**/none/**/'>a<p>b", "b"),
    Construct(
        ".html",
        "seen in what is not",
        b"<div style='visibility:hidden'>a<b style='visibility:visible'>b</b>c</div>",
        "b",
    ),
    Construct(".html", "rule that shows", b"<style>p{display:block}</style><p hidden>a", "a"),
    Construct(
        ".html",
        "rule that shows for sure",
        b"<style>p{display:block!important}</style><p style='display:none'>a",
        "a",
    ),
    Construct(
        ".html", "rule in a comment", b"<style>/*p{display:block}*/</style><p hidden>a<p>b", "b"
    ),
    Construct(
        ".html", "words of a rule", b"<style>p::before{content:'word '}</style><p>a", "word a"
    ),
    Construct(".html", "rule that hides", b"<style>p{display:none}</style><p>a<div>b", "b"),
    Construct(
        ".html", "page in a page", b"a<iframe srcdoc='<p>b&amp;amp;c'>no</iframe>d", "a | b&c | d"
    ),
    Construct(
        ".html",
        "labels of options",
        b"<select><optgroup label=a><option label=b>no<option>c</select>",
        "a b c",
    ),
    Construct(".html", "closed dialog", b"<dialog>a</dialog><dialog open>b</dialog>", "b"),
    Construct(
        ".html", "input of no kind", b"<input type=word value=a><input type=range value=9>", "a"
    ),
    # Messages
    Construct(
        ".eml",
        "sender and others",
        _message(
            "From: A <a@b.example>", "Sender: C <c@d.example>", "Reply-To: e@f.example", "", "x"
        ),
        "s A <a@b.example> C <c@d.example> e@f.example | x",
    ),
    Construct(
        ".eml",
        "word in two encoded words",
        _message("To: =?utf-8?q?=C3?= =?utf-8?q?=BCber?= =?iso-8859-1?b?5A==?= x", "", "y"),
        "s überä x | y",
    ),
    Construct(".eml", "letters without an encoding", _message("To: ü", "", "ä"), "s ü | ä"),
    Construct(
        ".eml",
        "document that calls itself a picture",
        _mixed("image/png", docx(paragraph("a")), "a.docx"),
        "s | a.docx | a",
    ),
    Construct(".eml", "page without a name", _mixed("text/html", "<p>a"), "s | a"),
    Construct(".eml", "document without a name", _mixed("application/pdf", pdf([["a"]])), "s | a"),
    Construct(".eml", "picture", _mixed("image/png", b"x", "a.png"), "s | a.png"),
    Construct(
        ".eml", "picture of another kind", _mixed("image/x", b"x", "a.zip"), refused="attachment"
    ),
    Construct(
        ".eml", "old document as text", _mixed("text/plain", b"x", "a.doc"), refused="attachment"
    ),
    Construct(
        ".eml",
        "invitation",
        _message("Content-Type: text/calendar", "", *_INVITATION),
        "s | Hearing, first Clerk, A mailto:clerk@court.example All must come.",
    ),
    Construct(
        ".eml",
        "invitation behind the text",
        _alternative(("text/plain", "no"), ("text/html", "<p>a"), ("text/calendar", "SUMMARY:b")),
        "s | a | b",
    ),
    Construct(
        ".eml",
        "form that few programs show",
        _alternative(("text/html", "<p>a"), ("text/x-amp-html", "<p>no")),
        "s | a",
    ),
    Construct(
        ".eml",
        "message that could not be delivered",
        _message("Content-Type: message/delivery-status", "", "Final-Recipient: rfc822; a@b", ""),
        "s | Final-Recipient: rfc822; a@b",
    ),
    Construct(
        ".eml",
        "text in another place",
        _message("Content-Type: message/external-body; access-type=x", "", "a: b"),
        refused="other messages",
    ),
    # Printed pages
    Construct(
        ".pdf", "raised number and note", _raised_number(), "the rectory¹ and her | 1 A note."
    ),
    Construct(
        ".pdf",
        "stamp that only its appearance says",
        _over("<< /Rect [99 99 198 119] /Subtype /Stamp /AP << /N 7 0 R >> >>", _form("stamped")),
        "page | stamped",
    ),
    Construct(
        ".pdf",
        "free text that only its appearance says",
        _over("<< /Rect [99 99 198 119] /Subtype /FreeText /AP << /N 7 0 R >> >>", _form("free")),
        "page | free",
    ),
    Construct(
        ".pdf",
        "value in the field around",
        _over(
            "<< /Rect [99 99 198 119] /Subtype /Widget /Parent 7 0 R >>", "<< /FT /Tx /V (value) >>"
        ),
        "page | value",
    ),
    Construct(
        ".pdf",
        "value that is drawn as well",
        _over(
            "<< /Rect [99 99 198 119] /Subtype /Widget /V (value) /AP << /N 7 0 R >> >>",
            _form("value"),
        ),
        "page | value",
    ),
    Construct(
        ".pdf",
        "state of a button",
        _over(
            "<< /Rect [99 99 198 119] /Subtype /Widget /V /On /AS /On /AP << /N << /On 7 0 R "
            "/Off 8 0 R >> >> >>",
            _form("on"),
            _form("off"),
        ),
        "page | on",
    ),
    Construct(
        ".pdf",
        "font of many signs without a map",
        _in_font(
            "<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Garamond /Encoding /Identity-H "
            "/DescendantFonts [7 0 R] >>",
            "<00010002>",
            "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /ABCDEF+Garamond /CIDSystemInfo "
            "<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>",
        ),
        refused="the font Garamond does not say which letters its signs are",
    ),
    Construct(
        ".pdf",
        "font whose signs have names of its own",
        _in_font(
            "<< /Type /Font /Subtype /Type1 /BaseFont /Own /Encoding << /Differences "
            "[112 /g1 /g2 /g3] >> >>",
            "(pqr)",
        ),
        refused="the font Own does not say",
    ),
    Construct(
        ".pdf",
        "font with names of variants",
        _in_font(
            "<< /Type /Font /Subtype /Type1 /BaseFont /Own /Encoding << /Differences "
            "[112 /a.alt] >> >>",
            "(p)",
        ),
        refused="the font Own does not say",
    ),
    Construct(
        ".pdf",
        "font whose signs have known names",
        _in_font(
            "<< /Type /Font /Subtype /Type1 /BaseFont /Known /Encoding << /Differences "
            "[112 /w /o /uni0072 /d] >> >>",
            "(pqrs)",
        ),
        "word",
    ),
)
