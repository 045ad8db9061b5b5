"""Combinations of terms that lead back together, and which terms to change so that none does."""
