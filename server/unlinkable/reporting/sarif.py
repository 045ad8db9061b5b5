"""The report as SARIF 2.1.0, for pipelines: one run, a rule a kind of finding, all drafts with
their results. Holds places, counts and ids, and must never hold text of a draft. Loaded only
when asked for."""

import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from unlinkable import __version__
from unlinkable.draft import Disguise, Lines, Span, disguises
from unlinkable.findings.finding import KINDS, PHRASE, AnyFinding, Finding
from unlinkable.printing import counted, json_text, plain
from unlinkable.reporting.checked import Checked
from unlinkable.reporting.found import disguised_word, rounded
from unlinkable.reporting.verdict import verdict
from unlinkable.risks import AcceptedRisk


@dataclass(frozen=True)
class SarifRule:
    """A rule: its id, its level, what it is about, in a sentence, and what to do about it."""

    identity: str
    level: str
    short: str
    full: str

    @property
    def descriptor(self) -> dict[str, Any]:
        """What the log says of it once."""
        return {
            "id": self.identity,
            "name": self.identity.title().replace("-", ""),
            "shortDescription": {"text": self.short},
            "fullDescription": {"text": self.full},
            "help": {"text": self.full},
            "defaultConfiguration": {"level": self.level},
        }

    def result(self, said: str, place: dict[str, Any]) -> dict[str, Any]:
        """A result of this rule at a place, of which a message is said."""
        return {
            "ruleId": self.identity,
            "ruleIndex": RULES.index(self),
            "level": self.level,
            "message": {"text": said},
            "locations": [place],
        }


_OF_KINDS = {
    kind: SarifRule(
        kind.rule,
        "warning" if kind is PHRASE else "note",
        kind.means,
        f"{kind.because} {kind.remedy}",
    )
    for kind in KINDS
}
DISGUISE = SarifRule(
    "disguised-word",
    "note",
    "A word that is not written as it is seen.",
    "Characters that show nothing or look like others, or markup that shows nothing, stand in the "
    "word. It is checked as a reader sees it; write it plainly.",
)
RULES = (*_OF_KINDS.values(), DISGUISE)
"""All rules, in the order in which the log has them."""


def camel(name: str) -> str:
    """A name as SARIF writes its properties: ``joint_df`` is ``jointDf``."""
    return re.sub(r"_(\w)", lambda match: match[1].upper(), name)


class DraftResults:
    """One draft, the artifact with the number ``number``."""

    def __init__(self, checked: Checked, number: int, secret: bytes) -> None:
        self._checked = checked
        self._secret = secret
        self._number = number
        self._lines = Lines(checked.report.draft.text)
        self._seen: Counter[bytes] = Counter()

    def artifact(self) -> dict[str, Any]:
        """The draft as a file, with what was asked of it and where it seems to come from."""
        checked, question = self._checked, self._checked.report.question
        source = checked.likely_source()
        return {
            "location": _location(checked.name),
            **({"mimeType": "text/plain", "encoding": "utf-8"} if checked.seen is None else {}),
            "roles": ["analysisTarget"],
            "properties": {
                "index": {
                    "documents": checked.index.documents,
                    "fingerprint": checked.index.fingerprint,
                    "file": checked.index.path.name,
                },
                "k": question.k,
                "maxWords": checked.index.max_words,
                "maxTerms": question.max_terms,
                "termWords": question.term_words,
                "crossSentences": checked.reading.cross_sentences,
                "words": len(checked.report.draft.forms),
                "complete": checked.report.complete,
                "clean": checked.clean,
                "against": list(question.searchers),
                "verdict": verdict(checked),
                **self._circumstances(),
                **self._protected(),
                "ranked": self._ranked(),
                "likelySource": source and {"document": source[0].id, "findings": source[1]},
            },
        }

    def _protected(self) -> dict[str, Any]:
        """Against whom it was protected, where a report beside it tells."""
        before = self._checked.before
        if before is None:
            return {}
        return {"protected": {**vars(before), "findings": self._checked.leading_to(before.source)}}

    def _ranked(self) -> dict[str, Any] | None:
        """What a searcher who ranks finds of the whole draft."""
        ranked, first = self._checked.report.ranked, self._checked.ranked_first()
        if ranked is None or ranked.recognition is None or first is None:
            return None
        words = ranked.recognition.words
        return {
            "document": first.id,
            "rank": words.rank,
            "lead": rounded(words.lead),
            "sentences": vars(ranked.sentences),
            "paragraphs": vars(ranked.paragraphs),
        }

    def _circumstances(self) -> dict[str, Any]:
        """What speaks against relying on the result. Of masks only that they were set: a pattern
        may hold a name."""
        held, source = self._checked.circumstances, self._checked.source()
        return {
            "doubts": [one.kind.value for one in held.doubts],
            "narrowed": [
                {"setting": one.setting, "where": one.where}
                | ({} if one.setting == "masks" else {"value": one.value})
                for one in held.narrowed
            ],
            "ignored": list(held.ignored),
            "wordsNotChecked": held.extent.masked + held.extent.elsewhere,
            "source": source
            and held.fit
            and {"document": source.id, "where": held.source_named, "fits": held.fit.fits},
        }

    def results(self) -> list[dict[str, Any]]:
        """All findings, then those that were accepted, as suppressed ones, then disguises."""
        found = [self._result(finding, None) for finding in self._checked.report.everything]
        found += [self._result(finding, risk) for finding, risk in self._checked.accepted]
        return found + [self._disguise(one) for one in disguises(self._checked.report.draft)]

    def _disguise(self, disguise: Disguise) -> dict[str, Any]:
        return {
            **DISGUISE.result(disguised_word(disguise), self._place(disguise.span)),
            "properties": {"kind": disguise.kind.value},
        }

    def _result(self, finding: AnyFinding, risk: AcceptedRisk | None) -> dict[str, Any]:
        """A finding of any kind: places, counts and ids, no words."""
        rule, k = _OF_KINDS[finding.kind], self._checked.report.question.k
        documents = [document.id for document in self._checked.documents(finding)]
        details = {camel(name): value for name, value in finding.details().items()}
        result = rule.result(_message(finding, k), self._place(finding.span))
        result |= {
            "partialFingerprints": {"unlinkable/v2": self._fingerprint(finding)},
            "suppressions": [] if risk is None else [_suppression(risk)],
            "properties": {"documents": documents} | details,
        }
        if spans := [span for some in finding.spans().values() for span in some]:
            result["relatedLocations"] = [
                {"id": at, **self._place(span), "message": {"text": "Together with this."}}
                for at, span in enumerate(spans, start=1)
            ]
        return result

    def _place(self, span: Span) -> dict[str, Any]:
        file = {**_location(self._checked.name), "index": self._number}
        place = self._checked.where.place(span.start)
        if place is not None:  # a document has no lines that stay where they are
            return {
                "physicalLocation": {"artifactLocation": file},
                "logicalLocations": [{"fullyQualifiedName": str(place)}],
            }
        line, column = self._lines.place(span.start)
        end_line, end_column = self._lines.place(span.end)
        return {
            "physicalLocation": {
                "artifactLocation": file,
                "region": {
                    "startLine": line,
                    "startColumn": column,
                    "endLine": end_line,
                    "endColumn": end_column,
                    "charOffset": span.start,
                    "charLength": span.end - span.start,
                },
            }
        }

    def _fingerprint(self, finding: AnyFinding) -> str:
        """Tells findings apart from run to run, wherever they move in the draft.

        Made of the hashes of words, and of how many times the same words were found before. Where
        the index has a key, that keeps the hashes from telling words; else the secret does.
        """
        key = b"" if self._checked.index.header.sealed else self._secret
        draft, hasher = self._checked.report.draft, self._checked.index.hasher
        forms, _ = finding.words_in(draft)
        words = hasher.words(forms).tobytes() + finding.kind.name.encode()
        self._seen[words] += 1
        count = self._seen[words].to_bytes(8, "little")
        return hashlib.blake2b(words + count, digest_size=16, key=key).hexdigest()


