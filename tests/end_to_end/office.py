"""A folder of drafts as a clerk has it: originals, their index, drafts, and a program that checks.

Knows files and a few invented rulings, of which it is known what leads to which.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.unlinkable.model.model_headers import STAND_IN
from unlinkable.demo.folder import write_demo
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options

SOURCE = "ashbourne-12"
TITLE = "Abernathy v Municipality of Ashbourne"
ORIGINAL = """District Court of Ashbourne

The claimant kept bees behind the rectory. Her doctor had recommended gentle exercise. \
The municipality did not reply to her letter of 3 May 2009.

The court heard Ms Abernathy and a retired bell founder. The claimant must bear the costs \
under section 12 (3).
"""
TWIN = """District Court of Wexcombe

The claimant kept goats near the mill. Her lawyer was at home. \
The municipality did not reply to her letter of 3 May 2009.

The court heard Ms Quill and a former school teacher. The claimant must bear the costs \
under section 12 (3).
"""
# Every word of the draft by itself but "rectory", so that only "rectory" is rare in combination.
GLOSSARY = (
    "founder bell retired and exercise gentle recommended doctor behind bees kept claimant had her "
    "municipality letter reply heard costs section bear must under district court the did not of a"
    " to 3 May 2009 12 "
)
# A new word must stand in two originals.
NEW_WORDS = "light suggested physician little"
COPIED_WORDS = (
    "other same certain matter part thing whole number kind sort several long now then already "
    "again indeed rather quite along around away every another way fact point time case reason with"
)
"""What a model that copies writes where it may not."""
ELSEWHERE = "A visit to the old rectory is worth while."

RARE = "gentle"
"""A word of a rare phrase that stands once in the draft."""
SENTENCE = "Her doctor had recommended gentle exercise."
ALTERNATIVES = (
    "Her physician had suggested light exercise.",
    "Her physician had suggested a little exercise.",
)
DEMO_DRAFT = "robbery.txt"
DEMO_SENTENCE = (
    "At the time of the offence the accused kept bees on the roof of a brewery and was on "
    "probation for handling stolen goods."
)
DEMO_ALTERNATIVES = (
    "At the time of the offence the accused kept animals on the roof of a brewery and was on "
    "probation for handling stolen goods.",
    "At the time of the offence the accused had animals on the roof of a brewery and was on "
    "probation for handling stolen goods.",
    "At the time of the offence the accused was on probation for handling stolen goods and kept "
    "animals on the roof of a brewery.",
)
DRAFTS = 20
SETTINGS = """# Settings of the office
index = "originals.unlinkable"
# Among so few originals whatever stands near each other, or runs on, leads to its own.
cross_sentences = false
within = 0

[model]
path = "model.gguf"
reasoning = false
"""


@dataclass(frozen=True)
class Office:
    """The folder, and the program whose language model follows a script."""

    folder: Path
    program: Path

    @property
    def drafts(self) -> list[Path]:
        """The drafts, all alike: the ruling SOURCE with its names masked."""
        return sorted(self.folder.glob("draft-*.txt"))


def open_office(room: Path, words: str = NEW_WORDS) -> Office:
    """A new office in ``room``, with an index, a model, settings and drafts in its folder."""
    folder = room / "office"
    folder.mkdir()
    records = [
        {"id": SOURCE, "title": TITLE, "text": ORIGINAL},
        {"id": "wexcombe-9", "title": "Quill v Municipality of Wexcombe", "text": TWIN},
        {"id": "glossary", "text": GLOSSARY},
        {"id": "guide", "text": ELSEWHERE},
        # Apart and with the same words between, so that no phrase and no pair of words leads there.
        {"id": "words", "text": " and the ".join(words.split())},
        {"id": "words-backwards", "text": " and the ".join(reversed(words.split()))},
    ]
    originals = room / "originals.jsonl"
    originals.write_text("\n".join(json.dumps(record) for record in records), "utf-8")
    build_index([originals], folder / "originals.unlinkable", Options(processes=1))
    (folder / "unlinkable.toml").write_text(SETTINGS, "utf-8")
    _model(folder)
    masked = ORIGINAL.replace("Ms Abernathy", "[REDACTED]").replace("Ashbourne", "[REDACTED]")
    for number in range(1, DRAFTS + 1):
        (folder / f"draft-{number:02}.txt").write_text(masked, "utf-8")
    return Office(folder, scripted_program(room, {SENTENCE: ALTERNATIVES}))


def open_demo(room: Path) -> Office:
    """The folder of `unlinkable demo`, with a model that rewrites one sentence of a draft."""
    folder = room / "unlinkable-demo"
    write_demo(folder)
    with (folder / "unlinkable.toml").open("a", encoding="utf-8") as settings:
        settings.write(f'path = "{_model(room)}"\nreasoning = false\n')  # of the last table, model
    return Office(folder, scripted_program(room, {DEMO_SENTENCE: DEMO_ALTERNATIVES}))


def _model(folder: Path) -> Path:
    """A file that only looks like a model; what it would say is in a script."""
    path = folder / "model.gguf"
    path.write_bytes(STAND_IN)
    return path


def scripted_program(room: Path, answers: Mapping[str, Sequence[str]]) -> Path:
    """The program `unlinkable` with a model that writes ``answers`` to sentences."""
    script = room / "script.json"
    script.write_text(json.dumps({"answers": answers}), "utf-8")
    program = room / "bin/unlinkable"
    program.parent.mkdir()
    scripted = Path(__file__).with_name("scripted_program.py")
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{scripted}" "{script}" "$@"\n')
    program.chmod(0o755)
    return program
