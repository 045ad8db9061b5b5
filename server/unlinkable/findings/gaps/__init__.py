"""Gap phrases: the words left and right of a mask, which few originals have so near each other."""
