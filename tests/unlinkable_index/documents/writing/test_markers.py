"""A marker in every place where a word processor can keep text: of those that are not shown none is
in the file that is written anew, and those that are shown stay."""

import io
import re
import zipfile
from pathlib import Path

from tests.unlinkable_index.documents.docx_files import MARKERS
from tests.unlinkable_index.documents.test_markers import KINDS, PLACES, Kind, markers_in
from unlinkable_index.documents.opened import OpenedDocument
from unlinkable_index.documents.shared.writing import WrittenDocument

NOT_WRITTEN = {
    ".docx": {
        "INdrawn", "INcanvas", "INchart", "INcharttitle", "INlabel", "INdiagram", "INbutton",
        "INequation", "INchosen",
    },
    ".odt": {"INchart", "INformula", "INcontrol"},
}  # fmt: skip
"""What stands in drawings, charts, formulae and controls, or is worked out from a field."""
HIDDEN, SHOWN = re.compile("NOT[a-z]+"), re.compile("IN[a-z]+")


def unpacked(data: bytes) -> bytes:
    """The parts of a file, one after the other."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return b"".join(archive.read(name) for name in archive.namelist())


def written(kind: Kind, tmp_path: Path, data: bytes) -> WrittenDocument:
    path = tmp_path / f"a{kind.ending}"
    path.write_bytes(data)
    return OpenedDocument.read(path).written([])


@KINDS
def test_nothing_that_is_hidden_is_left_anywhere_and_what_is_seen_stays(
    kind: Kind, tmp_path: Path
) -> None:
    source = kind.everything()
    result = written(kind, tmp_path, source)
    everything = unpacked(result.data) + result.data
    hidden = {marker for marker in markers_in(source) if HIDDEN.fullmatch(marker)}
    assert len(hidden) >= kind.hidden
    for marker in hidden:
        for encoding in ("utf-8", "utf-16-le", "utf-16-be"):
            assert marker.encode(encoding) not in everything, marker
    shown = set(SHOWN.findall(kind.read(source)))
    assert set(SHOWN.findall(kind.read(result.data))) == shown - NOT_WRITTEN[kind.ending]


@PLACES
def test_no_hiding_place_comes_along_alone(kind: Kind, place: str, tmp_path: Path) -> None:
    result = written(kind, tmp_path, kind.alone(place))
    assert not HIDDEN.search(unpacked(result.data).decode("latin-1"))


@KINDS
def test_what_was_removed_is_counted_by_kind_without_text(kind: Kind, tmp_path: Path) -> None:
    result = written(kind, tmp_path, kind.everything())
    assert result.removed["comments"] == 1
    assert result.removed["macros"] == 1
    assert result.left_out["drawings, charts and embedded objects"] >= 2
    assert not MARKERS.search(repr(result.removed) + repr(result.left_out))
