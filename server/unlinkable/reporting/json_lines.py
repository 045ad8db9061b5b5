"""One JSON object for each draft, one a line: for other programs."""

from typing import Any

from unlinkable.draft import Span
from unlinkable.findings.phrases import PhraseFinding
from unlinkable.findings.report import Finding
from unlinkable.printing import json_text
from unlinkable.reporting.checked import Checked
from unlinkable.risks.accepted_risk import AcceptedRisk


def json_line(checked: Checked) -> str:
    """The report as one line. Offsets count code points of the draft."""
    return json_text(as_json(checked))


def as_json(checked: Checked) -> dict[str, Any]:
    """The report as JSON values."""
    report, index = checked.report, checked.index
    source = checked.likely_source()
    result: dict[str, Any] = {
        "draft": checked.name,
        "index": {"documents": index.documents, "fingerprint": index.fingerprint},
        "settings": {
            "k": report.question.k,
            "max_words": index.max_words,
            "max_terms": report.question.max_terms,
            "term_words": report.question.term_words,
            "cross_sentences": checked.reading.cross_sentences,
        },
        "words": len(report.draft.forms),
        "findings": [_finding(checked, finding) for finding in report.findings],
        "likely_source": source and {"document": source[0].id, "phrases": source[1]},
    }
    if not report.complete:
        result["complete"] = False
    if checked.accepted:
        result["accepted"] = [as_accepted(checked, *pair) for pair in checked.accepted]
    return result


def as_accepted(checked: Checked, finding: Finding, risk: AcceptedRisk) -> dict[str, Any]:
    """An accepted finding as JSON values, with who answers for it."""
    by = {"by": risk.by, "date": risk.date, "reason": risk.reason}
    return {**_finding(checked, finding), **by}


def _finding(checked: Checked, finding: Finding) -> dict[str, Any]:
    text = checked.report.draft.text
    found: dict[str, Any] = {
        "kind": "phrase" if isinstance(finding, PhraseFinding) else "combination",
        **_place(text, finding.span),
        "words": finding.words,
        "df": finding.df,
    }
    if not isinstance(finding, PhraseFinding):
        found["joint_df"] = finding.joint_df
    found["documents"] = [document.id for document in checked.documents(finding)]
    if not isinstance(finding, PhraseFinding):
        found["with"] = [_place(text, span) for span in finding.others]
    return found


def _place(text: str, span: Span) -> dict[str, Any]:
    return {"start": span.start, "end": span.end, "text": text[span.start : span.end]}
