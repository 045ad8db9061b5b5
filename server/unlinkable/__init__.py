"""Finds what in an anonymised ruling leads back to its original, and masks or rewrites it.

For other programs::

    import unlinkable

    unlinkable.build_index([{"id": "a-1", "text": original}], "rulings.unlinkable")
    with unlinkable.open_index("rulings.unlinkable") as index:
        for finding in unlinkable.check(text, index, k=2).findings:
            print(finding.text, finding.documents)
        print(unlinkable.protect(text, index).text)
        print(unlinkable.attack(text, index).recognised)

See `unlinkable.interface`. Importing this loads nothing heavy.
"""

from importlib import import_module

# Not from typing: under `python -m unlinkable` nothing may be imported here (see __main__).
TYPE_CHECKING = False
if TYPE_CHECKING:
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
    from unlinkable.interface.texts import (
        Check,
        CheckOptions,
        Several,
        check,
        open_index,
        read_rulings,
    )
    from unlinkable.reporting.found import (
        DisguisedWord,
        Found,
        GuessedMask,
        LeadingPassage,
        TermFound,
    )
    from unlinkable_index.collection.record import SourceOptions, TextAs
    from unlinkable_index.errors import UserError
    from unlinkable_index.index import Index

__version__ = "0.2.0"
__all__ = [
    "Addition",
    "AttackResult",
    "Change",
    "Check",
    "CheckOptions",
    "CheckedDocument",
    "Comparison",
    "Deidentified",
    "DisguisedWord",
    "Found",
    "GuessedMask",
    "Index",
    "LeadingPassage",
    "Markup",
    "MaskFoundOut",
    "Price",
    "PriceList",
    "ProtectOptions",
    "Protected",
    "ProtectedDocument",
    "Rulings",
    "Several",
    "SourceOptions",
    "TermFound",
    "TextAs",
    "UserError",
    "add",
    "attack",
    "build_index",
    "check",
    "check_document",
    "deidentify",
    "evaluate",
    "open_index",
    "price",
    "protect",
    "protect_document",
    "read_rulings",
]


def __getattr__(name: str) -> object:
    """What is offered, loaded when it is first asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("unlinkable.interface"), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
