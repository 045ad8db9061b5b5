"""How near the choice of masks is to the best there is, and what masks must cost at least.

    PYTHONPATH=. python -m tests.benchmarks.least_masks --index FILE --drafts FILE [--every N]
        [--seconds S]

Masking alone, for exact search, the source named. The clauses that a choice was made over (phrases,
windows, combinations, and gap phrases as far as they were met) are put to HiGHS as a mixed integer
program, so that what it proves holds for every choice of masks:

- "cost": of our choice, of the best that is found in --seconds a draft, and what none is under;
- "words": the fewest that any choice takes, by kind of finding, each with those before it;
- "curve": the fewest words where a gap counts as so many, and what follows for choices with at
  most 80 gaps for 1,000 words.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import coo_matrix
from tests.benchmarks.published_text import records

import unlinkable
from unlinkable.draft import Markup, Span
from unlinkable.findings.clauses import CROWD, Clause, Clauses, Items
from unlinkable.findings.costs import masking_costs
from unlinkable.findings.hitting_set import Search
from unlinkable.interface.texts import read_text
from unlinkable.rewriting.masking.mask_choice import exact_choice, mask_items
from unlinkable.rewriting.masking.masks_in_text import Pieces, draft_pieces
from unlinkable.rewriting.masking.readable import TermClauses, phrase_clauses, window_clauses
from unlinkable.rewriting.task import Task
from unlinkable.stopping import never

GAPS = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0)  # words that a gap counts as
FEW = 0.08  # gaps a word, on which the curve is read


@dataclass(frozen=True)
class Least:
    """The best choice that was found (bool, an item each), and what no choice costs less than."""

    masked: np.ndarray
    bound: float


class Program:
    """The hitting set as an integer program: items, units of several items, gaps, crowds."""

    def __init__(self, items: Items, clauses: Clauses) -> None:
        self._items, self._rows = items, list[tuple[list[tuple[int, float]], float]]()
        count = len(items.costs)
        several = [n for n, unit in enumerate(clauses.units) if len(unit) > 1]
        self._unit = {n: count + place for place, n in enumerate(several)}
        self._gap = count + len(several)
        self._crowd = self._gap + count
        self._size = self._crowd + len(items.gaps)
        for number in several:
            for item in clauses.units[number]:
                self._at_least([(item, 1), (self._unit[number], -1)], 0)
        for units, readable in zip(clauses.of_units, clauses.readable, strict=True):
            open_units = [u for u in units if items.open[list(clauses.units[u])].all()]
            holds = [(self._unit.get(u, clauses.units[u][0]), 1.0) for u in open_units]
            if holds:
                self._at_least([*holds, *((item, -1.0) for item in readable)], 1 - len(readable))
        for item in np.flatnonzero(~items.beside_mask).tolist():
            joined = item > 0 and items.joins[item - 1]
            before = [(item - 1, 1.0)] if joined else []
            self._at_least([(self._gap + item, 1), (item, -1), *before], 0)
        for sentence, there in enumerate(items.gaps.tolist()):
            inside = np.flatnonzero((items.sentences == sentence) & ~items.beside_mask)
            opened = [(self._gap + item, -1.0) for item in inside.tolist()]
            spare = there - CROWD - max(there - CROWD, 0)
            self._at_least([(self._crowd + sentence, 1.0), *opened], spare)

    def least(self, costs: np.ndarray, gap: float, crowd: float, seconds: float) -> Least:
        """The cheapest choice, at these costs of items, gaps and crowds."""
        items, size = self._items, self._size
        objective = np.zeros(size)
        objective[: len(costs)] = costs
        objective[self._gap : self._crowd] = np.where(items.beside_mask, 0.0, gap)
        objective[self._crowd :] = crowd
        most = np.where(np.arange(size) >= self._crowd, np.inf, 1.0)
        most[: len(costs)][~items.open] = 0.0
        entries = [(n, c, v) for n, (row, _) in enumerate(self._rows) for c, v in row]
        rows, columns, values = zip(*entries, strict=True)
        matrix = coo_matrix((values, (rows, columns)), shape=(len(self._rows), size)).tocsr()
        found = milp(
            objective,
            constraints=LinearConstraint(matrix, [low for _, low in self._rows], np.inf),
            bounds=Bounds(0, most),
            integrality=np.arange(size) < len(costs),
            options={"time_limit": seconds, "mip_rel_gap": 1e-4},
        )
        if found.x is None:
            raise SystemExit(f"HiGHS finds no choice in {seconds} s: give it more (--seconds)")
        return Least(found.x[: len(costs)] > 0.5, float(found.mip_dual_bound))

    def _at_least(self, row: list[tuple[int, float]], low: float) -> None:
        self._rows.append((row, low))


def main() -> None:
    """Print the sums over some drafts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--drafts", type=Path, required=True)
    parser.add_argument("--every", type=int, default=13, help="take one draft in so many")
    parser.add_argument("--seconds", type=float, default=40.0)
    args = parser.parse_args()
    sums: Counter[str] = Counter()
    with unlinkable.open_index(args.index) as index:
        for record in islice(records(args.drafts), 0, None, args.every):
            engine, draft = read_text(record["text"], index, Markup.PLAIN, {"source": record["id"]})
            sums += measured(engine.task(draft, Markup.PLAIN), index, args.seconds)
    for name, value in sums.items():
        print(f"{name}: {value:.1f} ({value / sums['words']:.2%} of the words)")
    for gap in GAPS:
        least = sums[f"curve {gap}: bound"] / sums["words"] - gap * FEW
        print(f"a gap as {gap} words: with {FEW:.0%} gaps at least {least:.1%} of the words")


