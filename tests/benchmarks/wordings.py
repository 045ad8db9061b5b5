"""Sentences of drafts with a wording changed, drawn at random, for people to read and judge.

    python -m tests.benchmarks.wordings --drafts FILE-OR-FOLDER [--language English] [--number 100]
    python -m tests.benchmarks.wordings --drafts FILE-OR-FOLDER --figures

Prints each sentence with the change marked: ⟦before → after⟧. Of each line of the tables at most
one sentence is drawn, so that frequent ones do not hide the others; with ``--as-found`` they come
as often as they stand in the drafts. ``--figures`` says how many alternatives there are, and how
long finding them takes. What is printed is text of the drafts: for those who may read them.
"""

import argparse
import json
import lzma
import random
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

from unlinkable.draft import read_draft
from unlinkable.wordings import Substitute, Wordings, wordings_of

Found = tuple[str, Substitute]
AROUND = 200
"""So many code points of a sentence are shown on either side of a change."""


def texts(source: Path) -> Iterator[str]:
    """The texts of a folder of .txt and .md files, or of JSON lines (also .xz) with "text"."""
    if source.is_dir():
        for path in sorted((*source.glob("*.txt"), *source.glob("*.md"))):
            yield path.read_text(encoding="utf-8")
    elif source.suffix == ".xz":
        with lzma.open(source, "rt", encoding="utf-8") as lines:
            yield from (json.loads(line)["text"] for line in lines)
    else:
        with source.open(encoding="utf-8") as lines:
            yield from (json.loads(line)["text"] for line in lines)


def shown(text: str, substitute: Substitute) -> str:
    """The sentence around a substitute with the change in brackets."""
    start, end = substitute.span
    sentence = next((s for s in read_draft(text).sentences if s.start <= start < s.end), None)
    first, last = sentence or (start, end)
    ahead = text[max(first, start - AROUND) : start]
    behind = text[end : max(end, min(last, end + AROUND))]
    change = f"⟦{text[start:end]} → {substitute.replacement}⟧"
    return " ".join(f"{ahead}{change}{behind}".split())


def one_a_line(found: list[Found], chance: random.Random) -> list[Found]:
    """Of each line of the tables one of ``found``, by chance."""
    chance.shuffle(found)
    return list({one.derivation.place: (text, one) for text, one in found}.values())


def figures(drafts: list[str], wordings: Wordings) -> None:
    """How many alternatives a draft has, of which effect, and how long finding them takes."""
    times, words = [], 0
    effects: dict[str, int] = {}
    for text in drafts:
        begin = time.perf_counter()
        found = list(wordings.alternatives(text))
        times.append((time.perf_counter() - begin) * 1000)
        words += len(text.split())
        for one in found:
            effects[one.derivation.effect.name] = effects.get(one.derivation.effect.name, 0) + 1
    print(f"{len(drafts)} drafts, {words} words, {len(wordings.entries)} entries")
    print(f"alternatives: {effects}, {sum(effects.values()) / words * 100:.1f} in 100 words")
    print(f"milliseconds a draft: median {statistics.median(times):.1f}, most {max(times):.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--drafts", type=Path, required=True)
    parser.add_argument("--language", default="English")
    parser.add_argument("--number", type=int, default=100)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--as-found", action="store_true")
    parser.add_argument("--figures", action="store_true")
    asked = parser.parse_args()
    wordings = wordings_of(asked.language)
    if wordings is None:
        parser.error(f"there are no tables for {asked.language}")
    drafts = list(texts(asked.drafts))
    if asked.figures:
        figures(drafts, wordings)
        return
    found = [(text, one) for text in drafts for one in wordings.alternatives(text)]
    chance = random.Random(asked.seed)
    if not asked.as_found:
        found = one_a_line(found, chance)
    drawn = chance.sample(found, min(asked.number, len(found)))
    for number, (text, one) in enumerate(drawn, 1):
        print(f"{number:3} {one.derivation.effect.name.lower():8} {one.derivation.place}")
        print(f"    {shown(text, one)}")


if __name__ == "__main__":
    main()
