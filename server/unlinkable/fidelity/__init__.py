"""Whether two texts say the same: `fidelity` and `kind_of_text` are asked of a passage,
`replacement` of a few words. Knows texts only; nothing of indexes, findings or models."""
