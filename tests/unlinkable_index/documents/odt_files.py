"""OpenDocument texts made by hand, and one with a marker in every place where text can be.

A marker is a word of its own; ``SHOWN`` and ``NOT_SHOWN`` say for each place what a reader of the
printed page sees, after OpenDocument 1.3 and what word processors do.
"""

from collections.abc import Mapping

from tests.unlinkable_index.documents.docx_files import zipped

_OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
SPACES = " ".join(
    f'xmlns:{prefix}="{uri}"'
    for prefix, uri in {
        "office": f"{_OASIS}office:1.0",
        "style": f"{_OASIS}style:1.0",
        "text": f"{_OASIS}text:1.0",
        "table": f"{_OASIS}table:1.0",
        "draw": f"{_OASIS}drawing:1.0",
        "drawooo": "http://openoffice.org/2010/draw",
        "form": f"{_OASIS}form:1.0",
        "svg": f"{_OASIS}svg-compatible:1.0",
        "xlink": "http://www.w3.org/1999/xlink",
        "script": f"{_OASIS}script:1.0",
        "math": "http://www.w3.org/1998/Math/MathML",
        "dc": "http://purl.org/dc/elements/1.1/",
    }.items()
)


def p(inside: str, style: str = "") -> str:
    """A paragraph."""
    named = f' text:style-name="{style}"' if style else ""
    return f"<text:p{named}>{inside}</text:p>"


def part(root: str, inside: str) -> str:
    """A part whose root element is ``root``."""
    return f'<?xml version="1.0" encoding="UTF-8"?><office:{root} {SPACES}>{inside}</office:{root}>'


def odt(
    body: str, styles: str = "", shared: str = "", parts: Mapping[str, str | bytes] | None = None
) -> bytes:
    """A file with this body, styles of its own, styles that all parts share, and more parts."""
    every: dict[str, str | bytes] = {
        "mimetype": "application/vnd.oasis.opendocument.text",
        "content.xml": part(
            "document-content",
            f"<office:automatic-styles>{styles}</office:automatic-styles>"
            f"<office:body><office:text>{body}</office:text></office:body>",
        ),
        "styles.xml": part("document-styles", shared),
    }
    return zipped(every | dict(parts or {}))


def _cell(inside: str) -> str:
    return f"<table:table-cell>{inside}</table:table-cell>"


def _note(kind: str, text: str) -> str:
    return (
        f'<text:note text:note-class="{kind}"><text:note-citation>NOT{kind}mark'
        f"</text:note-citation><text:note-body>{p(text)}</text:note-body></text:note>"
    )


