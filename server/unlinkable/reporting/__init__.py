"""Reports for people and for programs: what was found in a draft, in one form or another; each JSON
result says where its schema lies. Must know nothing of how findings are made, nor where a report
is written to."""

from unlinkable import __version__

SCHEMA = "$schema"
"""The member of a result that says where its schema lies."""

_FOLDER = f"https://git.example.org/unlinkable/unlinkable/raw/v{__version__}/server/schemas"


def schema_address(what: str) -> str:
    """Where the schema lies that ``unlinkable schema WHAT`` prints; nothing is fetched."""
    return f"{_FOLDER}/{what}.json"


def with_schema(what: str, values: dict[str, object]) -> dict[str, object]:
    """The members of a result, and before them where their schema lies."""
    return {SCHEMA: schema_address(what), **values}
