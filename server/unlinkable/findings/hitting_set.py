"""The cheapest masks that break every clause: a hitting set, found by local search.

What is masked costs its words, and each gap costs besides, more in a sentence that has many: a
reader stumbles at each. First greedy, by what a unit breaks for its cost (V. Chvátal, A greedy
heuristic for the set-covering problem, 1979); then parts of the text are freed and solved anew, and
what is cheaper is kept (large neighbourhood search: P. Shaw, Using constraint programming and local
search methods to solve vehicle routing problems, 1998). Of few items all choices are tried. Knows
numbers only.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from unlinkable.findings.clauses import CROWD, Clauses, Items, Lists
from unlinkable.stopping import Stop, never

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
Costs = NDArray[np.float64]

_NEAR = 24  # items, about, of which one freeing frees those masked
_WORST = 0.5  # of the best worth of a unit: what is sometimes taken all the same
_EPSILON = 1e-9
_FEW = 14  # items, of which all choices are tried
_LITTLE = 0.1  # clauses that a unit counts for which breaks as many as it mends
_EXCLUDED = 1000.0  # what it costs to have two items that exclude each other


class Search:
    """What is masked at a moment, and which clauses hold with it."""

    def __init__(self, items: Items, clauses: Clauses, begun: Flags) -> None:
        self._items = items
        count = len(items.costs)
        self._costs = items.costs
        self._units_of_item = Lists(
            [i for unit in clauses.units for i in unit],
            [n for n, unit in enumerate(clauses.units) for _ in unit],
            count,
        )
        self._items_of_unit = Lists(
            [n for n, unit in enumerate(clauses.units) for _ in unit],
            [i for unit in clauses.units for i in unit],
            len(clauses.units),
        )
        owners = [n for n, units in enumerate(clauses.of_units) for _ in units]
        members = [u for units in clauses.of_units for u in units]
        self._clauses_of_unit = Lists(members, owners, len(clauses.units))
        self._units_of_clause = Lists(owners, members, len(clauses))
        owners = [n for n, items_ in enumerate(clauses.readable) for _ in items_]
        members = [i for items_ in clauses.readable for i in items_]
        self._clauses_of_readable = Lists(members, owners, count)
        self._readable = np.array(members, dtype=np.int64), np.array(owners, dtype=np.int64)
        self._breakable = bool(members)
        self._sizes = np.array([len(unit) for unit in clauses.units], dtype=np.int64)
        self._blocked = np.array(
            [not all(items.open[list(unit)]) for unit in clauses.units], dtype=bool
        )
        self._closed = ~items.open
        # a clause none of whose units may be masked can't be helped
        hopeful = np.zeros(len(clauses), dtype=bool)
        for number, units in enumerate(clauses.of_units):
            hopeful[number] = any(not self._blocked[unit] for unit in units)
        self._hopeful = hopeful
        self.masked = np.zeros(count, dtype=bool)
        self._left = self._sizes.copy()  # items of each unit that are not masked
        self._holding = np.bincount(owners, minlength=len(clauses)).astype(np.int64)
        self._broken = (self._holding == 0) & hopeful
        self._wanted = np.zeros(len(clauses.units), dtype=np.int64)  # broken clauses of each unit
        broken = np.flatnonzero(self._broken)
        np.add.at(self._wanted, self._units_of_clause.of(broken), 1)
        self._gaps = items.gaps.copy()
        one, other = [a for a, _ in items.excludes], [b for _, b in items.excludes]
        self._excludes = Lists(one + other, other + one, count)
        self._excluded = np.zeros(count, dtype=np.int64)  # masked items that exclude each
        for item in np.flatnonzero(begun).tolist():
            self.mask(item)

    @property
    def cost(self) -> float:
        """What all that is masked costs, gaps and crowds included."""
        masked = self.masked
        opens = masked & ~self._items.beside_mask
        opens[1:] &= ~(masked[:-1] & self._items.joins[:-1])
        more = np.bincount(self._items.sentences[opens], minlength=len(self._items.gaps))
        gaps = self._items.gaps + more
        crowded = np.maximum(gaps - CROWD, 0) - np.maximum(self._items.gaps - CROWD, 0)
        return float(
            self._costs[masked].sum()
            + self._items.gap * opens.sum()
            + self._items.crowd * crowded.sum()
            + _EXCLUDED * self._excluded[masked].sum()
        )

    @property
    def holds(self) -> bool:
        """Whether all clauses hold that can."""
        return not self._broken.any()

    def mask(self, item: int) -> None:
        """Mask an item that is not masked."""
        self._gaps[self._items.sentences[item]] += self._opened(item)
        self.masked[item] = True
        self._excluded[self._excludes[item]] += 1
        units = self._units_of_item[item]
        if len(units):
            self._left[units] -= 1
            whole = units[self._left[units] == 0]
            if len(whole):
                self._count(self._clauses_of_unit.of(whole), 1)
        lost = self._clauses_of_readable[item]
        if len(lost):
            self._count(lost, -1)

    def free(self, item: int) -> None:
        """Make a masked item readable again."""
        self.masked[item] = False
        self._excluded[self._excludes[item]] -= 1
        self._gaps[self._items.sentences[item]] -= self._opened(item)
        units = self._units_of_item[item]
        if len(units):
            whole = units[self._left[units] == 0]
            self._left[units] += 1
            if len(whole):
                self._count(self._clauses_of_unit.of(whole), -1)
        found = self._clauses_of_readable[item]
        if len(found):
            self._count(found, 1)

    def needs(self, item: int) -> bool:
        """Whether a clause holds by a masked item alone."""
        units = self._units_of_item[item]
        whole = units[self._left[units] == 0]
        if not len(whole):
            return False
        clauses = self._clauses_of_unit.of(whole)
        if len(whole) == 1:
            return bool((self._holding[clauses] == 1).any())
        few = clauses[self._holding[clauses] <= len(whole)]
        if not len(few):
            return False
        numbers, times = np.unique(few, return_counts=True)
        return bool((self._holding[numbers] == times).any())

    def repair(self, random: np.random.Generator | None = None) -> None:
        """Mask, unit by unit, what breaks most for its cost, until all holds. ``random``: takes
        what is nearly best, too."""
        while self._broken.any():
            wanted = np.flatnonzero((self._wanted > 0) & ~self._blocked)
            if not len(wanted):
                return
            dear = self._items_of_unit.sums(self._marginal(), wanted)
            net = self._wanted[wanted]
            if self._breakable:
                breaks = self._items_of_unit.sums(self._breaks(), wanted)
                net = np.maximum(net - breaks, _LITTLE)
            worth = net / np.maximum(dear, _EPSILON)
            if random is not None:
                worth *= random.uniform(_WORST, 1.0, len(worth))
            best = int(wanted[np.argmax(worth)])
            for item in self._items_of_unit[best].tolist():
                if not self.masked[item]:
                    self.mask(item)

    def tidy(self, items: Sequence[int]) -> None:
        """Free those of some masked items that nothing needs, and that cost less when freed; and
        mask a readable item between two gaps where that costs less."""
        for item in items:
            if self.masked[item]:
                if not self.needs(item) and self._freed_saves(item):
                    self.free(item)
            elif self.open(item) and self._price(item) < -_EPSILON:
                lost = self._clauses_of_readable[item]
                if not len(lost) or not (self._holding[lost] == 1).any():
                    self.mask(item)

    def open(self, item: int) -> bool:
        """Whether an item may be masked."""
        return not self._closed[item]

    def state(self) -> tuple[NDArray[np.generic], ...]:
        """What `restore` needs."""
        return tuple(part.copy() for part in self._parts)

    def restore(self, state: tuple[NDArray[np.generic], ...]) -> None:
        """Go back to a state."""
        for part, was in zip(self._parts, state, strict=True):
            part[:] = was

    @property
    def _parts(self) -> tuple[NDArray[np.generic], ...]:
        """All that masking changes."""
        counts = self._left, self._holding, self._broken, self._wanted
        return (self.masked, *counts, self._gaps, self._excluded)

    def _count(self, clauses: Numbers, change: int) -> None:
        """Let ``clauses`` hold by one more or one less."""
        np.add.at(self._holding, clauses, change)
        broken = (self._holding[clauses] == 0) & self._hopeful[clauses]
        turned = clauses[broken != self._broken[clauses]]
        if len(turned):
            turned = np.unique(turned)
            self._broken[turned] ^= True
            units = self._units_of_clause.of(turned)
            np.add.at(self._wanted, units, -1 if change > 0 else 1)

    def _opened(self, item: int) -> int:
        """How many gaps more there are once an item is masked: 1, 0 or -1."""
        items, masked = self._items, self.masked
        left = item > 0 and masked[item - 1] and items.joins[item - 1]
        right = item + 1 < len(masked) and masked[item + 1] and items.joins[item]
        return 1 - int(left or items.beside_mask[item]) - int(right)

    def _price(self, item: int) -> float:
        """What masking an item costs now."""
        opened = self._opened(item)
        gaps = int(self._gaps[self._items.sentences[item]])
        price = float(self._costs[item]) + self._items.gap * opened
        if self._excluded[item]:
            price += _EXCLUDED
        if opened > 0 and gaps >= CROWD:
            price += self._items.crowd
        elif opened < 0 and gaps > CROWD:
            price -= self._items.crowd
        return price

    def _freed_saves(self, item: int) -> bool:
        self.masked[item] = False
        opened = self._opened(item)
        self.masked[item] = True
        return float(self._costs[item]) + self._items.gap * opened > 0

    def _breaks(self) -> Costs:
        """How many clauses hold only since an item is readable; of each item."""
        items, clauses = self._readable
        alone = (self._holding[clauses] == 1) & self._hopeful[clauses] & ~self.masked[items]
        return np.bincount(items[alone], minlength=len(self.masked)).astype(np.float64)

    def _marginal(self) -> Costs:
        """What masking each item costs now; nothing for what is masked."""
        items, masked = self._items, self.masked
        joined = items.beside_mask.copy()
        joined[1:] |= masked[:-1] & items.joins[:-1]
        opened = 1 - joined.astype(np.int64)
        opened[:-1] -= masked[1:] & items.joins[:-1]
        price = self._costs + items.gap * opened
        crowded = (opened > 0) & (self._gaps[items.sentences] >= CROWD)
        price = price + items.crowd * crowded + _EXCLUDED * (self._excluded > 0)
        price[masked] = 0.0
        at_least: Costs = np.maximum(price, _EPSILON * ~masked)
        return at_least


def cheapest_hitting_set(
    items: Items, clauses: Clauses, begun: Flags, rounds: int, seed: int = 0, stop: Stop = never
) -> Flags:
    """The items to mask so that every clause holds that can (bool, one an item).

    - ``begun``: a choice to set out from, which need not hold;
    - ``rounds``: how often a part is freed and solved anew.

    The same arguments give the same choice. Deterministic but for ``stop``.
    """
    search = Search(items, clauses, begun)
    search.repair()
    search.tidy(_by_cost(items, search.masked))
    random = np.random.default_rng(seed)
    best, kept = search.cost, search.state()
    masked = np.flatnonzero(search.masked)
    for _ in range(rounds):
        if stop() or not len(masked):
            break
        middle = int(random.choice(masked))
        reach = int(random.integers(2, _NEAR))
        share = random.random()
        for item in items.near(middle, reach):
            if search.masked[item] and random.random() < 0.3 + 0.7 * share:
                search.free(item)
        search.repair(random)
        around = items.near(middle, 2 * _NEAR)
        search.tidy(sorted(around, key=lambda item: -items.costs[item]))
        cost = search.cost
        if search.holds and cost <= best + _EPSILON:
            best, kept = cost, search.state()
            masked = np.flatnonzero(search.masked)
        else:
            search.restore(kept)
    search.tidy(_by_cost(items, search.masked))
    if rounds and len(search.masked) <= _FEW:
        exact = _of_all_choices(items, clauses)
        if exact is not None and (not search.holds or exact[1] < search.cost - _EPSILON):
            return exact[0]
    return search.masked


def _of_all_choices(items: Items, clauses: Clauses) -> tuple[Flags, float] | None:
    """The cheapest of all choices of a few items with which all clauses hold that can, and its
    cost; None where there is none."""
    count = len(items.costs)
    every = (np.arange(2**count)[:, None] >> np.arange(count) & 1).astype(bool)
    every = every[~every[:, ~items.open].any(axis=1)]
    for units, readable in zip(clauses.of_units, clauses.readable, strict=True):
        whole = [list(clauses.units[unit]) for unit in units]
        if any(items.open[unit].all() for unit in whole):
            holds = ~every[:, list(readable)].all(axis=1) if readable else False
            every = every[np.any([holds | every[:, unit].all(axis=1) for unit in whole], axis=0)]
    if not len(every):
        return None
    opens = every & ~items.beside_mask
    opens[:, 1:] &= ~(every[:, :-1] & items.joins[:-1])
    in_sentence = items.sentences[:, None] == np.arange(len(items.gaps))
    gaps = items.gaps + opens.astype(np.int64) @ in_sentence
    crowded = np.maximum(gaps - CROWD, 0) - np.maximum(items.gaps - CROWD, 0)
    costs = every @ items.costs + items.gap * opens.sum(axis=1)
    costs += items.crowd * crowded.sum(axis=1)
    for one, other in items.excludes:
        costs += 2 * _EXCLUDED * (every[:, one] & every[:, other])
    best = int(np.argmin(costs))
    return every[best], float(costs[best])


def _by_cost(items: Items, masked: Flags) -> list[int]:
    """All items, those masked first, dearest first."""
    return sorted(range(len(masked)), key=lambda item: (not masked[item], -items.costs[item]))
