"""A header is believed up to every bound, and not one beyond it."""

import contextlib
from dataclasses import replace
from typing import Any

import msgpack
import pytest

from unlinkable_index.errors import UserError
from unlinkable_index.file import key_tables
from unlinkable_index.file.header import (
    PHRASE_SECTIONS,
    POSITION_SECTIONS,
    SHARED_SECTIONS,
    Header,
    Layout,
    Range,
    check_limits,
    fields_of,
    header_of,
)
from unlinkable_index.file.storage import Section

ONE = Range(phrases=6, bucket_bits=9, bucket_bytes=2, mark=b"")
BELIEVED = Header(
    analyzer="words",
    unicode="15.0",
    stems=(),
    max_words=2,
    documents=3,
    records=4,
    words=10,
    phrases=((2, 3), (1, 0)),
    fingerprint="0123456789abcdef",
    key_check=None,
    sealed=False,
    layout=Layout(
        posting_bits=5,
        row_limit=64,
        document_bytes=2,
        ids=4,
        counted_words=1,
        places=3 * 63,
        vocabulary=7,
        ranges=(ONE,),
    ),
)


def changed(header: Header, **fields: object) -> Header:
    """The header with other fields, of itself or of its layout."""
    layout = {name: fields.pop(name) for name in vars(header.layout) if name in fields}
    return replace(header, layout=replace(header.layout, **layout), **fields)  # type: ignore[arg-type]


SLOT = 16  # bytes of a hash table, for each key


def table(keys: int) -> int:
    """The bytes of the smallest hash table for so many keys."""
    return next(
        length for length in range(0, 1 << 30, SLOT) if key_tables.may_hold_keys(length, keys)
    )


