"""Protected documents of word processors."""
