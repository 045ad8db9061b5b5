"""What says the same of something flagged, less exactly: a month for a day, an article for its
paragraph, a part of a quotation.

Knows elements of the substance; numbers are left to `quantity`, places to `places`.
"""

import re
from collections import Counter
from collections.abc import Sequence

from unlinkable.fidelity.substance.substance import Element, Sort


def said_with_less(sort: Sort, free: Sequence[Element], theirs: Sequence[Element]) -> Counter[str]:
    """Values allowed because they say less than what was flagged."""
    if sort is Sort.DATE:
        return Counter(value for element in free for value in _less_exact_dates(element.value))
    if sort is Sort.QUOTATION:  # a part of a quotation is still a quotation
        parts = {e.value for e in theirs if any(e.value in whole.value for whole in free)}
        return Counter(parts - {element.value for element in free})
    if sort is Sort.REFERENCE:  # "Article 6" says less than "Article 6 § 1"
        parts = {e.value for e in theirs if any(_less_of(e.value, whole.value) for whole in free)}
        return Counter(parts - {element.value for element in free})
    return Counter()


def _less_of(part: str, whole: str) -> bool:
    """Whether one reference names some of what another one names."""
    head, _, numbers = part.partition(" ")
    other_head, _, all_numbers = whole.partition(" ")
    return (
        head == other_head
        and re.search(rf"(?<!\d){re.escape(numbers)}(?!\d)", all_numbers) is not None
    )


def _less_exact_dates(value: str) -> tuple[str, ...]:
    """The values of dates that say the same with less: without the day, or without the year."""
    year, month, day = value.split("-")
    return tuple({f"{year}-{month}-0", f"0-{month}-{day}", f"0-{month}-0"} - {value})
