"""The client at the other end: what it can do, what is said to it and asked of it."""
