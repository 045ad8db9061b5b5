"""Sets of documents drawn by a seed: more documents than one machine word has bits."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from hypothesis import strategies as st
from pyroaring import BitMap

from unlinkable.findings.combinations.bit_sets import BitSets


@dataclass(frozen=True)
class Family:
    """So many sets of documents, of so many documents, by rising size."""

    documents: int
    count: int
    seed: int

    @cached_property
    def sets(self) -> list[frozenset[int]]:
        random = np.random.default_rng(self.seed)
        shares = random.choice([0.02, 0.3, 0.6, 0.8, 0.9, 0.95, 1.0], size=self.count)
        inside = random.random((self.count, self.documents)) < shares[:, None]
        inside[np.arange(self.count), random.integers(0, self.documents, self.count)] = True
        drawn = [frozenset(np.flatnonzero(one).tolist()) for one in inside]
        return sorted(drawn, key=len)

    @property
    def bit_sets(self) -> BitSets:
        return BitSets(self.documents, [BitMap(one) for one in self.sets])


families = st.builds(
    Family,
    documents=st.sampled_from([1, 7, 63, 64, 65, 128, 150, 300]),
    count=st.integers(1, 20),
    seed=st.integers(0, 1 << 30),
)
