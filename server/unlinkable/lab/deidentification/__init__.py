"""Drafts from raw rulings: names and the like are found by Presidio and masked.

Knows originals and what to mask in them; nothing of indexes and of what leads back.
"""
