"""Indexes that grow: after every change they are, byte for byte, those that would be built anew."""

import json
import os
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from tests.unlinkable_index.rulings import rulings
from tests.unlinkable_index.test_with_original import is_needless
from tests.unlinkable_index.twin import Twin, twin_words
from tests.unlinkable_index.writing import write_jsonl
from unlinkable_index import growing
from unlinkable_index.builder import build_index
from unlinkable_index.building import rulings as texts
from unlinkable_index.building.files import mark_of
from unlinkable_index.building.kept import kept_path
from unlinkable_index.building.plan import Keep, Options
from unlinkable_index.errors import UserError
from unlinkable_index.growing import Grown, add_to_index
from unlinkable_index.index import Index
from unlinkable_index.opening import open_index

KEY = b"a key that is long enough"
KEEP = Options(processes=1, keep=Keep.WORDS)
Record = dict[str, Any]


def kept_of(out: Path) -> Path:
    """The file that is kept beside an index."""
    mark = mark_of(out)
    assert mark is not None
    return kept_path(out, mark)


def built_anew(records: list[Record], folder: Path, options: Options = KEEP) -> dict[str, bytes]:
    """The files of the index of some records, by the ends of their names."""
    source = write_jsonl(folder / "anew.jsonl", records)
    build_index([source], folder / "anew", replace(options, keep=Keep.NOTHING, groups=None))
    return files_of(folder / "anew")


def files_of(out: Path) -> dict[str, bytes]:
    """The content of all files of an index, by what their names have beside its own."""
    found = out.parent.glob(f"{out.name}*")
    return {
        path.name.removeprefix(out.name): path.read_bytes()
        for path in found
        if path.suffix != ".jsonl"
    }


@pytest.fixture
def records() -> list[Record]:
    """Rulings, some of which are copies, or of one group."""
    return list(rulings())[:30]


@pytest.fixture
def out(tmp_path: Path, records: list[Record]) -> Path:
    """The index of these rulings, with their words kept."""
    (tmp_path / "o").mkdir()
    build_index([write_jsonl(tmp_path / "c.jsonl", records)], tmp_path / "o" / "index", KEEP)
    return tmp_path / "o" / "index"


def added(
    out: Path, records: list[Record], *withdrawn: str, options: Options = KEEP, merge: bool = False
) -> Grown:
    """What adding some records comes to."""
    source = write_jsonl(out.parent.parent / "more.jsonl", records)
    return add_to_index([source], out, withdrawn, options, merge=merge)


WORDS = st.sampled_from(
    ["court", "judge", "the", "of", "Aa", "contra-\ndiction", "re\u00adason", "1"]
)
TEXTS = st.lists(WORDS, max_size=12).map(" ".join)
RECORDS = st.fixed_dictionaries(
    {"id": st.sampled_from("abcdefgh"), "text": TEXTS},
    optional={"group": st.sampled_from(["g", "h"]), "title": st.sampled_from(["x", "y"])},
)
SOME = st.lists(RECORDS, max_size=5, unique_by=lambda record: record["id"])
STEPS = st.lists(st.tuples(SOME, st.sets(st.sampled_from("abcdefgh"), max_size=2)), max_size=4)
FIRST = st.fixed_dictionaries({"id": st.just("first"), "text": st.just("the judge of the court")})


@examples(25)
@given(
    first=SOME,
    steps=STEPS,
    key=st.sampled_from([None, KEY]),
    identities=st.booleans(),
    range_bits=st.sampled_from([0, 1]),
    base=FIRST,
)
def test_whatever_comes_and_goes_the_index_is_that_of_all_that_is_left(
    first: list[Record],
    steps: list[tuple[list[Record], set[str]]],
    key: bytes | None,
    identities: bool,
    range_bits: int,
    base: Record,
) -> None:
    options = replace(KEEP, key=key, identities=identities, range_bits=range_bits, max_words=4)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "o").mkdir()
        there = {record["id"]: record for record in [base, *first]}
        out = folder / "o" / "index"
        build_index([write_jsonl(folder / "c.jsonl", there.values())], out, options)
        for coming, leaving in steps:
            withdrawn = sorted((leaving & set(there)) - {record["id"] for record in coming})
            added(out, coming, *withdrawn, options=replace(KEEP, key=key), merge=True)
            for one in withdrawn:
                del there[one]
            for record in coming:
                if there.get(record["id"]) != record:
                    there.pop(record["id"], None)
                    there[record["id"]] = record
            assert files_of(out) == built_anew(list(there.values()), folder, options)


