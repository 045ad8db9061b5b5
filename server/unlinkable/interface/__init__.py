"""Unlinkable for other Python programs: make an index; check, price and protect a text.

What `import unlinkable` offers stands here. The results are those of the command line; settings
files are not read. Every mistake of the caller raises `UserError`, one sentence that says what to
do. Nothing but an index and the new file of a document is written, and nothing leaves the machine.
"""

from unlinkable.attack.rulings import Rulings
from unlinkable.draft import Markup
from unlinkable.interface.documents import (
    CheckedDocument,
    ProtectedDocument,
    ProtectOptions,
    check_document,
    protect_document,
)
from unlinkable.interface.originals import build_index
from unlinkable.interface.prices import Price, price
from unlinkable.interface.texts import (
    Change,
    Check,
    CheckOptions,
    Protected,
    check,
    open_index,
    protect,
    read_rulings,
)
from unlinkable.reporting.disguised import DisguisedWord
from unlinkable.reporting.found import Found, GuessedMask, LeadingPassage, TermFound
from unlinkable_index.collection import SourceOptions, TextAs
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index

__all__ = [
    "Change",
    "Check",
    "CheckOptions",
    "CheckedDocument",
    "DisguisedWord",
    "Found",
    "GuessedMask",
    "Index",
    "LeadingPassage",
    "Markup",
    "Price",
    "ProtectOptions",
    "Protected",
    "ProtectedDocument",
    "Rulings",
    "SourceOptions",
    "TermFound",
    "TextAs",
    "UserError",
    "build_index",
    "check",
    "check_document",
    "open_index",
    "price",
    "protect",
    "protect_document",
    "read_rulings",
]
