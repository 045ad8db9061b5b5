"""OpenDocument texts (ODT)."""
