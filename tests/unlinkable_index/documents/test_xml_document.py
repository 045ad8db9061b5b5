"""What is read of XML files: of Akoma Ntoso (LegalDocML), and of others by how they are built."""

from pathlib import Path

import pytest

from tests.unlinkable_index.documents.docx_files import MARKERS
from unlinkable_index.documents.shared.visible_text import VisibleText
from unlinkable_index.documents.xml import read as read_xml
from unlinkable_index.errors import UserError

PATH = Path("a.xml")
JUDGMENT = """<?xml version="1.0" encoding="UTF-8"?>
<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0"><judgment name="NOTname">
<meta><identification source="#NOTsource"><FRBRWork><FRBRname value="NOTvalue"/></FRBRWork>
</identification><proprietary>NOTproprietary</proprietary>
<notes><note eId="n"><p>INmetanote</p></note></notes></meta>
<header><p>INcourt <docketNumber>INdocket</docketNumber></p></header><judgmentBody><introduction>
<paragraph><num>INnum</num><content><p>IN<b>bold</b><i>italic</i>
IN<ref href="NOThref">reference</ref> <authorialNote><p>INnote</p></authorialNote> INbehind
<del>NOTdel</del><ins>INins</ins></p></content></paragraph></introduction>
<decision><table><tr><td>INcell</td><th>INheaded</th></tr></table>
<p>INline<eol/>INnext<!-- NOTcomment --><?NOTinstruction x?></p></decision></judgmentBody>
<conclusions><p><signature><judge refersTo="#NOTjudge">INjudge</judge></signature></p></conclusions>
</judgment></akomaNtoso>"""


def read(text: str) -> VisibleText:
    """What is read of XML."""
    return read_xml(text.encode(), PATH)


def test_every_marker_that_is_shown_is_read_once_and_no_other() -> None:
    bare = JUDGMENT.replace("<b>", "").replace("</b>", "").replace("<i>", "").replace("</i>", "")
    bare = bare.replace('IN<ref href="NOThref">', "IN")
    shown = sorted(marker for marker in MARKERS.findall(bare) if marker.startswith("IN"))
    assert "INbolditalic" in shown
    assert "INreference" in shown
    assert sorted(MARKERS.findall(read(JUDGMENT).text)) == shown


def test_notes_are_flows_of_their_own_and_the_sentence_goes_on() -> None:
    found = read(
        '<p>The court<authorialNote marker="1"><p>see below</p></authorialNote> held that</p>'
    )
    assert [(str(one.place), one.text) for one in found.paragraphs] == [
        ("paragraph 1", "The court held that"),
        ("footnote 1, paragraph 1", "see below"),
    ]


@pytest.mark.parametrize(
    ("xml", "text"),
    [
        ("<r><name>Mill</name><city>brook</city></r>", "Mill\n\nbrook"),
        ("<r><line>Mill<x>broo</x>k <y>on</y> sea</line></r>", "Millbrook on sea"),
        ("<r><p><b>Mill</b><i>brook</i></p></r>", "Millbrook"),
        ("<r> <x>one</x> \n <x>two</x> </r>", "one\n\ntwo"),
        ("<r><![CDATA[a < b]]> &amp; c</r>", "a < b & c"),
        ("<html><body><p hidden=''>x</p><p>y</p></body></html>", "y"),
    ],
)
def test_elements_beside_text_are_part_of_its_sentence_others_are_not(xml: str, text: str) -> None:
    assert read(xml).text == text


def test_the_encoding_is_the_one_declared() -> None:
    xml = '<?xml version="1.0" encoding="iso-8859-1"?><p>é</p>'
    assert read_xml(xml.encode("latin-1"), PATH).text == "é"


BOMB = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10 if n else "Confidential"}">' for n in range(9))


@pytest.mark.parametrize(
    "xml",
    [
        f"<!DOCTYPE r [{BOMB}]><r>&a8;</r>",
        f'<!DOCTYPE r [{BOMB}]><r a="&a8;"/>',
        '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>',
        '<!DOCTYPE r [<!ENTITY % x SYSTEM "file:///etc/passwd"> %x;]><r>a</r>',
        '<!DOCTYPE r SYSTEM "file:///etc/passwd"><r>&nbsp;</r>',
        "<r>&nbsp;</r>",
        "<r>" + "<a>" * 300 + "</a>" * 300 + "</r>",
        "<r>Confidential",
        "",
    ],
)
def test_what_is_hostile_or_damaged_is_refused_and_nothing_of_it_is_told(xml: str) -> None:
    with pytest.raises(UserError, match=r"^a\.xml: not read: ") as caught:
        read(xml)
    assert "Confidential" not in str(caught.value)
    assert "root:" not in str(caught.value)


def test_a_large_element_with_many_children_is_read_in_time() -> None:
    assert len(read(f"<r>{'<x>x<b>y</b></x>' * 20_000}</r>").paragraphs) == 20_000
