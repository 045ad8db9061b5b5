"""Who does what to whom, and whether things and parties have changed places."""
