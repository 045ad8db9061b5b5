"""Files in which one construct stands as often as is asked, for every construct whose reading could
take more time than it has bytes.

`REPEATED` has the files by kind and construct; no file shows anything that matters.
"""

import base64
from collections.abc import Callable

from tests.unlinkable_index.documents.docx_files import docx, paragraph, part, relations, run
from tests.unlinkable_index.documents.odt_files import odt, p
from tests.unlinkable_index.documents.odt_files import part as odt_part
from tests.unlinkable_index.documents.pdf_files import pdf

_TOP = '<w:vMerge w:val="restart"/>'


def _row(inside: str, count: int) -> str:
    return f"<w:tr>{inside * count}</w:tr>"


def _cell(properties: str, text: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{paragraph(text)}</w:tc>"


def _character(kind: str) -> str:
    return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'


def _merged_columns(count: int) -> bytes:
    rows = _row(_cell(_TOP, "x"), count) + _row(_cell("<w:vMerge/>"), count) * 3
    return docx(f"<w:tbl>{rows}</w:tbl>")


def _merged_rows(count: int) -> bytes:
    rows = _row(_cell(_TOP, "x"), 3) + _row(_cell("<w:vMerge/>"), 3) * count
    return docx(f"<w:tbl>{rows}</w:tbl>")


def _nested_fields(count: int) -> bytes:
    begins = (_character("begin") + run("word")) * count
    return docx(paragraph(begins + _character("end") * count))


def _fields(count: int) -> bytes:
    one = _character("begin") + "<w:r><w:instrText>PAGE</w:instrText></w:r>"
    return docx(paragraph((one + _character("separate") + run("1") + _character("end")) * count))


def _never_ended_fields(count: int) -> bytes:
    return docx(paragraph((_character("begin") + run("word")) * count))


def _docx_styles(count: int) -> bytes:
    """As many styles, each based on the one before, and as many paragraphs in them."""
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="s{n}"><w:basedOn w:val="s{n - 1}"/></w:style>'
        for n in range(count)
    )
    body = "".join(
        paragraph(run("x"), properties=f'<w:pStyle w:val="s{n}"/>') for n in range(count)
    )
    return docx(body, {"word/styles.xml": part("styles", styles)}, {"s": "styles styles.xml"})


def _chart(points: int) -> str:
    values = "<c:pt><c:v>word</c:v></c:pt>" * points
    space = "http://schemas.openxmlformats.org/drawingml/2006/chart"
    return f'<c:chartSpace xmlns:c="{space}"><c:strCache>{values}</c:strCache></c:chartSpace>'


def _shows_chart(identity: str) -> str:
    return f'<w:r><w:drawing><wp:inline><c:chart r:id="{identity}"/></wp:inline></w:drawing></w:r>'


def _charts(count: int) -> bytes:
    """As many charts."""
    parts = {f"word/c{n}.xml": _chart(2) for n in range(count)}
    named = {f"c{n}": f"chart c{n}.xml" for n in range(count)}
    return docx(paragraph("".join(_shows_chart(f"c{n}") for n in range(count))), parts, named)


def _chart_again(count: int) -> bytes:
    """A chart of as many points, shown as often."""
    body = paragraph(_shows_chart("c") * count)
    return docx(body, {"word/c.xml": _chart(count)}, {"c": "chart c.xml"})


def _relationships(count: int) -> bytes:
    """As many notes, and as many relationships of the part with the notes."""
    notes = "".join(
        f'<w:footnote w:id="{n}">{paragraph(_shows_chart("c"), "x")}</w:footnote>'
        for n in range(count)
    )
    calls = "".join(f'<w:r><w:footnoteReference w:id="{n}"/></w:r>' for n in range(count))
    parts = {
        "word/notes.xml": part("footnotes", notes),
        "word/_rels/notes.xml.rels": relations({f"c{n}": "chart c.xml" for n in range(count)}),
    }
    return docx(paragraph(calls), parts, {"n": "footnotes notes.xml"})


def _headers(count: int) -> bytes:
    parts = {f"word/h{n}.xml": part("hdr", paragraph("word")) for n in range(count)}
    named = {f"h{n}": f"header h{n}.xml" for n in range(count)}
    body = "".join(
        paragraph("x", properties=f'<w:sectPr><w:headerReference r:id="h{n}"/></w:sectPr>')
        for n in range(count)
    )
    return docx(body, parts, named)


def _forms(count: int) -> bytes:
    choice = f'<mc:Choice Requires="new">{run("x")}</mc:Choice>'
    return docx(paragraph(f"<mc:AlternateContent>{choice * count}</mc:AlternateContent>"))


