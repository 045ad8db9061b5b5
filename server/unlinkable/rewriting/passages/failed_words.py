"""What failed in the tries of one passage, and why: what the model is told before the next one.

Hears what judges forbid while a text is written, and what the checks refuse of finished ones. What
was learnt from which try is kept apart, so that a try is told the same whenever the passage is
written again. Knows nothing of prompts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

from unlinkable.model.author import Candidate
from unlinkable.model.decoding.judge import Fault, Judge
from unlinkable.rewriting.edits.proposals import DOUBTED, Alternative, Refused
from unlinkable_index.words import find_words

_MOST = 8  # are told, the first first
_OF_A_TRY = 4


@dataclass
class FailedWords:
    """Of the tries at one passage, from the first on."""

    _heard: dict[str, str] = field(default_factory=dict)
    _tries: dict[int, dict[str, str]] = field(default_factory=dict)

    def hearing(self, judge: Judge) -> Judge:
        """The same judge, whose objections are heard."""

        def heard(text: str, ended: bool) -> Fault | None:
            fault = judge(text, ended)
            if fault is not None and fault.why:
                self._heard.setdefault(_words_of(text, fault), fault.why)
            return fault

        return heard

    def learn(
        self,
        number: int,
        candidate: Candidate,
        refused: Sequence[Refused],
        alternatives: Sequence[Alternative],
    ) -> None:
        """Keep why the candidate of this number failed, if it did."""
        found = {one.after: " ".join(one.reasons) for one in refused}
        found |= {one.edit.after: DOUBTED for one in alternatives if one.doubted}
        if candidate.text is None:
            self._tries[number] = {}
        elif candidate.text in found:
            self._tries[number] = {candidate.text: found[candidate.text]}

    def before(self, number: int) -> dict[str, str]:
        """What the try of this number is to be told anew: nothing where the last one did not fail.
        Asked of each try, in order."""
        heard = dict(islice(self._heard.items(), _OF_A_TRY))
        self._heard.clear()
        if number - 1 not in self._tries:
            return {}
        last = self._tries[number - 1]
        self._tries[number - 1] = last | {w: why for w, why in heard.items() if w not in last}
        tries = [self._tries.get(earlier, {}) for earlier in range(number)]
        told = {words: why for failed in tries for words, why in failed.items()}
        return dict(islice(told.items(), _MOST))


def _words_of(text: str, fault: Fault) -> str:
    """The words from the first to the last that a fault names."""
    words = find_words(text)
    ends = [
        end
        for start, end in zip(words.starts.tolist(), words.ends.tolist(), strict=True)
        if fault.first <= start <= fault.last
    ]
    return text[fault.first : ends[-1]] if ends else ""
