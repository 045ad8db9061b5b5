"""Words near each other: windows of a sentence, and words around a gap."""
