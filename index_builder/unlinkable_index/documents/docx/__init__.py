"""DOCX files: `reading` and `writing`, and what both know."""
