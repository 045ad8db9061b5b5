"""A day of edits over many documents in one server, as long as wanted, with figures.

    python -m tests.benchmarks.endurance --minutes 10 [--documents 40] [--seed N]

Every result is compared with a check from scratch; ends with a traceback at the first that differs.
"""

import argparse
import random
import sys
import tempfile
from pathlib import Path

from tests.unlinkable.trust.endurance import replay
from tests.unlinkable.trust.office import Office


def main() -> int:
    """Replay."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--documents", type=int, default=40)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        office = Office.in_folder(Path(folder))
        figures = replay(office, 60 * args.minutes, args.seed, args.documents)
    memory = [round(size / 1e6) for size in figures.memory]
    print(
        f"seed {args.seed}: {figures.edits:,} edits in {figures.documents:,} documents, "
        f"{figures.compared:,} results compared; memory {memory[len(memory) // 4]} MB after a "
        f"quarter, {memory[-1]} MB at the end, {max(memory)} MB at most; "
        f"{figures.processes} other processes left"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
