"""A page on each rule: what it means, what to do, by which settings it changes.

The pages lie beside this module, so that they can be read without a network. Knows files only.
"""

from functools import cache
from pathlib import Path


@cache
def page(code: str) -> str | None:
    """The URI of the page on the rule with this code; None where there is none."""
    path = Path(__file__).with_name(f"{code}.md")
    return path.as_uri() if path.is_file() else None
