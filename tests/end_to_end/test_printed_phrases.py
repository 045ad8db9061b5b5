"""Rulings with footnotes, running heads and one or two columns, as DOCX and as the PDF file that a
word processor makes of it: of the phrases of seven words next to none are lost."""

import random
from html import escape
from itertools import islice
from pathlib import Path

import pytest

from tests.end_to_end.test_word_processor import complete, converted
from tests.end_to_end.toolchain import Toolchain
from tests.unlinkable_index.documents.constructs import Construct
from tests.unlinkable_index.documents.docx_files import docx, paragraph, part, run
from unlinkable.demo import rulings
from unlinkable.draft import Markup, read_draft
from unlinkable_index.documents import reader

pytestmark = pytest.mark.editor
LOST = 0.005
RAISED = '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>'
SECTION = (
    '<w:sectPr><w:headerReference w:type="default" r:id="h"/>'
    '<w:footerReference w:type="default" r:id="f"/><w:pgSz w:w="11906" w:h="16838"/>'
    '<w:pgMar w:top="1418" w:right="1418" w:bottom="1418" w:left="1418" w:header="709" '
    'w:footer="709"/><w:cols w:num="{}" w:space="720"/></w:sectPr>'
)


def ruling(text: str, columns: int, chance: random.Random) -> bytes:
    """A text as a document with notes inside its sentences."""
    body, notes, number = "", "", 1
    for lines in filter(str.strip, text.split("\n")):
        words, runs = lines.split(), ""
        while words:
            cut = chance.randint(30, 90)
            now, words = words[:cut], words[cut:]
            runs += run(escape(" ".join(now)))
            if words:
                number += 1
                runs += f'<w:r>{RAISED}<w:footnoteReference w:id="{number}"/></w:r>' + run(" ")
                said = run(" " + escape(" ".join(chance.sample(now, 12))), '<w:sz w:val="16"/>')
                mark = f"<w:r>{RAISED}<w:footnoteRef/></w:r>"
                notes += f'<w:footnote w:id="{number}"><w:p>{mark}{said}</w:p></w:footnote>'
        body += paragraph(runs, properties='<w:jc w:val="both"/>')
    foot = run("Page ") + f'<w:fldSimple w:instr=" PAGE ">{run("1")}</w:fldSimple>'
    parts = {
        "word/n.xml": part("footnotes", notes),
        "word/header1.xml": part("hdr", paragraph("Somebody against somebody, 12/2009")),
        "word/footer1.xml": part("ftr", paragraph(foot)),
    }
    named = {"n": "footnotes n.xml", "h": "header header1.xml", "f": "footer footer1.xml"}
    return docx(body + SECTION.format(columns), parts, named)


def phrases(text: str) -> set[tuple[str, ...]]:
    """The phrases of seven words, in every reading of words that are broken at line ends."""
    readings = read_draft(text, Markup.DOCUMENT).readings(7)
    forms, segments = readings.forms, readings.segments.tolist()
    starts = range(len(forms) - 6)
    return {forms[at : at + 7] for at in starts if segments[at] == segments[at + 6]}


@pytest.mark.parametrize("columns", [1, 2])
def test_of_the_phrases_of_a_document_its_pdf_file_loses_next_to_none(
    toolchain: Toolchain, tmp_path: Path, columns: int
) -> None:
    folder, chance = tmp_path / "rulings", random.Random(columns)
    folder.mkdir()
    texts = [one["text"] for one in islice(rulings(), 60)]
    for number in range(0, len(texts), 10):
        made = ruling("\n".join(texts[number : number + 10]), columns, chance)
        whole = complete(Construct(".docx", "ruling", made))
        (folder / f"{number}.docx").write_bytes(whole)
    converted(toolchain, folder.glob("*.docx"), "pdf")
    count = lost = 0
    for path in folder.glob("*.docx"):
        printed = path.with_suffix(".pdf")
        wanted = phrases(reader(".docx")(path.read_bytes(), path).text)
        count += len(wanted)
        lost += len(wanted - phrases(reader(".pdf")(printed.read_bytes(), printed).text))
    assert count > 3_000
    assert lost <= LOST * count
