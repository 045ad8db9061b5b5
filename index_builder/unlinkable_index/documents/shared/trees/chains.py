"""Styles that are based on each other: what each comes to, worked out once however many are based
on it.

Knows no format.
"""

from collections.abc import Callable, Hashable, Mapping
from typing import Generic, TypeVar

Name = TypeVar("Name", bound=Hashable)
Style = TypeVar("Style")


class Chains(Generic[Name, Style]):
    """What styles come to, by their names; one that is based on itself ends there.

    - ``styles``: what each says itself;
    - ``base``: the name of what it is based on;
    - ``based``: what a style comes to that is based on what another one comes to.
    """

    def __init__(
        self,
        styles: Mapping[Name, Style],
        base: Callable[[Style], Name | None],
        based: Callable[[Style, Style], Style],
    ) -> None:
        self._styles, self._base, self._based = styles, base, based
        self._known: dict[Name, Style] = {}

    def of(self, name: Name | None) -> Style | None:
        """What a style comes to; None where there is no such style."""
        line: dict[Name, Style] = {}
        while name is not None and name not in self._known and name not in line:
            if name not in self._styles:
                break
            line[name] = self._styles[name]
            name = self._base(line[name])
        found = None if name is None else self._known.get(name)
        for one, style in reversed(line.items()):
            found = self._known[one] = style if found is None else self._based(style, found)
        return found
