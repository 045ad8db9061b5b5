"""OpenDocument texts written anew, by lists of what may stand in them."""
