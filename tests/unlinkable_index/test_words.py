"""What a word is: every character of Unicode against the properties that `regex` knows, the
readings of broken words against all of them written out, and hand-made cases."""

import sys
import unicodedata
from itertools import chain, pairwise, product

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from tests.properties import examples
from unlinkable_index.words import find_words, form, word_pattern, written_words
from unlinkable_index.words.readings import Other, other_runs

IGNORABLE = regex.compile(r"\p{Default_Ignorable_Code_Point}|[\uFFF9-\uFFFB]")
CONTROL = regex.compile(r"(?![\x1c-\x1e])[\x00-\x1f\x7f]", regex.ASCII)
WHITE_SPACE = regex.compile(r"\p{White_Space}")
NARROW = "\u2006\u2009\u200a\u202f"
FILLERS = "\u115f\u1160\u3164\uffa0\u2800"
UNKNOWN = regex.compile(r"\p{Co}|\p{Cs}|\p{Noncharacter_Code_Point}|[\x1c-\x1e\x80-\x84\x86-\x9f]")
WORD = regex.compile(r"[\p{L}\p{M}\p{N}]")
NOTE_MARK = regex.compile(r"[\u2460-\u249b\u24ea\u24f5-\u24ff\u2776-\u2793]")
SEEN_AS_A_LETTER = regex.compile(
    r"[℮⍺⍳⍴∨⋁∪⋃]|[\u249c-\u24e9\U0001f110-\U0001f1ac\U0001f1e6-\U0001f1ff]"
)
SEEN_AS_A_MARK = "ʹʺʻʼʽʾʿˈˊˋꞌꞋ"
# other names, or other letters
BEYOND_ONE_LETTER = regex.compile(
    r"[\U0001f12a-\U0001f12f\U0001f14a-\U0001f14f\U0001f16a-\U0001f16f]"
)


def expected_of(character: str) -> str:
    """What the character does between the letters of a word."""
    if character in FILLERS or character in NARROW or UNKNOWN.match(character):
        return "either"
    if IGNORABLE.match(character) or (
        CONTROL.match(character) and not WHITE_SPACE.match(character)
    ):
        return "nothing"
    decomposed = unicodedata.decomposition(character)
    is_raised = decomposed.startswith(("<super> 00", "<sub> 00"))
    if (is_raised and unicodedata.category(character) == "No") or NOTE_MARK.match(character):
        return "nothing"
    if character in SEEN_AS_A_MARK:
        return "cut"
    if SEEN_AS_A_LETTER.match(character):
        return "letter or cut"
    return "letter" if WORD.match(character) else "cut"


def done_by(forms: tuple[str, ...], others: list[tuple[str, ...]]) -> str:
    """What a character did that stood between "xab" and "cdx", by what was read."""
    if forms == ("xabcdx",):
        return "nothing"
    if forms == ("xab", "cdx"):
        return {(): "cut", (("xabcdx",),): "either"}.get(tuple(others), "?")
    return "letter" if len(forms) == 1 and not others else "?"


@pytest.mark.parametrize("plane", [0, 1, 2, 14, 15])
def test_every_character_does_in_a_word_what_its_properties_say(plane: int) -> None:
    codes = range(plane << 16, (plane + 1) << 16, 1 if plane in (0, 1, 14) else 251)
    characters = [
        character
        for character in map(chr, codes)
        if unicodedata.category(character) != "Cn" or IGNORABLE.match(character)
    ]
    wrong: list[str] = []
    for start in range(0, len(characters), 3000):
        some = characters[start : start + 3000]
        words = find_words(" . ".join(f"xab{character}cdx" for character in some))
        numbers = (words.starts // 10).tolist()
        for number, character in enumerate(some):
            here = range(numbers.index(number), len(numbers) - numbers[::-1].index(number))
            others = [other.words for other in words.others if other.first in here]
            did = done_by(words.forms[here.start : here.stop], others)
            meant = {expected_of(character)}
            if "letter or cut" in meant:
                meant = {"letter", "cut"}
            elif "letter" in meant and unicodedata.category(character)[0] == "M":
                meant.add("nothing")  # a mark that composes with no letter
            if did not in meant:
                wrong.append(f"{ord(character):04x} {did}, not {meant}")
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("rob\xadbery \u200band\u200b rob\u2060b\ufe0fery", ["robbery", "and", "robbery"]),
        ("r\u043ebbery RO\u0412\u0412ERY", ["robbery", "robbery"]),  # Cyrillic letters
        ("\u0440\u0430\u0437\u0431\u043e\u0439", ["разбой"]),  # a word that is Cyrillic
        ("c\u0443\u0434", ["суд"]),  # a Cyrillic word with one Latin letter
        ("r\u03bfbbery \u0433\u043ebb\u0435\u0443", ["robbery", "robbey"]),
        ("\u0280\u1d0f\u0299\u0299\u1d07\u0280\u028f", ["robbery"]),  # small capitals
        ("\u24e1\u24de\u24d1 \U0001f141\U0001f17e \U0001f1f7", ["rob", "ro", "r"]),
        (
            "robbery\u00b2 battery,\u00b3 10\u00b2 \u00b9 See",
            ["robbery", "battery", "102", "1", "see"],
        ),
        ("H\u2082O robbery\u2460", ["ho", "robbery"]),
        ("r\u0336o\u0336b\u0336 \u0336and", ["rob", "and"]),  # struck through
        ("e\u0301te\u0301 \u00e9t\u00e9", ["été", "été"]),
        ("applicant\u02bcs applicant\u2019s", ["applicant", "s", "applicant", "s"]),
        ("bat\u2011tery bat-tery", ["bat", "tery", "bat", "tery"]),
        ("\uff52\uff4f\uff42 \ufb01ne \U0001d400b", ["rob", "fine", "ab"]),
        ("\u0130stanbul STRASSE Stra\u00dfe", ["istanbul", "strasse", "strasse"]),
        ("\u05d1\u05d9\u05ea \u0995\u09be \u0639\u0644\u064a", ["בית", "কা", "علي"]),
        ("\u0301 \ufe0f \u200d", []),
    ],
)
def test_forms(text: str, forms: list[str]) -> None:
    assert list(find_words(text).forms) == forms
    assert [form(word) for word in written_words(text)[0]] == forms


