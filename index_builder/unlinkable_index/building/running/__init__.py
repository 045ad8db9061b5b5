"""What does the work of a build, and where it lies meanwhile: this machine, or a cluster."""
