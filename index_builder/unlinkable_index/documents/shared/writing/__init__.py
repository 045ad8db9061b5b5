"""What the writers of several formats share."""
