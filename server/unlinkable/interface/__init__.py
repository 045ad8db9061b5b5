"""Unlinkable for other Python programs: make an index; check, price, protect, attack a text.

What `import unlinkable` offers stands here. The results are those of the command line; settings
files are not read. Every mistake of the caller raises `UserError`, one sentence that says what to
do. Nothing but an index and the new file of a document is written, and nothing leaves the machine.
"""

# ruff: noqa: F401 (these are what `unlinkable` offers, by name)
from unlinkable.attackers.rulings import Rulings
from unlinkable.draft import Markup
from unlinkable.interface.lab import Comparison, Deidentified, deidentify, evaluate
from unlinkable.interface.originals import Addition, add, build_index
from unlinkable.interface.protecting import (
    Change,
    CheckedDocument,
    Protected,
    ProtectedDocument,
    ProtectOptions,
    check_document,
    protect,
    protect_document,
)
from unlinkable.interface.searchers import (
    AttackResult,
    MaskFoundOut,
    Price,
    PriceList,
    attack,
    price,
)
from unlinkable.interface.texts import Check, CheckOptions, Several, check, open_index, read_rulings
from unlinkable.reporting.found import DisguisedWord, Found, GuessedMask, LeadingPassage, TermFound
from unlinkable_index.collection.record import SourceOptions, TextAs
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index
