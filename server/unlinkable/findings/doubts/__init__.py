"""What speaks against relying on a result."""
