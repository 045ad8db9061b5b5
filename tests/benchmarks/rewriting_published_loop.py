"""The published way to rewrite, as a yardstick: ask, check, and ask again until nothing is left.

After the description in Lison & Anderson (arXiv 2510.06383), with a prompt of our own: the draft
is cut into chunks of a few sentences; a chunk with linkable spans is written anew as a whole by
the model, which reasons first and is given the list of spans; then all is checked again, for as
many passes as it takes.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from unlinkable.draft import Span, overlapping, united
from unlinkable.model.prompt import Message
from unlinkable.rewriting.linkable import rare_phrases
from unlinkable.rewriting.task import Task
from unlinkable_index.index import Index

SENTENCES = 3
PROMPT = """\
The text you are given is part of a court ruling in which all names have been removed. The spans \
listed with it occur word for word in the original ruling, so that a search for one of them would \
find it. Rewrite the whole text such that none of the spans occurs in it any more. Keep the \
meaning, the style and the facts; leave masks as they are and leave all other words alone where \
you can. Think first about how each span can be expressed otherwise, then write the text. Answer \
with JSON that has the fields "plan" and "text"."""

Answer = Callable[[Sequence[Message], str, Sequence[Span], int], str]
"""Asked with the fixed messages, the text, the spans in it, and the number of the pass."""


@dataclass(frozen=True)
class Outcome:
    """The text in the end, the passes it took, and how many rare phrases are left."""

    text: str
    passes: int
    left: int


def published_loop(task: Task, index: Index, answer: Answer, most_passes: int = 10) -> Outcome:
    """Rewrite until nothing is left, or for ``most_passes``."""
    for number in range(most_passes):
        draft = task.draft
        found = rare_phrases(draft, index, task.question)
        if not found:
            return Outcome(draft.text, number, 0)
        spans = united(Span(finding.start, finding.end) for finding in found)
        text = draft.text
        for chunk in reversed(_chunks(draft.sentences)):
            inside = overlapping(spans, chunk)
            if inside:
                before = text[chunk.start : chunk.end]
                moved = [Span(s - chunk.start, e - chunk.start) for s, e in inside]
                after = answer([Message("system", PROMPT)], before, moved, number)
                text = text[: chunk.start] + after + text[chunk.end :]
        task = task.with_text(text)
    left = rare_phrases(task.draft, index, task.question)
    return Outcome(task.draft.text, most_passes, len(left))


def asked(text: str, spans: Sequence[Span]) -> Message:
    """The message for one chunk."""
    listed = list(dict.fromkeys(text[start:end] for start, end in spans))
    return Message("user", json.dumps({"text": text, "spans": listed}, ensure_ascii=False))


def _chunks(sentences: Sequence[Span]) -> list[Span]:
    groups = [sentences[at : at + SENTENCES] for at in range(0, len(sentences), SENTENCES)]
    return [Span(group[0].start, group[-1].end) for group in groups]
