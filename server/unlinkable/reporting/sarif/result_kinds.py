"""The kinds of results in a SARIF log: what each is called, and what it means."""

from enum import Enum
from typing import Any


class ResultKind(Enum):
    """A kind of result: its id, its name, its level, what it is, and what to do about it."""

    PHRASE = (
        "rare-phrase",
        "RarePhrase",
        "warning",
        "A phrase that fewer than k originals contain.",
        "Whoever searches the originals for this phrase finds the original of the draft, or few "
        "others. Reword the phrase or mask it.",
    )
    COMBINATION = (
        "rare-combination",
        "RareCombination",
        "note",
        "A term that together with others leads to fewer than k originals.",
        "Each of these terms is in many originals, but fewer than k contain them all. Reword or "
        "mask the term.",
    )
    DISGUISE = (
        "disguised-word",
        "DisguisedWord",
        "note",
        "A word that is not written as it is seen.",
        "Characters that show nothing or look like others, or markup that shows nothing, stand in "
        "the word. It is checked as a reader sees it; write it plainly.",
    )
    LEADING = (
        "leading-passage",
        "LeadingPassage",
        "note",
        "A passage that leads a searcher who ranks to the original.",
        "Put to an engine that ranks the originals by its words, as search boxes do, the passage "
        "brings up its original first. Reword or mask the words that carry the lead.",
    )
    GUESSABLE = (
        "guessable-mask",
        "GuessableMask",
        "note",
        "A mask whose words can be told from other rulings.",
        "Other rulings say the same between the words on either side of the mask, so it hides "
        "nothing. Mask wider, or word the sentence otherwise.",
    )

    @property
    def index(self) -> int:
        """Its place among all."""
        return list(ResultKind).index(self)

    @property
    def short(self) -> str:
        """What it is, in a sentence."""
        return self.value[3]

    @property
    def descriptor(self) -> dict[str, Any]:
        """What the log says of it once."""
        identity, name, level, short, full = self.value
        return {
            "id": identity,
            "name": name,
            "shortDescription": {"text": short},
            "fullDescription": {"text": full},
            "help": {"text": full},
            "defaultConfiguration": {"level": level},
        }

    def result(self, said: str, place: dict[str, Any]) -> dict[str, Any]:
        """A result of this kind at a place, of which a message is said."""
        return {
            "ruleId": self.value[0],
            "ruleIndex": self.index,
            "level": self.value[2],
            "message": {"text": said},
            "locations": [place],
        }
