"""What depends on a draft and an index alone: worked out once for both, however many ask.

Goes with the draft or the index. Must know nothing of what is worked out.
"""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import WeakKeyDictionary

from unlinkable.draft import Draft
from unlinkable_index.index import Index

Value = TypeVar("Value")


def kept(worked_out: Callable[[Draft, Index], Value]) -> Callable[[Draft, Index], Value]:
    """The same function, which remembers. What it gives is shared, and must not be changed."""
    known: WeakKeyDictionary[Draft, WeakKeyDictionary[Index, Value]] = WeakKeyDictionary()

    @wraps(worked_out)
    def of(draft: Draft, index: Index) -> Value:
        of_draft = known.setdefault(draft, WeakKeyDictionary())
        if index not in of_draft:
            of_draft[index] = worked_out(draft, index)
        return of_draft[index]

    return of
