"""Which of the words written in place of others are taken: how much must speak for them.

A model that is asked hardly tells right words from wrong ones. What it does tell is how much
likelier it holds words once it is shown those that they replace (their pointwise mutual
information, in nats): where words only fit in their place, nothing; where they say the same, much.
Values only; knows nothing of drafts and models.
"""

import math
from types import MappingProxyType

from unlinkable.fidelity.replacement import Relation
from unlinkable.model.decoding.infilling import Infill, Infilled

FLOOR = -2.5
"""The mean log-probability of a text and of what follows, below which it is chance."""
BEHIND = 0.6
"""How much less likely what follows may be, in nats a token, than after the words as they were."""
LEAST = MappingProxyType(
    {Relation.SAME: 4.4, Relation.NEAR: 12.0, Relation.UNKNOWN: 12.0, Relation.OTHER: math.nan}
)
"""How much must speak for words, both ways, in nats, by what the lexicon says of them (of what is
known to say something else nothing is enough, not even what a model for entailment holds). Set by
164 texts for 40 sentences of rulings, which two readers judged who saw no figures, and a model of
1.5 billion parameters: of what the lexicon does not know as the same 2 of 11 with 6 nats and more
said the same ("Hearings" became "Proceedings" with 8, "psychological" "mental" with 11), so that
hardly anything of it is taken; of what it does know and what fits, 6 of 8 with so much."""


def reads_well(one: Infill, filled: Infilled) -> bool:
    """Whether the rest of the sentence is as likely behind a text as behind the words as they
    were."""
    return one.score >= FLOOR and one.follows >= filled.original - BEHIND
