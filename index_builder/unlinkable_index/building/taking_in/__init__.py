"""The first step of a build: every ruling once, as hashes of its words, and what is kept of it."""
