"""Which of the words written in place of others are taken: how likely they must be.

The thresholds were set by trial with models of 0.5 and 1.5 billion parameters, whose answers hardly
tell right words from wrong ones: with these, the lexicon decides. They are not calibrated. Values
only; knows nothing of drafts and models.
"""

from types import MappingProxyType

from unlinkable.fidelity.replacement import Relation
from unlinkable.model.decoding.infilling import Infill, Infilled

FLOOR = -1.6
"""The mean log-probability below which a text reads badly in its place."""
BEHIND = 1.2
"""How far it may lie below that of the words as they were."""
LEAST = MappingProxyType(
    {Relation.SAME: 0.0, Relation.NEAR: 0.6, Relation.UNKNOWN: 0.8, Relation.OTHER: 2.0}
)
"""How probable, of 1, the model must hold it that words say the same, by what the lexicon says."""


def reads_well(one: Infill, filled: Infilled) -> bool:
    """Whether a text is likely enough in its place, beside the words as they were."""
    return one.score >= max(FLOOR, filled.original - BEHIND)
