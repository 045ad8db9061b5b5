"""On the path of a server, this makes it rewrite by a script instead of by a model.

Every passage with a finding gets two alternatives, but passages with "hopeless" get none, and a
passage with "slow" takes until someone cancels.
"""

import time
from typing import Any

from unlinkable.draft import Span
from unlinkable.rewriting import rewriter
from unlinkable.rewriting.edits import (
    Alternative,
    Difference,
    Edit,
    Proposal,
    Refused,
    Remedy,
    Rewriting,
)
from unlinkable.stopping import Progress, StoppedError


class ScriptedRewriter(rewriter.Rewriter):
    """Writes "A sentence." and "Another sentence."."""

    def propose(self, task: Any, at: Span, *, stop: Any, report: Any, **_: Any) -> Proposal:
        passage = task.draft.sentences_at(at)
        before = task.draft.text[passage.start : passage.end]
        report(Progress("Thinking", 0.5))
        deadline = time.monotonic() + 20
        while "slow" in before and time.monotonic() < deadline:
            if stop():
                raise StoppedError
            time.sleep(0.01)
        texts = () if "hopeless" in before else ("A sentence.", "Another sentence.")
        alternatives = tuple(
            Alternative(
                Remedy.REWRITE,
                Edit(passage.start, passage.end, before, text),
                (Difference(before, text),),
                combinations=number,
            )
            for number, text in enumerate(texts)
        )
        mask = Alternative(Remedy.MASK, Edit(passage.start, passage.end, before, "[REDACTED]"), ())
        message = None if texts else "Nothing better came to mind"
        return Proposal(passage, (at,), alternatives, mask, message=message)

    def rewrite_all(
        self, task: Any, within: Span | None = None, *, stop: Any, report: Any, **_: Any
    ) -> Rewriting:
        edits, refused = [], []
        for sentence in task.draft.sentences:
            if within is None or within.start <= sentence.start < within.end:
                proposal = self.propose(task, sentence, stop=stop, report=report)
                if proposal.alternatives:
                    edits.append(proposal.alternatives[0].edit)
                else:
                    refused.append((sentence, Refused("", (str(proposal.message),))))
        return Rewriting("", tuple(edits), tuple(refused), complete=not refused)


rewriter.Rewriter = ScriptedRewriter  # type: ignore[misc]
