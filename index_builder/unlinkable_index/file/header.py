"""What the header of an index says, and which headers are believed.

Knows how the lengths of sections follow from counts (`FORMAT.md` describes them); reads no section.
"""

import re
from collections.abc import Mapping
from dataclasses import asdict, astuple, dataclass
from dataclasses import fields as dataclass_fields
from typing import Any, get_type_hints

from unlinkable_index.errors import UserError
from unlinkable_index.file import key_tables
from unlinkable_index.file.packing import BLOCK, COMMON
from unlinkable_index.file.storage import Section
from unlinkable_index.phrase_hashes import may_be_stems

LONGEST_PHRASE = 64  # words
GROUP_BITS = 8  # of bucket numbers: 256 buckets are a group
PHRASE_SECTIONS = ("phrases", "bucket_groups", "buckets", "bloom_filter")
SHARED_SECTIONS = (
    "dfs", "rows", "bitmaps", "bitmap_offsets", "words", "frequencies", "lengths", "documents",
    "document_offsets", "ids",
)  # fmt: skip
POSITION_SECTIONS = (
    "word_numbers", "word_counts", "document_starts", "text", "text_further", "text_groups",
    "text_blocks", "place_lists", "place_offsets",
)  # fmt: skip
TEXT_GROUP = 128 * BLOCK  # places
_LONGEST_ROW = 4096  # documents, of a posting list kept as a plain row
MOST_RANGE_BITS = 6
_MOST_PHRASES = 1 << 40
_MOST_DOCUMENTS = 1 << 31


@dataclass(frozen=True)
class Range:
    """The phrases of one range of keys: how many are stored, and how they are packed.

    ``mark`` is the digest of the header of the file that holds them; empty: the index file itself.
    """

    phrases: int
    bucket_bits: int
    bucket_bytes: int
    mark: bytes


@dataclass(frozen=True)
class Layout:
    """How the sections are laid out.

    - ``ids``, ``counted_words``: the entries of the tables "ids" and "words";
    - ``places``, ``vocabulary``: of positions how many places and how many different words there
      are; 0 where there are no positions;
    - ``ranges``: 1, 2, 4, … ranges of keys.
    """

    posting_bits: int
    row_limit: int
    document_bytes: int
    ids: int
    counted_words: int
    places: int
    vocabulary: int
    ranges: tuple[Range, ...]

    @property
    def range_bits(self) -> int:
        """How many of the highest bits of a key tell its range."""
        return len(self.ranges).bit_length() - 1

    @property
    def in_one_file(self) -> bool:
        """Whether the phrases are in the index file itself."""
        return not self.ranges[0].mark


@dataclass(frozen=True)
class Header:
    """What the header says of the index, without its section table.

    - ``stems``: what makes the stems that stand for word forms, a language and a version
      (`stems`); empty where the forms themselves are meant;
    - ``phrases``: for each length 1 … N the stored phrases with df 2 or more, and with df 1.
    """

    analyzer: str
    unicode: str
    stems: tuple[str, ...]
    max_words: int
    documents: int
    records: int
    words: int
    phrases: tuple[tuple[int, int], ...]
    fingerprint: str
    key_check: str | None
    sealed: bool
    layout: Layout

    @property
    def has_positions(self) -> bool:
        """Whether the index tells which word stands where."""
        return self.layout.places > 0


def fields_of(header: Header) -> dict[str, Any]:
    """The header as it is packed, with its layout."""
    fields = asdict(header)
    layout = fields.pop("layout")
    return {**fields, **layout, "ranges": [astuple(found) for found in header.layout.ranges]}


def check_limits(words: int, documents: int, max_words: int) -> None:
    """Raise UserError when the index of so many words, by far, can't be represented."""
    if words * max_words > _MOST_PHRASES or documents > _MOST_DOCUMENTS:
        raise UserError(
            f"the collection has {words:,} words in {documents:,} documents, more than one index "
            f"can hold ({_MOST_PHRASES // max_words:,} words, {_MOST_DOCUMENTS:,} documents); "
            "split the collection, or choose a smaller --max-words"
        )


def header_of(fields: Mapping[str, Any], sections: Mapping[str, Section]) -> Header:
    """The header with these fields, if a builder may have written it for these sections.

    The sizes of all arrays follow from the lengths of sections, and these from the size of the
    file: so no header can make a reader take more memory than the file has bytes. Raises
    ValueError, TypeError, KeyError or AttributeError for any other.
    """
    plain = dict(fields)
    plain["phrases"] = tuple((common, rare) for common, rare in plain["phrases"])
    stems = plain["stems"]
    if not isinstance(stems, list) or len(stems) > 1 or not all(map(may_be_stems, stems)):
        raise ValueError
    plain["stems"] = tuple(stems)
    plain["ranges"] = tuple(Range(*some) for some in plain["ranges"])
    layout = Layout(**{field.name: plain.pop(field.name) for field in dataclass_fields(Layout)})
    header = Header(**plain, layout=layout)
    _check_types(header)
    _check_counts(header)
    expected: tuple[str, ...] = SHARED_SECTIONS
    if header.has_positions:
        expected = (*SHARED_SECTIONS, *POSITION_SECTIONS)
    if layout.in_one_file:
        expected = (*PHRASE_SECTIONS, *expected)
        check_range(layout.ranges[0], sections)
    if tuple(sections) != expected:
        raise ValueError
    lengths = {name: section.length for name, section in sections.items()}
    _check_lengths(header, lengths)
    if header.has_positions:
        _check_positions(header, lengths)
    return header


