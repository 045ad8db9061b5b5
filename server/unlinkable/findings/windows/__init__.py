"""Windows: words of one sentence of a draft that few originals have near each other."""
