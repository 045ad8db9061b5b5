"""What the server tells of its own accord: findings as diagnostics, and the status."""
