"""The edits behind the quick-fixes and commands, each way of fixing by itself."""
