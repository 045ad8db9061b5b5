"""What a reader sees of Markdown, and where in the draft it stands."""
