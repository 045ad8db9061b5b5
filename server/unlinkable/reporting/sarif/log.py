"""The report as SARIF 2.1.0 (OASIS standard), for pipelines: one run, all drafts in it.

Holds places, counts and ids of originals, but no text of a draft: logs of this kind travel further
than drafts do. Offsets and columns count code points, lines end with ``\\n``.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from unlinkable import __version__
from unlinkable.printing import json_text, plain
from unlinkable.reporting.checked import Checked
from unlinkable.reporting.sarif.draft import DraftResults
from unlinkable.reporting.sarif.result_kinds import RULES

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
    yield f'{{"$schema": {json_text(SCHEMA)}, "version": "2.1.0", "runs": [{{\n'
    yield f'"tool": {json_text({"driver": _driver()}, indent=1)},\n'
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


def _driver() -> dict[str, Any]:
    return {
        "name": "Unlinkable",
        "version": __version__,
        "rules": [rule.descriptor for rule in RULES],
    }


def _utc(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
