"""`unlinkable attack`: what a searcher who ranks, reads off or guesses finds out from a draft."""
