"""Several indexes as one: where rulings were added or withdrawn, or lie elsewhere."""

from unlinkable_index.together.indexes import GONE, IndexTogether

__all__ = ["GONE", "IndexTogether"]
