"""What a model is told: the rules, the examples and the passage, in words."""
