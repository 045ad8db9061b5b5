"""Keys: where they are kept, and that an index answers to its own key only."""

from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked

from tests.unlinkable_index.answers import small_sample
from unlinkable_index.builder import build_index
from unlinkable_index.building.kept import Kept
from unlinkable_index.building.plan import Keep, Options
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index
from unlinkable_index.keys import DocumentSeal, read_key, read_or_make_key

KEY = b"a key of at least sixteen characters"


class MemoryKeyring(KeyringBackend):
    """A keyring that lives as long as a test."""

    priority = 1.0  # type: ignore[assignment]
    locked = False

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        if self.locked:
            raise KeyringLocked
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password


@pytest.fixture
def system_keyring() -> Iterator[MemoryKeyring]:
    """A keyring in place of the system's."""
    before = keyring.get_keyring()
    own = MemoryKeyring()
    keyring.set_keyring(own)
    yield own
    keyring.set_keyring(before)


def test_a_key_is_the_content_of_its_file_without_white_space_at_the_end(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(KEY + b" \r\n")
    assert read_key(tmp_path / "key") == KEY


def test_a_key_file_that_is_missing_or_too_short_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be read"):
        read_key(tmp_path / "key")
    with pytest.raises(UserError, match="cannot be read"):
        read_key(tmp_path)
    (tmp_path / "key").write_bytes(b"fifteen letters\n")
    with pytest.raises(UserError, match="at least 16"):
        read_key(tmp_path / "key")


def test_a_key_is_made_in_the_keyring_once_and_found_there_again(
    system_keyring: MemoryKeyring, tmp_path: Path
) -> None:
    made = read_or_make_key(Path("keyring:court"))
    assert len(made) == 64
    assert read_or_make_key(Path("keyring:court")) == read_key(Path("keyring:court")) == made
    assert read_key(tmp_path / "keyring:court") == made  # as a setting of a folder names it
    assert read_or_make_key(Path("keyring:other")) != made
    assert len(system_keyring.kept) == 2


def test_a_key_missing_from_the_keyring_is_not_made_by_reading(
    system_keyring: MemoryKeyring,
) -> None:
    with pytest.raises(UserError, match="no key named 'court'"):
        read_key(Path("keyring:court"))
    assert not system_keyring.kept


def test_a_keyring_that_is_locked_says_what_to_do(system_keyring: MemoryKeyring) -> None:
    system_keyring.locked = True
    with pytest.raises(UserError, match="unlock it, or keep the key in a file"):
        read_key(Path("keyring:court"))


def test_without_the_part_for_keyrings_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "keyring", None)
    with pytest.raises(UserError, match=r"unlinkable\[keyring\]"):
        read_key(Path("keyring:court"))


def test_an_index_opens_with_its_own_key_only(tmp_path: Path) -> None:
    sealed = small_sample(tmp_path, KEY)
    assert sealed.answers().documents[0] == ("case-0",)
    for wrong in (b"another key of sixteen characters", KEY + b"x", KEY[:-1], KEY.upper()):
        with pytest.raises(UserError, match="not the key"):
            Index.open(sealed.path, wrong)
    with pytest.raises(UserError, match="sealed with a key"):
        Index.open(sealed.path)


def test_a_key_for_an_index_without_one_is_refused(tmp_path: Path) -> None:
    unsealed = small_sample(tmp_path)
    with pytest.raises(UserError, match="built without a key"):
        Index.open(unsealed.path, KEY)


def test_keys_of_any_length_make_indexes_that_answer_alike(tmp_path: Path) -> None:
    plain = small_sample(tmp_path).answers()
    for key in (KEY, bytes(range(64)), b"longer than 64 bytes" * 9):
        answers = small_sample(tmp_path, key).answers()
        assert sorted(answers.sets) == sorted(plain.sets)
        assert (answers.dfs, answers.documents) == (plain.dfs, plain.documents)


def test_the_same_key_gives_the_same_bytes(tmp_path: Path) -> None:
    first = small_sample(tmp_path, KEY).path.read_bytes()
    assert small_sample(tmp_path, KEY).path.read_bytes() == first


def test_a_sealed_row_that_was_changed_or_moved_is_noticed() -> None:
    seal = DocumentSeal(KEY, "fingerprint")
    row = seal.close(5, b"the row")
    assert seal.open(5, row) == b"the row"
    changed = [row[:at] + bytes([row[at] ^ 1]) + row[at + 1 :] for at in range(len(row))]
    for document, content in [(6, row), *((5, bad) for bad in (*changed, row[:-1], b""))]:
        with pytest.raises(ValueError, match="changed"):
            seal.open(document, content)


def test_without_ids_documents_are_only_numbered(tmp_path: Path) -> None:
    small_sample(tmp_path)
    out = tmp_path / "without"
    build_index([tmp_path / "small.jsonl"], out, Options(processes=1, identities=False))
    with Index.open(out) as index:
        assert [index.document(n).records for n in (0, 39)] == [({"id": "#1"},), ({"id": "#40"},)]
        assert index.document_number("#7") == 6


def test_without_ids_what_is_kept_beside_the_index_names_none_either(tmp_path: Path) -> None:
    """Nor those that the groups file names: it is there only to know a build of the same again."""
    small_sample(tmp_path)
    groups = tmp_path / "groups"
    groups.write_text('{"ids": ["case-0", "case-1"]}\n', "utf-8")
    options = Options(processes=1, identities=False, groups=groups, keep=Keep.STATE)
    assert build_index([tmp_path / "small.jsonl"], tmp_path / "without", options).anew
    (kept,) = tmp_path.glob(".without.*.kept")
    assert Kept(kept, None).about.lines == {}
    assert not build_index([tmp_path / "small.jsonl"], tmp_path / "without", options).anew
