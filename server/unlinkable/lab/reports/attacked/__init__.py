"""Reports on attacks: what whoever ranks, reads off or guesses finds out from a draft."""