@given(st.text())
def test_composed_and_decomposed_texts_have_the_same_words(text: str) -> None:
    composed, decomposed = (unicodedata.normalize(way, text) for way in ("NFC", "NFD"))
    assert find_words(composed).forms == find_words(decomposed).forms


@given(st.text(st.characters() | st.sampled_from("\xad-\n\u200b ab\u2800²")))
def test_words_stand_where_they_are_read_and_both_ways_to_read_agree(text: str) -> None:
    words = find_words(text)
    written, others = written_words(text)
    assert tuple(map(form, written)) == words.forms
    assert [other.read_as(map(form, other.words)) for other in others] == list(words.others)
    assert all(words.starts < words.ends)
    assert all(words.ends[:-1] <= words.starts[1:])
    for word, start, end in zip(words.forms, words.starts, words.ends, strict=True):
        alone = find_words(text[start:end])
        assert word in alone.forms or alone.others or (start and text[start - 1 : start].strip())


PIECES = ("anony", "mised", "a", "é", "12", "rob\xadbery")
JOINTS = (" ", ", ", "-\n", "\xad\n", "\u2011 \r\n\t", "\u2800")
BROKEN = st.lists(
    st.tuples(st.sampled_from(PIECES), st.sampled_from(JOINTS)), min_size=1, max_size=9
)


MOST_JOINTS = 3
"""That follow one another: so many are read in every mixture, more all in one way."""


def all_readings(pieces: list[tuple[str, str]]) -> list[tuple[str, ...]]:
    """Every reading of a text that the guide promises, its first one first."""
    usual: list[str] = []
    of_joints: list[list[tuple[str, ...]]] = []
    in_a_row = 0
    for (piece, joint), (following, _) in pairwise(pieces):
        is_read_both_ways = joint.strip(" ,") != "" and "12" not in (piece, following)
        usual.append("" if is_read_both_ways and "\n" in joint else " ")
        in_a_row = in_a_row + 1 if is_read_both_ways else 0
        if in_a_row > 1:
            of_joints[-1] = ways_to_read(usual[-in_a_row:])
        else:
            of_joints.append(ways_to_read(usual[-1:]) if in_a_row else [(" ",)])
    found = []
    for chosen in product(*of_joints):
        joints = [*chain.from_iterable(chosen), ""]
        text = "".join(piece + joint for (piece, _), joint in zip(pieces, joints, strict=True))
        found.append(tuple(text.replace("\xad", "").split()))
    return found


def ways_to_read(usual: list[str]) -> list[tuple[str, ...]]:
    """The ways to read joints that follow one another, the usual one first."""
    if len(usual) > MOST_JOINTS:
        others = [(" ",) * len(usual), ("",) * len(usual)]
    else:
        others = list(product(("", " "), repeat=len(usual)))
    return [tuple(usual), *(way for way in others if way != tuple(usual))]


def phrases_of(words: tuple[str, ...], max_words: int) -> set[tuple[str, ...]]:
    lengths = range(1, max_words + 1)
    return {words[at : at + n] for n in lengths for at in range(len(words) - n + 1)}


@example([(word, "\u2800") for word in ("anony", "mised", "a", "é", "anony")])  # four joints
@given(BROKEN.filter(lambda pieces: sum(joint.strip(" ,") != "" for _, joint in pieces) < 6))
@examples(300)
def test_first_reading_and_runs_hold_the_phrases_of_all_readings(
    pieces: list[tuple[str, str]],
) -> None:
    readings = all_readings(pieces)
    words = find_words("".join(piece + joint for piece, joint in pieces))
    assert words.forms == readings[0]
    for max_words in (1, 2, 3, 7):
        runs = other_runs(words.forms, words.others, [0] * len(words.forms), max_words)
        found = phrases_of(words.forms, max_words).union(
            *(phrases_of(tuple(run.words), max_words) for run in runs)
        )
        expected = set().union(*(phrases_of(one, max_words) for one in readings))
        assert found == expected


def test_a_text_with_a_blank_or_hyphen_everywhere_is_read_all_in_one_way_and_in_time() -> None:
    words = find_words("-\n".join(["word"] * 300))
    assert [len(other.words) for other in words.others] == [300]
    many = find_words(" ".join(["anony-\nmised"] * 2000))
    runs = list(other_runs(many.forms, many.others, [0] * 2000, 7))
    assert sum(len(run.words) for run in runs) < 20 * len(many.others)
    in_two = Other.of_one(3, ("anony", "mised"))
    assert many.others[3] == in_two
    both = ("mised", "anony", "mised", "anony")
    assert any(both == tuple(run.words[at : at + 4]) for run in runs for at in range(9))
    assert any(run.words == ["anony", "mised"] * 2000 for run in runs)


def test_the_pattern_for_latin_script_misses_no_word() -> None:
    every = map(chr, range(0x250, sys.maxunicode + 1))
    of_words = [one for one in every if unicodedata.category(one)[0] in "LMN"]
    assert len(of_words) > 100_000
    assert [one for one in of_words if word_pattern(f"é{one}") is word_pattern("é")] == []
