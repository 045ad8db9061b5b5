"""Accepted risks: where they hold, and how they are written down."""

import errno
import os
from pathlib import Path

import pytest

from unlinkable.draft import read_draft
from unlinkable.findings.guessable_mask import MASK_PLACE, GuessableMask
from unlinkable.risks import LARGEST, AcceptedRisk, RiskKind
from unlinkable.risks.acceptance import AcceptedRisks, Identity, Occurrence
from unlinkable.risks.file import withdraw_accepted, write_accepted
from unlinkable.settings import file_layer, settle
from unlinkable_index.errors import UserError

FILE = Path("/work place/ruling.txt")
PHRASE = Identity(("blue", "kiosk"))
PLACE = Occurrence(PHRASE, FILE, ("by", "the", "blue", "kiosk", "at"))


def covers(risk: AcceptedRisk, place: Occurrence = PLACE) -> bool:
    return AcceptedRisks([risk]).covering(place) is risk


def test_a_phrase_is_recognised_by_its_words_whatever_their_case_and_spacing() -> None:
    assert covers(AcceptedRisk("Blue  KIOSK"))
    assert not covers(AcceptedRisk("blue kiosks"))
    assert not covers(AcceptedRisk("the blue kiosk"))


def test_a_risk_accepted_in_one_file_holds_in_no_other() -> None:
    assert covers(AcceptedRisk("blue kiosk", file=str(FILE)))
    assert not covers(AcceptedRisk("blue kiosk", file="/elsewhere/ruling.txt"))
    unsaved = Occurrence(PHRASE, None, PLACE.around)
    assert not covers(AcceptedRisk("blue kiosk", file=str(FILE)), unsaved)


def test_a_risk_accepted_at_one_place_ends_when_the_words_around_it_change() -> None:
    here = AcceptedRisk("blue kiosk", file=str(FILE), context="by the blue kiosk at")
    assert covers(here)
    other = Occurrence(PHRASE, FILE, ("near", "the", "blue", "kiosk", "at"))
    assert not covers(here, other)


def test_an_accepted_combination_is_that_combination_and_no_phrase_or_other_one() -> None:
    terms = frozenset({("harbour",), ("spring", "tide")})
    combination = Occurrence(Identity(PHRASE.words, terms), FILE, PLACE.around)
    risk = AcceptedRisk("blue kiosk", terms=("Spring tide", "harbour"))
    assert covers(risk, combination)
    assert not covers(risk)
    assert not covers(AcceptedRisk("blue kiosk"), combination)
    assert not covers(AcceptedRisk("blue kiosk", terms=("harbour",)), combination)


def test_writing_keeps_comments_order_and_everything_else(tmp_path: Path) -> None:
    path = tmp_path / "unlinkable.toml"
    before = (
        "# our office\nk = 3 # agreed\n\n[model]\nseed = 1\n\n[[accepted]]\nphrase = 'a' # why\n"
    )
    path.write_text(before, "utf-8")
    risk = AcceptedRisk("blue kiosk", "Already public", "Ada", "2026-01-02", str(tmp_path / "d.md"))
    write_accepted(path, [risk])
    after = path.read_text("utf-8")
    assert after.startswith(before)
    settled = settle([file_layer(path)])
    assert settled.problems == ()
    assert settled.settings.accepted == (AcceptedRisk("a"), risk)
    assert 'file = "d.md"' in after


@pytest.mark.parametrize(
    "before", ["", "k = 3\n", "k = 3", "[model]\nseed = 1\n", "# only a comment", "k = 3\r\n"]
)
def test_the_first_risk_is_added_to_any_file(tmp_path: Path, before: str) -> None:
    path = tmp_path / "unlinkable.toml"
    path.write_bytes(before.encode())
    for phrase in ("one", "two"):
        write_accepted(path, [AcceptedRisk(phrase, "reason", "Ada", "2026-01-02")])
    settled = settle([file_layer(path)])
    assert settled.problems == ()
    assert [risk.phrase for risk in settled.settings.accepted] == ["one", "two"]
    assert path.read_bytes().startswith(before.encode())


def test_the_file_and_its_folder_are_made_when_absent(tmp_path: Path) -> None:
    path = tmp_path / "config" / "unlinkable.toml"
    write_accepted(path, [AcceptedRisk("one")])
    assert settle([file_layer(path)]).settings.accepted == (AcceptedRisk("one"),)
    assert [entry.name for entry in path.parent.iterdir()] == ["unlinkable.toml"]


@pytest.mark.parametrize("content", ["k = [", "accepted = 3\n"])
def test_a_file_that_cannot_be_added_to_stays_as_it_is(tmp_path: Path, content: str) -> None:
    path = tmp_path / "unlinkable.toml"
    path.write_text(content, "utf-8")
    with pytest.raises(UserError, match="nothing was accepted"):
        write_accepted(path, [AcceptedRisk("one")])
    assert path.read_text("utf-8") == content


