"""Whether two texts say the same: numbers, names, references, negations, kind of text.

Knows texts only; knows nothing of indexes, findings or models.
"""
