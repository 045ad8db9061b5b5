"""Finds what in an anonymised ruling leads back to its original, and masks or rewrites it.

For other programs::

    import unlinkable

    unlinkable.build_index([{"id": "a-1", "text": original}], "rulings.unlinkable")
    with unlinkable.open_index("rulings.unlinkable") as index:
        for finding in unlinkable.check(text, index, k=2).findings:
            print(finding.text, finding.documents)
        print(unlinkable.protect(text, index).text)

See `unlinkable.interface`. Importing this loads nothing heavy.
"""

from importlib import import_module

# Not from typing: under `python -m unlinkable` nothing may be imported here (see __main__).
TYPE_CHECKING = False
if TYPE_CHECKING:
    from unlinkable.attack.rulings import Rulings
    from unlinkable.draft import Markup
    from unlinkable.interface import (
        Change,
        Check,
        CheckedDocument,
        CheckOptions,
        Price,
        Protected,
        ProtectedDocument,
        ProtectOptions,
        build_index,
        check,
        check_document,
        open_index,
        price,
        protect,
        protect_document,
        read_rulings,
    )
    from unlinkable.reporting.disguised import DisguisedWord
    from unlinkable.reporting.found import Found, GuessedMask, LeadingPassage, TermFound
    from unlinkable_index.collection import SourceOptions, TextAs
    from unlinkable_index.errors import UserError
    from unlinkable_index.index import Index

__version__ = "0.2.0"
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


def __getattr__(name: str) -> object:
    """What is offered, loaded when it is first asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("unlinkable.interface"), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
