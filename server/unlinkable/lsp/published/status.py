"""The state of a document in a form fit for a status bar.

Knows findings and settings; must know nothing of who shows it.
"""

from collections.abc import Sequence
from enum import Enum
from typing import Any

from unlinkable.findings.circumstances import DoubtKind
from unlinkable.findings.finding import PHRASE
from unlinkable.findings.report import likely_source
from unlinkable.lsp.documents import Snapshot
from unlinkable.lsp.published.analysis import LONGEST, Analysis
from unlinkable.lsp.published.underlines import ShownUnderlines
from unlinkable.printing import counted
from unlinkable.reporting.found import rounded
from unlinkable.reporting.verdict import (
    against,
    asked_about,
    not_known,
    recognised,
    searches,
    standings,
)
from unlinkable.settings import Settings
from unlinkable_index.index import Index

STATUS = "unlinkable/status"


class State(Enum):
    """How far the check of a document is."""

    NO_INDEX = "no-index"
    OPENING = "opening"
    CHECKING = "checking"
    READY = "ready"
    FAILED = "failed"


def unchecked(snapshot: Snapshot, settings: Settings, state: State, message: str) -> dict[str, Any]:
    """The status of a document that is not checked, and why."""
    return {
        "uri": snapshot.uri,
        "version": snapshot.version,
        "state": state.value,
        "message": message,
        "phrases": 0,
        "combinations": 0,
        "near": 0,
        "leading": 0,
        "guessable": 0,
        "ranked": None,
        "accepted": 0,
        "words": 0,
        "complete": False,
        "clean": False,
        "cleanAt": None,
        "against": "",
        "k": settings.searches.k,
        "maxTerms": settings.searches.max_terms,
        "termWords": settings.searches.term_words,
        "model": _model(settings),
        "likelySource": None,
        "index": None,
        "furtherIndexes": [],
        "milliseconds": 0.0,
        "truncated": False,
        "shown": 0,
        "doubts": [],
        "narrowed": [],
        "ignored": [],
    }


def checked(analysis: Analysis, shown: Sequence[ShownUnderlines]) -> dict[str, Any]:
    """The status of a document with an analysis; counts are those of all indexes together.

    ``shown``: what is shown of it, and of each of the further ones.
    """
    question, index = analysis.report.question, analysis.task.index
    levels = [_clean_level(one) for one in analysis.each]
    level = None if None in levels else min(filter(None, levels))
    reports = [one.report for one in analysis.each]
    held = analysis.circumstances
    missing = any(doubt.kind is DoubtKind.MISSING for doubt in analysis.doubts)
    source = None if missing else likely_source(analysis.findings)
    original = index.document(source.document) if source else None
    return {
        "uri": analysis.snapshot.uri,
        "version": analysis.snapshot.version,
        "state": (State.READY if analysis.settled else State.CHECKING).value,
        "message": " ".join(_named(one, _message(one)) for one in analysis.each),
        "phrases": sum(len(report.phrases) for report in reports),
        "combinations": sum(len(report.combinations) for report in reports),
        "near": sum(len(report.near) for report in reports),
        "against": asked_about(analysis.report),
        "leading": sum(len(report.leading_passages) for report in reports),
        "guessable": len(analysis.report.guessable or ()),
        "ranked": _ranked(analysis),
        "accepted": sum(len(report.accepted) for report in reports),
        "words": len(analysis.draft.forms),
        "complete": all(report.complete for report in reports),
        "clean": analysis.clean,
        "cleanAt": level and {"maxTerms": level, "termWords": question.term_words},
        "k": question.k,
        "maxTerms": question.max_terms,
        "termWords": question.term_words,
        "model": _model(analysis.task.settings),
        "likelySource": source
        and original
        and {
            "document": original.id,
            "title": original.title or original.id,
            "findings": source.findings,
        },
        "index": _index(index),
        "furtherIndexes": [_index(one.task.index) for one in analysis.further],
        "milliseconds": round(sum(one.milliseconds for one in analysis.each), 2),
        "truncated": any(seen.surplus for seen in shown),
        "shown": sum(len(seen.underlines) for seen in shown),
        "doubts": [f"{doubt.message}." for one in analysis.each for doubt in one.doubts],
        "narrowed": [f"{one} ({one.where})" for one in held.narrowed] if held else [],
        "ignored": list(held.ignored) if held else [],
    }


def _index(index: Index) -> dict[str, Any]:
    return {"path": str(index.path), "documents": index.documents, "fingerprint": index.fingerprint}


def _named(analysis: Analysis, said: str) -> str:
    """What is said of an analysis, with the name of its index where there are several."""
    several = analysis.task.among_several
    return f"{analysis.task.index.path.name}: {said}" if several else said


def _ranked(analysis: Analysis) -> dict[str, Any] | None:
    """What a searcher who ranks finds; None where that was not asked, or nothing is found."""
    ranked = analysis.report.ranked
    if ranked is None or ranked.recognition is None:
        return None
    document = analysis.task.index.document(ranked.recognition.document).id
    words = ranked.recognition.words
    return {
        "document": document,
        "rank": words.rank,
        "lead": rounded(words.lead),
        "sentences": vars(ranked.sentences),
        "paragraphs": vars(ranked.paragraphs),
        "words": recognised(ranked, document),
    }


def _model(settings: Settings) -> str | None:
    return str(settings.model.path) if settings.model.path else None


def _clean_level(analysis: Analysis) -> int | None:
    """The largest number of terms at which the draft is known to be clean."""
    accepted = analysis.report.accepted
    if any(one.kind is PHRASE for one in (*analysis.findings, *accepted)):
        return None
    report = analysis.report
    if report.complete and not (report.combinations or report.near or accepted):
        return analysis.report.question.max_terms
    return 1


def _message(analysis: Analysis) -> str:
    said = _findings(analysis)
    if analysis.doubts:
        reasons = "; ".join(doubt.message for doubt in analysis.doubts)
        said = f"Not to be relied on: {reasons}. {said}"
    held = analysis.circumstances
    if ranked := _ranked(analysis):
        said = f"{said} {ranked['words']}"
    settings = "; ".join(f"{one} ({one.where})" for one in held.narrowed) if held else ""
    return f"{said} Narrowed: {settings}." if settings else said


def _findings(analysis: Analysis) -> str:
    question, phrases = analysis.report.question, len(analysis.report.phrases)
    if not analysis.settled:
        return f"{counted(phrases, 'rare phrase')}; combinations are still being sought."
    if analysis.task.is_long:
        return (
            f"{counted(phrases, 'rare phrase')}; nothing else is looked for in a text of more than"
            f" {LONGEST:,} characters, so more may remain: check it in parts."
        )
    if not analysis.report.complete:
        return (
            f"{counted(phrases, 'rare phrase')}; the search for combinations was too large to"
            " finish, so more may remain."
        )
    leading, guessable = len(analysis.report.leading_passages), analysis.report.guessable
    unknown = not_known(list(standings(analysis.report)))
    unasked = f"; {unknown}" if unknown else ""
    if not (analysis.findings or analysis.report.accepted or leading or guessable):
        where = against(question, analysis.task.index)
        by = searches(question, guessable is not None)
        held = asked_about(analysis.report)
        return f"Nothing here leads back {by} ({where}): it holds against {held}{unasked}."
    counts = analysis.report.counts
    parts = [kind.counted(count) for kind, count in counts.items() if kind is not PHRASE]
    parts[:0] = [counted(phrases, "rare phrase")] if phrases else []
    if analysis.report.accepted:
        parts.append(f"{len(analysis.report.accepted)} accepted")
    return f"{', '.join(parts)}{unasked}."
