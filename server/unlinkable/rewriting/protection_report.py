"""The report on protected drafts: every change with its reason, for machines and for people.

Holds text of the drafts, so it is confidential and goes only where the user says. Knows no command
line.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

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
    """What the report says of one draft."""
    return {
        "draft": draft,
        "output": output,
        "words": len(protection.original.forms),
        "before": _counts(protection.before.phrases, protection.before.combinations),
        "after": _counts(protection.after.phrases, protection.after.combinations),
        "seconds": round(seconds, 1),
        "changes": [_change(step) for step in protection.steps],
    }


def whole(run: Run, entries: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The report as an object to be written as JSON."""
    return {
        "unlinkable": run.version,
        "date": run.date,
        "index": run.index,
        "model": run.model,
        "settings": run.settings,
        "drafts": list(entries),
    }


def readable(report: dict[str, Any]) -> str:
    """The same as Markdown."""
    model, settings = report["model"], report["settings"]
    said = ", ".join(f"{name} {value}" for name, value in settings.items() if value is not None)
    lines = [
        "# What was changed so that nothing leads back",
        "",
        f"- Date: {report['date']}",
        f"- Unlinkable {report['unlinkable']}; {said}",
        f"- Index: {report['index']['documents']} originals, `{report['index']['fingerprint']}`",
        f"- Model: {model['file']}, SHA-256 `{model['sha256']}`" if model else "- Model: none",
        "",
        "Confidential: this report shows what was removed.",
    ]
    for one in report["drafts"]:
        lines += ["", f"## {_escaped(one['draft'])}", "", *_draft(one)]
    return "\n".join(lines) + "\n"


def _counts(phrases: int, combinations: int) -> dict[str, int]:
    return {"phrases": phrases, "combinations": combinations}


def _change(step: Step) -> dict[str, Any]:
    return {
        "kind": " and ".join(kind.value for kind in step.kinds),
        "start": step.edit.start,
        "end": step.edit.end,
        "before": step.edit.before,
        "after": step.edit.after,
        "reasons": list(step.reasons),
        "refused": [
            {"after": refused.after, "reasons": list(refused.reasons)} for refused in step.refused
        ],
    }


def _draft(one: dict[str, Any]) -> list[str]:
    before, after = one["before"], one["after"]
    lines = [
        f"{one['words']} words. Phrases that led back: {before['phrases']} before, "
        f"{after['phrases']} after. Combinations: {before['combinations']} before, "
        f"{after['combinations']} after. Changes: {len(one['changes'])}.",
    ]
    for number, change in enumerate(one["changes"], 1):
        lines += [
            "",
            f"{number}. **{change['kind'].capitalize()}** at {change['start']}",
            f"   - before: {_escaped(change['before'])}",
            f"   - after: {_escaped(change['after'])}",
            *(f"   - because {_escaped(reason)}" for reason in change["reasons"]),
            *(f"   - refused: {_refused(refused)}" for refused in change["refused"]),
        ]
    return lines


def _refused(refused: dict[str, Any]) -> str:
    reasons = _escaped(" ".join(refused["reasons"]))
    return f"{_escaped(refused['after'])} ({reasons})" if refused["after"] else reasons


def _escaped(text: str) -> str:
    """Text of a draft inside a line of Markdown."""
    flat = " ".join(text.split())
    return "".join(f"\\{mark}" if mark in "\\`*_[]<>#|~" else mark for mark in flat)
