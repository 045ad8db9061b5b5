"""How what the lab found is shown."""
