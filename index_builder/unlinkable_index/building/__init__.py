"""The steps of building an index, in the order in which `work` takes them; the reader of an index
never needs any of them."""
