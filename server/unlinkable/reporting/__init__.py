"""Reports for people and for programs: what was found in a draft, in one form or another.

Knows the forms; knows nothing of how findings are made, nor where a report is written to.
"""
