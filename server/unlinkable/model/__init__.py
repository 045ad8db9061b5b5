"""A language model in a process of its own: guided decoding, grammar, sampling.

Knows prompts and words being written; knows no drafts, no index and no findings.
"""