def _docx_lists(count: int) -> bytes:
    """As many kinds of lists that name another one, as many lists, and paragraphs in them."""
    kinds = "".join(
        f'<w:abstractNum w:abstractNumId="{n}"><w:numStyleLink w:val="l"/></w:abstractNum>'
        for n in range(count)
    )
    numbers = "".join(
        f'<w:num w:numId="{n}"><w:abstractNumId w:val="{n}"/></w:num>' for n in range(count)
    )
    body = "".join(
        paragraph("x", properties=f'<w:numPr><w:numId w:val="{n}"/></w:numPr>')
        for n in range(count)
    )
    parts = {"word/numbering.xml": part("numbering", kinds + numbers)}
    return docx(body, parts, {"n": "numbering numbering.xml"})


def _attributes(count: int) -> str:
    return " ".join(f'a{n}="x"' for n in range(count))


def _odt_styles(count: int) -> bytes:
    styles = "".join(
        f'<style:style style:name="s{n}" style:family="paragraph" '
        f'style:parent-style-name="s{n - 1}"/>'
        for n in range(count)
    )
    return odt("".join(p("x", f"s{n}") for n in range(count)), styles)


def _odt_list_styles(count: int) -> bytes:
    styles = "".join(
        f'<style:style style:name="s{n}" style:family="paragraph" '
        f'style:parent-style-name="s{n - 1}"/>'
        for n in range(count)
    )
    items = "".join(f"<text:list-item>{p('x', f's{n}')}</text:list-item>" for n in range(count))
    return odt(f"<text:list>{items}</text:list>", styles)


def _masters(count: int) -> bytes:
    shared = "".join(
        f'<style:master-page style:name="m{n}" style:next-style-name="m{n + 1}"><style:header>'
        f"{p('word')}</style:header></style:master-page>"
        for n in range(count)
    )
    return odt(p("x"), shared=f"<office:master-styles>{shared}</office:master-styles>")


def _headings(count: int) -> bytes:
    """As many headings, each a level deeper, and as many levels in the outline."""
    levels = "".join(
        f'<text:outline-level-style text:level="{n}" text:display-levels="{n}" '
        f'style:num-format="1"/>'
        for n in range(1, count)
    )
    body = "".join(f'<text:h text:outline-level="{n}">x</text:h>' for n in range(1, count))
    return odt(body, f"<text:outline-style>{levels}</text:outline-style>")


def _object(count: int) -> bytes:
    """A figure of as many words, shown as often."""
    shown = '<draw:frame><draw:object xlink:href="./o"/></draw:frame>' * count
    words = odt_part("document-content", f"<office:body>{p('word') * count}</office:body>")
    return odt(p(shown), parts={"o/content.xml": words})


def _message(headers: str, body: str = "x") -> bytes:
    return f"{headers}\n\n{body}".encode()


def _parts(count: int) -> bytes:
    inside = "--b\nContent-Type: text/plain\n\nword\n" * count
    return _message('Content-Type: multipart/mixed; boundary="b"', f"{inside}--b--\n")


def _attachments(count: int) -> bytes:
    text = base64.b64encode(docx(paragraph("word"))).decode()
    kind = "Content-Type: application/x; name=a.docx\nContent-Transfer-Encoding: base64"
    inside = f"--b\n{kind}\n\n{text}\n" * count
    return _message('Content-Type: multipart/mixed; boundary="b"', f"{inside}--b--\n")


def _footnotes_in_latex(count: int) -> bytes:
    return b"A sentence\\footnote{A note.} and more.\n\n" * count


def _fields_over_pages(count: int) -> bytes:
    objects = ["<< /Type /Annot /Subtype /FreeText /Contents (word) >>"] * count
    named = " ".join(f"{6 + number} 0 R" for number in range(count))
    return pdf([["text"]], objects=objects, of_page=f"/Annots [{named}]")


