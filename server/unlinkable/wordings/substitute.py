"""One substitute in one text: what changes where, and what must stay around it.

Also puts it in: capitals, spaces and the English article keep right. Knows nothing of tables.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from unlinkable.draft.spans import Span, touch
from unlinkable.wordings.articles import article_for
from unlinkable.wordings.entries import Derivation, Harm
from unlinkable.wordings.tokens import Tokens


@dataclass(frozen=True, slots=True)
class Substitute:
    """``replacement`` for the text of ``span`` (code points).

    ``context`` is the part of the text whose words made it safe, ``span`` among it: alternatives
    may be taken together where none's span reaches into another's context. ``usual``: it is safe
    only where other rulings have the new words between the same neighbours.
    """

    span: Span
    replacement: str
    derivation: Derivation
    context: Span
    usual: bool = False

    @property
    def harm(self) -> Harm:
        return self.derivation.harm

    @property
    def reason(self) -> str:
        return self.derivation.reason

    def goes_with(self, other: "Substitute") -> bool:
        """Whether both may be taken."""
        return not (touch(self.span, other.context) or touch(other.span, self.context))

    def applied(self, text: str) -> str:
        """``text`` with this substitute in it."""
        return text[: self.span.start] + self.replacement + text[self.span.end :]


def apply(text: str, chosen: Sequence[Substitute]) -> str:
    """``text`` with all of ``chosen``, each of which goes with each other."""
    for substitute in sorted(chosen, key=lambda one: one.span, reverse=True):
        text = substitute.applied(text)
    return text


def fitted(
    tokens: Tokens, first: int, last: int, span: Span, new: str, articles: Collection[str]
) -> tuple[Span, str] | None:
    """``span`` (words ``first`` to ``last``) and the text for it, with all that must change along.

    ``new`` may be empty; ``articles`` are those that follow the sound of the next word. None where
    it cannot be put in without a guess.
    """
    text = tokens.text
    start, end = span
    capital = tokens.words[first][0].isupper() and tokens.begins_sentence(first)
    if not new:
        if first and tokens.small[first - 1] in articles:
            return None
        return _dropped(tokens, last, span, capital)
    if capital and start == tokens.starts[first]:
        new = new[0].upper() + new[1:]
    if first and not tokens.between[first] and tokens.small[first - 1] in articles:
        article = tokens.words[first - 1]
        wanted = article_for(new)
        if wanted != article.lower():
            start = tokens.starts[first - 1]
            wanted = wanted.capitalize() if article[0].isupper() else wanted
            new = wanted + text[tokens.ends[first - 1] : span.start] + new
    return Span(start, end), new


def _dropped(tokens: Tokens, last: int, span: Span, capital: bool) -> tuple[Span, str] | None:
    text = tokens.text
    start, end = span
    ahead, behind = text[start - 1 : start], text[end : end + 1]
    if not ahead or ahead.isspace():
        if behind.isspace():
            end += len(text[end:]) - len(text[end:].lstrip(" \t\n"))
        elif start and behind:
            start = len(text[:start].rstrip(" \t\n"))
    elif not behind.isspace() and behind.isalnum():
        return None
    if capital and last + 1 < len(tokens.words):
        following = tokens.words[last + 1]
        if tokens.starts[last + 1] == end:
            return Span(start, end + 1), following[0].upper()
    return Span(start, end), ""
