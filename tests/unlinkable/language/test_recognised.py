"""What the tables must recognise, in sentences made for this in each language."""

import pytest

from unlinkable.language import LANGUAGES, Language, Phrases
from unlinkable_index.words import find_words

BY_CODE = {language.code: language for language in LANGUAGES}


def recognised(phrases: Phrases, text: str) -> set[str]:
    """The phrases found in ``text``, as "words: value"."""
    forms = find_words(text).forms
    return {" ".join(forms[word] for word in found.words) for found in phrases.find(forms)}


CARRYING = [
    # language, sentence, negations, modals
    ("en", "She didn’t pay and cannot pay in the absence of funds.",
     {"didn t", "cannot", "in the absence of"}, {"cannot"}),
    ("en", "No appeal lies, nor may the tenant have to leave.", {"no", "nor"}, {"may", "have to"}),
    ("en", "He failed to appear and had to be fetched; he ought to have come.",
     {"failed to"}, {"had to", "ought"}),
    ("de", "Der Kläger darf ohne Erlaubnis nicht bauen; keinerlei Ausnahme dürfte möglich sein.",
     {"ohne", "nicht", "keinerlei"}, {"darf", "dürfte"}),
    ("de", "Das habe niemand gewollt, und er müsse weder zahlen noch räumen können.",
     {"niemand", "weder"}, {"gewollt", "müsse", "können"}),
    ("fr", "Le preneur ne peut rien exiger, faute de bail, et n’a jamais dû payer.",
     {"ne", "rien", "faute de", "n", "jamais"}, {"peut", "dû"}),
    ("fr", "Aucune des parties n’est tenue, sans que le juge puisse en décider autrement.",
     {"aucune", "n", "sans"}, {"puisse"}),
    ("no", "Kjøperen kan ikke heve uten varsel, og ingen bør betale.",
     {"ikke", "uten", "ingen"}, {"kan", "bør"}),
    ("no", "Kjøparen kunne ikkje heve utan varsel, og skulle aldri ha betalt.",
     {"ikkje", "utan", "aldri"}, {"kunne", "skulle"}),
    ("pl", "Pozwany nie może żądać niczego bez umowy, choć powinien był zapłacić.",
     {"nie", "niczego", "bez"}, {"może", "powinien"}),
    ("es", "El arrendatario no puede subarrendar sin permiso y nunca debió hacerlo.",
     {"no", "sin", "nunca"}, {"puede", "debió"}),
    ("it", "Il conduttore non può sublocare senza consenso e nessuno doveva pagare.",
     {"non", "senza", "nessuno"}, {"può", "doveva"}),
    ("nl", "De huurder mag niet onderverhuren zonder toestemming en had geen brief hoeven sturen.",
     {"niet", "zonder", "geen"}, {"mag", "hoeven"}),
]  # fmt: skip


@pytest.mark.parametrize(("code", "text", "negations", "modals"), CARRYING)
def test_negations_and_modals(code, text, negations, modals):
    language = BY_CODE[code]
    assert recognised(language.negation.words, text) == negations
    assert recognised(language.law.modals, text) == modals


