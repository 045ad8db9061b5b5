"""DOCX files made by hand, part by part, and one with a marker in every place where text can be.

A marker is a word of its own; ``SHOWN`` and ``NOT_SHOWN`` say for each place what a reader of the
printed page sees, after ISO/IEC 29500 and what word processors do.
"""

import io
import re
import zipfile
from collections.abc import Mapping

MARKERS = re.compile("(?:IN|NOT)[a-z]+")
SPACES = " ".join(
    f'xmlns:{prefix}="{uri}"'
    for prefix, uri in {
        "w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        "r": "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
        "m": "http://schemas.openxmlformats.org/officeDocument/2006/math",
        "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
        "wp": "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
        "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
        "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
        "v": "urn:schemas-microsoft-com:vml",
        "o": "urn:schemas-microsoft-com:office:office",
        "c": "http://schemas.openxmlformats.org/drawingml/2006/chart",
        "dgm": "http://schemas.openxmlformats.org/drawingml/2006/diagram",
        "new": "urn:of-some-other-program",
    }.items()
)
_TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_RELATIONS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'


def run(text: str, properties: str = "") -> str:
    """A run of text with properties."""
    looks = f"<w:rPr>{properties}</w:rPr>" if properties else ""
    return f'<w:r>{looks}<w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(*runs: str, properties: str = "") -> str:
    """A paragraph of runs, or of plain words."""
    inside = "".join(one if one.startswith("<") else run(one) for one in runs)
    return f"<w:p>{f'<w:pPr>{properties}</w:pPr>' if properties else ''}{inside}</w:p>"


def relations(named: Mapping[str, str]) -> str:
    """The relationships of a part: kind and target by id; "!" before a target: outside."""
    lines = []
    for identity, told in named.items():
        kind, _, target = told.partition(" ")
        mode = ' TargetMode="External"' if target.startswith("!") else ""
        lines.append(
            f'<Relationship Id="{identity}" Type="{_TYPES}/{kind}" '
            f'Target="{target.removeprefix("!")}"{mode}/>'
        )
    return f"<Relationships {_RELATIONS}>{''.join(lines)}</Relationships>"


def part(root: str, inside: str) -> str:
    """A part whose root element is ``root``."""
    return f'<?xml version="1.0" encoding="UTF-8"?><w:{root} {SPACES}>{inside}</w:{root}>'


def docx(
    body: str,
    parts: Mapping[str, str | bytes] | None = None,
    named: Mapping[str, str] | None = None,
    compression: int = zipfile.ZIP_DEFLATED,
) -> bytes:
    """A file with this body, more parts, and what its main part names."""
    every: dict[str, str | bytes] = {
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": relations({"r1": "officeDocument word/document.xml"}),
        "word/document.xml": part("document", f"<w:body>{body}</w:body>"),
        "word/_rels/document.xml.rels": relations(named or {}),
    }
    return zipped(every | dict(parts or {}), compression)


