"""Acts of procedure at greater length in English: "proceeded to dismiss the claim" for "dismissed
the claim".

Only past tenses of the verbs of the class PROCEEDS right behind who acts, with what is acted on
right behind, so that no participle is taken for one; not where a sentence begins with what the act
was done by ("By a judgment of"). Knows nothing of effects on searches.
"""

from collections.abc import Iterator

from unlinkable.draft.spans import Span
from unlinkable.wordings.entries import Derivation, Effect
from unlinkable.wordings.inflection import verb_forms
from unlinkable.wordings.matching import Matcher
from unlinkable.wordings.substitute import Substitute
from unlinkable.wordings.tokens import Tokens

KIND = "acts at greater length"
_MASK_ENDS = "]"


class Proceeding:
    """The rule for one language; without classes for it, nothing is found."""

    def __init__(self, matcher: Matcher) -> None:
        classes = matcher.classes
        verbs = sorted(classes.get("PROCEEDS", ()))
        self._longer = {verb_forms(verb).past: f"proceeded to {verb}" for verb in verbs}
        empty = frozenset[str]()
        self._who = classes.get("PROCEEDING", empty)
        self._pronouns = classes.get("SUBJ", empty) - {"who"}  # "who signed it" says which one
        self._by = classes.get("ARTICLES", empty) | classes.get("POSS", empty)
        self._what = classes.get("BEFOREACTED", empty)

    def at(self, there: Tokens, at: int) -> Iterator[Substitute]:
        """The longer way to say the verb at word ``at``."""
        new = self._longer.get(there.words[at])
        if new is None or not 0 < at < len(there.words) - 1:
            return
        start, end = there.starts[at], there.ends[at]
        if there.text[start - 1] != " " or there.text[end] != " " or there.between[at + 1]:
            return
        masked = there.between[at] == _MASK_ENDS
        before = there.words[at - 1]
        acts = before in self._who or (there.small[at - 1] in self._pronouns)
        if not masked and (there.between[at] or not acts):
            return
        if there.words[at + 1] not in self._what or self._is_done_by(there, at):
            return
        said = Derivation(KIND, there.words[at], new, Effect.LENGTHENS, KIND, read=True)
        context = Span(there.starts[at - 1], there.ends[at + 1])
        yield Substitute(Span(start, end), new, said, context)

    def _is_done_by(self, there: Tokens, at: int) -> bool:
        """Whether the sentence begins with what the act is: "By order of", "In a judgment of"."""
        begin = there.sentence(at).start
        begin += there.words[begin].isdigit()
        first, second = there.words[begin : begin + 2]
        return first == "By" or (first == "In" and second in self._by)
