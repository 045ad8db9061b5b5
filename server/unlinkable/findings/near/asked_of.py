"""Of what words near each other are asked: where words stand, and which documents count.

Knows an index; nothing of drafts.
"""

from collections.abc import Collection
from dataclasses import dataclass

from unlinkable.findings.near.extracts import Occurrences
from unlinkable_index.phrase_hashes import PhraseHasher
from unlinkable_index.positions import Positions


@dataclass(frozen=True, eq=False)
class AskedOf:
    """A collection before one ``k``, that many originals must have what is looked for.

    - ``positions``, ``hasher``: of the index;
    - ``documents``: the only ones that count, if it is known which;
    - ``occurrences``: what is known of where words stand; None: nothing yet.
    """

    positions: Positions
    hasher: PhraseHasher
    k: int = 2
    documents: Collection[int] | None = None
    occurrences: Occurrences | None = None
