"""OpenDocument texts (ODT): `reading` and `writing`, and what both know."""