def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "shared.toml").write_text("k = 3\n", "utf-8")
    link = tmp_path / "unlinkable.toml"
    link.symlink_to(tmp_path / "shared.toml")
    with pytest.raises(UserError, match="is a link, and links are not followed"):
        write_accepted(link, [AcceptedRisk("one")])
    assert (tmp_path / "shared.toml").read_text("utf-8") == "k = 3\n"


@pytest.mark.parametrize("umask", [0o022, 0o007, 0o077])
def test_the_first_file_can_be_read_by_whom_the_system_lets(tmp_path: Path, umask: int) -> None:
    path = tmp_path / "unlinkable.toml"
    before = os.umask(umask)
    try:
        write_accepted(path, [AcceptedRisk("one")])
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o666 & ~umask
    path.chmod(0o640)
    write_accepted(path, [AcceptedRisk("two")])
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_risk_that_cannot_be_written_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "unlinkable.toml"
    write_accepted(path, [AcceptedRisk("one")])
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    for name in ("fsync", "replace"):
        with monkeypatch.context() as broken:
            if name == "fsync":
                broken.setattr(os, "fsync", full)
            else:
                broken.setattr(Path, "replace", lambda *_: full(0))
            with pytest.raises(UserError, match=r"No space left on device.*nothing was accepted"):
                write_accepted(path, [AcceptedRisk("two")])
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["unlinkable.toml"]


@pytest.mark.parametrize(
    ("kind", "words", "other"),
    [
        (RiskKind.RANKING, ("the", "blue", "kiosk", "stood", "there"), ("the", "blue", "kiosk")),
        (RiskKind.GUESSABLE_MASK, ("blue", MASK_PLACE, "kiosk"), (MASK_PLACE, "blue", "kiosk")),
    ],
)
def test_a_risk_of_a_kind_is_written_down_and_holds_for_that_kind_alone(
    tmp_path: Path, kind: RiskKind, words: tuple[str, ...], other: tuple[str, ...]
) -> None:
    path = tmp_path / "unlinkable.toml"
    risk = AcceptedRisk(" ".join(words), "A formula", "Ada", "2026-01-02", kind=kind)
    write_accepted(path, [risk, AcceptedRisk("blue kiosk")])
    assert path.read_text("utf-8").count("kind = ") == 1  # what was there before is as it was
    settled = settle([file_layer(path)])
    assert settled.settings.accepted == (risk, AcceptedRisk("blue kiosk"))
    risks = AcceptedRisks(settled.settings.accepted)
    assert risks.covering(Occurrence(Identity(words, kind=kind), FILE, words)) == risk
    assert risks.covering(Occurrence(Identity(other, kind=kind), FILE, other)) is None
    assert risks.covering(Occurrence(Identity(words), FILE, words)) is None
    withdraw_accepted(path, risk)
    assert settle([file_layer(path)]).settings.accepted == (AcceptedRisk("blue kiosk"),)


def test_a_kind_that_there_is_not_is_told(tmp_path: Path) -> None:
    path = tmp_path / "unlinkable.toml"
    path.write_text("[[accepted]]\nkind = 'luck'\nphrase = 'blue kiosk'\n", "utf-8")
    settled = settle([file_layer(path)])
    assert settled.settings.accepted == ()
    assert "[[accepted]]" in settled.problems[0]


def test_a_mask_is_the_same_while_the_words_beside_it_are() -> None:
    def identity(text: str) -> Identity:
        draft = read_draft(text)
        return Identity.of(draft, GuessableMask(draft.masks[-1], "guess", 1.0, 3))

    first = identity("Then the case [REDACTED] in an application. It was late.")
    assert first.words == ("then", "the", "case", MASK_PLACE, "in", "an", "application")
    assert first == identity("[XXX] Then the case [...], in an Application")
    assert first != identity("Then a case [REDACTED] in an application.")


def test_a_risk_is_withdrawn_however_much_its_entry_says(tmp_path: Path) -> None:
    """Whoever writes the file by hand may say also what goes without saying."""
    path = tmp_path / "unlinkable.toml"
    written = '[[accepted]]\nkind = "words"\nphrase = "night market"\nterms = []\ncontext = ""\n'
    path.write_text(written + '[[accepted]]\nkind = "ranking"\nphrase = "night market"\n', "utf-8")
    withdraw_accepted(path, AcceptedRisk("night market"))
    assert path.read_text("utf-8") == '[[accepted]]\nkind = "ranking"\nphrase = "night market"\n'


def test_no_file_becomes_larger_than_settings_are_read(tmp_path: Path) -> None:
    path = tmp_path / "unlinkable.toml"
    path.write_text(f"k = 3\n# {'x' * (LARGEST - 50)}\n", "utf-8")
    before = path.read_bytes()
    with pytest.raises(UserError, match="larger than 1 MB, so nothing was accepted"):
        write_accepted(path, [AcceptedRisk("one")])
    assert path.read_bytes() == before
    assert file_layer(path).values == {"k": 3}
