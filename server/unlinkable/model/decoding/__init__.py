"""Writing token by token: what may come next, what may not, and what was written so far.

Knows vocabularies, scores and bytes; never which library runs the model, nor in which process.
"""
