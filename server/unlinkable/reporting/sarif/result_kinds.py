"""The rules of a SARIF log: one for each kind of finding, and one for disguised words."""

import re
from dataclasses import dataclass
from typing import Any

from unlinkable.findings.finding import KINDS, PHRASE, Kind


@dataclass(frozen=True)
class SarifRule:
    """A rule: its id, its level, what it is about, in a sentence, and what to do about it."""

    identity: str
    level: str
    short: str
    full: str

    @property
    def descriptor(self) -> dict[str, Any]:
        """What the log says of it once."""
        return {
            "id": self.identity,
            "name": self.identity.title().replace("-", ""),
            "shortDescription": {"text": self.short},
            "fullDescription": {"text": self.full},
            "help": {"text": self.full},
            "defaultConfiguration": {"level": self.level},
        }

    def result(self, said: str, place: dict[str, Any]) -> dict[str, Any]:
        """A result of this rule at a place, of which a message is said."""
        return {
            "ruleId": self.identity,
            "ruleIndex": RULES.index(self),
            "level": self.level,
            "message": {"text": said},
            "locations": [place],
        }


def _rule(kind: Kind) -> SarifRule:
    level = "warning" if kind is PHRASE else "note"
    return SarifRule(kind.rule, level, kind.means, f"{kind.because} {kind.remedy}")


_OF_KINDS = {kind: _rule(kind) for kind in KINDS}
DISGUISE = SarifRule(
    "disguised-word",
    "note",
    "A word that is not written as it is seen.",
    "Characters that show nothing or look like others, or markup that shows nothing, stand in the "
    "word. It is checked as a reader sees it; write it plainly.",
)
RULES = (*_OF_KINDS.values(), DISGUISE)
"""All rules, in the order in which the log has them."""


def rule_of(kind: Kind) -> SarifRule:
    """The rule of a kind of finding."""
    return _OF_KINDS[kind]


def camel(name: str) -> str:
    """A name as SARIF writes its properties: ``joint_df`` is ``jointDf``."""
    return re.sub(r"_(\w)", lambda match: match[1].upper(), name)
