"""Drafts, findings, rewriting, the language server and the command line of Unlinkable."""

__version__ = "0.1.0"
