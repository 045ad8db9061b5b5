"""What depends on a draft and an index alone: worked out once for both, however many ask.

Goes with the draft or the index. Must know nothing of what is worked out.
"""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from unlinkable.draft import Draft
from unlinkable_index.index import Index

Known = ParamSpec("Known")
Value = TypeVar("Value")


def kept(
    worked_out: Callable[Concatenate[Draft, Index, Known], Value],
) -> Callable[Concatenate[Draft, Index, Known], Value]:
    """The same function, which remembers. What it gives is shared, and must not be changed; further
    arguments are what is known already of draft and index, and change nothing in it."""
    known: WeakKeyDictionary[Draft, WeakKeyDictionary[Index, Value]] = WeakKeyDictionary()

    @wraps(worked_out)
    def of(draft: Draft, index: Index, /, *known_of: Known.args, **named: Known.kwargs) -> Value:
        of_draft = known.setdefault(draft, WeakKeyDictionary())
        if index not in of_draft:
            of_draft[index] = worked_out(draft, index, *known_of, **named)
        return of_draft[index]

    return of