def zipped(parts: Mapping[str, str | bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive of these parts."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


def _field(code: str, result: str | None) -> str:
    shown = "" if result is None else f'<w:r><w:fldChar w:fldCharType="separate"/></w:r>{result}'
    return (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
        f"<w:r><w:instrText>{code}</w:instrText></w:r>{shown}"
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


def _box(text: str, hidden: str = "") -> str:
    return (
        f'<w:r><w:drawing><wp:anchor><wp:docPr id="1" name="b" {hidden}/><a:graphic><a:graphicData>'
        f"<wps:wsp><wps:txbx><w:txbxContent>{paragraph(text)}</w:txbxContent></wps:txbx></wps:wsp>"
        "</a:graphicData></a:graphic></wp:anchor></w:drawing></w:r>"
    )


def _cell(inside: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{inside}</w:tc>"


_TOP, _WIDE = '<w:vMerge w:val="restart"/>', '<w:gridSpan w:val="2"/>'
_AUTHOR = 'w:id="7" w:author="NOTauthor" w:date="2026-01-02T03:04:05Z"'

SHOWN = {
    "plain": paragraph("INplain"),
    "inserted": paragraph(f"<w:ins {_AUTHOR}>{run('INinserted')}</w:ins>"),
    "moved here": paragraph(f"<w:moveTo {_AUTHOR}>{run('INmoved')}</w:moveTo>"),
    "link": paragraph(f'<w:hyperlink r:id="rl" w:tooltip="NOTtip">{run("INlink")}</w:hyperlink>'),
    "smart tag": paragraph(f'<w:smartTag w:element="x">{run("INsmart")}</w:smartTag>'),
    "custom xml": paragraph(
        '<w:customXml w:element="x"><w:customXmlPr><w:attr w:name="a" w:val="NOTattribute"/>'
        f"</w:customXmlPr>{run('INcustom')}</w:customXml>"
    ),
    "content control": (
        '<w:sdt><w:sdtPr><w:alias w:val="NOTalias"/><w:tag w:val="NOTtag"/><w:dropDownList>'
        '<w:listItem w:displayText="NOTlisted" w:value="NOTvalue"/></w:dropDownList></w:sdtPr>'
        f"<w:sdtContent>{paragraph('INcontrolled')}</w:sdtContent></w:sdt>"
    ),
    "hidden switched off": paragraph(run("INvanishoff", '<w:vanish w:val="false"/>')),
    "hidden on the web only": paragraph(run("INwebhidden", "<w:webHidden/>")),
    "hidden twice by styles": paragraph(
        run("INtwice", '<w:rStyle w:val="HiddenChars"/>'), properties='<w:pStyle w:val="Hidden"/>'
    ),
    "shown in a hidden style": paragraph(
        run("INstyleoff", '<w:vanish w:val="0"/>'), properties='<w:pStyle w:val="Hidden"/>'
    ),
    "result of a field": paragraph(_field(" MERGEFIELD NOTcode ", run("INresult"))),
    "simple field": paragraph(f'<w:fldSimple w:instr="NOTinstr">{run("INsimple")}</w:fldSimple>'),
    "button": paragraph(_field(" MACROBUTTON NOTmacro INbutton", None)),
    "equation field": paragraph(_field(r" EQ \f(INequation,2)", None)),
    "choice of a list": paragraph(
        '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="NOTname"/>'
        '<w:ddList><w:result w:val="1"/><w:listEntry w:val="NOTfirst"/>'
        '<w:listEntry w:val="INchosen"/></w:ddList></w:ffData></w:fldChar></w:r>'
        "<w:r><w:instrText> FORMDROPDOWN </w:instrText></w:r>"
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    ),
    "field without an end": paragraph(
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r>', run("INunended")
    ),
    "formula": paragraph("<m:oMath><m:r><m:t>INformula</m:t></m:r></m:oMath>"),
    "table": (
        f"<w:tbl><w:tr>{_cell(paragraph('INcell'))}{_cell(paragraph('INsecond'))}</w:tr>"
        f"<w:tr>{_cell('<w:tbl><w:tr>' + _cell(paragraph('INinner')) + '</w:tr></w:tbl>')}</w:tr>"
        "</w:tbl>"
    ),
    "cell that cells are merged into": (
        f"<w:tbl><w:tr>{_cell(paragraph('INmerged'), _TOP)}</w:tr>"
        f"<w:tr>{_cell(paragraph(''), '<w:vMerge/>')}</w:tr></w:tbl>"
    ),
    "merged with nothing above": (
        f"<w:tbl><w:tr>{_cell(paragraph('INmergedalone'), '<w:vMerge/>')}</w:tr></w:tbl>"
    ),
    "text box": paragraph("INbeside", _box("INbox")),
    "text box in two forms": paragraph(
        f'<w:r><mc:AlternateContent><mc:Choice Requires="wps">{_box("INchoice")}</mc:Choice>'
        f"<mc:Fallback><w:pict><v:shape><v:textbox><w:txbxContent>{paragraph('NOTfallback')}"
        "</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    ),
    "form of another program": paragraph(
        '<w:r><mc:AlternateContent><mc:Choice Requires="new"><w:t>NOTforeign</w:t></mc:Choice>'
        "<mc:Fallback><w:t>INfallback</w:t></mc:Fallback></mc:AlternateContent></w:r>"
    ),
    "older text box": paragraph(
        f"<w:r><w:pict><v:shape><v:textbox><w:txbxContent>{paragraph('INold')}</w:txbxContent>"
        '</v:textbox><v:textpath string="INdrawn"/></v:shape></w:pict></w:r>'
    ),
    "drawn words": paragraph(
        "<w:r><w:drawing><wp:inline><a:graphic><a:graphicData><a:p><a:r><a:t>INcanvas</a:t></a:r>"
        "</a:p></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>"
    ),
    "ruby": paragraph(
        f"<w:r><w:ruby><w:rt>{run('INabove')}</w:rt><w:rubyBase>{run('INbase')}</w:rubyBase>"
        "</w:ruby></w:r>"
    ),
    "right to left": paragraph(f'<w:bdo w:val="rtl">{run("INrtl")}</w:bdo>'),
    "chart": paragraph(
        '<w:r><w:drawing><wp:inline><a:graphic><a:graphicData><c:chart r:id="rc"/>'
        "</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>"
    ),
    "diagram": paragraph(
        '<w:r><w:drawing><wp:inline><a:graphic><a:graphicData><dgm:relIds r:dm="rd"/>'
        "</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>"
    ),
    "notes": paragraph(
        "INcalls",
        '<w:r><w:footnoteReference w:id="2"/></w:r>',
        '<w:r><w:endnoteReference w:id="3"/></w:r>',
    ),
}
NOT_SHOWN = {
    "deleted": paragraph(f"<w:del {_AUTHOR}><w:r><w:delText>NOTdeleted</w:delText></w:r></w:del>"),
    "deleted, as plain text": paragraph(f"<w:del {_AUTHOR}>{run('NOTdeletedt')}</w:del>"),
    "inserted, then deleted": paragraph(
        f"<w:ins {_AUTHOR}><w:del {_AUTHOR}>{run('NOTboth')}</w:del></w:ins>"
    ),
    "moved away": paragraph(f"<w:moveFrom {_AUTHOR}>{run('NOTmovedaway')}</w:moveFrom>"),
    "deleted code": paragraph("<w:r><w:delInstrText>NOTdeletedcode</w:delInstrText></w:r>"),
    "hidden": paragraph(run("NOThidden", "<w:vanish/>")),
    "hidden by its style": paragraph(run("NOTbystyle", '<w:rStyle w:val="HiddenChars"/>')),
    "hidden by the paragraph's style": paragraph(
        "NOTbyparagraph", properties='<w:pStyle w:val="Hidden"/>'
    ),
    "hidden by a style below": paragraph("NOTbased", properties='<w:pStyle w:val="Based"/>'),
    "hidden by the table's style": (
        '<w:tbl><w:tblPr><w:tblStyle w:val="HiddenTable"/></w:tblPr>'
        f"<w:tr>{_cell(paragraph('NOTbytable'))}</w:tr></w:tbl>"
    ),
    "deleted row": (
        f"<w:tbl><w:tr><w:trPr><w:del {_AUTHOR}/></w:trPr>{_cell(paragraph('NOTrow'))}</w:tr>"
        "</w:tbl>"
    ),
    "deleted cell": (
        f"<w:tbl><w:tr>{_cell(paragraph('NOTcell'), f'<w:cellDel {_AUTHOR}/>')}</w:tr></w:tbl>"
    ),
    "cell merged into another": (
        f"<w:tbl><w:tr>{_cell(paragraph(''), _WIDE)}"
        f"{_cell(paragraph(''), _TOP)}</w:tr><w:tr>"
        f"{_cell(paragraph(''))}{_cell(paragraph(''))}"
        f"{_cell(paragraph('NOTmerged'), '<w:vMerge/>')}</w:tr></w:tbl>"
    ),
    "code of a field": paragraph(_field(' XE "NOTindexed" ', None)),
    "result inside a code": paragraph(
        _field(" IF ", None).replace(
            "<w:r><w:instrText>", _field(" A ", run("NOTinside")) + "<w:r><w:instrText>"
        )
    ),
    "hidden text box": paragraph(_box("NOThiddenbox", 'hidden="1"')),
    "text box in hidden text": paragraph(
        f"<w:r><w:rPr><w:vanish/></w:rPr>{_box('NOTinhidden').removeprefix('<w:r>')}"
    ),
    "chart in hidden text": paragraph(
        "<w:r><w:rPr><w:vanish/></w:rPr><w:drawing><wp:inline><a:graphic><a:graphicData>"
        '<c:chart r:id="rh"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>'
    ),
    "hidden shape": paragraph(
        '<w:r><w:pict><v:shape style="position:absolute; visibility : hidden"><v:textbox>'
        f"<w:txbxContent>{paragraph('NOTshape')}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>"
    ),
    "alternative text": paragraph(
        '<w:r><w:drawing><wp:inline><wp:docPr id="1" name="NOTpicture" descr="NOTdescribed" '
        'title="NOTtitle"/></wp:inline></w:drawing></w:r>'
    ),
    "note that only deleted text calls": paragraph(
        f'<w:del {_AUTHOR}><w:r><w:footnoteReference w:id="5"/></w:r></w:del>'
    ),
    "bookmark": paragraph('<w:bookmarkStart w:id="1" w:name="NOTbookmark"/>'),
    "comment": paragraph('<w:r><w:commentReference w:id="1"/></w:r>'),
    "comment of the XML": "<!-- NOTxmlcomment -->",
    "instruction of the XML": "<?NOTinstruction NOTinstruction?>",
    "older properties": paragraph(
        run("", '<w:rPrChange w:id="1" w:author="NOTchanger"><w:rPr/></w:rPrChange>')
    ),
}
_SECTIONS = (
    '<w:sectPr><w:headerReference w:type="default" r:id="rh1"/>'
    '<w:headerReference w:type="first" r:id="rh2"/><w:headerReference w:type="even" r:id="rh3"/>'
    '<w:footerReference w:type="default" r:id="rf1"/></w:sectPr>'
)


def _notes(kind: str, number: int, shown: str) -> str:
    return (
        f'<w:{kind} w:type="separator" w:id="0">{paragraph(f"NOT{kind}separator")}</w:{kind}>'
        f'<w:{kind} w:id="{number}">{paragraph(shown)}</w:{kind}>'
        f'<w:{kind} w:id="5">{paragraph(f"NOT{kind}uncalled")}</w:{kind}>'
    )


MORE_PARTS = {
    "word/styles.xml": part(
        "styles",
        '<w:style w:type="paragraph" w:styleId="Hidden"><w:name w:val="NOTstylename"/>'
        "<w:rPr><w:vanish/></w:rPr></w:style>"
        '<w:style w:type="paragraph" w:styleId="Based"><w:basedOn w:val="Hidden"/></w:style>'
        '<w:style w:type="character" w:styleId="HiddenChars"><w:rPr><w:vanish/></w:rPr></w:style>'
        '<w:style w:type="table" w:styleId="HiddenTable"><w:rPr><w:vanish/></w:rPr></w:style>',
    ),
    "word/footnotes.xml": part("footnotes", _notes("footnote", 2, "INfootnote")),
    "word/endnotes.xml": part("endnotes", _notes("endnote", 3, "INendnote")),
    "word/header1.xml": part("hdr", paragraph("INheader")),
    "word/header2.xml": part("hdr", paragraph("NOTfirstheader")),
    "word/header3.xml": part("hdr", paragraph("NOTevenheader")),
    "word/header4.xml": part("hdr", paragraph("NOTunusedheader")),
    "word/footer1.xml": part("ftr", paragraph("INfooter", _box("INfooterbox"))),
    "word/comments.xml": part("comments", f"<w:comment>{paragraph('NOTcomment')}</w:comment>"),
    "word/glossary/document.xml": part("glossaryDocument", paragraph("NOTglossary")),
    "word/settings.xml": part("settings", '<w:docVars><w:docVar w:val="NOTvariable"/></w:docVars>'),
    "word/charts/chart1.xml": (
        f"<c:chartSpace {SPACES}><c:title><a:p><a:r><a:t>INcharttitle</a:t></a:r></a:p></c:title>"
        "<c:strRef><c:f>NOTformula</c:f><c:strCache><c:pt><c:v>INlabel</c:v></c:pt></c:strCache>"
        "</c:strRef></c:chartSpace>"
    ),
    "word/charts/chart2.xml": (
        f"<c:chartSpace {SPACES}><a:p><a:r><a:t>NOTchart</a:t></a:r></a:p></c:chartSpace>"
    ),
    "word/diagrams/data1.xml": (
        f"<dgm:dataModel {SPACES}><a:p><a:r><a:t>INdiagram</a:t></a:r></a:p></dgm:dataModel>"
    ),
    "word/diagrams/drawing1.xml": f"<a:p {SPACES}><a:r><a:t>NOTagain</a:t></a:r></a:p>",
    "docProps/core.xml": "<x>NOTproperty</x>",
    "docProps/app.xml": "<x>NOTcompany</x>",
    "customXml/item1.xml": "<x>NOTitem</x>",
    "word/vbaProject.bin": b"NOTmacrobytes",
    "word/embeddings/file.bin": b"NOTembedded",
}
NAMED = {
    "rs": "styles styles.xml",
    "rn": "footnotes footnotes.xml",
    "re": "endnotes /word/endnotes.xml",
    "rh1": "header header1.xml",
    "rh2": "header header2.xml",
    "rh3": "header header3.xml",
    "rh4": "header header4.xml",
    "rf1": "footer footer1.xml",
    "rk": "comments comments.xml",
    "rg": "glossaryDocument glossary/document.xml",
    "rt": "settings settings.xml",
    "rc": "chart charts/chart1.xml",
    "rh": "chart charts/chart2.xml",
    "rd": "diagramData diagrams/data1.xml",
    "rl": "hyperlink !https://NOTtarget.example/",
    "ri": "image !file:///etc/passwd",
}


def every_marker() -> bytes:
    """A file with a marker in every place."""
    body = "".join([*SHOWN.values(), *NOT_SHOWN.values(), _SECTIONS])
    return docx(body, MORE_PARTS, NAMED)
