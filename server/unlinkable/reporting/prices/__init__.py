"""Prices of protection as people and programs read them: text, JSON, a page with a plot."""
