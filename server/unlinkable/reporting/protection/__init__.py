"""The reports on protected drafts: the record that `protect` keeps, and how people read it.

Holds what was removed from drafts, so all of it is as confidential as the originals.
"""
