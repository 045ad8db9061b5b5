"""Documents as paragraphs, for word processors: what they ask, and what they are answered."""
