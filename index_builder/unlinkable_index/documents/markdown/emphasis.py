"""Emphasis in a Markdown paragraph: which runs of ``*``, ``_``, ``~`` and ``=`` pair, and so are
not seen (CommonMark 6.2). Knows nothing of other inline markup.
"""

from dataclasses import dataclass

from unlinkable_index.documents.shared.span import Span


@dataclass
class _Run:
    """A run of one character, and what is left of it; ``length`` is that of all of it."""

    char: str
    start: int
    end: int
    length: int
    opens: bool
    closes: bool


class Delimiters:
    """The runs of delimiters of the paragraph ``text``, as they are come to."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._runs: list[_Run] = []

    def __len__(self) -> int:
        """How many runs are kept."""
        return len(self._runs)

    def keep(self, start: int, end: int) -> None:
        """Keep a run of delimiters that may open or close emphasis."""
        char = self._text[start]
        if end - start > 2 and char in "~=":
            return
        before = self._text[start - 1] if start else " "
        after = self._text[end] if end < len(self._text) else " "
        opens, closes = _flanks(before, after), _flanks(after, before)
        if char == "_":
            opens, closes = (
                opens and (not closes or not before.isalnum()),
                closes and (not opens or not after.isalnum()),
            )
        if opens or closes:
            self._runs.append(_Run(char, start, end, end - start, opens, closes))

    def pair(self, first: int) -> list[Span]:
        """Pair the runs from ``first`` on, and keep them no longer: where the delimiters stand that
        are not seen. What finds no other stays as text."""
        unseen: list[Span] = []
        openers: list[_Run] = []
        # Where such a closing run found nothing before, there is nothing to be found later.
        in_vain: dict[tuple[str, bool, int], int] = {}
        for run in self._runs[first:]:
            kind = (run.char, run.opens, run.length % 3)
            while run.closes and run.start < run.end:
                index = _opener(openers, run, in_vain.get(kind, -1))
                if index is None:
                    in_vain[kind] = openers[-1].start if openers else -1
                    break
                opener = openers[index]
                used = 2 if min(run.end - run.start, opener.end - opener.start) >= 2 else 1
                opener.end -= used
                unseen.append(Span(opener.end, opener.end + used))
                unseen.append(Span(run.start, run.start + used))
                run.start += used
                del openers[index + 1 if opener.start < opener.end else index :]
            if run.opens and run.start < run.end:
                openers.append(run)
        del self._runs[first:]
        return unseen


def _opener(openers: list[_Run], closer: _Run, bottom: int) -> int | None:
    """Which of the runs that begin behind ``bottom`` a closing one pairs with."""
    for index in range(len(openers) - 1, -1, -1):
        run = openers[index]
        if run.start <= bottom:
            return None
        # CommonMark 6.2, rule 9: "**a*b" is no emphasis.
        odd = (run.length + closer.length) % 3 == 0 and closer.length % 3 != 0
        if run.char == closer.char and not (odd and (closer.opens or run.closes)):
            return index
    return None


def _flanks(outside: str, inside: str) -> bool:
    """Whether a run between these two characters holds on to the inner one (CommonMark 6.2)."""
    if inside.isspace():
        return False
    return inside.isalnum() or outside.isspace() or not outside.isalnum()
