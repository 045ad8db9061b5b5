"""What masking a word costs a reader, and the cheapest masks that break all findings."""
