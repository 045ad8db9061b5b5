"""What `unlinkable deidentify` masks of what people masked, beside drafts by another run of
Presidio.

    python -m tests.benchmarks.detecting --pipeline NAME [--every N]

Of the masks that people set in the shared drafts, by what they hide: how many are masked whole, and
of all words masked, how many people masked too.
"""

import argparse
import json
import lzma
import re
from collections import Counter
from collections.abc import Sequence

from tests.conftest import corpora_folder

from unlinkable.draft import Span, read_draft
from unlinkable.draft.masks import known_masks
from unlinkable.lab.attack_figures import MaskedWords
from unlinkable.lab.deidentification import Detector

_TITLED = re.compile(r"(?:Mr|Mrs|Ms|Miss|Dr|Sir|Judge)\b")
_CASE = re.compile(r"\d+/\d+")


def _texts(name: str) -> dict[str, str]:
    with lzma.open(corpora_folder() / name, "rt", encoding="utf-8") as lines:
        return {one["id"]: one["text"] for one in map(json.loads, lines)}


def _masks(draft: str, original: str) -> list[Span]:
    read = read_draft(draft)
    return [one for one in known_masks(read.text, read.masks, original) if one is not None]


def _kinds(hidden: str) -> list[str]:
    kinds = ["all", MaskedWords.of(hidden).value]
    if _CASE.fullmatch(hidden):
        kinds.append("application numbers")
    if _TITLED.match(hidden):
        kinds.append("names with titles")
    return kinds


class Tally:
    """Masks that people set, by kind, and those found; words masked, and those people masked."""

    def __init__(self) -> None:
        self.whole: Counter[str] = Counter()
        self.masks: Counter[str] = Counter()
        self.words = self.right = 0

    def add(self, original: str, people: Sequence[Span], found: Sequence[Span]) -> None:
        """Count one draft."""
        hidden = {at for span in found for at in range(*span)}
        marked = {at for span in people for at in range(*span)}
        words = [range(*word.span()) for word in re.finditer(r"\w+", original)]
        for span in people:
            of = [word for word in words if span.start <= word.start and word.stop <= span.end]
            for kind in _kinds(original[span.start : span.end]):
                self.masks[kind] += 1
                self.whole[kind] += all(hidden.issuperset(word) for word in of)
        masked = [word for word in words if hidden.issuperset(word)]
        self.words += len(masked)
        self.right += sum(marked.issuperset(word) for word in masked)

    def print(self, name: str) -> None:
        """The figures in lines."""
        print(f"{name}: precision {self.right / self.words:.1%} of {self.words:,} words")
        for kind, masks in self.masks.items():
            print(f"  {kind}: {self.whole[kind]:,} of {masks:,} ({self.whole[kind] / masks:.1%})")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pipeline", required=True)
    parser.add_argument("--every", type=int, default=1)
    args = parser.parse_args()
    people, theirs = _texts("drafts-human.jsonl.xz"), _texts("drafts-presidio.jsonl.xz")
    originals = _texts("echr.jsonl.xz")
    detector = Detector(args.pipeline, None)
    ours, shared = Tally(), Tally()
    for name in sorted(people)[:: args.every]:
        original = originals[name]
        masks = _masks(people[name], original)
        found = [Span(one.start, one.end) for one in detector.find(original)]
        ours.add(original, masks, found)
        shared.add(original, masks, _masks(theirs[name], original))
    ours.print("deidentify")
    shared.print("the shared drafts by a detector")


if __name__ == "__main__":
    main()
