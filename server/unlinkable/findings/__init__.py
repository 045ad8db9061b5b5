"""What in a draft leads back to few originals: rare phrases, and combinations of common terms.

Knows drafts and the index; knows nothing of editors, models or the forms of reports.
"""