TURNED = [
    ("en", "granting", "The court granted leave.", "The court refused leave."),
    ("en", "granting", "The appeal was allowed.", "The appeal was dismissed."),
    ("en", "bound", "the minimum sentence", "the maximum sentence"),
    ("en", "bound", "at least three years", "no more than three years"),
    ("en", "order", "before the hearing", "after the hearing"),
    ("en", "allegation", "He was suspected of leading it.", "He was found to be leading it."),
    ("en", "involvement", "a suspect", "a member"),
    ("en", "conviction", "was convicted", "was acquitted"),
    ("en", "judgment_below", "upheld the judgment", "set aside the judgment"),
    ("en", "change", "an increase of rent", "a reduction of rent"),
    ("en", "parties", "the plaintiff’s costs", "the defendant’s costs"),
    ("en", "guilt", "guilty", "innocent"),
    ("en", "admissibility", "the complaint is admissible", "the complaint is inadmissible"),
    ("en", "violation", "there has been a violation", "there has been no violation"),
    ("en", "presence", "with reasons", "without reasons"),
    ("en", "reasoning", "giving detailed reasons", "without further reasoning"),
    ("en", "duration", "a temporary permit", "a permanent permit"),
    ("en", "parents", "her mother", "her father"),
    ("en", "lawfulness", "the lawfulness of it", "the unlawfulness of it"),
    ("en", "intent", "deliberately", "negligently"),
    ("en", "time_limit", "lodged out of time", "lodged within the time-limit"),
    ("de", "granting", "Das Gericht gibt der Klage statt.", "Das Gericht weist die Klage ab."),
    ("de", "granting", "Dem Antrag wird stattgegeben.", "Der Antrag wird zurückgewiesen."),
    ("de", "lawfulness", "rechtmäßiger Bescheid", "rechtswidriger Bescheid"),
    ("de", "intent", "vorsätzlich", "fahrlässig"),
    ("de", "capacity", "schuldfähig", "schuldunfähig"),
    ("de", "merit", "Die Revision ist begründet.", "Die Revision ist unbegründet."),
    ("de", "bound", "mindestens ein Jahr", "höchstens ein Jahr"),
    ("fr", "admissibility", "L’appel est recevable.", "L’appel est irrecevable."),
    ("fr", "judgment_below", "La cour confirme le jugement.", "La cour infirme le jugement."),
    ("fr", "sentence", "six mois avec sursis", "six mois sans sursis"),
    ("no", "conviction", "Tiltalte ble domfelt.", "Tiltalte ble frifunnet."),
    ("no", "granting", "Kravet ble tatt til følge.", "Anken ble forkastet."),
    ("no", "intent", "forsettlig", "grovt uaktsomt"),
    ("pl", "granting", "Sąd uwzględnił powództwo.", "Sąd oddalił powództwo."),
    ("pl", "conviction", "został skazany", "został uniewinniony"),
    ("pl", "judgment_below", "utrzymał w mocy wyrok", "uchylił wyrok"),
    ("es", "granting", "estimamos el recurso", "desestimamos el recurso"),
    ("es", "conviction", "fue condenado", "fue absuelto"),
    ("it", "granting", "accoglie il ricorso", "rigetta il ricorso"),
    ("it", "merit", "la domanda è fondata", "la domanda è infondata"),
    ("nl", "granting", "De rechtbank wijst de vordering toe.",
     "De rechtbank wijst de vordering af."),
    ("nl", "admissibility", "is ontvankelijk", "is niet-ontvankelijk"),
]  # fmt: skip


def sides(language: Language, axis: str, text: str) -> set[str]:
    found = language.law.poles.find(find_words(text).forms)
    return {one.value.side for one in found if one.value.axis == axis}


@pytest.mark.parametrize(("code", "axis", "one", "other"), TURNED)
def test_words_that_turn_a_decision_or_a_fact_into_another(code, axis, one, other):
    language = BY_CODE[code]
    before, after = sides(language, axis, one), sides(language, axis, other)
    assert len(before) == len(after) == 1
    assert before != after


SAME = [
    ("en", "granting", "dismissed the appeal", "rejected the appeal"),
    ("en", "presence", "in the absence of reasons", "without reasons"),
    ("en", "bound", "at most a year", "not exceeding a year"),
    ("de", "granting", "lehnt den Antrag ab", "weist den Antrag zurück"),
    ("fr", "granting", "rejette le pourvoi", "a débouté le demandeur"),
    ("no", "lawfulness", "ulovlig", "rettsstridig"),
    ("pl", "intent", "nieumyślnie", "przez niedbalstwo"),
]


@pytest.mark.parametrize(("code", "axis", "one", "other"), SAME)
def test_words_that_may_stand_for_each_other(code, axis, one, other):
    language = BY_CODE[code]
    assert sides(language, axis, one) == sides(language, axis, other) != set()


TERMS = [
    ("en", {"common assault", "theft", "robbery"}, "common assault, thefts and a robbery"),
    ("de", {"diebstahl", "raub"}, "wegen Diebstahls und Raubes"),
    ("fr", {"vol", "escroquerie"}, "pour vols et escroquerie"),
    ("no", {"tyveri", "ran"}, "for tyveriet og ranet"),
    ("pl", {"kradzież", "rozbój"}, "o kradzież i rozbój"),
    ("es", {"hurto", "robo"}, "por hurto y robos"),
    ("it", {"furto", "rapina"}, "per furto e rapina"),
    ("nl", {"diefstal", "beroving"}, "wegens diefstallen en berovingen"),
]


@pytest.mark.parametrize(("code", "terms", "text"), TERMS)
def test_names_of_offences_are_terms_of_the_law(code, terms, text):
    found = BY_CODE[code].law.terms.find(find_words(text).forms)
    assert {one.value for one in found} == terms


QUANTITIES = [
    ("en", "at_least", "no fewer than ten"),
    ("en", "not_all", "not all of them"),
    ("de", "at_most", "höchstens zehn"),
    ("fr", "at_least", "au moins dix"),
    ("no", "only", "bare ti"),
    ("pl", "at_least", "co najmniej dziesięć"),
    ("es", "at_most", "como máximo diez"),
    ("it", "at_least", "almeno dieci"),
    ("nl", "at_most", "ten hoogste tien"),
]


@pytest.mark.parametrize(("code", "kind", "text"), QUANTITIES)
def test_quantifiers(code, kind, text):
    forms = find_words(text).forms
    assert [found.value for found in BY_CODE[code].quantities.quantifiers.find(forms)] == [kind]
