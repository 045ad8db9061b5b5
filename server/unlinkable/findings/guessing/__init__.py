"""Whether masks hold against whoever fills them in, by the index alone."""
