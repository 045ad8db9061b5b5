"""One original as the court keeps it, and how it stands in a line of JSON Lines."""

import json
from dataclasses import dataclass, field
from typing import Any

from unlinkable_index.collection.markup import seen
from unlinkable_index.collection.source_options import USUAL_SOURCES, SourceOptions
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


def record_of(line: str, place: str, options: SourceOptions = USUAL_SOURCES) -> Record:
    """The record that a line holds. Raises UserError."""
    try:
        fields = json.loads(line)
    except json.JSONDecodeError as error:
        raise not_json(error, place, "each line must hold one JSON object") from None
    except (RecursionError, ValueError):
        raise too_deep(place) from None
    return record_from(fields, place, options)


def record_from(fields: Any, place: str, options: SourceOptions = USUAL_SOURCES) -> Record:
    """The record that has these fields. Raises UserError."""
    if not isinstance(fields, dict):
        raise UserError(f'{place}: not a JSON object; each line must be {{"id": …, "text": …}}')
    identity = _name(fields.pop(options.id_field, None))
    if not isinstance(identity, str) or not identity:
        raise UserError(
            f'{place}: no "{options.id_field}" that can be used; every record needs one, a text or '
            "a whole number (--id-field names another field)"
        )
    text = fields.pop(options.text_field, None)
    if not isinstance(text, str):
        raise UserError(
            f'{place}: no "{options.text_field}" that can be used; every record needs one, in '
            "quotes (--text-field names another field)"
        )
    group = _name(fields.pop(options.group_field, None))
    if group is not None and not isinstance(group, str):
        raise UserError(f'{place}: "{options.group_field}" must be a text or a whole number')
    if group is not None:  # kept apart from other groups, whatever is in them
        group = group.encode("utf-8", "backslashreplace").decode()
    try:
        metadata = mended(fields)
    except RecursionError:
        raise UserError(
            f"{place}: fields are nested more than {_DEEPEST} levels deep; leave such fields out"
        ) from None
    return Record(mended(identity), seen(text, place, options.text_as), place, group, metadata)


def not_json(error: json.JSONDecodeError, place: str, wanted: str) -> UserError:
    """What is said of what is no JSON."""
    what = error.msg.rstrip(": ").removesuffix(" at").removesuffix(" starting")
    return UserError(f"{place}: not valid JSON ({what}, at column {error.colno}); {wanted}")


def too_deep(place: str) -> UserError:
    """What is said of JSON that can't be taken in."""
    return UserError(
        f"{place}: this JSON is nested too deeply or holds a number too long; simplify it"
    )


def _name(value: Any) -> Any:
    """A whole number as a text."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


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