def check_range(found: Range, sections: Mapping[str, Section]) -> None:
    """Raise ValueError or KeyError unless the phrase sections are as long as ``found`` says."""
    lengths = {name: sections[name].length for name in PHRASE_SECTIONS}
    buckets = 1 << found.bucket_bits
    if lengths != {
        "phrases": 8 * found.phrases,
        "bucket_groups": 8 * ((buckets >> GROUP_BITS) + 1),
        "buckets": found.bucket_bytes * (buckets + 1),
        "bloom_filter": 8 * key_tables.filter_length(found.phrases),
    }:
        raise ValueError


def _check_types(header: Header) -> None:
    """Raise ValueError where the header holds something else than its description says."""
    for part in (header, header.layout):
        for name, kind in get_type_hints(type(part)).items():
            if kind in (int, bool, str) and type(getattr(part, name)) is not kind:
                raise ValueError
    if not isinstance(header.key_check, str | None):
        raise ValueError
    numbers = [count for pair in header.phrases for count in pair]
    numbers += [
        number
        for some in header.layout.ranges
        for number in (some.phrases, some.bucket_bits, some.bucket_bytes)
    ]
    if any(type(number) is not int for number in numbers):
        raise ValueError
    # shown to people, so no place for anything else
    if not re.fullmatch(r"[0-9a-f]{16,128}", header.fingerprint):
        raise ValueError


def _check_counts(header: Header) -> None:
    """Raise ValueError when numbers of the header contradict each other."""
    layout, counts = header.layout, [count for pair in header.phrases for count in pair]
    marks = {len(some.mark) for some in layout.ranges if isinstance(some.mark, bytes)}
    least_bits = min(some.bucket_bits for some in layout.ranges) + layout.range_bits
    if not (
        1 <= len(layout.ranges) == 1 << layout.range_bits <= 1 << MOST_RANGE_BITS
        and marks == ({16} if len(layout.ranges) > 1 else {0})
        and all(
            0 <= some.bucket_bits <= 40 and some.bucket_bytes in (2, 4) for some in layout.ranges
        )
        and 0 <= layout.posting_bits <= least_bits
        and layout.posting_bits <= 40
        and layout.document_bytes in (2, 4)
        and header.documents <= min(1 << 8 * layout.document_bytes, _MOST_DOCUMENTS)
        and 1 <= header.max_words == len(header.phrases) <= LONGEST_PHRASE
        and 0 < header.documents <= header.records
        and layout.ids in (header.documents, header.records)
        and 1 <= layout.row_limit <= _LONGEST_ROW
        and min(counts) >= 0
        and min(some.phrases for some in layout.ranges) >= 0
        and sum(counts) == sum(some.phrases for some in layout.ranges) <= _MOST_PHRASES
        and header.sealed == (header.key_check is not None)
        and 0 <= layout.places < 1 << 56
        and layout.places % BLOCK == 0
        and 0 <= layout.vocabulary <= min(layout.places, 1 << 31)
    ):
        raise ValueError


def _check_lengths(header: Header, lengths: Mapping[str, int]) -> None:
    """Raise ValueError when the shared sections are not as long as the header says."""
    if not (
        lengths["document_offsets"] == 8 * (header.documents + 1)
        and lengths["lengths"] == 4 * header.documents
        and key_tables.may_hold_keys(lengths["ids"], header.layout.ids)
        and key_tables.may_hold_keys(lengths["words"], header.layout.counted_words)
        and 0 < lengths["dfs"] <= 16 * header.documents
        and not lengths["dfs"] % 16
    ):
        raise ValueError


def _check_positions(header: Header, lengths: Mapping[str, int]) -> None:
    """Raise ValueError when the sections of positions are not as long as the header says."""
    blocks = header.layout.places // BLOCK
    if not (
        lengths["text"] == header.layout.places
        and lengths["text_blocks"] == 2 * blocks
        and lengths["text_groups"] == 8 * -(-header.layout.places // TEXT_GROUP)
        and lengths["document_starts"] == 8 * (header.documents + 1)
        and lengths["word_counts"] == 8 * header.layout.vocabulary
        and lengths["place_offsets"] == 8 * (max(header.layout.vocabulary - COMMON, 0) + 1)
        and key_tables.may_hold_keys(lengths["word_numbers"], header.layout.vocabulary)
    ):
        raise ValueError
