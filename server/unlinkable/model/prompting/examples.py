"""Passages of invented rulings and how they are rewritten: what the model is shown to follow.

They are like real findings: phrases of small words, with a negation or a number inside, and an
earlier try that failed. What each becomes would pass the checks of what it says. Values only.
"""

from dataclasses import dataclass

from unlinkable.model.prompting.request import Request


@dataclass(frozen=True)
class Example:
    """A request, how one might plan the answer to it, and the answer."""

    request: Request
    plan: str
    text: str


EXAMPLES = (
    Example(
        Request(
            before="[REDACTED] was stopped at the landing with two sealed boxes.",
            passage="He was also suspected of being a courier, and the search of the van had not "
            "been announced to him.",
            after="The boxes were opened on the same day.",
            phrases=("He was also suspected", "suspected of being a", "had not been announced to"),
            used_elsewhere={},
        ),
        "The suspicion stays and is said with other small words; that nothing was announced "
        "becomes: without notice.",
        "There was a suspicion as well that he was a courier, and the search of the van took "
        "place without notice to him.",
    ),
    Example(
        Request(
            before="The parties were divorced by a judgment of [REDACTED].",
            passage="The father, a cooper by trade, must pay [REDACTED] a month under section 12 "
            "(3), as he had “undertaken to do so” for 27 months.",
            after="He has paid nothing so far.",
            phrases=("cooper by trade", "for 27 months"),
            used_elsewhere={"cooper by trade": "craftsman"},
        ),
        "The trade becomes a craftsman, as elsewhere; 27 months are more than two years.",
        "The father, a craftsman, must pay [REDACTED] a month under section 12 (3), as he had "
        "“undertaken to do so” for more than two years.",
    ),
    Example(
        Request(
            before="The claimant had worked for the municipality since [REDACTED].",
            passage="On 4 May she slipped on the freshly waxed stairs of the reading room and was "
            "not able to return to work.",
            after="The municipality denied that it was liable.",
            phrases=("the freshly waxed", "stairs of the reading"),
            used_elsewhere={},
            failed={"steps of the library": "leads to one original"},
        ),
        "The stairs become steps that had just been polished, the reading room the premises.",
        "On 4 May she slipped on steps of the premises that had just been polished and was not "
        "able to return to work.",
    ),
    Example(
        Request(
            before="Es wurde kein Gutachten eingeholt.",
            passage="Der Kläger konnte den umgestürzten Heuwagen nicht rechtzeitig sehen.",
            after="Die Klage ist daher begründet.",
            phrases=("den umgestürzten Heuwagen",),
            used_elsewhere={},
        ),
        "Der Heuwagen wird zu einem Hindernis auf der Fahrbahn.",
        "Der Kläger konnte das Hindernis auf der Fahrbahn nicht rechtzeitig sehen.",
    ),
)
