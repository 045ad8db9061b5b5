"""Words that carry the law of a sentence in five languages: negations, modal verbs, months.

Also enough common words to tell the languages apart. Knows nothing of drafts or of rewriting. For
a language that is not here nothing of this is compared; numbers, references, masks, quotations and
capitalised names still are.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

Inflections = Mapping[str, str]


@dataclass(frozen=True)
class Language:
    """One language. ``negations`` and ``modals`` map forms of words to what they count as, so that
    inflected forms of one modal verb are the same; ``numerals`` and ``months`` to their numbers.

    ``nouns_capitalised``: capital letters say nothing about names.
    """

    name: str
    common: frozenset[str]
    negations: Inflections
    modals: Inflections
    months: Mapping[str, int]
    numerals: Mapping[str, int]
    nouns_capitalised: bool = False


def _inflected(**groups: str) -> dict[str, str]:
    return {word: head for head, words in groups.items() for word in words.split()}


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


def _alike(words: str, head: str = "negation") -> dict[str, str]:
    return dict.fromkeys(words.split(), head)


def _numbered(words: str, first: int = 1) -> dict[str, int]:
    """Words in order; those joined by '/' have the same number."""
    return {
        word: number
        for number, group in enumerate(words.split(), first)
        for word in group.split("/")
    }


ENGLISH = Language(
    name="English",
    common=_words(
        "the of and to in that was he his for had on with by not is which from at as be it"
    ),
    negations=_alike(
        "not no never none nor neither without cannot nobody nothing nowhere hardly scarcely barely"
    ),
    modals=_inflected(
        shall="shall", must="must", may="may", might="might", can="can", could="could",
        should="should", would="would", will="will", ought="ought",
    ),
    months=_numbered(
        "january/jan february/feb march/mar april/apr may june/jun july/jul august/aug "
        "september/sept/sep october/oct november/nov december/dec"
    ),
    numerals=_numbered(
        "two/second three/third four/fourth five/fifth six/sixth seven/seventh eight/eighth "
        "nine/ninth ten/tenth eleven/eleventh twelve/twelfth thirteen/thirteenth "
        "fourteen/fourteenth fifteen/fifteenth sixteen/sixteenth seventeen/seventeenth "
        "eighteen/eighteenth nineteen/nineteenth twenty/twentieth",
        2,
    )
    | {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
       "ninety": 90, "hundred": 100, "thousand": 1000, "million": 10**6, "twice": 2, "half": -2},
)  # fmt: skip

GERMAN = Language(
    name="German",
    common=_words(
        "der die und das des dem den von zu mit ist nicht auf für im ein eine er sie dass"
    ),
    negations=_alike(
        "nicht kein keine keinen keinem keiner keines nie niemals niemand niemanden nichts weder "
        "ohne nirgends"
    ),
    modals=_inflected(
        müssen="muss muß müssen musste mußte mussten müsste müssten",
        dürfen="darf dürfen durfte durften dürfte dürften",
        können="kann können konnte konnten könnte könnten",
        sollen="soll sollen sollte sollten",
        wollen="will wollen wollte wollten",
        mögen="mag mögen möchte möchten",
    ),
    months=_numbered(
        "januar/jänner februar märz april mai juni juli august september oktober november dezember"
    ),
    numerals=_numbered(
        "zwei/zweite/zweiten drei/dritte/dritten vier/vierte/vierten fünf sechs sieben acht neun "
        "zehn elf zwölf",
        2,
    )
    | {"hundert": 100, "tausend": 1000},
    nouns_capitalised=True,
)

FRENCH = Language(
    name="French",
    common=_words("le la les de des du et en que qui un une dans pour par sur au aux est il elle"),
    negations=_alike("ne n pas jamais rien aucun aucune personne ni sans nul nulle non guère"),
    modals=_inflected(
        devoir="doit doivent devait devaient devra devront devrait devraient dû dut",
        pouvoir="peut peuvent pouvait pouvaient pourra pourront pourrait pourraient pu put",
        vouloir="veut veulent voulait voulaient voudra voudrait",
        falloir="faut fallait faudra faudrait fallut",
    ),
    months=_numbered(
        "janvier février/fevrier mars avril mai juin juillet août/aout septembre octobre novembre "
        "décembre/decembre"
    ),
    numerals=_numbered("deux trois quatre cinq six sept huit neuf dix onze douze", 2)
    | {"vingt": 20, "trente": 30, "cent": 100, "mille": 1000},
)

POLISH = Language(
    name="Polish",
    common=_words("w i z na do o że się od przez za po oraz jest dla przy jego sąd art nr był"),
    negations=_alike(
        "nie nigdy nikt nikogo nic niczego żaden żadna żadne żadnego żadnej żadnych ani bez brak "
        "braku"
    ),
    modals=_inflected(
        musieć="musi muszą musiał musiała musieli musiałby musiałaby",
        móc="może mogą mógł mogła mogli mogło mógłby mogłaby mogliby mogłoby można",
        powinien="powinien powinna powinno powinni powinny",
        należeć="należy należało",
        wolno="wolno",
    ),
    months=_numbered(
        "stycznia/styczeń lutego/luty marca/marzec kwietnia/kwiecień maja/maj czerwca/czerwiec "
        "lipca/lipiec sierpnia/sierpień września/wrzesień października/październik "
        "listopada/listopad grudnia/grudzień"
    ),
    numerals=_numbered(
        "dwa/dwie/dwóch trzy/trzech cztery/czterech pięć/pięciu sześć/sześciu siedem/siedmiu "
        "osiem/ośmiu dziewięć/dziewięciu dziesięć/dziesięciu",
        2,
    ),
)

NORWEGIAN = Language(
    name="Norwegian",
    common=_words(
        "og i det som en av til på er ikke for at med den har de han hun ble et fra om"
    ),
    negations=_alike(
        "ikke ikkje ingen inga intet ingenting aldri uten utan verken hverken korkje neppe"
    ),
    modals=_inflected(
        måtte="må måtte", kunne="kan kunne", skulle="skal skulle", ville="vil ville",
        burde="bør burde",
    ),
    months=_numbered(
        "januar februar mars april mai juni juli august september oktober november desember"
    ),
    numerals=_numbered("to tre fire fem seks sju/syv åtte ni ti elleve tolv", 2)
    | {"hundre": 100, "tusen": 1000},
)  # fmt: skip

LANGUAGES = (ENGLISH, GERMAN, FRENCH, POLISH, NORWEGIAN)
OTHER = Language("another language", frozenset(), {}, {}, {}, {})


def language_of(forms: Iterable[str]) -> Language:
    """The language most of whose common words occur among the word forms; OTHER when unclear."""
    words = list(forms)
    scores = [(sum(word in language.common for word in words), language) for language in LANGUAGES]
    scores.sort(key=lambda scored: -scored[0])
    (best, language), (second, _) = scores[0], scores[1]
    return language if best > second and best * 12 >= len(words) else OTHER
