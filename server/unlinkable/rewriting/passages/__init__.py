"""New wordings for one passage: what is asked for, watched while written, checked and ranked."""
