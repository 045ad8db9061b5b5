"""How an invented text is written: a small grammar expanded by a seeded generator, personal data
marked and later shown or masked, paragraphs laid out as plain text or Markdown. Knows nothing of
rulings."""

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

_CHOICE = re.compile(r"\[([^\[\]]*\|[^\[\]]*)\]")
_SLOT = re.compile(r"\{([^{}]+)\}")


class Deck:
    """Deals alternatives in turn, so that all of a list are used before one comes again."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self._piles: dict[int, Iterator[Any]] = {}

    def deal(self, alternatives: list[Any]) -> Any:
        """One of ``alternatives``: the same list object, given again, is the same pile."""
        if id(alternatives) not in self._piles:
            self._piles[id(alternatives)] = self._shuffled_for_ever(alternatives)
        return next(self._piles[id(alternatives)])

    def _shuffled_for_ever(self, alternatives: list[Any]) -> Iterator[Any]:
        while True:
            yield from self.chance.sample(alternatives, len(alternatives))


class Expansion:
    """The expansion of templates into one text; ``known`` holds what is settled beforehand."""

    def __init__(self, symbols: Mapping[str, Any], deck: Deck, known: Mapping[str, Any]) -> None:
        self._symbols = symbols
        self._deck = deck
        self._dealt: dict[str, Any] = dict(known)

    def expand(self, template: str) -> str:
        """``template`` with all its choices and slots settled. KeyError for an unknown symbol."""
        while match := _CHOICE.search(template):
            chosen = self._deck.chance.choice(match[1].split("|"))
            template = template[: match.start()] + chosen + template[match.end() :]
        while match := _SLOT.search(template):
            template = template[: match.start()] + self._slot(match[1]) + template[match.end() :]
        return template

    def _slot(self, path: str) -> str:
        value = self._find(path)
        if value is not None:
            return value
        *tables, last = path.split(".")
        value = self._find(".".join([*tables, last[0].lower() + last[1:]]))
        if value is None:
            raise KeyError(path)
        return capitalised(value)

    def _find(self, path: str) -> str | None:
        """The text at ``path``, dealt now or before; None when there is no such symbol."""
        symbol, *fields = path.split(".")
        if symbol not in self._dealt and symbol not in self._symbols:
            return None
        value = self._settle(symbol, self._symbols.get(symbol))
        for depth, field in enumerate(fields, start=1):
            if not isinstance(value, dict) or field not in value:
                return None
            value = self._settle(".".join([symbol, *fields[:depth]]), value[field])
        if not isinstance(value, str):
            raise KeyError(path)
        return value

    def _settle(self, path: str, value: Any) -> Any:
        if path not in self._dealt:
            if isinstance(value, list):
                value = self._deck.deal(value)
            self._dealt[path] = self.expand(value) if isinstance(value, str) else value
        return self._dealt[path]


def capitalised(text: str) -> str:
    """``text`` with its first letter a capital, whatever marks stand before it."""
    for place, character in enumerate(text):
        if character.isalpha():
            return text[:place] + character.upper() + text[place + 1 :]
    return text


_PARAGRAPH = re.compile(r"\n\s*\n")
_ITEM = re.compile(r"\n(?=\d+\. )")
_SPACES = re.compile(r"\s+")
_HEADING = re.compile(r"^# ", re.MULTILINE)


def laid_out(text: str) -> str:
    """Paragraphs with one blank line between them, the items of a list on lines of their own."""
    paragraphs = (
        "\n".join(_SPACES.sub(" ", item).strip() for item in _ITEM.split(paragraph))
        for paragraph in _PARAGRAPH.split(text)
    )
    return "\n\n".join(paragraph.strip() for paragraph in paragraphs if paragraph.strip()) + "\n"


def plain(text: str) -> str:
    """As plain text: headings are lines like any other."""
    return _HEADING.sub("", text)


def markdown(text: str) -> str:
    """As Markdown; the first line is the title."""
    return f"# {_HEADING.sub('## ', text)}"


MASK = "[REDACTED]"
_MARKED = re.compile("‹([^‹›]*)›")


def personal(value: object) -> str:
    """``value``, marked as personal data."""
    return f"‹{value}›"


def shown(marked: str) -> str:
    """The original text: marks removed."""
    return _MARKED.sub(r"\1", marked)


def masked(marked: str) -> str:
    """The anonymised draft: every piece of personal data replaced by a mask."""
    return _MARKED.sub(MASK, marked)
