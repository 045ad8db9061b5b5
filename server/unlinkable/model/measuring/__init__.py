"""What a model says of a text that is there: how likely it is, and what it lies near to.

Runs in the process that asks; writes nothing.
"""
