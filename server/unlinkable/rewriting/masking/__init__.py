"""Masking: which words to hide so that nothing leads back, and the masks in their place."""
