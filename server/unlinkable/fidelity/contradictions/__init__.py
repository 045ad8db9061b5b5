"""What one text says otherwise than another: opposites, negations, duties, terms. Compares what
`sense` read; knows no words of its own."""
