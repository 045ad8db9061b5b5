"""What readers see of marked-up text."""