def measured(task: Task, index: unlinkable.Index, seconds: float) -> Counter[str]:
    """The figures of one draft."""
    draft = task.draft
    whole, pieces = Span(0, len(draft.text)), draft_pieces(draft)
    items = mask_items(task, pieces, whole, masking_costs(draft, index))
    ours = exact_choice(task, index, whole, never)
    sizes = np.bincount(pieces.of_word, minlength=len(pieces))
    program = Program(items, ours.clauses)
    best = program.least(items.costs, items.gap, items.crowd, seconds)
    found: Counter[str] = Counter(words=len(draft.forms))
    for name, masked in (("ours", ours.masked), ("best found", best.masked)):
        found[f"{name}: cost"] = Search(items, ours.clauses, masked).cost
        found[f"{name}: words"], found[f"{name}: gaps"] = sizes[masked].sum(), gaps(items, masked)
    found["no choice: cost under"] = best.bound
    for gap in GAPS:
        least = program.least(sizes.astype(float), gap, 0.0, seconds)
        found[f"curve {gap}: words"] = int(sizes[least.masked].sum())
        found[f"curve {gap}: gaps"] = gaps(items, least.masked)
        found[f"curve {gap}: bound"] = least.bound
    for name, clauses in by_kind(task, index, pieces, items, seconds):
        least = Program(items, clauses).least(sizes.astype(float), 0.0, 0.0, seconds)
        found[f"no fewer words, {name}"] = least.bound
    return found


def gaps(items: Items, masked: np.ndarray) -> int:
    """How many gaps some masks open."""
    opens = masked & ~items.beside_mask
    opens[1:] &= ~(masked[:-1] & items.joins[:-1])
    return int(opens.sum())


def by_kind(
    task: Task, index: unlinkable.Index, pieces: Pieces, items: Items, seconds: float
) -> Iterable[tuple[str, Clauses]]:
    """The clauses of each kind of finding, with those of the kinds before."""
    clauses = Clauses()
    kinds: tuple[tuple[str, Callable[..., Iterable[Clause]]], ...] = (
        ("phrases", phrase_clauses),
        ("and windows", window_clauses),
    )
    for name, of_kind in kinds:
        clauses.add(of_kind(task, index, pieces))
        yield name, clauses
    terms: Any = TermClauses(task, index, pieces, never)
    masked = np.zeros(len(pieces), dtype=bool)
    while clauses.add(terms.standing(pieces.words(masked))):
        masked = Program(items, clauses).least(items.costs, items.gap, 0.0, seconds).masked
    yield "and combinations", clauses


if __name__ == "__main__":
    main()
