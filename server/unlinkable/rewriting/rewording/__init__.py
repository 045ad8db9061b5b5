"""Rewording a draft from tables, without a model: which safe alternatives to take before any mask.

Knows drafts, findings and wordings; nothing of models and editors.
"""
