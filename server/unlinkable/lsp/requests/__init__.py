"""What the server answers when it is asked: hovers, quick-fixes, commands."""
