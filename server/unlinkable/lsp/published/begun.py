"""Whom an open document is protected against, from when work on it begins until it is closed.

New wording leads to some other ruling now and then, by chance, and takes phrases of the original
away. So what counts from then on is what leads to a suspect, and what leads anywhere from words
that someone typed. Runs in worker threads. Knows findings; nothing of who asks for fixes.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from unlinkable.draft import Draft, Span
from unlinkable.findings.narrowing import Narrowing, Origin
from unlinkable.findings.phrases.minimal_rare import minimal_rare
from unlinkable.findings.question import Question
from unlinkable.findings.report import Report
from unlinkable.reporting.in_words import counted
from unlinkable.rewriting.suspects import Suspects, suspects_of
from unlinkable_index.index import Index

_MOST_TYPED = 0.5  # of the words of a document; more, and it is another text


@dataclass(frozen=True)
class Begun:
    """Work on a document begun, against one index, whose ``fingerprint`` this is.

    - ``question``: what was asked when it began; where something else is asked, this does not hold;
    - ``suspects``: whom it was protected against then;
    - ``missing``: whether its original seemed to be missing from the index then.
    """

    fingerprint: str
    question: Question
    suspects: Suspects
    missing: bool

    @classmethod
    def of(cls, found: Report, index: Index, missing: bool) -> "Begun":
        """``found``: what leads back as work begins. Raises UserError when the index is damaged."""
        asked = replace(found.question, suspects=(), against=frozenset())
        return cls(index.fingerprint, asked, suspects_of(found, index), missing)


class Typing:
    """What was typed into a document since work on it began, in one index."""

    def __init__(self) -> None:
        self._begun: Begun | None = None
        self._led_to: frozenset[int] = frozenset()
        self._another_text = False

    def begun(
        self, known: Iterable[Begun], question: Question, draft: Draft, index: Index, part: Span
    ) -> Begun | None:
        """What is ``known`` of the work on a draft, with what the ``part`` of it typed since the
        last version leads to as further suspects; None where everything counts. Raises UserError
        when the index is damaged."""
        now = index.fingerprint, question
        of_this = (one for one in known if (one.fingerprint, one.question) == now)
        begun = next(of_this, None)
        if begun is not self._begun:
            self._begun, self._led_to, self._another_text = begun, frozenset(), False
        if begun is None or question.source is not None:
            return None
        typed = len(draft.words_in(part)) if part.start < part.end else 0
        self._another_text |= typed > _MOST_TYPED * len(draft.forms)
        if self._another_text:
            return None
        self._led_to |= _led_to(draft, index, question.k, part)
        suspects = replace(begun.suspects, documents=begun.suspects.documents | self._led_to)
        return replace(begun, suspects=suspects)


NOTHING_TYPED = Span(-1, -1)


def _led_to(draft: Draft, index: Index, k: int, part: Span) -> frozenset[int]:
    """The documents that rare phrases lead to which touch a part of a draft."""
    if part == NOTHING_TYPED:
        return frozenset()
    words = draft.words_in(part)
    around = range(
        max(0, words.start - index.max_words), min(len(draft.forms), words.stop + index.max_words)
    )
    rare = minimal_rare(draft.part(np.arange(around.start, around.stop)), index, k)
    touching = (one for one in rare if one.start <= part.end and part.start <= one.end)
    return frozenset(document for one in touching for document in one.documents)


def judged_by_suspects(found: Report, index: Index) -> list[Narrowing]:
    """What is to be said where phrases do not count since they lead to no suspect."""
    question = found.question
    if not question.against or question.source is not None:
        return []
    rare = minimal_rare(found.draft, index, question.k)
    count = sum(question.against.isdisjoint(one.documents) for one in rare)
    where = (
        "the originals that this text led to when work on it began; by chance,"
        f" {counted(count, 'phrase')} of new wording lead elsewhere"
    )
    return [Narrowing("suspects", len(question.against), where, Origin.USER)] if count else []
