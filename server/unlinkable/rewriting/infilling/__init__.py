"""Only the words that lead back are written anew: which, what for, and whether it says the same."""
