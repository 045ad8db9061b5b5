"""Edits: what is replaced by what, what that does to a text, and what rewriting gives back.

Knows texts and places; never what leads back.
"""
