"""What the reports on protected drafts have in common: the record, put into words and pieces.

The record is that of `unlinkable.rewriting.protection_record`, as JSON has it. Knows nothing of how
a report is marked up.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from difflib import SequenceMatcher
from enum import Enum
from typing import Any, NamedTuple

from unlinkable.findings.question import Question
from unlinkable.reporting.asked import asked

Record = Mapping[str, Any]

TITLE = "What was changed so that nothing leads back"
_WORD = re.compile(r"\w+\s*|[^\w\s]\s*|\s+")


class Part(Enum):
    """What became of a piece of text."""

    SAME = "same"
    GONE = "gone"
    NEW = "new"


class Piece(NamedTuple):
    """A run of text, and what became of it."""

    text: str
    part: Part


def run_facts(report: Record) -> Iterator[tuple[str, str]]:
    """When, by what and how the drafts were protected: names and values."""
    index, model, settings = report["index"], report["model"], report["settings"]
    date = datetime.fromisoformat(report["date"])
    yield "Protected", f"{date:%Y-%m-%d %H:%M %Z}, by Unlinkable {report['unlinkable']}"
    yield "Index", f"{index['documents']:,} originals"
    yield "Fingerprint", index["fingerprint"]
    question = Question(settings["k"], settings["max_terms"], settings["term_words"])
    yield "Asked", asked(question, settings["max_words"], settings["cross_sentences"])
    if settings["ignore_accepted"]:
        yield "Accepted", "ignored, as was asked: accepted risks counted like all else"
    yield "Masked with", settings["mask"]
    if model is None:
        yield "Model", "none: only masked"
        return
    plan = "with reasoning" if settings["reasoning"] else "without reasoning"
    yield "Model", f"{model['file']}, {plan}, seed {settings['seed']}, SHA-256 {model['sha256']}"


def changes_of(one: Record) -> list[Record]:
    """All changes of a draft."""
    return [change for passage in one["passages"] for change in passage["changes"]]


def verdict(one: Record) -> str:
    """Whether a draft is clean now."""
    accepted = one["after"]["accepted"]
    if one["after"]["phrases"] or one["after"]["combinations"]:
        return "not clean"
    return f"clean but for {counted(accepted, 'accepted finding')}" if accepted else "clean"


def account(one: Record) -> str:
    """What was done to a draft, as the end of a sentence that began with the verdict."""
    kinds = [change["kind"] for change in changes_of(one)]
    masked, rewritten = kinds.count("mask"), kinds.count("rewrite")
    both = len(kinds) - masked - rewritten
    done = [
        f"{count:,} {what}"
        for count, what in (
            (rewritten, "rewritten"),
            (masked, "masked"),
            (both, "rewritten and then masked in part"),
        )
        if count
    ]
    changes = counted(len(kinds), "change") + (f" ({', '.join(done)})" if kinds else "")
    return f"after {changes} in {counted(one['words'], 'word')}, {one['seconds']:g} s."


def narrowed(one: Record) -> str:
    """What of a draft did not count, in a sentence; empty where all did."""
    source = one["source"]
    return f"Only what leads to its original, {source}, was counted." if source else ""


def balance(one: Record) -> list[tuple[str, str, str]]:
    """What led back, and how much of it before and after."""
    rows = [
        (name, f"{one['before'][key]:,}", f"{one['after'][key]:,}")
        for name, key in (
            ("Rare phrases", "phrases"),
            ("Terms in linking combinations", "combinations"),
            ("Accepted findings", "accepted"),
        )
    ]
    rows = [row for row in rows if row[0] == "Rare phrases" or row[1:] != ("0", "0")]
    sources = (one["source_before"] or "none", one["source_after"] or "none")
    return [*rows, ("Likely source", *sources)]


def place(passage: Record) -> str:
    """Where the first change of a passage stands in the draft, and what kind of change it is."""
    first = passage["changes"][0]
    kinds = {change["kind"] for change in passage["changes"]}
    how = "masked" if kinds == {"mask"} else "rewritten"
    how = "rewritten and masked" if "rewrite and mask" in kinds or len(kinds) > 1 else how
    return f"line {first['line']:,}, column {first['column']:,}: {how}"


def led_to(accepted: Record) -> str:
    """The originals that an accepted finding leads to, and with what other terms."""
    where = ", ".join(accepted["documents"])
    more = len(accepted["documents"]) < accepted.get("joint_df", accepted["df"])
    others = " and ".join(f"“{term['text']}”" for term in accepted.get("with", ()))
    return where + (" and more" if more else "") + (f", with {others}" if others else "")


def fate(accepted: Record) -> str:
    """What became of an accepted finding."""
    if accepted["stays"]:
        return "left as it is"
    return "changed: a finding that nobody accepted has the same words"


def compared(passage: Record) -> Iterator[Piece]:
    """A passage with what went and what came, in order."""
    before, at = passage["before"], passage["start"]
    last = 0
    for change in passage["changes"]:
        start, end = change["start"] - at, change["end"] - at
        yield Piece(before[last:start], Part.SAME)
        yield from _compared(change)
        last = end
    yield Piece(before[last:], Part.SAME)


def counted(count: int, noun: str) -> str:
    """A number of things."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def _compared(change: Record) -> Iterator[Piece]:
    """What went and what came in a change: of masked words all, of rewritten ones what differs."""
    if change["kind"] == "mask":
        yield Piece(change["before"], Part.GONE)
        yield Piece(change["after"], Part.NEW)
        return
    old, new = _WORD.findall(change["before"]), _WORD.findall(change["after"])
    bare_old, bare_new = ([word.rstrip() for word in words] for words in (old, new))
    matcher = SequenceMatcher(None, bare_old, bare_new, autojunk=False)
    for what, a, b, c, d in matcher.get_opcodes():
        if what == "equal":
            yield Piece("".join(new[c:d]), Part.SAME)
        else:
            yield Piece("".join(old[a:b]), Part.GONE)
            yield Piece("".join(new[c:d]), Part.NEW)
