"""`unlinkable evaluate`: methods side by side."""
