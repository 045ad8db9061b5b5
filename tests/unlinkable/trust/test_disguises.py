"""The disguised word: written in any of these ways, in a draft or in an original, a passage has the
findings that it has in plain letters, on the same words."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tests.unlinkable.trust.disguised import MARKDOWN, PLAIN, Way
from tests.unlinkable_index.writing import write_jsonl
from unlinkable.draft import Draft, Markup, read_draft
from unlinkable.draft.disguises import disguises
from unlinkable.findings.phrases import minimal_rare
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.index import Index

PASSAGE = (
    "the police found stolen saffron behind the bakery while a choir rehearsed upstairs "
    "before the fisherman wept in the chapel and a lawyer juggled oranges with the bailiff "
    "until the notary sang to five peacocks beside an empty aquarium"
)
WORDS = PASSAGE.split()
NOTES = "\n\n[^1]: See above.\n\n[^note]: See below.\n"


class Written(NamedTuple):
    """A passage with some words disguised, and where each word stands."""

    text: str
    starts: list[int]


def written(words: list[str], way: Way | None) -> Written:
    """The words, those of more than three letters disguised."""
    parts, starts, length = [], [], 0
    for word in words:
        shown = way.disguise(word) if way and len(word) > 3 else word
        starts.append(length)
        parts.append(shown)
        length += len(shown) + 1
    return Written(" ".join(parts), starts)


def marked(word: str, number: int) -> str:
    """The word as it stands in the passage with this number, and in no other."""
    digits = (number >> shift & 3 for shift in (8, 6, 4, 2, 0))
    return word[:3] + "".join("aceo"[digit] for digit in digits) + word[3:]


def record_pair(number: int, words: list[str], way: Way | None) -> list[dict[str, str]]:
    """An original with the passage, and one with its words in another order."""
    return [
        {"id": f"original-{number}", "text": written(words, way).text},
        {"id": f"other-{number}", "text": " . ".join([*words[::2], *words[1::2]])},
    ]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    """An index of the passage in plain letters, and of one with words of its own for every way."""
    folder = tmp_path_factory.mktemp("disguised")
    records = record_pair(-1, WORDS, None)
    for number, way in enumerate(PLAIN):
        records += record_pair(number, [marked(word, number) for word in WORDS], way)
    build_index([write_jsonl(folder / "c.jsonl", records)], folder / "i", Options(processes=1))
    with Index.open(folder / "i") as index:
        yield index


def found(draft: Draft, index: Index, starts: list[int]) -> set[tuple[int, int, tuple[str, ...]]]:
    """The findings: the numbers of the first and the last word they touch, and the originals."""
    findings = set()
    for finding in minimal_rare(draft, index, 2):
        touched = [
            number
            for number, start in enumerate(starts)
            if start < finding.end and [*starts, len(draft.text)][number + 1] > finding.start
        ]
        ids = tuple(index.document(number).id for number in finding.documents)
        findings.add((touched[0], touched[-1], ids))
    return findings


def plain_findings(index: Index, words: list[str]) -> set[tuple[int, int, tuple[str, ...]]]:
    text, starts = written(words, None)
    findings = found(read_draft(text), index, starts)
    assert len(findings) >= 6
    return findings


def names(ways: list[Way]) -> list[str]:
    return [way.name for way in ways]


def test_the_table_is_twice_as_long_as_what_once_went_unseen() -> None:
    assert len({*names(PLAIN), *names(MARKDOWN)}) == len(PLAIN) + len(MARKDOWN) >= 2 * 127
    for way in [*PLAIN, *MARKDOWN]:
        if way.name not in ("decomposed", "capitals", "title"):
            assert any(way.disguise(word) != word for word in WORDS), way.name


@pytest.mark.parametrize("markup", Markup)
@pytest.mark.parametrize("way", PLAIN, ids=names(PLAIN))
def test_a_disguised_draft_has_the_findings_of_the_plain_one(
    index: Index, way: Way, markup: Markup
) -> None:
    text, starts = written(WORDS, way)
    draft = read_draft(text, markup)
    assert found(draft, index, starts) == plain_findings(index, WORDS)


@pytest.mark.parametrize("way", MARKDOWN, ids=names(MARKDOWN))
def test_a_draft_disguised_by_markdown_has_the_findings_of_the_plain_one(
    index: Index, way: Way
) -> None:
    text, starts = written(WORDS, way)
    draft = read_draft(text + NOTES, Markup.MARKDOWN)
    assert found(draft, index, starts) == plain_findings(index, WORDS)


IN_ORIGINALS = [way for way in PLAIN if not way.wholly]


@pytest.mark.parametrize("way", IN_ORIGINALS, ids=names(IN_ORIGINALS))
def test_what_a_disguised_original_says_is_found_in_a_plain_draft(index: Index, way: Way) -> None:
    number = PLAIN.index(way)
    words = [marked(word, number) for word in WORDS]
    findings = plain_findings(index, words)
    assert {ids for _, _, ids in findings} == {(f"original-{number}",)}
    text, starts = written(words, way)
    disguised = found(read_draft(text), index, starts)
    assert disguised == findings if way.whole else disguised


@pytest.mark.parametrize("way", [*PLAIN, *MARKDOWN], ids=names([*PLAIN, *MARKDOWN]))
def test_disguises_are_told_with_what_they_are_read_as(way: Way) -> None:
    text, starts = written(WORDS, way)
    markup = Markup.MARKDOWN if way in MARKDOWN else Markup.PLAIN
    draft = read_draft(text + NOTES, markup)
    told = disguises(draft)
    changed = [number for number, word in enumerate(WORDS)
               if len(word) > 3 and way.disguise(word) != word]  # fmt: skip
    if way.kind is None:
        assert told == ()
    else:
        assert {one.kind for one in told} == {way.kind}
        assert [one.read_as for one in told] == [WORDS[number] for number in changed]
        assert [starts[n] <= one.span.start for n, one in zip(changed, told, strict=True)]


def test_ordinary_texts_have_no_disguises() -> None:
    for text in (
        "Straße, naïve, Łódź, İstanbul, cœur: “l’été” – 5 €, § 3, 10², m², α-helix, CO₂",
        "Иванов подал жалобу. Суд отклонил её.",
        "Ο Νικόλαος κατέθεσε προσφυγή.",
        "می\u200cخواهم \u200fשלום\u200f क्\u200dष नमस्ते ไทย 한국어 日本語 ＡＢＣ",
        "👩\u200d⚖️ ❤️ ™ № 5 ℃",
        "anony\xadmised, anony-\nmised, M.\u202fDupont, 10\u202f000",
        "A & B, x < y <REDACTED> AT&T R&D <the applicant>",
    ):
        for markup in Markup:
            assert disguises(read_draft(text, markup)) == ()


@pytest.mark.parametrize("code", range(128))
def test_every_character_of_ascii_that_shows_nothing_is_told_inside_a_word(code: int) -> None:
    told = disguises(read_draft(f"He met a rob{chr(code)}ber."))
    shown = chr(code).isprintable() or chr(code) in "\t\n\r\v\f"
    assert [one.read_as for one in told] == ([] if shown else ["robber"])
