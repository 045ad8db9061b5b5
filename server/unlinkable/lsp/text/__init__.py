"""Texts as editors have them: documents, positions, edits."""
