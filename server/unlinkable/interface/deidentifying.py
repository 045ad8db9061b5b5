"""Drafts from raw rulings for other Python programs, by Presidio, as `unlinkable deidentify` makes
them. It errs, so a person has to read what comes out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict, Unpack, overload

from unlinkable.interface.shown import Marking, Record, Several, marked_text
from unlinkable.interface.texts import ManyTexts
from unlinkable.reporting.page import joined, tag
from unlinkable.reporting.page import text as escaped
from unlinkable_index.errors import UserError


@dataclass(frozen=True)
class Deidentified:
    """A draft: its ``text``, and its ``masks``: from where to where each stands, and what kind of
    thing it hides, by Presidio's name."""

    text: str
    masks: tuple[tuple[int, int, str], ...]

    def to_records(self) -> list[Record]:
        """A row for each mask."""
        return [{"start": start, "end": end, "kind": kind} for start, end, kind in self.masks]

    def _repr_html_(self) -> str:
        marks = [Marking(*one, one[2]) for one in self.masks]
        said = tag("p", escaped(f"{len(marks):,} masks; a person has to read this."))
        return joined([said, marked_text(self.text, marks)])


class DeidentifyOptions(TypedDict, total=False):
    """How names are found.

    - ``pipeline``: an installed spaCy pipeline, such as "en_core_web_lg", or its folder; or
    - ``patterns``: a file of patterns for spaCy's entity ruler (JSON Lines); one of both at least;
    - ``language``: "en" unless said otherwise;
    - ``entities``: what to mask, by Presidio's names; else persons, places, dates and the like;
    - ``mask``: what stands in the place of each ("[REDACTED]").
    """

    pipeline: str | None
    patterns: str | Path | None
    language: str
    entities: Sequence[str]
    mask: str


@overload
def deidentify(text: str, **options: Unpack[DeidentifyOptions]) -> Deidentified: ...
@overload
def deidentify(text: ManyTexts, **options: Unpack[DeidentifyOptions]) -> Several[Deidentified]: ...
def deidentify(
    text: str | ManyTexts,
    *,
    pipeline: str | None = None,
    patterns: str | Path | None = None,
    language: str = "en",
    entities: Sequence[str] = (),
    mask: str = "[REDACTED]",
) -> Deidentified | Several[Deidentified]:
    """A draft of a raw ruling, or of each of several: names and the like are masked.

    Needs the extra presidio; nothing is downloaded. See `DeidentifyOptions`. Raises UserError."""
    from unlinkable.lab.deidentification.detector import ENTITIES, Detector

    if pipeline is None and patterns is None:
        raise UserError("no names can be found without a spaCy pipeline or patterns; name one")
    found = Path(patterns) if patterns else None
    detector = Detector(pipeline, found, language, list(entities or ENTITIES))

    def made(one: str) -> Deidentified:
        parts, masks, at, length = [], [], 0, 0
        for name in detector.find(one):
            length += name.start - at
            masks.append((length, length + len(mask), name.kind))
            parts += [one[at : name.start], mask]
            length, at = length + len(mask), name.end
        return Deidentified("".join([*parts, one[at:]]), tuple(masks))

    return made(text) if isinstance(text, str) else Several(map(made, text))