REPEATED: dict[str, dict[str, tuple[int, Callable[[int], bytes]]]] = {
    ".docx": {
        "paragraphs": (500, lambda n: docx(paragraph("word") * n)),
        "runs": (1000, lambda n: docx(paragraph(run("word") * n))),
        "cells": (400, lambda n: docx(f"<w:tbl>{_row(_cell('', 'x'), n)}</w:tbl>")),
        "merged columns": (60, _merged_columns),
        "merged rows": (100, _merged_rows),
        "fields": (200, _fields),
        "fields in fields": (100, _nested_fields),
        "fields without an end": (200, _never_ended_fields),
        "styles on styles": (150, _docx_styles),
        "charts": (40, _charts),
        "one chart again and again": (200, _chart_again),
        "relationships": (100, _relationships),
        "headers": (40, _headers),
        "forms of the same": (200, _forms),
        "kinds of lists": (150, _docx_lists),
        "attributes": (12, lambda n: docx(f"<w:t {_attributes(n)}>x</w:t>" * 50)),
        "breaks": (500, lambda n: docx(paragraph(f"<w:r>{'<w:br/>' * n}</w:r>", "x"))),
    },
    ".odt": {
        "paragraphs": (500, lambda n: odt(p("word") * n)),
        "spans": (500, lambda n: odt(p("<text:span>word</text:span>" * n))),
        "cells": (
            400,
            lambda n: odt(
                "<table:table><table:table-row>"
                + f"<table:table-cell>{p('x')}</table:table-cell>" * n
                + "</table:table-row></table:table>"
            ),
        ),
        "styles on styles": (150, _odt_styles),
        "styles on styles in lists": (150, _odt_list_styles),
        "master pages": (150, _masters),
        "headings": (200, _headings),
        "one figure again and again": (150, _object),
        "attributes": (12, lambda n: odt(f"<text:p {_attributes(n)}>x</text:p>" * 50)),
    },
    ".html": {
        "paragraphs": (500, lambda n: b"<p>word" * n),
        "elements in elements": (80, lambda n: b"<div>word" * n),
        "cells": (500, lambda n: f"<table><tr>{'<td>x' * n}</table>".encode()),
        "tables in tables": (20, lambda n: b"<table><tr><td>x" * n),
        "attributes": (12, lambda n: f"<p {_attributes(n)}>x".encode() * 50),
        "styles": (500, lambda n: b"<p style='color: red'>x" * n),
        "lines": (2000, lambda n: b"<pre>" + b"line\n" * n),
        "never closed": (500, lambda n: b"<b><i>x<p>" * n),
    },
    ".xml": {
        "elements": (1000, lambda n: b"<r>" + b"<p>word</p>" * n + b"</r>"),
        "mixed": (1000, lambda n: b"<r>text" + b"<x>word</x>" * n + b"</r>"),
        "attributes": (12, lambda n: f"<r {_attributes(n)}>x</r>".encode()),
        "elements in elements": (10, lambda n: b"<x>word" * n + b"</x>" * n),
    },
    ".eml": {
        "headers": (1000, lambda n: _message("\n".join(f"X-{k}: word" for k in range(n)))),
        "encoded words": (500, lambda n: _message("Subject: " + "=?utf-8?b?w7xi?= " * n)),
        "encoded words on lines": (
            500,
            lambda n: _message("Subject: a" + "\n =?utf-8?q?=C3=BCb?=" * n),
        ),
        "half encoded words": (1000, lambda n: _message("Subject: " + "=?utf-8?b?" * n)),
        "those it was sent to": (1000, lambda n: _message("To: " + '"A, B" <a@b.example>, ' * n)),
        "brackets": (1000, lambda n: _message("From: " + "(<[" * n)),
        "parts": (150, _parts),
        "attachments": (30, _attachments),
        "paragraphs": (2000, lambda n: _message("Subject: x", "word\n\n" * n)),
        "invitations": (
            1000,
            lambda n: _message("Content-Type: text/calendar", "ATTENDEE;CN=A:mailto:a@b\n" * n),
        ),
    },
    ".pdf": {
        "pages": (20, lambda n: pdf([["A line of text."] * 5] * n)),
        "lines": (100, lambda n: pdf([["A line of text."] * n])),
        "notes": (100, _fields_over_pages),
    },
    ".tex": {
        "paragraphs": (300, lambda n: b"A sentence.\n\n" * n),
        "notes": (150, _footnotes_in_latex),
        "braces": (300, lambda n: b"{a" * n + b"}" * n),
        "open braces": (300, lambda n: b"\\footnote{a " * n),
        "environments": (150, lambda n: b"\\begin{a}\nx\n\\end{a}\n" * n),
        "commands": (500, lambda n: b"\\emph{word} \\x " * n),
        "mathematics": (300, lambda n: b"$x$ word " * n),
        "dollars": (301, lambda n: b"$" * n),
        "comments": (500, lambda n: b"% word\n" * n),
    },
    ".md": {
        "paragraphs": (300, lambda n: b"A sentence.\n\n" * n),
        "emphasis": (300, lambda n: b"*word* **word** " * n),
        "stars": (300, lambda n: b"*a **a " * n),
        "brackets": (300, lambda n: b"[" * n),
        "links": (300, lambda n: b"[word](x) " * n),
        "half links": (300, lambda n: b"[word](" * n),
        "labels": (200, lambda n: b"".join(b"[l%d]: x\n\n[a][l%d]\n\n" % (k, k) for k in range(n))),
        "quotes": (100, lambda n: b">" * n + b"x"),
        "lists in lists": (200, lambda n: b"".join(b"  " * (k % 9) + b"- x\n" for k in range(n))),
        "backticks": (200, lambda n: b"".join(b"`" * (k % 50) + b" a " for k in range(n))),
        "tables": (200, lambda n: b"|a|b|\n|-|-|\n" + b"|x|y|\n" * n),
        "tags": (300, lambda n: b"<b>word</b> <" * n),
        "half tags": (300, lambda n: b'<a href="' * n),
        "fences": (200, lambda n: b"```\nx\n```\n" * n),
        "notes": (150, lambda n: b"".join(b"a[^%d]\n\n[^%d]: note\n\n" % (k, k) for k in range(n))),
    },
}
