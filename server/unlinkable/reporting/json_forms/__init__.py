"""Results as JSON: their values, how they are written, and the schemas of both."""