@examples(40)
@given(first=SOME, steps=STEPS, key=st.sampled_from([None, KEY]), base=FIRST, merged=st.booleans())
def test_in_segments_it_answers_as_that_of_all_that_is_left(
    first: list[Record],
    steps: list[tuple[list[Record], set[str]]],
    key: bytes | None,
    base: Record,
    merged: bool,
) -> None:
    options = replace(KEEP, key=key, max_words=4)
    with tempfile.TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        patch.setattr(growing, "_SMALL", 0)  # however small the index is
        folder = Path(name)
        (folder / "o").mkdir()
        there = {record["id"]: record for record in [base, *first]}
        out = folder / "o" / "index"
        build_index([write_jsonl(folder / "c.jsonl", there.values())], out, options)
        for coming, leaving in steps:
            withdrawn = sorted((leaving & set(there)) - {record["id"] for record in coming})
            added(out, coming, *withdrawn, options=replace(KEEP, key=key))
            for one in withdrawn:
                del there[one]
            for record in coming:
                if there.get(record["id"]) != record:
                    there.pop(record["id"], None)
                    there[record["id"]] = record
            with open_index(out, key) as index:
                answers_for(index, list(there.values()))
        if merged:
            added(out, [], options=replace(KEEP, key=key), merge=True)
            assert files_of(out) == built_anew(list(there.values()), folder, options)


def answers_for(index: Index, records: list[Record]) -> None:
    """Hold all that an index says of phrases and words against the dictionary of some records."""
    written = [record for record in records if twin_words(seen_as(record["text"]))]
    twin = Twin([{**record, "text": seen_as(record["text"])} for record in written], 4)
    numbers = {}
    for document, ids in enumerate(twin.ids):
        (numbers[document],) = {index.document_number(one) for one in ids}
    assert len(set(numbers.values())) == len(twin.ids)
    for phrase in sorted(twin.documents_of, key=len):
        keys = index.hasher.phrases(index.hasher.words(phrase), len(phrase))
        (posting,) = index.lookup(keys).tolist()
        told = set(index.documents_of(posting)) if posting >= 0 else set()
        true = {numbers[document] for document in twin.documents_of[phrase]}
        assert told == true or (not told and is_needless(phrase, twin))
    words = sorted({word for counts in twin.counts for word in counts})
    found = index.word_postings(index.hasher.phrases(index.hasher.words(words), 1))
    for at, word in enumerate(words):
        mine = slice(*found.bounds[at : at + 2].tolist())
        often = zip(found.documents[mine].tolist(), found.frequencies[mine].tolist(), strict=True)
        assert dict(often) == {
            numbers[document]: counts[word]
            for document, counts in enumerate(twin.counts)
            if counts[word]
        }


def seen_as(text: str) -> str:
    """A text without characters that show nothing."""
    return text.replace("\u00ad", "")


def test_new_rulings_come_after_those_that_were_there(
    tmp_path: Path, out: Path, records: list[Record]
) -> None:
    more = [{"id": "new", "text": "An original of this very week."}]
    grown = added(out, [*records[:3], *more], merge=True)
    assert grown.changes.new == {"new"}
    assert (grown.changes.changed, grown.changes.unchanged) == (frozenset(), 3)
    assert files_of(out) == built_anew([*records, *more], tmp_path)


