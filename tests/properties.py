"""How many examples a property is tried on: as many as it says, and more where time is given.

The profiles of Hypothesis are those of `conftest`: by default every run tries the same examples.
"""

from hypothesis import settings

USUAL = 100
"""Examples of a property that does not say how many."""


def examples(count: int) -> settings:
    """Settings for ``count`` examples; with a profile of twice the usual ones, twice as many."""
    return settings(max_examples=count * settings().max_examples // USUAL)