def sections_of(header: Header, **lengths: int) -> dict[str, Section]:
    """Sections as long as the header says they are, but for those named."""
    names: tuple[str, ...] = SHARED_SECTIONS
    expected = {
        "dfs": 16,
        "rows": 0,
        "bitmaps": 0,
        "bitmap_offsets": 0,
        "words": table(max(header.layout.counted_words, 0)),
        "frequencies": 0,
        "lengths": 4 * header.documents,
        "documents": 0,
        "document_offsets": 8 * (header.documents + 1),
        "ids": table(max(header.layout.ids, 0)),
    }
    if header.has_positions:
        names = (*names, *POSITION_SECTIONS)
        expected |= {
            "word_numbers": table(max(header.layout.vocabulary, 0)),
            "word_counts": 8 * header.layout.vocabulary,
            "document_starts": 8 * (header.documents + 1),
            "text": header.layout.places,
            "text_further": 0,
            "text_groups": 8 * -(-header.layout.places // 8064),
            "text_blocks": 2 * (header.layout.places // 63),
            "place_lists": 0,
            "place_offsets": 8 * (max(header.layout.vocabulary - 228, 0) + 1),
        }
    if header.layout.in_one_file:
        names = (*PHRASE_SECTIONS, *names)
        found = header.layout.ranges[0]
        buckets = 2**found.bucket_bits
        expected |= {
            "phrases": 8 * found.phrases,
            "bucket_groups": 8 * (buckets // 256 + 1),
            "buckets": found.bucket_bytes * (buckets + 1),
            "bloom_filter": 8 * key_tables.filter_length(found.phrases),
        }
    expected |= lengths
    return {name: Section(0, expected[name]) for name in names}


def as_read(header: Header) -> dict[str, Any]:
    """The fields of a header as they are read from a file."""
    fields: dict[str, Any] = msgpack.unpackb(msgpack.packb(fields_of(header)))
    return fields


def fits(fields: dict[str, Any], sections: dict[str, Section]) -> bool:
    """Whether a header of these fields is believed of these sections."""
    try:
        header = header_of(fields, sections)
    except ValueError:
        return False
    assert as_read(header) == fields
    return True


def believed(header: Header, **lengths: int) -> bool:
    return fits(as_read(header), sections_of(header, **lengths))


def several(count: int, bits: int = 9) -> tuple[Range, ...]:
    """Ranges of one phrase each; of the first six, if there are more."""
    mark = bytes(16)
    return tuple(Range(int(number < 6), bits, 2, mark) for number in range(count))


def test_a_header_that_fits_its_sections_is_believed() -> None:
    assert believed(BELIEVED)
    assert believed(changed(BELIEVED, sealed=True, key_check="abc"))
    assert BELIEVED.layout.in_one_file
    assert BELIEVED.layout.range_bits == 0


LONGEST = ((1, 0),) * 6 + ((0, 0),) * 58
WITHIN = [
    {"posting_bits": 0},
    {"posting_bits": 9},
    {"ranges": (replace(ONE, bucket_bytes=4),)},
    {"ranges": (replace(ONE, bucket_bits=0),), "posting_bits": 0},
    {"ranges": several(64), "phrases": ((6, 0),), "max_words": 1},
    {"ranges": several(64), "phrases": ((6, 0),), "max_words": 1, "posting_bits": 15},
    {"ranges": (*several(3), replace(several(4)[3], phrases=3))},
    {"document_bytes": 4},
    {"documents": 256 * 256, "records": 256 * 256, "ids": 256 * 256},
    {"documents": 256 * 256 + 1, "records": 10**6, "ids": 10**6, "document_bytes": 4},
    {"documents": 1, "records": 1, "ids": 1},
    {"max_words": 64, "phrases": LONGEST},
    {"ids": 3},
    {"row_limit": 1},
    {"row_limit": 4096},
    {"places": 0, "vocabulary": 0},
    {"places": 63 * 10**9},
    {"vocabulary": 3 * 63},
]


@pytest.mark.parametrize("change", WITHIN)
def test_every_bound_can_be_reached(change: dict[str, object]) -> None:
    assert believed(changed(BELIEVED, **change))


BEYOND = [
    {"posting_bits": -1},
    {"posting_bits": 10},
    {"ranges": (replace(ONE, bucket_bytes=3),)},
    {"ranges": (replace(ONE, bucket_bytes=0),)},
    {"ranges": (replace(ONE, mark=bytes(16)),)},
    {"ranges": (replace(ONE, phrases=7),)},
    {"ranges": several(128), "phrases": ((6, 0),), "max_words": 1},
    {"ranges": several(64), "phrases": ((6, 0),), "max_words": 1, "posting_bits": 16},
    {"ranges": several(3), "phrases": ((3, 0),), "max_words": 1},
    {"ranges": (replace(ONE, phrases=3), replace(ONE, phrases=3))},
    {"ranges": (*several(3), replace(several(4)[3], phrases=3, mark=bytes(15)))},
    {"phrases": ((2, 5), (-1, 0))},
    {"phrases": ((2, 3), (1, 1))},
    {"phrases": ((6, 0),)},
    {"max_words": 0, "phrases": ()},
    {"max_words": 65, "phrases": (*LONGEST, (0, 0))},
    {"document_bytes": 1},
    {"document_bytes": 8},
    {"documents": 256 * 256 + 1, "records": 10**6, "ids": 10**6},
    {"documents": 0, "records": 0, "ids": 0},
    {"records": 2, "ids": 3},
    {"ids": 5},
    {"ids": 2},
    {"row_limit": 0},
    {"row_limit": 4097},
    {"sealed": True},
    {"places": 63 * 2**51},
    {"places": 64},
    {"places": -63},
    {"vocabulary": -1},
    {"vocabulary": 3 * 63 + 1},
    {"key_check": "abc"},
    {"fingerprint": "0123456789abcde"},
    {"fingerprint": "0123456789ABCDEF"},
    {"documents": 3.0},
    {"sealed": 0},
    {"key_check": 5},
    {"phrases": ((2.0, 3), (1, 0))},
    {"ranges": (replace(ONE, bucket_bits=9.0),)},
]


@pytest.mark.parametrize("change", BEYOND)
def test_beyond_a_bound_no_header_is_believed(change: dict[str, object]) -> None:
    with contextlib.suppress(TypeError):  # of numbers that are not whole
        assert not believed(changed(BELIEVED, **change))


def test_numbers_of_many_bits_are_believed_up_to_forty_only() -> None:
    """Sections of such lengths are no file's, so their lengths are only said."""
    for bits, is_believed in ((40, True), (41, False)):
        ranges = (replace(ONE, bucket_bits=bits),)
        assert believed(changed(BELIEVED, ranges=ranges)) is is_believed
        assert (
            believed(
                changed(
                    BELIEVED,
                    ranges=several(2, bits),
                    phrases=((2, 0),),
                    max_words=1,
                    posting_bits=40,
                )
            )
            is is_believed
        )
    wide = changed(BELIEVED, ranges=several(2, 40), phrases=((2, 0),), max_words=1)
    assert not believed(changed(wide, posting_bits=41))


@pytest.mark.parametrize(
    ("name", "length"),
    [
        ("dfs", 0),
        ("dfs", 24),
        ("dfs", 16 * 4),
        ("lengths", 16),
        ("document_offsets", 24),
        ("ids", 8),
        ("words", 0),
        ("phrases", 40),
        ("bucket_groups", 16),
        ("buckets", 1024),
        ("bloom_filter", 0),
    ],
)
def test_sections_of_other_lengths_are_not_believed(name: str, length: int) -> None:
    assert not believed(BELIEVED, **{name: length})


def test_as_many_numbers_of_documents_as_there_are_documents_may_be_told() -> None:
    assert believed(BELIEVED, dfs=16 * 3)


def test_sections_in_another_order_or_further_ones_are_not_believed() -> None:
    sections = sections_of(BELIEVED)
    for other in (dict(reversed(sections.items())), {**sections, "more": Section(0, 0)}):
        assert not fits(as_read(BELIEVED), other)


def test_only_stems_that_a_builder_may_have_named_are_believed() -> None:
    def believes(stems: object) -> bool:
        return fits({**as_read(BELIEVED), "stems": stems}, sections_of(BELIEVED))

    assert believes(["english 3.1"])
    for other in (["english"], ["english 3.1", "german 3.1"], [3], ["english 3.1\n"], "x", None):
        assert not believes(other)


def test_the_largest_collection_is_let_through_and_no_larger_one() -> None:
    check_limits(2**40, 2**31, 1)
    check_limits(2**40 // 7, 1, 7)
    for too_much in ((2**40 + 1, 1, 1), (2**40 // 7 + 1, 1, 7), (9, 2**31 + 1, 1)):
        with pytest.raises(UserError, match="more than one index"):
            check_limits(*too_much)