def test_a_changed_ruling_takes_the_place_of_the_old_one(
    tmp_path: Path, out: Path, records: list[Record]
) -> None:
    changed = {**records[4], "text": records[4]["text"] + " Corrected on appeal."}
    grown = added(out, [changed], merge=True)
    assert grown.changes.changed == {records[4]["id"]}
    assert files_of(out) == built_anew([*records[:4], *records[5:], changed], tmp_path)


def test_a_ruling_with_other_metadata_is_a_changed_one(out: Path, records: list[Record]) -> None:
    changed = {**records[4], "title": "Another title"}
    assert added(out, [changed]).changes.changed == {records[4]["id"]}
    with open_index(out) as index:
        number = index.document_number(records[4]["id"])
        assert number is not None
        assert "Another title" in str(index.document(number).records)


def test_where_nothing_changes_nothing_is_done(out: Path, records: list[Record]) -> None:
    before = out.stat()
    grown = added(out, records[::-1])
    assert grown.built is None
    assert out.stat().st_mtime_ns == before.st_mtime_ns
    assert out.stat().st_ino == before.st_ino


def test_no_text_that_stays_is_read(
    out: Path, records: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    (out.parent.parent / "c.jsonl").unlink()
    seen: list[str] = []
    real = texts.hash_texts
    monkeypatch.setattr(texts, "hash_texts", lambda task: [seen.extend(task.texts), real(task)][1])
    added(out, [*records, {"id": "new", "text": "Quite new."}])
    assert seen == ["Quite new."]


def test_groups_and_copies_join_the_old_and_the_new(out: Path, records: list[Record]) -> None:
    copy = {"id": "copy", "text": records[0]["text"].upper()}
    one = {"id": "sister-1", "group": "case 7", "text": "first part"}
    added(out, [copy, one])
    added(out, [{"id": "sister-2", "group": "case 7", "text": "second part"}])
    with open_index(out) as index:
        assert index.document_number("copy") == index.document_number(records[0]["id"])
        assert index.document_number("sister-1") == index.document_number("sister-2")


def groups_file(path: Path, *lines: list[str]) -> Path:
    """A groups file with these lines."""
    path.write_text("".join(json.dumps({"ids": ids}) + "\n" for ids in lines), "utf-8")
    return path


def test_groups_that_were_decided_hold_until_others_are(tmp_path: Path) -> None:
    texts = ["one two three", "four five", "six seven eight nine"]
    records = [{"id": f"r{n}", "text": text} for n, text in enumerate(texts)]
    (tmp_path / "o").mkdir()
    out = tmp_path / "o" / "index"
    decided = groups_file(tmp_path / "groups", ["r0", "r1"])
    build_index([write_jsonl(tmp_path / "c.jsonl", records)], out, replace(KEEP, groups=decided))

    def documents(*ids: str) -> list[int | None]:
        with open_index(out) as index:
            return [index.document_number(name) for name in ids]

    added(out, [{"id": "r3", "text": "ten"}])
    assert documents("r0", "r1", "r2", "r3") == [0, 0, 1, 2]
    again = groups_file(tmp_path / "groups", ["r1", "r3"])
    assert added(out, [], options=replace(KEEP, groups=again)).built is not None
    assert documents("r0", "r1", "r2", "r3") == [0, 1, 2, 1]
    assert added(out, [], options=replace(KEEP, groups=again)).built is None
    added(out, [], "r1")
    assert documents("r0", "r2", "r3") == [0, 1, 2]


@pytest.fixture
def untouched(out: Path) -> Iterator[None]:
    """Nothing beside the index changes."""

    def content() -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in out.parent.iterdir()}

    before = content()
    yield
    assert content() == before


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize(
    ("more", "withdrawn", "said"),
    [
        ([{"id": "a", "text": "x"}, {"id": "a", "text": "y"}], [], "line 2: the id 'a' was alre"),
        ([{"id": "a", "text": "x"}], ["a"], "'a' cannot be added and withdrawn at once"),
        ([], ["nobody"], "no ruling of the index has the id 'nobody'"),
        ([{"id": "a"}], [], 'no "text" that can be used'),
    ],
)
def test_what_cannot_be_is_refused(
    out: Path, more: list[Record], withdrawn: list[str], said: str
) -> None:
    with pytest.raises(UserError, match=said):
        added(out, more, *withdrawn)


