"""What a text holds that a rewording must leave: numbers, dates, places, names, references, masks,
and what may stand for them less exactly. Knows nothing of what is said of them."""
