"""Invented rulings of all kinds: long ones, copies, groups far apart, words broken at line ends."""

import random
from collections.abc import Iterator
from typing import Any


def rulings() -> Iterator[dict[str, Any]]:
    """Some hundred of them, of sixty words."""
    chosen = random.Random(5)
    words = [f"w{number}" for number in range(60)] + ["for-\nward", "in-\nstance"]
    for number in range(80):
        length = 900 if number % 30 == 7 else chosen.randrange(60)
        text = " ".join(chosen.choices(words, k=length))
        yield {"id": str(number), "text": text}
        if number % 9 == 0:
            yield {"id": f"{number} again", "text": text, "group": "copied"}
        if number % 7 == 0:
            yield {"id": f"{number} more", "text": text[::-1], "group": f"g{number % 3}"}
