"""Protected documents of word processors: new files with nothing in them that is not seen."""
