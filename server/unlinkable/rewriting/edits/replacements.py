"""What flagged phrases were replaced by in a draft, so that one phrase keeps one replacement.

Knows drafts and edits; nothing of models.
"""

from dataclasses import dataclass, field

from unlinkable.draft import Draft, Forms, Span, overlapping
from unlinkable.rewriting.edits.editing import replacement
from unlinkable.rewriting.edits.proposals import Alternative, Proposal


@dataclass
class Replacements:
    """What flagged phrases were replaced by elsewhere in a draft, so that the same phrase gets the
    same replacement again. One for each draft; whoever applies an edit lets it `learn_from`."""

    known: dict[Forms, str] = field(default_factory=dict)

    def copy(self) -> "Replacements":
        """The same, to be added to apart from these."""
        return Replacements(dict(self.known))

    def learn_from(self, draft: Draft, proposal: Proposal, chosen: Alternative) -> None:
        """Remember what ``chosen`` puts in place of each finding of the passage, by itself, so that
        it is known where the words around it are others."""
        passage, after = proposal.passage, chosen.edit.after
        before = draft.text[passage.start : passage.end]
        for span in proposal.findings:
            inside = Span(span.start - passage.start, span.end - passage.start)
            found = replacement(before, after, inside)
            if found is not None:
                (start, end), text = found
                part = Span(start + passage.start, end + passage.start)
                self.known.setdefault(draft.forms_in(part), text)

    def within(self, draft: Draft, passage: Span) -> dict[Span, str]:
        """Where phrases with a known replacement stand in a passage, the longest first where
        they overlap."""
        words = draft.words_in(passage)
        found: dict[Span, str] = {}
        for phrase, text in sorted(self.known.items(), key=lambda item: (-len(item[0]), item[0])):
            for place in draft.places_of(phrase, words):
                span = draft.span_of(place)
                if words.start <= place[0] and place[-1] in words and not overlapping(found, span):
                    found[span] = text
        return found
