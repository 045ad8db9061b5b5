"""Unlinkable for other Python programs: open an index, check a text or a document, protect it.

What `import unlinkable` offers stands here. The results are those of the command line; settings
files are not read. Every mistake of the caller raises `UserError`, one sentence that says what to
do. Nothing but the new file of a document is written, and nothing leaves the machine.
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
from unlinkable.reporting.found import Found, GuessedMask, LeadingPassage, Term
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
    "ProtectOptions",
    "Protected",
    "ProtectedDocument",
    "Rulings",
    "Term",
    "UserError",
    "check",
    "check_document",
    "open_index",
    "protect",
    "protect_document",
    "read_rulings",
]
