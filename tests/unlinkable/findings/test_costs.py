"""What a person who must rewrite is asked to change first."""

import pytest

from tests.unlinkable.findings.small_collections import SmallIndex, draft_of
from unlinkable.draft import read_draft
from unlinkable.findings.combinations.findings import combination_findings
from unlinkable.findings.costs import DECISION, LEGAL_REFERENCE, NEGATION_OR_MODAL, word_costs
from unlinkable.findings.question import Question

LETTERS = SmallIndex([["a"], ["b"]])


def costs_in(text: str) -> dict[str, float]:
    draft = read_draft(text)
    return dict(zip(draft.forms, word_costs(draft, LETTERS).tolist(), strict=True))


@pytest.mark.parametrize(
    "text",
    [
        "under Article 6 of",
        "under Article 6 § 1 of",
        "under Articles 3, 8 and 13 of",
        "under Art. 5 of",
        "the rule in Rule 39",
        "in § 823 Abs. 1",
        "section 12(3)(a) of",
        "application no. 417/05 was",
    ],
)
def test_legal_references_are_dearest(text):
    costs = costs_in(text)
    numbers = [cost for word, cost in costs.items() if word[0].isdigit()]
    assert numbers
    assert min(numbers) > LEGAL_REFERENCE
    others = [cost for word, cost in costs.items() if word in ("under", "of", "was", "the", "in")]
    assert max(others) < 2


def test_a_name_a_number_or_a_negation_is_dearer_than_another_word():
    costs = costs_in("Yesterday the applicant met Miller 3 times and did not pay.")
    assert costs["miller"] > costs["applicant"]
    assert costs["3"] > costs["applicant"]
    assert costs["not"] > costs["applicant"]
    assert costs["yesterday"] == costs["applicant"]


def test_a_word_of_many_documents_is_cheaper_than_a_rare_one():
    index = SmallIndex([["common"]] * 9 + [["common", "rare"]])
    common, rare = word_costs(draft_of([["common", "rare"]]), index).tolist()
    assert 1 <= common < rare < 1.2


def flagged(collection: list[str], text: str) -> set[str]:
    index = SmallIndex([document.split() for document in collection])
    draft = read_draft(text)
    found = combination_findings(draft, index, Question(2, 2, 1), ())
    return {text[finding.start : finding.end] for finding in found.findings}


@pytest.mark.parametrize(
    ("collection", "text", "expected"),
    [
        (["article 6 bail", "article 6", "bail"], "Under Article 6 no bail.", {"bail"}),
        (["smith bail", "smith", "bail"], "Yesterday Smith gave bail.", {"bail"}),
        (["300 bail", "300", "bail"], "He paid 300 as bail.", {"bail"}),
        (["bail court", "bail", "court"], "Of bail no court knew: bail is bail.", {"court"}),
    ],
)
def test_the_word_that_is_easiest_to_replace_is_flagged(collection, text, expected):
    assert flagged(collection, text) == expected


def test_a_legal_reference_is_flagged_where_nothing_else_helps():
    collection = ["6 8", "6", "8"]
    assert flagged(collection, "Articles 6 and 8") <= {"6", "8"} != set()


def test_one_word_in_many_combinations_is_flagged_rather_than_the_many():
    collection = ["hub a", "hub b", "hub c", "hub", "a", "b", "c", "a b c", "a b c"]
    assert flagged(collection, "hub a b c") == {"hub"}


FRENCH = "Le bailleur a dit que le toit du moulin est dans un état {} et que la cour a jugé."
NORWEGIAN = "Utleieren sa at det var en feil som {} ble rettet, og han fikk med seg det fra møllen."
POLISH = "Sąd ustalił, że w umowie oraz na podstawie art. {} jest dla stron, a po tym był list."
GERMAN = "Die Vermieterin sagt, dass das Dach der Mühle und die Mauer mit dem Tor {} als eine."
CARRYING = {
    FRENCH: "ne n pas jamais rien aucun aucune personne ni sans nul nulle non guère",
    NORWEGIAN: "ikke ikkje ingen inga intet ingenting aldri uten utan verken hverken korkje neppe",
    POLISH: "nie nigdy nikt nikogo nic niczego żaden żadna żadne żadnego żadnej żadnych ani bez "
    "brak braku",
    GERMAN: "muss muß müssen musste mußte mussten müsste müssten darf dürfen durfte durften dürfte "
    "dürften kann können konnte konnten könnte könnten soll sollen sollte sollten will wollen "
    "wollte wollten mag mögen möchte möchten müsse dürfe könne solle wolle möge mochte",
}


@pytest.mark.parametrize(
    ("frame", "word"),
    [(frame, word) for frame, words in CARRYING.items() for word in words.split()],
)
def test_negations_and_modals_are_dearer_in_other_languages_too(frame, word):
    costs = costs_in(frame.format(word))
    usual = costs_in(frame.format("qwx"))["qwx"]
    assert costs[word.replace("ß", "ss")] == pytest.approx(usual + NEGATION_OR_MODAL)


@pytest.mark.parametrize(
    ("text", "reference"),
    [
        ("Etter artikkel 8 og regel 3 i denne loven er det ikke for sent.", "artikkel 8 regel 3"),
        ("Dette følger av § 4 annet ledd i den, og det er ikke for sent.", "4 annet ledd"),
        ("Nach Rdnr. 7 und Ziffer 9 ist das nicht die Regel des Gesetzes.", "rdnr 7 ziffer 9"),
        ("La loi, en son alinéa 5, est pour le preneur et ne dit rien de plus.", "alinéa 5"),
    ],
)
def test_references_are_dearest_in_other_languages_too(text, reference):
    costs = costs_in(text)
    dear = {word for word, cost in costs.items() if cost > LEGAL_REFERENCE}
    assert dear == set(reference.split())


def test_all_words_of_a_negation_are_dear():
    text = "The court ruled in the absence of evidence that was on file."
    costs = word_costs(read_draft(text), LETTERS).tolist()
    usual = costs[2]
    assert costs[3:7] == pytest.approx([usual + NEGATION_OR_MODAL] * 4)
    assert costs[7:] == pytest.approx([usual] * 5)


ENGLISH = "The court {} what was asked of it by them, and it was said to him that he had no more."
DECIDING = {
    ENGLISH: "dismissed rejected allowed quashed upheld convicted acquitted refused granted "
    "violation inadmissible unfounded",
    GERMAN: "abgewiesen verworfen stattgegeben aufgehoben bestätigt verurteilt freigesprochen "
    "unzulässig unbegründet",
    NORWEGIAN: "forkastet avvist opphevet stadfestet domfelt frifunnet",
    POLISH: "oddalił odrzucił uchylił uwzględnił skazany uniewinniony niedopuszczalny bezzasadny",
}


@pytest.mark.parametrize(
    ("frame", "word"),
    [(frame, word) for frame, words in DECIDING.items() for word in words.split()],
)
def test_what_a_court_decides_costs_more_than_several_other_words(frame, word):
    usual = costs_in(frame.format("qwx"))["qwx"]
    assert costs_in(frame.format(word))[word] == pytest.approx(usual + DECISION)
    assert DECISION > 3


def test_the_small_words_of_a_decision_are_not_dear():
    costs = costs_in("The court found for them in what was said of it by him that he had had.")
    assert costs["found"] > DECISION
    assert costs["for"] < 2
