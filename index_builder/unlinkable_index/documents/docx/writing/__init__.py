"""DOCX files, written anew."""
