"""Masks filled in by a reader that is shown the nearest parts of rulings: the published attack."""
