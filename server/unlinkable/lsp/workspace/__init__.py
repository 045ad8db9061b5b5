"""What a session works with beside the documents: settings, indexes, models, originals."""
