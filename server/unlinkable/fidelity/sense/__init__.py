"""What a text affirms and denies, obliges and allows, as the table of its language tells. Compares
nothing."""
