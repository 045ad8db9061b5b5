"""Where the masks of a draft stand: what was put in place of names, dates and places.

Patterns are regular expressions in Python's syntax. Those of the user run under a time limit, since
a pattern can be written that never comes to an end. Knows nothing of markup or sentences.
"""

import re
import warnings
from collections.abc import Iterator

from unlinkable.draft.spans import Span
from unlinkable_index.errors import UserError

SECONDS, SECONDS_PER_MILLION = 0.25, 2.0
"""How long a pattern of the user's may search one block of a draft, by its code points."""

_LABELS = (
    "ADDRESS|AGE|ANONYMI[SZ]ED|CASE|CITY|CODE|COMPANY|CONFIDENTIAL|COUNTRY|COURT|CREDIT_CARD|DATE"
    "|DATE_TIME|DELETED|DEM|EMAIL|EMAIL_ADDRESS|FAC|GPE|IBAN|IBAN_CODE|ID|IP_ADDRESS|JUDGE|LOC"
    "|LOCATION|MASK|MASKED|MISC|MONEY|NAME|NORP|NRP|NUMBER|OMISSIS|OMITTED|ORG|ORGANI[SZ]ATION"
    "|PER|PERSON|PHONE|PHONE_NUMBER|PLACE|QUANTITY|REDACTED|REMOVED|STREET|TIME|TOWN|URL|WITHHELD"
)
_BEFORE_NUMERALS = (
    "Chapter|Section|Part|Title|Book|Volume|Article|Annex|Appendix|No.|Point|Protocol|Schedule"
    "|Chapitre|Titre|Livre|Partie|Tome|Annexe|Kapitel|Abschnitt|Teil|Titel|Buch|Band|Nr.|Ziffer"
    "|Kapittel|Avsnitt|Del|Bind|Rozdział|Dział|Tytuł|Tom|Część|Księga|Punkt|Punkcie|Pkt|Nr"
)
_NOT_A_NUMERAL = "".join(
    f"(?<!{re.escape(word)} XXX)(?<!{re.escape(word.lower())} XXX)"
    for word in _BEFORE_NUMERALS.split("|")
)
_NUMBERED_LABEL = rf"(?:{_LABELS})(?:[ _-]?[0-9]{{1,4}})?|[A-Z]+(?:_[A-Z]+)*_[0-9]{{1,4}}"

# Each begins with the characters it is known by, which is what makes searching fast.
DEFAULT_MASKS: tuple[str, ...] = (
    # [REDACTED], <PERSON>, [PERSON_1], <DATE_TIME>, and any label in capitals that is numbered.
    # Not every word in brackets and capitals: rulings are full of [GC], [UNSC] and [ECHR].
    rf"\[(?:{_NUMBERED_LABEL})\]",
    rf"<(?:{_NUMBERED_LABEL})>",
    # [...], (...), with two dots or more, or the character for an ellipsis.
    r"\[[ \u00a0]?(?:\.\.+|…+)[ \u00a0]?\]",
    r"\([ \u00a0]?(?:\.\.+|…+)[ \u00a0]?\)",
    # Four X or more are no numeral; three are 30 after "Chapter" or where they number a line.
    r"XXXX(?<![^\W_]XXXX)X*+(?![^\W_])",
    r"xxxx(?<![^\W_]xxxx)x*+(?![^\W_])",
    rf"(?m)XXX(?![^\W_])(?<![^\W_]XXX)(?!(?<=^XXX)[.)]){_NOT_A_NUMERAL}",
    # Lines and blocks that cover a name, and asterisks that are no emphasis.
    r"____*",
    r"[█■▇▆▉▊▓]{2,}|█",
    r"\*\*\*(?<![^\s(\[„“\"]\*\*\*)\**+(?![^\s.,;:)\]”\"])",
)
"""The masks looked for where no others are set.

A false mask hides phrases, and a missed one hides none, so what is also met in rulings for other
reasons is left out: initials, dots alone, words in brackets.
"""


class Masks:
    """Mask patterns, ready for use."""

    def __init__(self, patterns: tuple[str, ...]) -> None:
        """Raise UserError when one of ``patterns`` cannot be used."""
        compiled = {pattern: _compile(pattern) for pattern in patterns}
        self._trusted = [compiled[pattern] for pattern in compiled if pattern in DEFAULT_MASKS]
        self._others = [pattern for pattern in compiled if pattern not in DEFAULT_MASKS]

    def find(self, text: str) -> list[Span]:
        """Where masks stand in ``text``: in order, apart from each other, none empty.

        Raises UserError when a pattern of the user's takes too long.
        """
        found: list[tuple[int, int]] = []
        for trusted in self._trusted:
            found += [match.span() for match in trusted.finditer(text)]
        for other in self._others:
            found += _search_in_time(other, text)
        if not found:
            return []
        found.sort()
        return list(_merged(found))


def _merged(spans: list[tuple[int, int]]) -> Iterator[Span]:
    """The union of sorted spans; those that only touch stay apart."""
    first, last = spans[0]
    for start, end in spans[1:]:
        if start >= last:
            yield Span(first, last)
            first, last = start, end
        else:
            last = max(last, end)
    yield Span(first, last)


def _compile(pattern: str) -> re.Pattern[str]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)  # of "[[", which may come to mean a set
            compiled = re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        raise UserError(
            f"the mask pattern {pattern!r} is no regular expression ({error}): correct it"
        ) from error
    if compiled.match(""):
        raise UserError(
            f"the mask pattern {pattern!r} matches the empty text: make it match something"
        )
    return compiled


def _search_in_time(pattern: str, text: str) -> list[tuple[int, int]]:
    import regex  # type: ignore[import-untyped]

    seconds = SECONDS + SECONDS_PER_MILLION * len(text) / 1_000_000
    try:
        found = [match.span() for match in regex.finditer(pattern, text, timeout=seconds)]
    except TimeoutError:
        raise UserError(
            f"the mask pattern {pattern!r} takes too long on this draft: "
            "write it without repetitions inside repetitions"
        ) from None
    except regex.error as error:
        raise UserError(f"the mask pattern {pattern!r} cannot be used: {error}") from error
    return [(start, end) for start, end in found if start < end]
