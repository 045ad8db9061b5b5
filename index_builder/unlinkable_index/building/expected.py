"""What a build will take, told before it: from the first records of the collection, and what builds
were measured to take for each word.

Knows records and words; nothing of how an index is made.
"""

from dataclasses import dataclass

from unlinkable_index.building.options import Keep, Options
from unlinkable_index.collection import Collection
from unlinkable_index.words import find_words

_LOOKED_AT = 1_000_000  # bytes of the sources, packed as they are
_MOST_LOOKED_AT = 20_000  # records
_EACH = 8  # of which the words of one in so many are counted
_BYTES_A_WORD = 6  # of a text, where nothing could be looked at
_SECONDS_A_WORD = 1.8e-6
_WORK_BYTES_A_WORD = 57
_INDEX_BYTES_A_WORD = 12.4
_OF_IT_POSITIONS = 2.3
_KEPT_BYTES_A_WORD = 2.0


@dataclass(frozen=True)
class Expected:
    """About how many records and words a collection has, and what its index takes: seconds of
    processor time, bytes of disk while it is built, and bytes of disk in the end."""

    records: int
    words: int
    seconds: float
    work: int
    index: int


def expected(collection: Collection, options: Options) -> Expected:
    """What is to be expected, of a look at the first records. Raises UserError where they are not
    as they must be."""
    records = counted = characters = words = looked_into = 0
    for record in collection:
        records += 1
        characters += len(record.text)
        if records % _EACH == 1:
            looked_into += len(record.text)
            counted += len(find_words(record.text).forms)
        if collection.bytes_read >= _LOOKED_AT or records == _MOST_LOOKED_AT:
            break
    share = min(1.0, collection.bytes_read / (collection.size or 1))
    if share and looked_into:
        words = int(counted * characters / looked_into / share)
        records = int(records / share)
    else:
        words = collection.size // _BYTES_A_WORD
    return _of(records, words, options)


def _of(records: int, words: int, options: Options) -> Expected:
    index = _INDEX_BYTES_A_WORD - (0 if options.positions else _OF_IT_POSITIONS)
    if options.keep is Keep.WORDS:
        index += _KEPT_BYTES_A_WORD
    return Expected(
        records,
        words,
        words * _SECONDS_A_WORD,
        words * _WORK_BYTES_A_WORD,
        int(words * index),
    )
