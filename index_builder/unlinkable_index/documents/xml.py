"""What a reader sees of an XML file: of Akoma Ntoso, and of any other vocabulary by how its
elements stand inside each other. Must never read attributes, comments or metadata."""

from pathlib import Path

from unlinkable_index.documents.html.elements import ElementVocabulary, name_of, read_elements
from unlinkable_index.documents.html.reading import Cascade, html_vocabulary
from unlinkable_index.documents.shared import names
from unlinkable_index.documents.shared.archive import LARGEST_PART, refused
from unlinkable_index.documents.shared.elements import Element, parsed
from unlinkable_index.documents.shared.visible_text import Part, VisibleText
from unlinkable_index.ordinary_files import MEGABYTE

_INLINE = names(
    """a abbr acronym affectedDocument argument b big bdi bdo change cite code concept courtType
    date decoration def del defn docAuthority docCommittee docDate docIntroducer docJurisdiction
    docketNumber docNumber docProponent docPurpose docStage docStatus docTitle docType em
    embeddedText entity event fillIn font hi i inline ins judge kbd lawyer legislature location mmod
    mod mref neutralCitation noteRef num object omissis opinion organization outcome party person
    placeholder process quantity quotedText q ref relatedDocument remark rmod role rref ruby rb s
    samp session shortTitle signature small span strike strong sub sup term time tt u var
    vote""".lower()
)
_PARAGRAPHS = names("p para paragraph h1 h2 h3 h4 h5 h6 heading subheading li num td th")
_BLOCKS_IN_PARAGRAPHS = names(
    "authorialnote blocklist li list ol p para paragraph table tbody td th thead tr ul"
)


def read(data: bytes, path: Path) -> VisibleText:
    """What a reader sees of the file at ``path``, whose bytes are ``data``. Raises UserError where
    it can't be read."""
    if len(data) > LARGEST_PART:
        raise refused(path, f"larger than {LARGEST_PART // MEGABYTE} MB; split it")
    root = parsed(data, path)
    if any(not isinstance(one.tag, str) for one in root.iter()):
        raise refused(path, "it holds entities that it does not explain; write out what they mean")
    is_page = name_of(root) == "html"
    words = html_vocabulary(Cascade(root, path), path) if is_page else _vocabulary()
    return VisibleText(read_elements(root, words))


def _is_shown(element: Element) -> bool:
    parent = element.getparent()
    return parent is None or name_of(parent) != "meta" or name_of(element) == "notes"


class _Blocks:
    """Which elements of a tree are paragraphs or more: not those beside which text stands, or that
    usually stand in sentences."""

    def __init__(self) -> None:
        self._mixed: dict[Element, bool] = {}

    def __call__(self, element: Element) -> bool:
        name = name_of(element)
        parent = element.getparent()
        if parent is None or name in _BLOCKS_IN_PARAGRAPHS:
            return True
        if name in _INLINE or name_of(parent) in _PARAGRAPHS:
            return False
        if parent not in self._mixed:
            texts = [parent.text, *(child.tail for child in parent)]
            self._mixed[parent] = any(text and not text.isspace() for text in texts)
        return not self._mixed[parent]


def _vocabulary() -> ElementVocabulary:
    return ElementVocabulary(
        never_shown=frozenset({"annotation", "del", "script", "style"}),
        shown=_is_shown,
        is_block=_Blocks(),
        apart={"authorialnote": Part.FOOTNOTE, "note": Part.FOOTNOTE, "rt": Part.ABOVE_LINE},
        of_their_own=frozenset({"caption", "footer", "header"}),
        breaks=frozenset({"br", "eol", "lb"}),
    )
