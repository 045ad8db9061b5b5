"""Senses that exclude each other, the same in every language. Knows no words of any."""

from typing import NamedTuple


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
    *(
        "not_exhausted",
        "unanswered",
        "vacant",
        "forgot",
        "not_recognised",
        "hidden",
        "undemocratic",
        "immoral",
    ),
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
    *(
        "frequency",
        "finality",
        "democracy",
        "morals",
        "loyalty",
        "judgment_below",
        "sobriety",
        "arms",
    ),
}
