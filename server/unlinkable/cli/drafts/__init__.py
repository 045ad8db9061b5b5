"""Commands that ask about drafts, and how drafts and questions are read from flags and settings."""
