"""A document that was written anew, and what did not come with it.

Holds no text of the document. Knows no format.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class WrittenDocument:
    """A new file.

    - ``data``: its bytes;
    - ``removed``: how many things of each kind were left out that a reader does not see;
    - ``left_out``: the same of what a reader did see;
    - ``pictures``: how many are in it. What they show is not known: a person has to look;
    - ``tracked``: how many changes it tracks; what they take away is still in it.
    """

    data: bytes
    removed: Mapping[str, int] = field(default_factory=dict)
    left_out: Mapping[str, int] = field(default_factory=dict)
    pictures: int = 0
    tracked: int = 0
