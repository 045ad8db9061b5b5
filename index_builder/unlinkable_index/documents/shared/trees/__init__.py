"""Files that are trees of elements, such as XML and HTML."""
