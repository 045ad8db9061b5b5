"""Files of word processors and the like: one reader a format, from the bytes of a file to what a
reader sees of it, each paragraph with its place.

Nothing is fetched, run or written, and what a file may cost is bounded. Knows nothing of words,
indexes and drafts.
"""
