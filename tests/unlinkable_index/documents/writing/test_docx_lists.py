"""Lists of DOCX files written anew: their labels stay counted, and are text once one is edited."""

from hypothesis import given
from hypothesis import strategies as st

from tests.unlinkable_index.documents.docx_files import docx, paragraph
from tests.unlinkable_index.documents.test_docx_lists import LISTS, NAMED, STYLES, listed
from tests.unlinkable_index.documents.writing.test_docx import parts, text_of, written

PLAIN_LISTS = LISTS.replace("Article %1", "%1)").replace("Judge", "§")


def file(*paragraphs: str, lists: str = PLAIN_LISTS) -> bytes:
    files = {"word/numbering.xml": lists, "word/styles.xml": STYLES}
    return docx("".join(paragraphs), files, NAMED)


RULING = (
    listed("The claimant came.", 1),
    listed("He paid.", 1, 1),
    listed("She left.", 1, 1),
    paragraph("So ordered.", properties='<w:pStyle w:val="Below"/>'),
    listed("a sign", 3),
    listed("It is final.", 2),
)
TEXT = (
    "1.\tThe claimant came.\n\n(a)\tHe paid.\n\n(b)\tShe left.\n\n[1]\tSo ordered.\n\na sign\n\n"
    "7.\tIt is final."
)


def test_labels_are_left_to_the_word_processor() -> None:
    source = file(*RULING)
    assert text_of(source) == TEXT
    result = written(source, ("claimant", "[REDACTED]")).data
    assert text_of(result) == TEXT.replace("claimant", "[REDACTED]")
    document = parts(result)["word/document.xml"]
    assert document.count(b"<w:numPr>") == len(RULING)
    assert b"(a)" not in document


def test_a_label_that_is_masked_makes_all_of_them_text_but_the_signs() -> None:
    for before, after in (("(b)", "[REDACTED]"), ("1.\tThe", "[REDACTED]\tThe"), ("7", "[N]")):
        result = written(file(*RULING), (before, after)).data
        assert text_of(result) == TEXT.replace(before, after, 1)
        assert parts(result)["word/document.xml"].count(b"<w:numPr>") == 1


def test_a_label_that_says_words_is_text_and_stands_nowhere_else() -> None:
    source = file(listed("Of the courts", 4), listed("text", 1), lists=LISTS)
    result = written(source)
    assert text_of(result.data) == "Article ix\tOf the courts\n\n1.\ttext"
    assert not {b"Article", b"Judge"} & set(parts(result.data)["word/numbering.xml"].split(b'"'))
    assert result.left_out == {}


PLACES = st.tuples(st.sampled_from((1, 2, 3, 4, 5)), st.integers(0, 2))


@given(st.lists(PLACES, max_size=8), st.sets(st.integers(0, 30), max_size=3))
def test_whatever_is_masked_the_rest_is_read_as_before(
    places: list[tuple[int, int]], masked: set[int]
) -> None:
    source = file(*(listed(f"text{at}", *place) for at, place in enumerate(places)))
    words = text_of(source).split()
    chosen = sorted({word for at, word in enumerate(words) if at in masked and len(word) > 2})
    chosen = [one for one in chosen if text_of(source).count(one) == 1]
    result = text_of(written(source, *((one, "[X]") for one in chosen)).data)
    assert result.split() == ["[X]" if word in chosen else word for word in words]
