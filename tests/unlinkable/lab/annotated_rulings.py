"""Two rulings with what people marked in them, in the very format of the Text Anonymization
Benchmark: written for the tests, all eight kinds, one of them by two annotators."""

import json
import re
from pathlib import Path
from typing import Any

_MARK = re.compile(r"\{([^|{}]+)\|([A-Z]+) ([A-Z_]+) (\w+)\}")
BEES = (
    "The case originated in an application (no. {4711/98|CODE DIRECT e1}) lodged by "
    "{Mr Anselm Berg|PERSON DIRECT e2}, a {Norwegian|DEM QUASI e3} beekeeper, on "
    "{4 May 1998|DATETIME QUASI e4}. {Mr Berg|PERSON DIRECT e2} kept "
    "{forty hives|QUANTITY QUASI e5} beside the old mill at {Wold|LOC QUASI e6} and "
    "was a member of the {Hill Society|ORG QUASI e7}. He sold honey under the name "
    "{Amber|MISC QUASI e8}. The {Supreme Court|ORG NO_MASK e9} of the country sits in "
    "{Wold|LOC QUASI e6}, too."
)
OTHER_EYES = (
    "The case originated in an application (no. {4711/98|CODE DIRECT f1}) lodged by "
    "{Mr Anselm Berg|PERSON DIRECT f2}, a Norwegian {beekeeper|DEM QUASI f3}, on "
    "{4 May 1998|DATETIME QUASI f4}. {Mr Berg|PERSON NO_MASK f2} kept forty hives "
    "beside the old {mill at Wold|LOC QUASI f6} and was a member of the "
    "{Hill Society|ORG NO_MASK f7}. He sold honey under the name {Amber|MISC QUASI f8}. The "
    "Supreme Court of the country sits in {Wold|LOC QUASI f6}, too."
)
BOATS = (
    "The applicant, {Ms Runa Dahl|PERSON DIRECT e1}, repaired wooden boats in the harbour of "
    "{Pell|LOC QUASI e2} and earned {EUR 900|QUANTITY QUASI e3} in {March 2011|DATETIME QUASI e4}."
)


def _plain(marked: str) -> str:
    return _MARK.sub(r"\1", marked)


TEXTS = {"bees": _plain(BEES), "boats": _plain(BOATS)}


def _mentions(name: str, marked: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    gone = 0
    for number, match in enumerate(_MARK.finditer(marked), start=1):
        text, kind, identifier, entity = match.groups()
        start = match.start() - gone
        gone += len(match[0]) - len(text)
        found.append(
            {
                "entity_type": kind,
                "entity_mention_id": f"{name}_em{number}",
                "start_offset": start,
                "end_offset": start + len(text),
                "span_text": text,
                "edit_type": "check",
                "identifier_type": identifier,
                "entity_id": f"{name}_{entity}",
                "confidential_status": "NOT_CONFIDENTIAL",
            }
        )
    return found


def _ruling(name: str, *marked: str) -> dict[str, Any]:
    return {
        "annotations": {
            f"annotator{number}": {"entity_mentions": _mentions(f"{name}_a{number}", one)}
            for number, one in enumerate(marked, start=1)
        },
        "quality_checked": ["annotator1"],
        "text": TEXTS[name],
        "task": "Task: Annotate the document to anonymise the following person",
        "meta": {"year": 2004, "legal_branch": "CHAMBER", "articles": [6], "countries": "NOR"},
        "doc_id": name,
        "dataset_type": "test",
    }


RULINGS = [_ruling("bees", BEES, OTHER_EYES), _ruling("boats", BOATS)]


def write_annotations(path: Path) -> Path:
    """The file, as it is published."""
    path.write_text(json.dumps(RULINGS), "utf-8")
    return path
