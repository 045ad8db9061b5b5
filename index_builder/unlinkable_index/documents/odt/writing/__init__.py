"""OpenDocument texts, written anew."""
