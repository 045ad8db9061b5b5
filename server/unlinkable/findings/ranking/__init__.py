"""What a searcher finds who ranks the originals by the words of a draft, as search boxes do."""
