"""Which words went and which came, and whether these say what those said."""
