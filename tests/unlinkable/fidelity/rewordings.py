"""The bank of rewordings: sentences of invented rulings, how a good author and a bad one reword
them, and what is right or wrong with it. Written for this project."""

import re
import tomllib
from pathlib import Path
from typing import NamedTuple

from unlinkable.draft import Span
from unlinkable.language import LANGUAGES, Language

BANK = Path(__file__).with_name("bank")
TURNING = {"decision", "negation", "modal", "quantity", "references", "polar", "date"}


class Rewording(NamedTuple):
    """``kind``: "good", or what a bad one does. ``note``: what is right or wrong with it."""

    language: Language
    before: str
    flagged: tuple[Span, ...]
    after: str
    kind: str
    note: str
    held_out: bool

    @property
    def good(self) -> bool:
        return self.kind == "good"


def rewordings() -> list[Rewording]:
    """All of the bank."""
    by_name = {language.name.lower(): language for language in LANGUAGES}
    found = []
    for file in sorted(BANK.glob("*.toml")):
        for passage in tomllib.loads(file.read_text("utf-8"))["passages"]:
            before, flagged = unmarked(passage["before"])
            cases = [(text, "good", note) for text, note in passage["good"]]
            cases += [(text, kind, note) for kind, text, note in passage["bad"]]
            found += [
                Rewording(
                    by_name[file.stem.partition("_")[0]], before, flagged, text, kind, note,
                    passage.get("held_out", False),
                )
                for text, kind, note in cases
            ]  # fmt: skip
    return found


def unmarked(marked: str) -> tuple[str, tuple[Span, ...]]:
    """A sentence without its braces, and where they stood."""
    text, spans = "", []
    for part in re.split(r"(\{[^}]*\})", marked):
        inside = part.startswith("{")
        if inside:
            part = part[1:-1]
            spans.append(Span(len(text), len(text) + len(part)))
        text += part
    return text, tuple(spans)
