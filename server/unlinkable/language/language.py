"""What is known of one language, as its table has it, and the senses that exclude each other, the
same in every language. Must know nothing of drafts or rewriting."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, NamedTuple

from unlinkable.language.phrases import Phrases
from unlinkable.language.thesaurus import Thesaurus, read_thesaurus


class Pole(NamedTuple):
    """One of the senses that exclude each other: of the class "granting", "granted" or "refused".

    Phrases of one pole may replace each other; where one of another pole comes in its place, a
    decision or a fact has become another. The same classes and poles stand in every language.
    """

    axis: str
    side: str

    @property
    def denies(self) -> bool:
        """Whether it says that something is not: "refused", "unlawful", "absent"."""
        return self.side in _DENYING

    @property
    def decides_against(self) -> bool:
        """Whether it says that something was not granted, admitted, upheld or permitted."""
        return self in _DECIDING_AGAINST

    @property
    def weighs(self) -> bool:
        """Whether it says what was decided, found or true, and not only where, when or who."""
        return self.axis in _WEIGHING

    @property
    def decides(self) -> bool:
        """Whether it says how a court decides what it is asked."""
        return self.axis in _DECIDING

    @property
    def is_of_persons(self) -> bool:
        """Whether it says who somebody is in a case."""
        return self.axis in _OF_PERSONS


_DENYING = {
    *("refused", "quashed", "innocent", "acquitted", "dropped", "denied", "doubted", "lost"),
    *("contradicted", "inadmissible", "unfounded", "against", "opposed", "lacking", "forbidden"),
    *("optional", "lifted", "repealed", "not_binding", "stayed", "stopped", "ended", "late"),
    *("absent", "lacks", "excluded", "removed", "without", "unlawful", "void", "ineffective"),
    *("unconstitutional", "incompetent", "unjustified", "unreasonable", "unreasoned", "unfair"),
    *("disproportionate", "unnecessary", "insufficient", "inappropriate", "incompatible"),
    *("inconsistent", "irrelevant", "unimportant", "unknown", "false", "incredible", "forged"),
    *("dishonest", "careless", "uncertain", "unlikely", "impossible", "incapable", "unclear"),
    *("partial", "different", "unequal", "dissimilar", "dependent", "biased", "unconditional"),
    *("irrevocable", "irrebuttable", "unforeseeable", "unavoidable", "irregular", "withheld"),
    *("unauthorised", "unregistered", "dangerous", "unarmed", "sober", "not_liable", "unpaid"),
    *("exempt", "insolvent", "defaulted", "withdrawn", "does_not_lie", "unheard", "unserved"),
    *("not_exhausted", "unanswered", "vacant", "forgot", "not_recognised", "hidden"),
    *("undemocratic", "immoral"),
    *("disloyal", "intangible", "cut_off", "unrepresented", "unmarried", "unlimited", "outside"),
    *("dismissed", "violated", "few", "seldom", "disregarded", "not_resident", "negligent"),
    *("disadvantage", "kept_away", "hopeless", "challenged", "barred", "cancelled"),
}


_DECIDING_AGAINST = {
    Pole("granting", "refused"),
    Pole("admission", "denied"),
    Pole("conviction", "acquitted"),
    Pole("judgment_below", "quashed"),
    Pole("prosecution", "dropped"),
    Pole("permission", "forbidden"),
    Pole("admissibility", "inadmissible"),
    Pole("validity", "void"),
    Pole("consent", "lacking"),
    Pole("support", "opposed"),
    Pole("merit", "unfounded"),
}
_DECIDING = {
    *("granting", "judgment_below", "guilt", "conviction", "prosecution", "violation"),
    *("admissibility", "merit", "success", "validity"),
}
_OF_PERSONS = {
    *("parties", "appeal_parties", "criminal_parties", "bench", "victim", "involvement", "debt"),
    *("tenancy", "employment_parties", "sale_parties", "gift_parties", "transfer_parties"),
    *("insurance", "trust", "inheritance", "agency", "parents", "spouses"),
}
_WEIGHING = {
    *("granting", "guilt", "conviction", "prosecution", "liberty", "admission", "corroboration"),
    *("violation", "admissibility", "merit", "success", "consent", "unanimity"),
    *("permission", "obligation", "willingness", "imposition", "enactment", "binding", "holding"),
    *("remittal", "blame", "taking_part", "prospects", "challenge", "repetition", "stage"),
    *("barring", "existence", "conditions", "lawfulness", "validity", "effect", "competence"),
    *("constitutionality", "justification", "reason", "reasoning", "fairness", "proportion"),
    *("need", "sufficiency", "fitness", "compatibility", "consistency", "relevance", "record"),
    *("circumstances", "sentence", "sentences", "truth", "credibility", "authenticity", "honesty"),
    *("care", "probability", "possibility", "capacity", "clarity", "expression", "form"),
    *("equality", "independence", "impartiality", "presumption", "foresight", "avoidance"),
    *("revocability", "authority", "registration", "openness", "safety", "protection", "violence"),
    *("ill_treatment", "responsibility", "solvency", "appeal", "exhaustion", "force_of_law"),
    *("frequency", "finality", "democracy", "morals", "loyalty", "judgment_below", "sobriety"),
    "arms",
}


_NOTHING: Phrases[Any] = Phrases()


@dataclass(frozen=True)
class SentenceWords:
    """Words that say where sentences end; case-folded, without a last full stop.

    - ``binding``: abbreviations that something must follow, no sentence ends with them;
    - ``floating``: abbreviations with which one may end; only a word that surely begins one then
      cuts;
    - ``starters``: words that, with a capital, begin a sentence even after an abbreviation;
    - ``sure_starters``: those that do so even after a single capital letter, where a surname may
      follow;
    - ``short_words``: short words that are no abbreviations, although nothing else tells;
    - ``citing``: what a number stands behind that is not an ordinal;
    - ``unfinished``: words with which nothing ends, not even a heading.
    """

    binding: frozenset[str] = frozenset()
    floating: frozenset[str] = frozenset()
    starters: frozenset[str] = frozenset()
    sure_starters: frozenset[str] = frozenset()
    short_words: frozenset[str] = frozenset()
    citing: frozenset[str] = frozenset()
    unfinished: frozenset[str] = frozenset()


def united(parts: Iterable[SentenceWords]) -> SentenceWords:
    """The words of several languages as if they were one."""
    known = tuple(parts)
    names = (field.name for field in fields(SentenceWords))
    return SentenceWords(
        **{name: frozenset().union(*(getattr(part, name) for part in known)) for name in names}
    )


@dataclass(frozen=True, eq=False)
class GrammarWords:
    """Words that hold a sentence together.

    - ``determiners``: stand before somebody or something, ``articles`` are of them;
    - ``times``: before a time or a place rather than before somebody;
    - ``prepositions``: join a noun to one before; ``conjunctions``: begin a clause;
    - ``light_words``: say too little for a text to say something else by them.
    """

    articles: frozenset[str] = frozenset()
    determiners: frozenset[str] = frozenset()
    times: frozenset[str] = frozenset()
    prepositions: frozenset[str] = frozenset()
    conjunctions: frozenset[str] = frozenset()
    light_words: frozenset[str] = frozenset()


@dataclass(frozen=True, eq=False)
class NegationWords:
    """What negates.

    - ``words``: all that do; of them ``verbs`` deny what they are about ("avoid"), not a modal verb
      before them; ``repeated`` repeat the one before ("neither … nor");
    - ``seeming``: look like one and turn nothing; ``second``: only belong to one ("ne … pas");
    - ``prefixes``: turn a word;
    - ``follows``: whether one may stand behind what it negates.
    """

    words: Phrases[str] = _NOTHING
    verbs: Phrases[str] = _NOTHING
    seeming: Phrases[str] = _NOTHING
    prefixes: tuple[str, ...] = ()
    repeated: frozenset[str] = frozenset()
    second: Phrases[str] = _NOTHING
    follows: bool = False


@dataclass(frozen=True, eq=False)
class NuanceWords:
    """What makes of a fact something less, or another.

    - ``conditions``: make it depend on something whether a thing is so;
    - ``plans``: say that something is only thought of;
    - ``bids``: make of what somebody does what he is asked, told or allowed to do;
    - ``claims``: make a claim of a fact;
    - ``moments``: stand for when something is, seen from what comes next ("before", "during");
    - ``particles``: small words that say much, by their kind.
    """

    conditions: Phrases[str] = _NOTHING
    plans: Phrases[str] = _NOTHING
    bids: Phrases[str] = _NOTHING
    claims: Phrases[str] = _NOTHING
    moments: Phrases[str] = _NOTHING
    particles: Phrases[str] = _NOTHING


@dataclass(frozen=True, eq=False)
class QuantityWords:
    """What counts and measures: stands for what it counts.

    - ``months`` (1 to 12), ``weekdays`` (1 to 7, Monday first), ``numbers``, ``units``;
    - ``fractions``: for what they divide by;
    - ``quantifiers``: for their kind; ``bounds``: for it right before a number.
    """

    units: Phrases[str] = _NOTHING
    months: Phrases[int] = _NOTHING
    weekdays: Phrases[int] = _NOTHING
    numbers: Phrases[Fraction] = _NOTHING
    fractions: Phrases[int] = _NOTHING
    quantifiers: Phrases[str] = _NOTHING
    bounds: Phrases[str] = _NOTHING


@dataclass(frozen=True, eq=False)
class ReferenceWords:
    """How the law is referred to.

    - ``kinds``: stand for the kind of reference that they introduce; of ``numbered_before`` the
      number stands before it, perhaps as one of ``ordinals``;
    - ``joining``: the words between the numbers of references.
    """

    kinds: Phrases[str] = _NOTHING
    numbered_before: Phrases[str] = _NOTHING
    ordinals: Phrases[int] = _NOTHING
    joining: frozenset[str] = frozenset()


@dataclass(frozen=True, eq=False)
class NameWords:
    """What names are made of, or taken for.

    - ``capitalised_nouns``: whether capital letters say nothing about names. Where they do not,
      ``places`` are names that no looks tell from nouns, and ``plain_nouns`` stand beside others
      without an article and are no names;
    - ``peoples``: lands, and who and what is of them, by the land;
    - ``titles``: stand before names of persons; ``courts``: names of courts.
    """

    capitalised_nouns: bool = False
    peoples: Phrases[str] = _NOTHING
    titles: frozenset[str] = frozenset()
    courts: Phrases[str] = _NOTHING
    places: Phrases[str] = _NOTHING
    plain_nouns: frozenset[str] = frozenset()


@dataclass(frozen=True, eq=False)
class LegalWords:
    """What a ruling turns on.

    - ``modals``: stand for what they say: "obliged", "permitted", "able", "perhaps", "willed";
    - ``terms``: of the law, which nothing may replace; they stand for their first form;
      ``offences``: those that accuse;
    - ``poles``: see `Pole`; ``decisions``: those that say how a court decides; ``seeming``: say
      something else although words of poles stand in them.
    """

    modals: Phrases[str] = _NOTHING
    terms: Phrases[str] = _NOTHING
    offences: Phrases[str] = _NOTHING
    poles: Phrases[Pole] = _NOTHING
    decisions: Phrases[Pole] = _NOTHING
    seeming: Phrases[str] = _NOTHING


@dataclass(frozen=True, eq=False)
class Language:
    """One language.

    - ``relations``: the file of `thesaurus` beside `wordnet`, '' for none;
    - ``function_words``: they tell its texts from those of others.
    """

    code: str
    name: str
    relations: str = ""
    function_words: frozenset[str] = frozenset()
    sentences: SentenceWords = SentenceWords()
    grammar: GrammarWords = GrammarWords()
    negation: NegationWords = NegationWords()
    nuances: NuanceWords = NuanceWords()
    quantities: QuantityWords = QuantityWords()
    references: ReferenceWords = ReferenceWords()
    names: NameWords = NameWords()
    law: LegalWords = LegalWords()

    @property
    def thesaurus(self) -> Thesaurus | None:
        """Which of its words are related, read when first asked for; None where nobody knows."""
        return read_thesaurus(self.relations) if self.relations else None


OTHER = Language("und", "another language")
"""What is known of every other language: nothing."""
