"""Whether two texts say the same: `fidelity` and `kind_of_text` are asked.

`substance` and `sense` read a text; `turned`, `changes` and `roles` compare two. Knows texts only;
knows nothing of indexes, findings or models.
"""
