"""The fuzzer for as long as wanted, with figures.

    python -m tests.benchmarks.fuzz --minutes 10 [--target NAME]... [--seed N]

Time is shared out evenly. Ends with status 1 and the seed at the first fault.
"""

import argparse
import random
import sys
import tempfile
from pathlib import Path

from tests.unlinkable.trust.fuzzing import run, targets


def main() -> int:
    """Fuzz."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--target", action="append")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = targets(Path(folder))
        chosen = [one for one in found if not args.target or one.name in args.target]
        try:
            for target in chosen:
                tally = run(target, args.seed, seconds=60 * args.minutes / len(chosen))
                print(
                    f"{target.name:<16} seed {args.seed}: {tally.tried:>8,} inputs, "
                    f"{tally.accepted:>8,} accepted, slowest {1000 * tally.slowest:,.0f} ms",
                    flush=True,
                )
        finally:
            for target in found:
                target.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