def test_withdrawing_all_is_refused(out: Path, records: list[Record]) -> None:
    with pytest.raises(UserError, match="the collection has no words"):
        added(out, [], *(record["id"] for record in records))


@pytest.mark.parametrize("keep", [Keep.NOTHING, Keep.STATE])
def test_without_the_words_kept_nothing_can_be_added(
    tmp_path: Path, records: list[Record], keep: Keep
) -> None:
    source = write_jsonl(tmp_path / "c.jsonl", records)
    build_index([source], tmp_path / "index", replace(KEEP, keep=keep))
    with pytest.raises(UserError, match="words of its rulings were not kept"):
        add_to_index([source], tmp_path / "index")


def test_what_was_kept_for_another_index_is_not_used(
    tmp_path: Path, out: Path, records: list[Record]
) -> None:
    other = tmp_path / "other"
    build_index([tmp_path / "c.jsonl"], other, replace(KEEP, keep=Keep.NOTHING, max_words=3))
    other.replace(out)
    with pytest.raises(UserError, match="is not beside it"):
        added(out, records)


@pytest.mark.parametrize("key", [None, KEY])
def test_damage_to_what_was_kept_is_noticed(
    tmp_path: Path, records: list[Record], key: bytes | None
) -> None:
    out = tmp_path / "o" / "index"
    out.parent.mkdir()
    options = replace(KEEP, key=key)
    build_index([write_jsonl(tmp_path / "c.jsonl", records)], out, options)
    kept = kept_of(out)
    whole, before = kept.read_bytes(), out.read_bytes()
    places = range(0, len(whole), max(len(whole) // 40, 1))
    for damaged in (
        *(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :] for at in places),
        *(whole[:at] for at in places),
    ):
        kept.write_bytes(damaged)
        with pytest.raises(UserError):
            added(out, [{"id": "new", "text": "Quite new."}], options=options)
        assert out.read_bytes() == before
    kept.write_bytes(whole)
    added(out, [{"id": "new", "text": "Quite new."}], options=options)


def test_sealed_words_are_not_read_without_the_key(tmp_path: Path) -> None:
    records = [{"id": f"Nightingale-{n}", "text": "secretive " * 9} for n in range(9)]
    out = tmp_path / "index"
    build_index([write_jsonl(tmp_path / "c.jsonl", records)], out, replace(KEEP, key=KEY))
    with pytest.raises(UserError, match="name the key's file"):
        add_to_index([tmp_path / "c.jsonl"], out, options=KEEP)
    with pytest.raises(UserError, match="not the key"):
        add_to_index([tmp_path / "c.jsonl"], out, options=replace(KEEP, key=KEY[::-1]))


@pytest.mark.skipif(os.name == "nt", reason="rights of files are others on Windows")
def test_only_the_owner_can_read_what_is_kept(out: Path) -> None:
    out.chmod(0o644)
    added(out, [{"id": "new", "text": "Quite new."}])
    for path in out.parent.iterdir():
        rights = 0o600 if path.suffix == ".kept" else 0o644
        assert path.stat().st_mode & 0o777 == rights


def test_only_the_newest_is_kept(out: Path) -> None:
    added(out, [{"id": "new", "text": "Quite new."}])
    assert len(list(out.parent.iterdir())) == 1 + 2 * 2  # the list; of both parts, what was kept
    added(out, [], merge=True)
    assert {path.name for path in out.parent.iterdir()} == {"index", kept_of(out).name}
    build_index([out.parent.parent / "c.jsonl"], out, replace(KEEP, keep=Keep.NOTHING))
    assert {path.name for path in out.parent.iterdir()} == {"index"}


def test_of_two_that_add_at_once_one_is_told_to_do_it_again(
    out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = growing.made_of

    def overtaken(*arguments: Any) -> Any:
        monkeypatch.setattr(growing, "made_of", real)
        added(out, [{"id": "faster", "text": "Quite new."}])
        return real(*arguments)

    monkeypatch.setattr(growing, "made_of", overtaken)
    with pytest.raises(UserError, match="was changed meanwhile"):
        added(out, [{"id": "slower", "text": "Also new."}])
    with open_index(out) as index:
        assert index.document_number("faster") is not None
        assert index.document_number("slower") is None


def test_an_index_that_is_open_goes_on_as_it_was(out: Path, records: list[Record]) -> None:
    with open_index(out) as index:
        added(out, [{"id": "new", "text": "Quite new."}], records[0]["id"])
        index.check_all()
        assert index.document_number("new") is None
        assert index.document_number(records[0]["id"]) is not None


class TestAnIndexOfWhatHasNotChanged:
    """Building again what is there does nothing, where anything changed it is built."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        """Originals."""
        folder = tmp_path / "originals"
        folder.mkdir()
        for n in range(3):
            (folder / f"{n}.txt").write_text(f"ruling number {n} of the court", "utf-8")
        return folder

    @pytest.fixture
    def index(self, tmp_path: Path, folder: Path) -> Path:
        """Their index."""
        build_index([folder], tmp_path / "index", self.options)
        return tmp_path / "index"

    options = Options(processes=1, keep=Keep.STATE)

    def test_nothing_is_done(self, folder: Path, index: Path) -> None:
        (folder / "letter.xyz").write_bytes(b"?")
        before = index.stat().st_ino
        built = build_index([folder], index, self.options)
        assert not built.anew
        assert built.header.documents == 3
        assert built.left_out == {folder / "letter.xyz": "of no kind that is read"}
        assert index.stat().st_ino == before

    def test_files_left_out_are_named_each_time(self, folder: Path, index: Path) -> None:
        (folder / "empty.txt").write_text("")
        first = build_index([folder], index, self.options)
        again = build_index([folder], index, self.options)
        assert (first.anew, again.anew) == (True, False)
        assert first.left_out == again.left_out == {folder / "empty.txt": "empty"}

    def test_changes_are_noticed(self, tmp_path: Path, folder: Path, index: Path) -> None:
        other = groups_file(tmp_path / "groups", ["0.txt", "1.txt"])
        for options in (
            replace(self.options, max_words=3),
            replace(self.options, identities=False),
            replace(self.options, key=KEY),
            replace(self.options, range_bits=1),
            replace(self.options, groups=other),
            replace(self.options, keep=Keep.WORDS),
        ):
            assert build_index([folder], index, options).anew
            assert not build_index([folder], index, options).anew

        def same_size() -> None:
            status = (folder / "0.txt").stat()
            (folder / "0.txt").write_text("ruling number 9 of the court", "utf-8")
            os.utime(folder / "0.txt", ns=(status.st_atime_ns, status.st_mtime_ns))

        def damage() -> None:
            kept_of(index).write_bytes(b"")

        for change in (
            same_size,
            lambda: (folder / "1.txt").unlink(),
            lambda: (folder / "3.txt").write_text("a new one"),
            lambda: (folder / "3.txt").rename(folder / "4.txt"),
            lambda: index.unlink(),
            lambda: kept_of(index).unlink(),
            damage,
        ):
            change()
            assert build_index([folder], index, self.options).anew
            assert not build_index([folder], index, self.options).anew

    def test_an_index_that_grew_is_not_that_of_the_folder(self, folder: Path, index: Path) -> None:
        options = replace(self.options, keep=Keep.WORDS)
        build_index([folder], index, options)
        more = write_jsonl(folder.parent / "more.jsonl", [{"id": "x", "text": "more"}])
        add_to_index([more], index, options=options)
        assert build_index([folder], index, options).anew
