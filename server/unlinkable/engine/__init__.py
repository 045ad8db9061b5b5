"""The engine: where a question is put together, and whatever is done with it begins.

Settings, an index, a draft, its original, accepted risks and other rulings in; what leads back, and
a protected draft, out. Knows nothing of where settings come from, of editors, or of how results are
written.
"""
