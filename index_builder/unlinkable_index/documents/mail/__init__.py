"""Messages (.eml)."""