SHOWN = {
    "plain": p("INplain"),
    "heading": '<text:h text:outline-level="1">INheading</text:h>',
    "span": p("<text:span>INspan</text:span>"),
    "link": p(
        '<text:a xlink:href="https://NOTtarget.example" office:name="NOTname">INlink</text:a>'
    ),
    "inserted": p('<text:change-start text:change-id="c"/>INinserted<text:change-end/>'),
    "list": f"<text:list><text:list-item><text:number>NOTnumber</text:number>{p('INlisted')}"
    "</text:list-item></text:list>",
    "section": f'<text:section text:name="NOTsection">{p("INsection")}</text:section>',
    "contents": (
        "<text:table-of-content><text:table-of-content-source><text:index-title-template>NOTtemplate"
        "</text:index-title-template></text:table-of-content-source><text:index-body>"
        f"{p('INcontents')}</text:index-body></text:table-of-content>"
    ),
    "field": p('<text:user-defined text:name="NOTfield">INfield</text:user-defined>'),
    "choice of a list": p(
        '<text:drop-down><text:label text:value="NOTchoice"/>INchosen</text:drop-down>'
    ),
    "hidden text that is shown": p(
        '<text:hidden-text text:condition="NOTcondition" text:string-value="INconditional" '
        'text:is-hidden="false"/>'
    ),
    "shown in a hidden style": p('<text:span text:style-name="Shown">INstyleoff</text:span>', "H"),
    "footnote and endnote": p("INnoted" + _note("footnote", "INfoot") + _note("endnote", "INend")),
    "table": (
        f"<table:table table:name='NOTtable'><table:table-row>{_cell(p('INcell'))}"
        "<table:table-cell><table:table><table:table-row>"
        f"{_cell(p('INinner'))}</table:table-row></table:table></table:table-cell>"
        "</table:table-row></table:table>"
    ),
    "text box": p(
        f'<draw:frame draw:name="NOTframe"><draw:text-box>{p("INbox")}</draw:text-box>'
        "<svg:title>NOTtitle</svg:title><svg:desc>NOTdescribed</svg:desc></draw:frame>"
    ),
    "paragraph that only some programs hide": p(
        'INparagraph<text:hidden-paragraph text:condition="ooow:TRUE" text:is-hidden="true"/>'
    ),
    "row that only some programs hide": (
        '<table:table><table:table-row table:visibility="collapse">'
        f"{_cell(p('INcollapsed'))}</table:table-row></table:table>"
    ),
    "shape": p(f"<draw:custom-shape>{p('INshape')}</draw:custom-shape>"),
    "picture with words": p(f"<draw:frame><draw:image>{p('INpicture')}</draw:image></draw:frame>"),
    "ruby": p(
        "<text:ruby><text:ruby-base>INbase</text:ruby-base><text:ruby-text>INabove"
        "</text:ruby-text></text:ruby>"
    ),
    "control": (
        '<office:forms><form:form><form:text form:current-value="INcontrol" form:name="NOTform"/>'
        '<form:hidden form:value="NOThiddencontrol"/></form:form></office:forms>'
    ),
    "embedded formula": p('<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>'),
    "embedded chart": p('<draw:frame><draw:object xlink:href="./Object 2"/></draw:frame>'),
    "another page style": p("INpaged", "Paged"),
}
NOT_SHOWN = {
    "deleted": (
        "<text:tracked-changes><text:changed-region><text:deletion><office:change-info>"
        f"<dc:creator>NOTauthor</dc:creator></office:change-info>{p('NOTdeleted')}"
        "</text:deletion></text:changed-region></text:tracked-changes>"
    ),
    "comment": p(
        f"<office:annotation><dc:creator>NOTcommenter</dc:creator>{p('NOTcomment')}"
        "</office:annotation><office:annotation-end/>"
    ),
    "hidden by its style": p('<text:span text:style-name="Hidden">NOThidden</text:span>'),
    "hidden by the paragraph's style": p("NOTbyparagraph", "H"),
    "hidden by a style below": p("NOTbased", "Based"),
    "hidden by a shared style": p(
        '<text:span text:style-name="SharedHidden">NOTshared</text:span>'
    ),
    "hidden section": (
        f'<text:section text:name="s1" text:display="none">{p("NOTsectionhidden")}</text:section>'
    ),
    "section under a condition": (
        '<text:section text:name="s2" text:display="condition" text:condition="ooow:TRUE" '
        'text:is-hidden="true">'
        f"{p('NOTsectioncondition')}</text:section>"
    ),
    "hidden text": p(
        '<text:hidden-text text:condition="ooow:TRUE" text:string-value="NOTvalue" '
        'text:is-hidden="true">'
        "</text:hidden-text>"
    ),
    "variable that is not shown": p(
        '<text:variable-set text:name="v" office:value-type="string" text:display="none" '
        'office:string-value="NOTset">NOTvariable'
        "</text:variable-set>"
    ),
    "declaration": (
        '<text:user-field-decls><text:user-field-decl office:string-value="NOTdeclared"/>'
        "</text:user-field-decls>"
    ),
    "script": p('<text:script script:language="JavaScript">NOTscript</text:script>'),
    "cell that another one covers": (
        "<table:table><table:table-row><table:covered-table-cell>"
        f"{p('NOTcovered')}</table:covered-table-cell></table:table-row></table:table>"
    ),
    "shape that LibreOffice hides": p(
        f'<draw:custom-shape drawooo:display="none">{p("NOToffice")}</draw:custom-shape>'
    ),
    "shape that is not shown": p(f'<draw:rect draw:display="none">{p("NOTshape")}</draw:rect>'),
    "text box in hidden text": p(
        f"<draw:frame><draw:text-box>{p('NOTinhidden')}</draw:text-box></draw:frame>", "H"
    ),
    "mark of an index": p('<text:alphabetical-index-mark text:string-value="NOTindexed"/>'),
    "bookmark": p('<text:bookmark text:name="NOTbookmark"/>'),
    "comment of the XML": "<!-- NOTxmlcomment -->",
    "source of an index": (
        "<text:alphabetical-index><text:alphabetical-index-source><text:index-title-template>"
        "NOTindextitle</text:index-title-template></text:alphabetical-index-source>"
        "</text:alphabetical-index>"
    ),
}


def _style(name: str, family: str, inside: str, more: str = "") -> str:
    return f'<style:style style:name="{name}" style:family="{family}" {more}>{inside}</style:style>'


_HIDES = '<style:text-properties text:display="none"/>'
STYLES = "".join(
    (
        _style("Hidden", "text", _HIDES),
        _style("Shown", "text", '<style:text-properties text:display="true"/>'),
        _style("H", "paragraph", _HIDES),
        _style("Based", "paragraph", "", 'style:parent-style-name="SharedParagraph"'),
        _style("Paged", "paragraph", "", 'style:master-page-name="Other"'),
        _style("Raised", "text", '<style:text-properties style:text-position="super 58%"/>'),
    )
)
SHARED = (
    f"<office:styles>{_style('SharedHidden', 'text', _HIDES)}"
    f"{_style('SharedParagraph', 'paragraph', _HIDES)}</office:styles>"
    '<office:master-styles><style:master-page style:name="Standard" style:next-style-name="Next">'
    f'<style:header>{p("INheader")}</style:header><style:header-left style:display="false">'
    f"{p('NOTleftheader')}</style:header-left><style:footer>{p('INfooter')}</style:footer>"
    f'</style:master-page><style:master-page style:name="Other"><style:header>{p("INother")}'
    f'</style:header></style:master-page><style:master-page style:name="Next"><style:footer>'
    f'{p("INnext")}</style:footer></style:master-page><style:master-page style:name="Unused">'
    f"<style:header>{p('NOTunused')}</style:header></style:master-page></office:master-styles>"
)
MORE_PARTS = {
    "meta.xml": part("document-meta", "<dc:title>NOTmetatitle</dc:title>"),
    "settings.xml": part("document-settings", "<x>NOTsetting</x>"),
    "Basic/Standard/Module1.xml": "<x>NOTmacro</x>",
    "Object 1/content.xml": (
        f"<math:math {SPACES}><math:mi>INformula</math:mi><math:annotation>NOTannotation"
        "</math:annotation></math:math>"
    ),
    "Object 2/content.xml": part("document-content", p("INchart")),
    "Object 3/content.xml": part("document-content", p("NOTorphan")),
    "Thumbnails/thumbnail.png": b"NOTthumbnail",
}


def every_marker() -> bytes:
    """A file with a marker in every place."""
    body = "".join([*SHOWN.values(), *NOT_SHOWN.values()])
    return odt(body, STYLES, SHARED, MORE_PARTS)
