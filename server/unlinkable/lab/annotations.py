"""Rulings with what people marked in them, in the format of the Text Anonymization Benchmark.

Pilán and others 2022 (arXiv 2202.00443): a JSON list of texts, each with the mentions of entities
that one or several annotators found. A mention is of one of eight kinds, and identifies directly,
together with others, or so little that it needs no mask. Knows nothing of drafts and of measures.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from unlinkable.draft import Span
from unlinkable_index.errors import UserError
from unlinkable_index.ordinary_files import MEGABYTE, read_ordinary

LARGEST = 1000 * MEGABYTE
DIRECT, QUASI, NO_MASK = IDENTIFIERS = ("DIRECT", "QUASI", "NO_MASK")
KINDS = ("PERSON", "CODE", "LOC", "ORG", "DEM", "DATETIME", "QUANTITY", "MISC")


class Mention(NamedTuple):
    """Where an ``entity`` is named, of what ``kind`` (one of `KINDS`) it is, and how far it tells
    who is meant (one of `IDENTIFIERS`)."""

    span: Span
    entity: str
    kind: str
    identifier: str


@dataclass(frozen=True)
class AnnotatedText:
    """A ``text``, and the mentions that each annotator marked in it."""

    text: str
    annotators: tuple[tuple[Mention, ...], ...]

    def at(self, span: Span) -> Mention | None:
        """The mention of whichever annotator that shares most with ``span``; of several one that
        is to be masked, and else the first. None where nothing was marked."""

        def shared(one: Mention) -> tuple[int, bool]:
            return (
                min(one.span.end, span.end) - max(one.span.start, span.start),
                one.identifier != NO_MASK,
            )

        every = [one for mentions in self.annotators for one in mentions]
        best = max(every, key=shared, default=None)
        return best if best is not None and shared(best)[0] > 0 else None


def read_annotations(path: Path) -> dict[str, AnnotatedText]:
    """The annotated texts of a file, by their ids. Raises UserError where it is not as it must
    be."""
    try:
        told = json.loads(read_ordinary(path, LARGEST))
    except OSError as error:
        raise UserError(
            f"{path}: cannot be read ({error.strerror}); check the path and its rights"
        ) from None
    except (ValueError, RecursionError):
        raise UserError(f"{path}: is no JSON; name a file of annotations as TAB has them") from None
    if not isinstance(told, list):
        raise UserError(f"{path}: must hold a JSON list of annotated texts, as TAB has them")
    found: dict[str, AnnotatedText] = {}
    for number, one in enumerate(told, start=1):
        place = f"{path}, text {number}"
        try:
            name, text = one["doc_id"], one["text"]
            marked = [each["entity_mentions"] for each in one["annotations"].values()]
            annotators = tuple(
                tuple(_mention(mention, len(text), place) for mention in mentions)
                for mentions in marked
            )
        except (KeyError, TypeError, AttributeError):
            raise UserError(
                f'{place}: needs "doc_id", "text" and "annotations" with their "entity_mentions", '
                "as TAB has them"
            ) from None
        if not (isinstance(name, str) and isinstance(text, str)):
            raise UserError(f'{place}: "doc_id" and "text" must be texts')
        if name in found:
            raise UserError(f"{place}: the id {name!r} stands there twice; name each text once")
        found[name] = AnnotatedText(text, annotators)
    return found


def annotated_of(
    annotations: Mapping[str, AnnotatedText], ids: Iterable[str]
) -> AnnotatedText | None:
    """The annotated text of a document that has these ids; None where there is none."""
    return next((annotations[one] for one in ids if one in annotations), None)


def _mention(told: Mapping[str, Any], length: int, place: str) -> Mention:
    span = Span(told["start_offset"], told["end_offset"])
    entity, kind, identifier = (
        told[name] for name in ("entity_id", "entity_type", "identifier_type")
    )
    if not all(isinstance(one, int) for one in span) or not 0 <= span.start < span.end <= length:
        raise UserError(f"{place}: the mention from {span.start} to {span.end} is not in the text")
    if kind not in KINDS:
        raise UserError(f"{place}: {kind!r} is no kind; there are {', '.join(KINDS)}")
    if identifier not in IDENTIFIERS:
        raise UserError(
            f"{place}: {identifier!r} is no sort of identifier; there are {', '.join(IDENTIFIERS)}"
        )
    return Mention(span, str(entity), kind, identifier)
