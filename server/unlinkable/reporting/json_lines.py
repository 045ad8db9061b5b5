"""The report of a check as one JSON object a draft, one a line: for other programs. Must know
nothing of terminals and pages."""

from typing import Any

from unlinkable.draft import Span
from unlinkable.findings.circumstances import Circumstances
from unlinkable.findings.finding import AnyFinding
from unlinkable.findings.guessable_mask import GuessableMask
from unlinkable.findings.ranking import Ranked
from unlinkable.printing import json_text
from unlinkable.reporting import with_schema
from unlinkable.reporting.checked import Checked
from unlinkable.reporting.checked import as_json as place_as_json
from unlinkable.reporting.found import disguised_places, rounded
from unlinkable.reporting.verdict import verdict
from unlinkable.risks import AcceptedRisk


def json_line(checked: Checked) -> str:
    """The report as one line. Offsets count code points of the draft."""
    return json_text(with_schema("check", as_json(checked)))


def as_json(checked: Checked) -> dict[str, Any]:
    """The report as JSON values."""
    report, index = checked.report, checked.index
    source = checked.likely_source()
    result: dict[str, Any] = {
        "draft": checked.name,
        "index": {
            "documents": index.documents,
            "fingerprint": index.fingerprint,
            "file": index.path.name,
            **({"stems": list(index.header.stems)} if index.header.stems else {}),
        },
        "settings": {
            "k": report.question.k,
            "max_words": index.max_words,
            "max_terms": report.question.max_terms,
            "term_words": report.question.term_words,
            "cross_sentences": checked.reading.cross_sentences,
            "against": list(report.question.searchers),
            "within": report.question.within,
            "ranked": report.question.ranked.value if report.question.ranked else "off",
        },
        "words": len(report.draft.forms),
        "verdict": verdict(checked),
        "findings": [_finding(checked, finding) for finding in report.everything],
        "likely_source": source and {"document": source[0].id, "phrases": source[1]},
    }
    if report.ranked is not None:
        result["ranked"] = _ranked(checked, report.ranked)
    if before := checked.before:
        result["protected"] = {**vars(before), "findings": checked.leading_to(before.source)}
    result |= _circumstances(checked)
    if told := disguised_places(report.draft):
        result["disguises"] = [vars(one) | _placed(checked, one.start) for one in told]
    if not report.complete:
        result["complete"] = False
    if checked.accepted:
        result["accepted"] = [_accepted(checked, *pair) for pair in checked.accepted]
    return result


def _ranked(checked: Checked, ranked: Ranked) -> dict[str, Any] | None:
    """What a searcher who ranks finds of the whole draft; None: nothing at all."""
    document = checked.ranked_first()
    if ranked.recognition is None or document is None:
        return None
    words, pairs = ranked.recognition.words, ranked.recognition.pairs
    return {
        "document": document.id,
        "rank": words.rank,
        "lead": rounded(words.lead),
        "pairs": pairs and {"rank": pairs.rank, "lead": rounded(pairs.lead)},
        "sentences": vars(ranked.sentences),
        "paragraphs": vars(ranked.paragraphs),
    }


def _accepted(checked: Checked, finding: AnyFinding, risk: AcceptedRisk) -> dict[str, Any]:
    """An accepted finding, with who answers for it."""
    by = {"by": risk.by, "date": risk.date, "reason": risk.reason}
    return {**_finding(checked, finding), **by}


def reservations(held: Circumstances) -> dict[str, Any]:
    """What speaks against relying on a result; each list is there, however empty."""
    return {
        "doubts": [{"kind": one.kind.value, "message": one.message} for one in held.doubts],
        "narrowed": [
            {"setting": one.setting, "value": one.value, "where": one.where}
            for one in held.narrowed
        ],
        "ignored": list(held.ignored),
    }


def _circumstances(checked: Checked) -> dict[str, Any]:
    """What a program must know before it relies on the result."""
    held, source = checked.circumstances, checked.source()
    told = reservations(held)
    if held.extent.elsewhere:
        told["not_checked"] = {"masked": held.extent.masked, "elsewhere": held.extent.elsewhere}
    if source is not None and held.fit is not None:
        told["source"] = {
            "document": source.id,
            "where": held.source_named,
            "fits": held.fit.fits,
            "share": round(held.fit.share, 3),
        }
    return told


def _finding(checked: Checked, finding: AnyFinding) -> dict[str, Any]:
    """A finding of any kind."""
    text = checked.report.draft.text

    def told(span: Span) -> dict[str, Any]:
        words = {"start": span.start, "end": span.end, "text": text[span.start : span.end]}
        return words | _placed(checked, span.start)

    guessed = {"guess": finding.guess} if isinstance(finding, GuessableMask) else {}
    return (
        {"kind": finding.kind.name}
        | told(finding.span)
        | guessed
        | finding.details()
        | {"documents": _documents(checked, finding)}
        | {name: [told(span) for span in spans] for name, spans in finding.spans().items()}
    )


def _documents(checked: Checked, finding: AnyFinding) -> list[str]:
    """The ids of what it leads to, or of the rulings that tell it."""
    told = finding.details().get("documents")
    return told or [document.id for document in checked.documents(finding)]


def _placed(checked: Checked, offset: int) -> dict[str, Any]:
    """Where in a document something stands; nothing for a text."""
    place = checked.where.place(offset)
    return {} if place is None else {"place": place_as_json(place)}
