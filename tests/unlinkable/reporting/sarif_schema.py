"""What the official schema of SARIF 2.1.0 (OASIS) demands of the objects that we write.

Transcribed object by object, since no package brings the schema. Stricter in one way: optional
properties that we never write are left out, so they would be noticed.
"""

from typing import Any

TEXT = {"type": "string"}
COUNT = {"type": "integer", "minimum": 0}
NUMBER_FROM_1 = {"type": "integer", "minimum": 1}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
MOMENT = {"type": "string", "format": "date-time"}
BAG = {"type": "object"}


def _object(required: str, /, **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": properties,
        "required": required.split(),
    }


def _list(items: Any, unique: bool = True) -> dict[str, Any]:
    return {"type": "array", "items": items, "uniqueItems": unique}


MESSAGE = _object("text", text=TEXT)
MULTIFORMAT = _object("text", text=TEXT)
ARTIFACT_LOCATION = _object(
    "",
    uri={"type": "string", "format": "uri-reference"},
    index={"type": "integer", "minimum": -1},
    description=MESSAGE,
)
REGION = _object(
    "",
    startLine=NUMBER_FROM_1,
    startColumn=NUMBER_FROM_1,
    endLine=NUMBER_FROM_1,
    endColumn=NUMBER_FROM_1,
    charOffset={"type": "integer", "minimum": -1},
    charLength=COUNT,
)
LOGICAL_LOCATION = _object("", fullyQualifiedName=TEXT)
LOCATION = _object(
    "",
    id={"type": "integer", "minimum": -1},
    physicalLocation=_object("artifactLocation", artifactLocation=ARTIFACT_LOCATION, region=REGION),
    logicalLocations=_list(LOGICAL_LOCATION),
    message=MESSAGE,
)
SUPPRESSION = _object(
    "kind",
    kind={"enum": ["inSource", "external"]},
    status={"enum": ["accepted", "underReview", "rejected"]},
    justification=TEXT,
    properties=BAG,
)
RESULT = _object(
    "message",
    ruleId=TEXT,
    ruleIndex={"type": "integer", "minimum": -1},
    level=LEVEL,
    message=MESSAGE,
    locations=_list(LOCATION, unique=False),
    relatedLocations=_list(LOCATION),
    partialFingerprints={"type": "object", "additionalProperties": TEXT},
    suppressions=_list(SUPPRESSION),
    properties=BAG,
)
RULE = _object(
    "id",
    id=TEXT,
    name=TEXT,
    shortDescription=MULTIFORMAT,
    fullDescription=MULTIFORMAT,
    help=MULTIFORMAT,
    defaultConfiguration=_object("", level=LEVEL),
)
ARTIFACT = _object(
    "",
    location=ARTIFACT_LOCATION,
    mimeType={"type": "string", "pattern": "[^/]+/.+"},
    encoding=TEXT,
    roles=_list({"enum": ["analysisTarget"]}),
    properties=BAG,
)
INVOCATION = _object(
    "executionSuccessful",
    executionSuccessful={"type": "boolean"},
    startTimeUtc=MOMENT,
    endTimeUtc=MOMENT,
    toolExecutionNotifications=_list(_object("message", level=LEVEL, message=MESSAGE)),
)
RUN = _object(
    "tool",
    tool=_object("driver", driver=_object("name", name=TEXT, version=TEXT, rules=_list(RULE))),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    newlineSequences={**_list(TEXT), "minItems": 1},
    invocations=_list(INVOCATION, unique=False),
    artifacts=_list(ARTIFACT),
    results=_list(RESULT, unique=False),
)
SARIF = {
    "$schema": "http://json-schema.org/draft-07/schema#",
    **_object(
        "version runs",
        version={"enum": ["2.1.0"]},
        runs=_list(RUN, unique=False),
        **{"$schema": {"type": "string", "format": "uri"}},
    ),
}
