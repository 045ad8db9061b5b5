"""From a collection of rulings to an index of its linkable phrases, and the reader of that index.

Knows nothing of drafts, editors or models.
"""
