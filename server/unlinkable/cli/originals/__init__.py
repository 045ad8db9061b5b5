"""Commands that make indexes of originals, change them and tell of them."""
