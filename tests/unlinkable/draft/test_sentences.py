"""Sentences are cut only where that is beyond doubt, in several languages."""

import pytest
from tests.unlinkable.draft.segments import segments

from unlinkable.draft import read_draft
from unlinkable.draft.sentences import paragraph_cuts

UNCUT = [
    # English
    "Mr. Smith and Dr. Jones of St. Mary’s, Inc. Counsel",
    "application no. 12345/06 and nos. 1/99 and 2/99, art. 6 para. 1 (art. 6-1)",
    "Smith v. The United Kingdom, cf. Jones, i.e. Brown, e.g. White",
    "He moved to the U.S. Supreme Court with J. R. R. Tolkien and A. Gask",
    "at 3.30 p.m. on 12.03.2014, for EUR 1.250.000 under sections 3.4.2",
    "the 7. Senate met on 3. March",
    "he said ... The court and … The others",
    'he asked "Why?" and left',
    "see www.example.org. and so on",
    "1. The applicant\nIV. THE LAW\nA. The facts\n12. Other",
    "Article 6. Right to a fair trial",
    "He signed as “J.” Ostrander, for the “Dept.” Ostrander of (ref.) Ostrander",
    # What may be an abbreviation or an ordinal, before a word that begins no sentence for sure
    "There were 987. Ostrander stayed",
    "he wrote to abcd.ef. Ostrander and xyz. Ostrander and bcdf. Ostrander",
    "He was dismissed. 12 others left",
    # German
    "Das OLG Köln, 3. Senat, Urt. v. 5. Mai 2010, Az. 12 U 3/10, Abs. 1 Nr. 4 BGB",
    "z. B. Die Welt, d. h. Der Staat, u. a. Herr Dr. Müller und Hr. Maier bzw. Frau Prof. Klein",
    "gem. Art. 3 i. V. m. Art. 20 GG, Rn. 12, S. 45 ff. BVerfGE",
    # French
    "M. Dupont et Mme. Durand, art. 3 al. 2, p. ex. Paris, cf. Lyon",
    # Polish
    "sygn. akt IV CZ 130/13, art. 385 k.p.c. Sąd Najwyższy, ust. 2 pkt. 3 lit. a, poz. 1571",
    "z dnia 7 marca 2014 r. Sąd Rejonowy w L. oddalił, ul. Długa 3, im. Jana, prof. Nowak, m.in. W",
    "Dz. U. Nr 24 ze zm. oraz 2012r. Sąd, sp. z o.o. Spółka",
    # Norwegian, Danish
    "Den 7. mars møtte Hr. Olsen nr. 4, jf. Grunnloven § 3. ledd, f.eks. Oslo, kl. 12.30, pkt. 2",
    "bl. a. Københavns Byret, stk. 2, nr. 3, jfr. Retsplejeloven",
]

CUT = [
    ("The applicant left. The court stayed.", 2),
    ("He came. (The others did not.) She left.", 3),
    ('He said “I left.” Then he came. "No!" She stayed.', 4),
    ("Was it so? It was! Nobody knew.", 3),
    ("He lived in L. According to the court he left.", 2),
    ("He left in 1999. The court stayed.", 2),
    ("He left in 1999. Ostrander stayed.", 2),
    ("There were 12. The court stayed.", 2),
    ("he wrote to abcde.ef. Ostrander stayed.", 2),
    ("he was told. Ostrander stayed.", 2),
    ("under Article 6. A dissenting opinion was appended.", 2),
    ("the case was dismissed. 12. The applicant appealed.", 2),
    ("met at 8 a.m. They left.", 2),
    ("Er ging. Das Gericht blieb. Nach § 5 BGB. Daher gilt das.", 4),
    ("art. 385 k.p.c. W ocenie Sądu tak jest. Powód 2012 r. Na tej podstawie.", 4),
    ("Han gikk. Retten ble. Det var i 1999. Etter dette kom hun.", 4),
    ("Il partit. Le tribunal resta.", 2),
    ("他来了。法院留下了！真的？是。", 4),
    ("वह गया। अदालत रुकी। अच्छा", 3),
    ("ذهب الرجل؟ بقيت المحكمة. نعم", 3),
]


@pytest.mark.parametrize("text", UNCUT)
def test_nothing_is_cut_where_there_is_doubt(text: str) -> None:
    assert len(segments(text)) == 1


@pytest.mark.parametrize(("text", "sentences"), CUT)
def test_a_sentence_is_cut_where_there_is_none(text: str, sentences: int) -> None:
    assert len(read_draft(text).sentences) == sentences
    assert len(segments(text)) == sentences


@pytest.mark.parametrize(
    "text",
    [
        "the court held\n\nthat he left",
        "He met Mr.\n\nSmith",
        "He met Mr\n\nSmith",
        "Protection of\n\nHuman Rights",
        "one, two,\n\nThree",
        "on 7 March\n\n2014 he left",
        "see (\n\nAbove)",
        "the under-\n\nStanding",
    ],
)
def test_a_paragraph_that_goes_on_is_not_cut(text: str) -> None:
    assert len(segments(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "THE FACTS\n\nThe applicant",
        "he left -\n\nThe court",
        "he left:\n\nThe court",
        "He left.\n \t\nShe came",
        "left\r\n\r\n12. He",
        "a;\n\nB",
    ],
)
def test_a_paragraph_that_begins_anew_is_cut(text: str) -> None:
    assert len(segments(text)) == 2


@pytest.mark.parametrize(
    ("before", "behind", "cuts"),
    [
        ("He wrote to Prof.", "Ostrander answered", False),
        ("He wrote it.", "Ostrander answered", True),
        ("判決。", "5 原告", True),
        ("He paid 5", "7 crowns", False),
        ("The win-", "Dow shut", False),
    ],
)
def test_a_blank_line_parts_sentences_where_that_is_beyond_doubt(
    before: str, behind: str, cuts: bool
) -> None:
    text = f"{before}\n\n{behind}"
    assert paragraph_cuts(text, len(before), len(before) + 2) is cuts
