"""What one text says otherwise than another: opposites, negations, duties, limits. Compares what
`sense` read; knows no words of its own."""
