"""A passage to be rewritten, with all that whoever writes or judges new wordings needs to know.

Values only; knows nothing of models.
"""

from dataclasses import dataclass

from unlinkable.draft import Forms, Span, united
from unlinkable.rewriting.edits.replacements import Replacements
from unlinkable.rewriting.passages.inflections import Inflections
from unlinkable.rewriting.task import Task
from unlinkable_index.words import find_words


@dataclass(frozen=True)
class Target:
    """A passage and what leads back in it, as spans of the draft.

    - ``passage``: the sentence, or the few, that the findings touch;
    - ``findings``: what leads back in it, each finding by itself;
    - ``must_go``: those of them that no new wording may leave: rare phrases, and what someone asked
      about.
    """

    passage: Span
    findings: tuple[Span, ...]
    must_go: tuple[Span, ...]

    @property
    def flagged(self) -> tuple[Span, ...]:
        """The words that findings are made of, those that overlap as one."""
        return united(self.findings)

    def shifted(self, by: int) -> "Target":
        """The same where the text before it has become longer by so many characters."""

        def moved(spans: tuple[Span, ...]) -> tuple[Span, ...]:
            return tuple(Span(span.start + by, span.end + by) for span in spans)

        (passage,) = moved((self.passage,))
        return Target(passage, moved(self.findings), moved(self.must_go))


@dataclass(frozen=True)
class PassageRequest:
    """A passage to be rewritten in the draft that it stands in.

    - ``task``: the draft, and what is asked of it;
    - ``target``: the passage, and what is to go;
    - ``replacements``: what flagged phrases were replaced by elsewhere in the draft;
    - ``wanted``: how many good wordings are enough;
    - ``drawn``: how many the model writes at least, unless one leaves nothing to be better; the
      best is taken;
    - ``masks``: how many masking alone would set in the passage.
    """

    task: Task
    target: Target
    replacements: Replacements
    wanted: int = 1
    drawn: int = 1
    masks: int = 0

    @property
    def passage(self) -> Span:
        """Where the passage stands."""
        return self.target.passage

    @property
    def before(self) -> str:
        """The passage as it is."""
        return self.task.draft.text[self.passage.start : self.passage.end]

    @property
    def flagged_inside(self) -> tuple[Span, ...]:
        """What is flagged, in offsets of the passage."""
        start = self.passage.start
        return tuple(Span(flag.start - start, flag.end - start) for flag in self.target.flagged)

    @property
    def new_masks(self) -> int:
        """How many masks a new wording may set: one in each run of flagged words, or in all fewer
        than masking alone would set."""
        return max(len(self.target.flagged), self.masks - 1)

    @property
    def larger_places(self) -> frozenset[str]:
        """The word forms of the places that those of the passage lie in."""
        draft, words = self.task.draft, self.task.draft.words_in(self.passage)
        found = self.task.places.of(draft.forms[words.start : words.stop])
        return frozenset(form for _, names in found for n in names for form in find_words(n).forms)

    @property
    def inflections(self) -> Inflections:
        """The phrases that must not stand in a new wording in other inflections: not those that
        the passage has in another one as well."""
        draft = self.task.draft
        found = Inflections.of(draft.language, self.must_go)
        return found.without(draft, draft.words_in(self.passage))

    @property
    def must_go(self) -> frozenset[Forms]:
        """The phrases that must not stand in a new wording."""
        return frozenset(map(self.task.draft.forms_in, self.target.must_go))
