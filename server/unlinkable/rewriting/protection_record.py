"""The record of protected drafts: every change with its reason, as values that JSON can hold.

Holds text of the drafts, so it is confidential and goes only where the user says. Knows no command
line, and not how the record is shown.
"""

import hashlib
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Any

from unlinkable.draft import Lines, Span, united
from unlinkable.rewriting.editing import applied
from unlinkable.rewriting.proposals import Edit
from unlinkable.rewriting.protection import Protection, Step


@dataclass(frozen=True)
class Run:
    """What holds for every draft of a run. ``model``: name, file, size and SHA-256, or None."""

    version: str
    date: str
    index: dict[str, Any]
    model: dict[str, Any] | None
    settings: dict[str, Any]


def entry(draft: str, output: str, protection: Protection, seconds: float) -> dict[str, Any]:
    """What the record says of one draft: its changes by passages, each some whole sentences."""
    return {
        "draft": draft,
        "output": output,
        "sha256": {
            "draft": digest(protection.original.text),
            "output": digest(protection.text),
        },
        "words": len(protection.original.forms),
        "before": asdict(protection.before),
        "after": asdict(protection.after),
        "seconds": round(seconds, 1),
        "passages": list(_passages(protection)),
    }


def whole(run: Run, entries: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The record as an object to be written as JSON."""
    return {
        "unlinkable": run.version,
        "date": run.date,
        "index": run.index,
        "model": run.model,
        "settings": run.settings,
        "drafts": list(entries),
    }


def digest(text: str) -> str:
    """The SHA-256 of a text, which says what exactly was protected and what came of it."""
    return hashlib.sha256(text.encode()).hexdigest()


def _passages(protection: Protection) -> Iterator[dict[str, Any]]:
    text, lines = protection.original.text, Lines(protection.original.text)
    places = [Span(step.edit.start, step.edit.end) for step in protection.steps]
    passages = united(protection.original.sentences_at(place) for place in places)
    starts = [passage.start for passage in passages]
    by_passage = groupby(
        protection.steps, key=lambda step: passages[bisect_right(starts, step.edit.start) - 1]
    )
    for (start, end), group in by_passage:
        steps = list(group)
        inside = [
            Edit(edit.start - start, edit.end - start, edit.before, edit.after)
            for edit in (step.edit for step in steps)
        ]
        yield {
            **_place(lines, Span(start, end)),
            "before": text[start:end],
            "after": applied(text[start:end], inside),
            "changes": [_change(step, lines) for step in steps],
        }


def _change(step: Step, lines: Lines) -> dict[str, Any]:
    return {
        "kind": " and ".join(kind.value for kind in step.kinds),
        **_place(lines, Span(step.edit.start, step.edit.end)),
        "before": step.edit.before,
        "after": step.edit.after,
        "reasons": list(step.reasons),
        "refused": [
            {"after": refused.after, "reasons": list(refused.reasons)} for refused in step.refused
        ],
    }


def _place(lines: Lines, span: Span) -> dict[str, int]:
    line, column = lines.place(span.start)
    return {"line": line, "column": column, "start": span.start, "end": span.end}
