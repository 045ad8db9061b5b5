"""What a model fills masks in with, and how much attacks find out, measured."""
