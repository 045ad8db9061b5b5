"""Rare phrases."""