def _message(finding: AnyFinding, k: int) -> str:
    """What a result says: without words of the draft."""
    if not isinstance(finding, Finding):
        return finding.kind.means
    originals = f"{counted(len(finding.documents), 'original')}, fewer than {k}"
    if not finding.others:
        words = counted(finding.words, "word")
        return f"{finding.kind.title} of {words}, in {originals}. {finding.kind.remedy}"
    return (
        f"{finding.kind.title}: in {counted(finding.df, 'original')}, but together with "
        f"{len(finding.others)} more in {originals}. {finding.kind.remedy}"
    )


def _suppression(risk: AcceptedRisk) -> dict[str, Any]:
    return {
        "kind": "external",
        "status": "accepted",
        "justification": risk.reason,
        "properties": {"by": risk.by, "date": risk.date},
    }


def _location(name: str) -> dict[str, Any]:
    """The artifact location of a draft: a relative URI, or an absolute one of an absolute path."""
    if name == "-":
        return {"description": {"text": "standard input"}}
    path = PurePath(name)
    if path.is_absolute():
        return {"uri": path.as_uri()}
    return {"uri": quote(os.fsencode(path.as_posix()))}


SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


def sarif_log(
    checked: Iterable[Checked], problems: Sequence[str], left_out: Sequence[str], secret: bytes
) -> Iterator[str]:
    """The log as JSON text, piece by piece; of a draft that is written only its name is kept.

    - ``problems``: why drafts could not be checked;
    - ``left_out``: which files were not looked at;
    - ``secret`` (at most 64 bytes): keeps fingerprints from telling words.
    """
    began = datetime.now(UTC)
    artifacts: list[dict[str, Any]] = []
    warnings: list[str] = []
    rules = [rule.descriptor for rule in RULES]
    driver = {"name": "Unlinkable", "version": __version__, "rules": rules}
    yield f'{{"$schema": {json_text(SCHEMA)}, "version": "2.1.0", "runs": [{{\n'
    yield f'"tool": {json_text({"driver": driver}, indent=1)},\n'
    yield '"columnKind": "unicodeCodePoints", "newlineSequences": ["\\n"],\n"results": ['
    between = "\n"
    for one in checked:
        draft = DraftResults(one, len(artifacts), secret)
        artifacts.append(draft.artifact())
        for result in draft.results():
            yield between + json_text(result)
            between = ",\n"
        warnings += [
            f"{one.name}: this result cannot be relied on: {doubt.message}."
            for doubt in one.circumstances.doubts
        ]
    invocation = {
        "executionSuccessful": not problems,
        "startTimeUtc": _utc(began),
        "endTimeUtc": _utc(datetime.now(UTC)),
        "toolExecutionNotifications": [
            {"level": level, "message": {"text": plain(said)}}
            for level, saying in (("error", problems), ("warning", [*left_out, *warnings]))
            for said in saying
        ],
    }
    yield '\n],\n"artifacts": ['
    for number, artifact in enumerate(artifacts):
        yield (",\n" if number else "\n") + json_text(artifact)
    yield "\n],\n"
    yield f'"invocations": {json_text([invocation], indent=1)}\n}}]}}\n'


def _utc(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
