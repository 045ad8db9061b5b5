"""DOCX files written anew, by lists of what may stand in them."""
