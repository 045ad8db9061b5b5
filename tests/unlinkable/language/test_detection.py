"""The language of a text, told honestly."""

import pytest

from unlinkable.language import OTHER, detect
from unlinkable_index.words import find_words

TEXTS = {
    "en": "The landlord wrote to the tenant that he would not repair the roof of the mill.",
    "de": "Die Vermieterin schrieb dem Mieter, dass sie das Dach der Mühle nicht ausbessern werde.",
    "fr": "Le bailleur a écrit au preneur qu’il ne réparerait pas le toit du moulin de la ville.",
    "no": "Utleieren skrev til leietakeren at han ikke ville reparere taket på mølla.",
    "pl": "Wynajmujący napisał do najemcy, że nie naprawi dachu młyna, a umowa jest ważna.",
    "es": "El arrendador escribió al inquilino que no repararía el tejado del molino de la villa.",
    "it": "Il locatore ha scritto al conduttore che non avrebbe riparato il tetto del mulino.",
    "nl": "De verhuurder schreef aan de huurder dat hij het dak van de molen niet zou herstellen.",
}
NYNORSK = "Utleigaren skreiv til leigetakaren at ho ikkje ville reparere taket som var på mølla."
STRANGERS = {
    "Swedish": "Hyresvärden skrev till hyresgästen att han inte skulle laga taket på kvarnen och "
    "att det var för dyrt för honom.",
    "Portuguese": "O senhorio escreveu ao inquilino que não iria reparar o telhado do moinho e que "
    "a renda não seria reduzida por isso.",
    "Catalan": "L’arrendador va escriure al llogater que no repararia la teulada del molí, perquè "
    "el contracte no ho preveia.",
    "Romanian": "Proprietarul a scris chiriașului că nu va repara acoperișul morii și că nu este "
    "obligat prin contract.",
    "Czech": "Pronajímatel napsal nájemci, že střechu mlýna neopraví a že to podle smlouvy není "
    "jeho povinnost.",
    "Hungarian": "A bérbeadó azt írta a bérlőnek, hogy nem javítja meg a malom tetejét, mert ez "
    "nem az ő dolga.",
    "Finnish": "Vuokranantaja kirjoitti vuokralaiselle, että hän ei korjaa myllyn kattoa, koska "
    "se on liian kallista.",
}


@pytest.mark.parametrize("code", TEXTS)
def test_a_text_is_in_the_language_of_its_function_words(code):
    assert detect(find_words(TEXTS[code]).forms).code == code


def test_nynorsk_is_norwegian():
    assert detect(find_words(NYNORSK).forms).code == "no"


@pytest.mark.parametrize("name", STRANGERS)
def test_a_language_without_a_table_is_not_taken_for_another(name):
    assert detect(find_words(STRANGERS[name]).forms) is OTHER


@pytest.mark.parametrize("text", ["", "[…]", "Quarrydale Ostrander Quillfeather", "in in in"])
def test_where_nothing_tells_the_language_is_another(text):
    assert detect(find_words(text).forms) is OTHER


def test_two_languages_of_the_same_weight_are_none():
    mixed = "the of and to that" + " " + "der die und das des"
    assert detect(find_words(mixed).forms) is OTHER


def test_a_quotation_does_not_change_the_language_of_a_text():
    quoted = " ".join([TEXTS["en"]] * 3 + [TEXTS["de"]])
    assert detect(find_words(quoted).forms).code == "en"
