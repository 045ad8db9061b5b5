"""A marker in every place where a word processor can keep text: those that are shown are read, each
once, and no other."""

import io
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.unlinkable_index.documents import docx_files, odt_files
from tests.unlinkable_index.documents.docx_files import MARKERS
from unlinkable_index.documents import reader


@dataclass(frozen=True)
class Kind:
    """Files of a kind with markers: ``everything``, with all of them; ``alone``, with one that is
    not shown; ``hidden``, ``shown``: how many there are at least."""

    ending: str
    everything: Callable[[], bytes]
    places: Sequence[str]
    alone: Callable[[str], bytes]
    hidden: int
    shown: int

    def read(self, data: bytes) -> str:
        return reader(self.ending)(data, Path(f"a{self.ending}")).text


DOCX = Kind(
    ".docx",
    docx_files.every_marker,
    tuple(docx_files.NOT_SHOWN),
    lambda place: docx_files.docx(
        docx_files.NOT_SHOWN[place], docx_files.MORE_PARTS, docx_files.NAMED
    ),
    hidden=40,
    shown=35,
)
ODT = Kind(
    ".odt",
    odt_files.every_marker,
    tuple(odt_files.NOT_SHOWN),
    lambda place: odt_files.odt(
        odt_files.NOT_SHOWN[place],
        odt_files.STYLES,
        odt_files.SHARED.partition("<office:master-styles>")[0],
    ),
    hidden=25,
    shown=25,
)
KINDS = pytest.mark.parametrize("kind", [DOCX, ODT], ids=lambda kind: kind.ending)
PLACES = pytest.mark.parametrize(
    ("kind", "place"), [(kind, place) for kind in (DOCX, ODT) for place in kind.places]
)


def markers_in(data: bytes) -> list[str]:
    """All markers that stand anywhere in the parts of a file."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return [
            marker
            for name in archive.namelist()
            for marker in MARKERS.findall(archive.read(name).decode("latin-1"))
        ]


@KINDS
def test_every_marker_that_is_shown_is_read_once_and_no_other(kind: Kind) -> None:
    data = kind.everything()
    written = markers_in(data)
    shown = sorted(marker for marker in written if marker.startswith("IN"))
    assert len({marker for marker in written if marker.startswith("NOT")}) >= kind.hidden
    assert len(shown) >= kind.shown
    assert sorted(MARKERS.findall(kind.read(data))) == shown


@PLACES
def test_what_is_not_shown_is_not_read(kind: Kind, place: str) -> None:
    assert kind.read(kind.alone(place)) == ""
