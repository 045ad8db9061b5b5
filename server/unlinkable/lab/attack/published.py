"""The published figures of attacks on masked rulings, that ours stand beside.

Charpentier & Lison, arXiv 2505.12859 (Tables 1, 4, 6 and 13: 127 rulings of the European Court of
Human Rights, masked by people, means of three runs) and arXiv 2510.09184 (the same rulings, with
Qwen3-4B). Levels: L1 the model alone; L2 with other texts, among them articles about the very case;
L3 with all other rulings; L4 with the original as well. Figures only.
"""

from dataclasses import dataclass

SOURCE = "arXiv 2505.12859 and 2510.09184 (127 rulings masked by people)"


@dataclass(frozen=True)
class PublishedMasks:
    """Of one reader at one ``level``: the share of masks whose words it says exactly, and of the
    words that it says, the share that are right (None: not printed)."""

    reader: str
    level: str
    exact_match: float
    token_recall: float | None = None


@dataclass(frozen=True)
class PublishedRanks:
    """Of one way to fill masks in (none, or a reader at a level): the share of drafts whose
    original is ranked first and in the first five and ten (None: not printed), and the mean of
    1 / place."""

    filled_in: str
    first: float | None
    first_5: float | None
    first_10: float
    mrr: float | None


MASKS = (
    PublishedMasks("GLM-RoBERTa", "L1", 0.0084, 0.0626),
    PublishedMasks("GLM-RoBERTa", "L2", 0.1127, 0.2135),
    PublishedMasks("GLM-RoBERTa", "L3", 0.1432, 0.2908),
    PublishedMasks("GLM-RoBERTa", "L4", 0.6604, 0.7513),
    PublishedMasks("Mistral-Nemo", "L1", 0.0091, 0.2536),
    PublishedMasks("Mistral-Nemo", "L2", 0.1059, 0.4743),
    PublishedMasks("Mistral-Nemo", "L3", 0.1100, 0.4798),
    PublishedMasks("Mistral-Nemo", "L4", 0.3734, 0.7029),
    PublishedMasks("Qwen3-4B, all orders", "L2", 0.145),
    PublishedMasks("Qwen3-4B, all orders", "L4", 0.487),
    PublishedMasks("Qwen3-4B reasoning, all orders", "L4", 0.572),
)
RANKS = (
    PublishedRanks("nothing", 0.055, 0.165, 0.283, 0.135),
    PublishedRanks("GLM-RoBERTa, L3", 0.047, 0.165, 0.291, 0.138),
    PublishedRanks("GLM-RoBERTa, L4", 0.370, 0.543, 0.614, 0.473),
    PublishedRanks("Mistral-Nemo, L3", 0.079, None, 0.370, None),
    PublishedRanks("Mistral-Nemo, L4", 0.307, None, 0.575, None),
)
HITS = {"L2": 0.645, "L3": 0.751, "L4": 1.0}
"""The share of masks whose words stand in one of the first 100 texts, by level."""
