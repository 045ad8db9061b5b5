"""HTML files."""
