"""One original as the court keeps it, and how it stands in a line of JSON Lines."""

import json
from dataclasses import dataclass, field
from typing import Any

from unlinkable_index.errors import UserError

_DEEPEST = 100  # levels of metadata inside each other


@dataclass(frozen=True)
class Record:
    """One original as the court keeps it. ``place`` says where it was read, for messages."""

    id: str
    text: str
    place: str
    group: str | None = None
    metadata: dict[str, Any] = field(default_factory=dict)


def record_of(line: str, place: str) -> Record:
    """The record that a line holds. Raises UserError."""
    try:
        fields = json.loads(line)
    except json.JSONDecodeError as error:
        what = error.msg.rstrip(": ").removesuffix(" at").removesuffix(" starting")
        raise UserError(
            f"{place}: not valid JSON ({what}, at column {error.colno}); "
            "each line must hold one JSON object"
        ) from None
    except (RecursionError, ValueError):
        raise UserError(
            f"{place}: this JSON is nested too deeply or holds a number too long; simplify it"
        ) from None
    if not isinstance(fields, dict):
        raise UserError(f'{place}: not a JSON object; each line must be {{"id": …, "text": …}}')
    identity = fields.pop("id", None)
    if isinstance(identity, int) and not isinstance(identity, bool):
        identity = str(identity)
    if not isinstance(identity, str) or not identity:
        raise UserError(
            f'{place}: no "id" that can be used; every record needs one, a text or a whole number'
        )
    text = fields.pop("text", None)
    if not isinstance(text, str):
        raise UserError(f'{place}: no "text" that can be used; every record needs one, in quotes')
    group = fields.pop("group", None)
    if isinstance(group, int) and not isinstance(group, bool):
        group = str(group)
    if group is not None and not isinstance(group, str):
        raise UserError(f'{place}: "group" must be a text or a whole number')
    if group is not None:  # kept apart from other groups, whatever is in them
        group = group.encode("utf-8", "backslashreplace").decode()
    try:
        return Record(mended(identity), text, place, group, mended(fields))
    except RecursionError:
        raise UserError(
            f"{place}: fields are nested more than {_DEEPEST} levels deep; leave such fields out"
        ) from None


def mended(value: Any, room: int = _DEEPEST) -> Any:
    """``value`` with lone surrogates, which no UTF-8 file can hold, replaced by U+FFFD.

    Raises RecursionError where it is nested deeper than ``room`` levels.
    """
    if not room:
        raise RecursionError
    if isinstance(value, str):
        return (
            value
            if value.isascii()
            else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        )
    if isinstance(value, dict):
        return {mended(key): mended(item, room - 1) for key, item in value.items()}
    if isinstance(value, list):
        return [mended(item, room - 1) for item in value]
    if isinstance(value, int) and not -(2**63) <= value < 2**64:
        return str(value)
    return value
