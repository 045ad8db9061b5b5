"""What whoever ranks, reads off or guesses finds out from drafts whose originals are known.

    python -m tests.benchmarks.attack --index FILE --collection FILE --drafts FILE... [--every N]
        [--from N] [--protected index|rulings]

The drafts (.jsonl.xz with "id" of their original, and "text") are attacked with the index alone,
with the originals, and with all other rulings, the source left out and not named. Prints how many
are recognised, in how much time; and the table of `unlinkable attack --table`. With ``--protected``
they are first protected by masking, the source named, against a guesser who has the index, or
the texts of all other rulings as well.
"""

import argparse
import json
import lzma
import time
from pathlib import Path

from tqdm import tqdm

from unlinkable.attackers.against_masks import votes
from unlinkable.attackers.attacker import Attacker
from unlinkable.attackers.rulings import Rulings, Texts
from unlinkable.draft import Markup, Reading, read_draft
from unlinkable.findings.question import Question
from unlinkable.lab.attack_figures import AttackFigures
from unlinkable.lab.attack_table import measured_text
from unlinkable.rewriting.masking.guessers import Attackers
from unlinkable.rewriting.protection import protect
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.task import Task
from unlinkable_index.index import Index


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--collection", type=Path, required=True)
    parser.add_argument("--drafts", type=Path, nargs="+", required=True)
    parser.add_argument("--every", type=int, default=1, help="take one draft in so many")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first one to take")
    parser.add_argument("--protected", choices=("index", "rulings"), help="protect them first")
    args = parser.parse_args()
    texts = Texts.read([args.collection])
    with Index.open(args.index) as index:
        rulings = Rulings(texts, index)
        alone, full = Attacker(index), Attacker(index, texts, rulings)
        for path in args.drafts:
            with lzma.open(path, "rt", encoding="utf-8") as lines:
                rows = [json.loads(line) for line in lines][args.first :: args.every]
            measured, recognised, seconds = AttackFigures(), 0, []
            for row in tqdm(rows, leave=False):
                source, text = index.document_number(row["id"]), row["text"]
                if args.protected:
                    guessers = Attackers(votes(full) if args.protected == "rulings" else None)
                    task = Task.of(text, Markup.PLAIN, Reading(), Question(source=source))
                    text = protect(task, index, Rewriter(index), attackers=guessers).text
                draft = read_draft(text)
                began = time.process_time()
                found = alone.attack(draft)
                seconds.append(time.process_time() - began)
                fares = found.recognition
                recognised += found.source == source and fares is not None and fares.recognised
                near = [one.text for one in full.near(draft, source)]
                attacked, original = full.attack(draft), texts.of([row["id"]])
                measured.add(attacked, original or "", source, index, near)
            seconds.sort()
            median, most = seconds[len(seconds) // 2], seconds[-1]
            print(
                f"\n{path.name}: {recognised} of {len(rows)} recognised by the index alone, in "
                f"{median:.2f} s of processor time ({most:.2f} at most)"
            )
            print(measured_text(measured))


if __name__ == "__main__":
    main()
