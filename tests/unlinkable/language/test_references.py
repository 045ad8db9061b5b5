"""References to the law, in several languages."""

from itertools import pairwise

import pytest

from unlinkable.language import LANGUAGES, OTHER, find_references
from unlinkable_index.words import find_words

BY_CODE = {language.code: language for language in LANGUAGES} | {"und": OTHER}

REFERENCES = [
    # language, text, and the references in it: "kind numbers: as written"
    (
        "en",
        "under Articles 6 § 1, 8 and 13 of it",
        ["article 6§1,8and13: Articles 6 § 1, 8 and 13"],
    ),
    (
        "en",
        "section 12(3)(a) and Rule 39",
        ["section 12(3)(a): section 12(3)(a)", "rule 39: Rule 39"],
    ),
    ("en", "application no. 417/05 was", ["number 417/05: no. 417/05"]),
    ("en", "Law no. 12 of 1996", ["number 12: no. 12"]),
    ("en", "under § 823 Abs. 1 BGB", ["§ 823: § 823", "paragraph 1: Abs. 1"]),
    (
        "de",
        "nach Art. 6 und 8, Rdnr. 12",
        ["article 6und8: Art. 6 und 8", "margin_number 12: Rdnr. 12"],
    ),
    ("de", "§§ 3, 5 Abs. 2 S. 1", ["§ 3,5: §§ 3, 5", "paragraph 2: Abs. 2"]),
    (
        "de",
        "der zweite Halbsatz und der 3. Senat",
        ["sentence 2: zweite Halbsatz", "senate 3: 3. Senat"],
    ),
    (
        "fr",
        "l’article 6, alinéa 2, et l’art. 8",
        ["article 6: article 6", "line 2: alinéa 2", "article 8: art. 8"],
    ),
    ("fr", "n° 12 et n° 13", ["number 12: n° 12", "number 13: n° 13"]),
    ("no", "etter artikkel 8 og regel 3", ["article 8: artikkel 8", "rule 3: regel 3"]),
    (
        "no",
        "§ 3 annet ledd bokstav a, nr. 4",
        ["§ 3: § 3", "paragraph 2: annet ledd", "number 4: nr. 4"],
    ),
    ("no", "§ 17-1 3. ledd", ["§ 17-1: § 17-1", "paragraph 3: 3. ledd"]),
    (
        "pl",
        "art. 385 i 386 oraz ust. 2 pkt 3",
        ["article 385i386: art. 385 i 386", "paragraph 2: ust. 2", "point 3: pkt 3"],
    ),
    ("es", "los artículos 24 y 25", ["article 24y25: artículos 24 y 25"]),
    ("it", "l’articolo 3, comma 2", ["article 3: articolo 3", "paragraph 2: comma 2"]),
    ("nl", "artikel 6, lid 2", ["article 6: artikel 6", "paragraph 2: lid 2"]),
    ("nl", "artikel 6 tweede lid", ["article 6: artikel 6", "paragraph 2: tweede lid"]),
    ("und", "artikkel 8", ["article 8: artikkel 8"]),
]


@pytest.mark.parametrize(("code", "text", "expected"), REFERENCES)
def test_references_are_found_with_their_numbers(code, text, expected):
    found = find_references(text, find_words(text), BY_CODE[code])
    shown = [f"{one.kind} {one.numbers}: {text[one.start : one.end]}" for one in found]
    assert shown == expected


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "all 3 of them paid 40 euros; the rule of 1950 stood, and section by section"),
        ("fr", "jugé par 3 juges au 4 de la rue"),
        ("es", "al 3 por ciento"),
        ("no", "det var 3 år etter krigen; et annet leddbånd"),
        ("en", "an article"),
        ("en", ""),
    ],
)
def test_other_numbers_are_no_references(code, text):
    assert find_references(text, find_words(text), BY_CODE[code]) == []


@pytest.mark.parametrize("text", ["§ 1, " * 20_000, "art. " + "1, " * 20_000, "no. 1 " * 20_000])
def test_long_lists_take_no_longer_than_they_are(text):
    found = find_references(text, find_words(text), BY_CODE["en"])
    assert sum(one.end - one.start for one in found) >= len(text) - 20_000 - 2
    assert all(one.end <= other.start for one, other in pairwise(found))
