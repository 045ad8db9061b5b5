"""A slow, obvious reader of index files, made from `index_builder/FORMAT.md` alone.

Uses nothing of the package: plain Python, msgpack, and AES-SIV for sealed rows. Reads everything at
once and checks every checksum.
"""

import hashlib
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgpack

Key = tuple[str, ...]
_ALL = 2**64 - 1


def numbers(content: bytes, size: int) -> list[int]:
    """An array of little-endian numbers of ``size`` bytes."""
    assert len(content) % size == 0
    return [
        int.from_bytes(content[at : at + size], "little") for at in range(0, len(content), size)
    ]


class SlowFile:
    """The header and the sections of one file."""

    def __init__(self, path: Path, magic: str) -> None:
        data = path.read_bytes()
        unpacker = msgpack.Unpacker(max_buffer_size=0)
        unpacker.feed(data)
        self.header = unpacker.unpack()
        end = unpacker.tell()
        self.mark = unpacker.unpack()
        assert self.mark == hashlib.blake2b(data[:end], digest_size=16).digest()
        assert (self.header["magic"], self.header["format"]) == (magic, 4)
        objects = [some for some in unpacker if some is not None]
        assert all(isinstance(some, bytes) for some in objects)
        part = self.header["part"]
        self.sections = {}
        for name, (offset, length) in self.header["sections"].items():
            stored = 512 * ((length + 503) // 504)
            parts = []
            for start in range(0, stored, part) or [0]:
                parts.append(objects.pop(0))
                at = offset + start + start // part * 4096
                assert at % 4096 == 0
                assert data[at : at + len(parts[-1])] == parts[-1]
                assert len(parts[-1]) == min(part, stored - start)
            self.sections[name] = self._content(b"".join(parts), offset, length)
        assert objects == []

    def _content(self, stored: bytes, offset: int, length: int) -> bytes:
        salt = int.from_bytes(self.mark[:8], "little")
        content = b""
        for start in range(0, len(stored), 512):
            at = offset + start + start // self.header["part"] * 4096
            *block, checksum = numbers(stored[start : start + 512], 8)
            expected = salt + at // 512 * 0xD6E8FEB86659FD93
            expected += sum(x * (2 * i + 1) * 0x9E3779B97F4A7C15 for i, x in enumerate(block))
            assert checksum == expected & _ALL
            content += stored[start : start + 504]
        assert not any(content[length:])
        return content[:length]


class SlowReader:
    """An index, with all that it says as plain dictionaries and lists."""

    def __init__(self, path: Path, key: bytes = b"") -> None:
        main = SlowFile(path, "unlinkable index")
        self.header = main.header
        self._sections = main.sections
        self._key = key if len(key) <= 64 else hashlib.blake2b(key).digest()
        self.postings: dict[int, int] = {}
        """The posting number of every stored phrase, by its key."""
        self._lists = self._posting_lists()
        ranges = self.header["ranges"]
        range_bits = len(ranges).bit_length() - 1
        for number, (count, bits, width, mark) in enumerate(ranges):
            sections = main.sections
            if range_bits:
                file = SlowFile(
                    path.with_name(f"{path.name}.{mark.hex()}"),
                    "unlinkable index, a range of phrases",
                )
                assert file.mark == mark
                assert file.header["fingerprint"] == self.header["fingerprint"]
                assert file.header["range"] == number
                sections = file.sections
            self._read_range(sections, number, range_bits, count, bits, width)
        self.lengths = numbers(self._sections["lengths"], 4)
        self._words = self._table("words", self.header["counted_words"])
        self._ids = self._table("ids", self.header["ids"])

    # keys

    def _derived(self, purpose: bytes, size: int) -> bytes:
        return hashlib.blake2b(
            purpose, digest_size=size, key=self._key, person=b"unlinkable"
        ).digest()

    def _constant(self, purpose: str) -> int:
        return int.from_bytes(self._derived(purpose.encode(), 8), "little")

    def _hash(self, what: bytes, text: str) -> int:
        digest = hashlib.blake2b(text.encode(), digest_size=8, key=self._derived(what, 32)).digest()
        return int.from_bytes(digest, "little")

    def key_of(self, phrase: Key) -> int:
        """The key of a phrase."""
        multiplier = self._constant("window") | 1
        x = 0
        for word in phrase:
            x = x * multiplier + self._hash(b"word", word)
        x = (x + self._constant(f"length {len(phrase)}")) & _ALL
        for name in ("mix 1", "mix 2"):
            x = (x ^ x >> 33) * (self._constant(name) | 1) & _ALL
        return x ^ x >> 33

    def key_fits(self) -> bool:
        """Whether the key is the one that the index was made with."""
        if self.header["key_check"] is None:
            return self._key == b""
        check = self._derived(b"check" + self.header["fingerprint"].encode(), 16).hex()
        return bool(self.header["key_check"] == check)

    # phrases

    def _read_range(
        self,
        sections: dict[str, bytes],
        number: int,
        range_bits: int,
        count: int,
        bits: int,
        width: int,
    ) -> None:
        entries = numbers(sections["phrases"], 8)
        assert len(entries) == count
        groups = numbers(sections["bucket_groups"], 8)
        buckets = numbers(sections["buckets"], width)
        table = numbers(sections["bloom_filter"], 8)
        assert len(table) == (10 * count // 64 // 8 + 1) * 8
        made = [0] * len(table)
        starts = [groups[i // 256] + start for i, start in enumerate(buckets)]
        assert (len(starts), starts[0], starts[-1]) == ((1 << bits) + 1, 0, count)
        s = self.header["posting_bits"]
        last = -1
        for bucket, (start, stop) in enumerate(pairwise(starts)):
            high = number << bits | bucket
            known = range_bits + bits  # bits of the key that are known without the entry
            for entry in entries[start:stop]:
                low = entry >> s  # the lowest 64 - s bits of the key
                key = (high << 64 - known & ~((1 << 64 - s) - 1)) | low
                assert key >> 64 - known == high
                assert key > last
                last = key
                posting = entry & (1 << s) - 1
                self.postings[key] = posting
                self._mark(made, key << range_bits & _ALL, len(self._lists[posting]))
        assert made == table

    @staticmethod
    def _mark(table: list[int], y: int, df: int) -> None:
        place = (y >> 32) * len(table) >> 32
        c = (df - 1).bit_length()
        h = y * (2 * c + 1) * 0x9E3779B97F4A7C15 & _ALL
        for shift in (58, 52, 46, 40):
            table[place - place % 8 + (place + c) % 8] |= 1 << (h >> shift) % 64

    # posting lists

    def _posting_lists(self) -> list[list[int]]:
        header, sections = self.header, self._sections
        pairs = numbers(sections["dfs"], 8)
        dfs = dict(zip(pairs[::2], pairs[1::2], strict=True))
        assert list(dfs) == sorted(dfs)
        lists = [[number] for number in range(dfs.pop(1))]
        assert len(lists) == header["documents"]
        rows = numbers(sections["rows"], header["document_bytes"])
        offsets = numbers(sections["bitmap_offsets"], 8)
        bitmaps = [sections["bitmaps"][start:stop] for start, stop in pairwise(offsets)]
        for df, count in dfs.items():
            for _ in range(count):
                if df <= header["row_limit"]:
                    some, rows = rows[:df], rows[df:]
                else:
                    some = roaring(bitmaps.pop(0))
                assert len(some) == df
                assert some == sorted(set(some))
                lists.append(some)
        assert (rows, bitmaps) == ([], [])
        assert len({tuple(some) for some in lists}) == len(lists)
        return lists

    def documents_of(self, phrase: Key) -> list[int] | None:
        """The documents of a stored phrase, else None."""
        posting = self.postings.get(self.key_of(phrase))
        return None if posting is None else self._lists[posting]

    # words

    def _table(self, name: str, count: int) -> dict[int, list[int]]:
        """The numbers of every key of a table; checks that each stands where it must."""
        pairs = numbers(self._sections[name], 8)
        slots = list(zip(pairs[::2], pairs[1::2], strict=True))
        z = 4 * count // 3 + 1
        assert len(slots) > z
        assert slots[-1][1] == _ALL
        found: dict[int, list[int]] = {}
        free = 0
        for at, (key, number) in enumerate(slots):
            if number != _ALL:
                own = (key >> 32) * z >> 32
                assert at == max(own, free)
                assert not found or key >= list(found)[-1]
                found.setdefault(key, []).append(number)
                free = at + 1
        assert sum(map(len, found.values())) == count
        return found

    def frequencies_of(self, word: str) -> dict[int, int]:
        """How often a word stands in each of its documents."""
        documents = self.documents_of((word,))
        if documents is None:
            return {}
        entry = self._words.get(self.key_of((word,)))
        if entry is None:
            return dict.fromkeys(documents, 1)
        highest, start = entry[0] >> 48, entry[0] & (1 << 48) - 1
        groups = [documents[at : at + 128] for at in range(0, len(documents), 128)]
        content = self._sections["frequencies"][start:]
        widths, content = content[: len(groups)], content[len(groups) :]
        found = {}
        for group, width in zip(groups, widths, strict=True):
            size = (len(group) * width + 7) // 8
            bits = int.from_bytes(content[:size], "little")
            content = content[size:]
            for place, document in enumerate(group):
                found[document] = (bits >> place * width & (1 << width) - 1) + 1
                assert found[document] <= 1 << width
        assert highest == min(max(found.values()), 65535)
        return found

    # positions

    def texts(self) -> list[list[list[int]]]:
        """The keys of the words of each document, text by text."""
        sections, header = self._sections, self.header
        number_of = {k: n for k, (n,) in self._table("word_numbers", header["vocabulary"]).items()}
        keys = {number: key for key, number in number_of.items()}
        assert sorted(keys) == list(range(header["vocabulary"]))
        words = self._words_at_places()
        assert len(words) == header["places"]
        starts = numbers(sections["document_starts"], 8)
        assert (starts[0], len(starts)) == (0, header["documents"] + 1)
        assert set(words[starts[-1] :]) <= {None}
        places: dict[int, list[int]] = {number: [] for number in keys}
        for place, word in enumerate(words):
            if word is not None:
                places[word].append(place)
        assert numbers(sections["word_counts"], 8) == [len(places[n]) for n in sorted(keys)]
        offsets = numbers(sections["place_offsets"], 8)
        assert offsets[-1] == len(sections["place_lists"])
        for word, (start, stop) in enumerate(pairwise(offsets), start=228):
            assert leb128(sections["place_lists"][start:stop]) == [
                place - before for before, place in pairwise([-1, *places[word]])
            ]
        found = []
        for start, stop in pairwise(starts):
            texts: list[list[int]] = []
            for place in range(start, stop):
                word = words[place]
                if word is not None:
                    texts += [[]] if place == start or words[place - 1] is None else []
                    texts[-1].append(keys[word])
            found.append(texts)
        return found

    def _words_at_places(self) -> list[int | None]:
        sections = self._sections
        blocks = numbers(sections["text_blocks"], 2)
        groups = numbers(sections["text_groups"], 8)
        words: list[int | None] = []
        at = 0
        for place, c in enumerate(sections["text"]):
            if place % 63 == 0:
                assert at == groups[place // 63 // 128] + blocks[place // 63]
            size = 0 if c < 228 or c == 255 else 1 if c < 252 else 2 if c == 252 else 4
            f = int.from_bytes(sections["text_further"][at : at + size], "little")
            at += size
            if c == 255:
                words.append(None)
            elif c < 228:
                words.append(c)
            else:
                words.append({252: 6372, 253: 0}.get(c, 228 + 256 * (c - 228)) + f)
        assert at == len(sections["text_further"])
        return words

    # documents

    def records_of(self, document: int) -> list[dict[str, Any]]:
        """The records of a document."""
        start, stop = numbers(self._sections["document_offsets"], 8)[document : document + 2]
        row = self._sections["documents"][start:stop]
        if self.header["sealed"]:
            from cryptography.hazmat.primitives.ciphers.aead import AESSIV

            seal = AESSIV(self._derived(b"rows" + self.header["fingerprint"].encode(), 64))
            row = seal.decrypt(row, [document.to_bytes(8, "little")])
        records: list[dict[str, Any]] = msgpack.unpackb(row)
        return records

    def document_number(self, record_id: str) -> int | None:
        """The document of a record."""
        for document in self._ids.get(self._hash(b"id", record_id), []):
            if any(record["id"] == record_id for record in self.records_of(document)):
                return document
        return None


def leb128(content: bytes) -> list[int]:
    """The numbers in some bytes."""
    found, number, shift = [], 0, 0
    for byte in content:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            found.append(number)
            number, shift = 0, 0
    assert shift == 0
    return found


def roaring(content: bytes) -> list[int]:
    """The numbers in a roaring bitmap, by the RoaringFormatSpec."""
    cookie = int.from_bytes(content[:4], "little")
    if cookie & 0xFFFF == 12347:
        count = (cookie >> 16) + 1
        flags = content[4 : 4 + (count + 7) // 8]
        at = 4 + len(flags)
    else:
        assert cookie == 12346
        count = int.from_bytes(content[4:8], "little")
        flags = bytes((count + 7) // 8)
        at = 8
    heads = numbers(content[at : at + 4 * count], 2)
    at += 4 * count
    if cookie == 12346 or count >= 4:
        at += 4 * count  # where each container begins
    found = []
    for number in range(count):
        high, size = heads[2 * number] << 16, heads[2 * number + 1] + 1
        if flags[number // 8] >> number % 8 & 1:
            runs = int.from_bytes(content[at : at + 2], "little")
            pairs = numbers(content[at + 2 : at + 2 + 4 * runs], 2)
            at += 2 + 4 * runs
            for start, more in zip(pairs[::2], pairs[1::2], strict=True):
                found += range(high + start, high + start + more + 1)
        elif size > 4096:
            bits = int.from_bytes(content[at : at + 8192], "little")
            at += 8192
            found += [high + low for low in range(1 << 16) if bits >> low & 1]
        else:
            found += [high + low for low in numbers(content[at : at + 2 * size], 2)]
            at += 2 * size
    assert at == len(content)
    return found
