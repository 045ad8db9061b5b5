"""Whether one sentence follows from another, by a small model made for that question."""
