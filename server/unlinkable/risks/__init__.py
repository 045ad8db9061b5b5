"""Accepted risks: findings that someone has decided to leave as they are, and answers for.

The only room that knows when two findings are the same, which of a draft's findings are accepted,
and how an accepted risk is written down. Knows findings; nothing of editors, models or reports.
"""
