"""Methods of protecting drafts side by side: what leads back, what was lost, what it cost.

After the evaluation in Lison & Anderson (arXiv 2510.06383, section 4), with what it leaves out:
new links, searchers who rank, and whether the law is still the same. Knows findings, fidelity and
rewriting; nothing of how a table is printed.
"""
