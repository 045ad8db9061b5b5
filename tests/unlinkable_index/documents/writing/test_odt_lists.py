"""Lists of OpenDocument texts written anew: labels stay counted, and are text once one is
edited."""

from tests.unlinkable_index.documents.odt_files import odt, p
from tests.unlinkable_index.documents.test_odt_lists import OUTLINE, STYLES, listed, style
from tests.unlinkable_index.documents.writing.test_docx import parts
from tests.unlinkable_index.documents.writing.test_odt import text_of, written

BODY = (
    listed(p("The claimant came.") + listed(p("He paid."), p("She left."), name=""))
    + listed(p("a sign"), name="B")
    + listed(p("She won."), name="N", more='xml:id="Miller"')
    + listed(p("Costs."), name="N", more='text:continue-list="Miller"')
)
TEXT = (
    "1.\tThe claimant came.\n\n(a)\tHe paid.\n\n(b)\tShe left.\n\na sign\n\niv\tShe won.\n\n"
    "v\tCosts."
)


def test_labels_are_left_to_the_word_processor() -> None:
    source = odt(BODY, STYLES)
    assert text_of(source) == TEXT
    result = written(source, ("claimant", "[REDACTED]")).data
    assert text_of(result) == TEXT.replace("claimant", "[REDACTED]")
    content = parts(result)["content.xml"]
    assert b"text:list-header" not in content
    assert b"Miller" not in content


def test_a_label_that_is_masked_makes_all_of_them_text_but_the_signs() -> None:
    for before, after in (("(b)", "[REDACTED]"), ("1.\tThe", "[REDACTED]\tThe"), ("iv", "[N]")):
        result = written(odt(BODY, STYLES), (before, after)).data
        assert text_of(result) == TEXT.replace(before, after, 1)
        assert parts(result)["content.xml"].count(b"<text:list-item>") == 1


def test_labels_of_headings_and_those_that_say_words_are_text() -> None:
    shared = f"<office:styles>{OUTLINE}</office:styles>"
    heading = '<text:h text:outline-level="1">Reasons</text:h>'
    words = style("W", ("1", 'style:num-prefix="Article "'))
    result = written(odt(heading + listed(p("a"), name="W"), words, shared))
    assert text_of(result.data) == "I.\tReasons\n\nArticle 1\ta"
    assert b"Article" not in parts(result.data)["content.xml"].split(b"<office:body>")[0]
    assert result.left_out == {}
