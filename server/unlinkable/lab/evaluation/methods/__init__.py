"""What makes a result of a draft: folders of results made elsewhere, and baselines that run here.

Every method says which model it used; one that lacks a model is left out by name.
"""
