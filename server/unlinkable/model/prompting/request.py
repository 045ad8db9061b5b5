"""What is asked of the model for one passage: its words, those to be rid of, what was tried.

Values only; knows nothing of how they are put to the model.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Request:
    """One passage to rewrite, with the text around it.

    - ``phrases``: the words to be rid of, as they stand in ``passage``, each phrase by itself;
    - ``used_elsewhere``: replacements already made for some of them in the same document;
    - ``failed``: words of earlier tries, and why they cannot be used;
    - ``larger_places``: of places among these words, larger ones that they lie in.
    """

    before: str
    passage: str
    after: str
    phrases: tuple[str, ...]
    used_elsewhere: Mapping[str, str]
    failed: Mapping[str, str] = field(default_factory=dict)
    larger_places: Mapping[str, str] = field(default_factory=dict)
