"""Where the masks of a draft stand, and what they hide as far as another version of the text shows
it. Patterns of the user run under a time limit, since one can be written that never ends. Must
know nothing of markup or sentences, nor of how guesses are made: these are measured by it."""

import re
import time
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from unlinkable.draft.draft import Forms, united
from unlinkable.patterns import Place, TooSlowError, fault, places
from unlinkable_index.documents.shared.rendering import Span
from unlinkable_index.errors import UserError
from unlinkable_index.words import find_words

SECONDS, SECONDS_PER_MILLION = 0.02, 4.0
"""How long a pattern of the user's may search one block of a draft, by its code points."""
SPARE_SECONDS, SPARE_SECONDS_A_SECOND = 0.5, 0.05
"""How much longer all searches together may take, and how fast that comes back."""

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

# Each begins with the characters it is known by (`_KNOWN_BY`), which makes searching fast.
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


_KNOWN_BY = ("[", "<", "[", "(", "XXXX", "xxxx", "XXX", "___", "", "***")
"""What stands in every text that a mask of each kind stands in."""


class Masks:
    """Mask patterns, ready for use."""

    def __init__(self, patterns: tuple[str, ...]) -> None:
        """Raise UserError when one of ``patterns`` cannot be used."""
        known = dict(zip(DEFAULT_MASKS, _KNOWN_BY, strict=True))
        self._trusted = [(known[one], re.compile(one)) for one in patterns if one in known]
        self._others = [one for one in dict.fromkeys(patterns) if one not in DEFAULT_MASKS]
        for pattern in self._others:
            if why := fault(pattern):
                raise UserError(f"the mask pattern {pattern!r} {why}")
        self._spare, self._at = SPARE_SECONDS, time.monotonic()

    def find(self, text: str) -> list[Span]:
        """Where masks stand in ``text``: in order, apart from each other, none empty.

        Raises UserError when a pattern of the user's takes too long.
        """
        found: list[tuple[int, int]] = []
        for known_by, trusted in self._trusted:
            if known_by in text:
                found += [match.span() for match in trusted.finditer(text)]
        for other in self._others:
            found += self._search(other, text)
        return list(united(map(Span._make, found)))

    def _search(self, pattern: str, text: str) -> list[Place]:
        """The places of a pattern of the user's, in the time for this text and what is spare."""
        began = time.monotonic()
        gained = SPARE_SECONDS_A_SECOND * (began - self._at)
        self._spare, self._at = min(SPARE_SECONDS, self._spare + gained), began
        allowed = SECONDS + SECONDS_PER_MILLION * len(text) / 1_000_000
        try:
            return places(pattern, text, allowed + self._spare)
        except TooSlowError:
            raise UserError(
                f"the mask pattern {pattern!r} takes too long on this draft: "
                "write it without repetitions inside repetitions"
            ) from None
        except ValueError as error:
            raise UserError(f"the mask pattern {pattern!r} cannot be used: {error}") from error
        finally:
            self._spare = max(0.0, self._spare - max(0.0, time.monotonic() - began - allowed))


def known_masks(text: str, masks: Sequence[Span], original: str) -> tuple[Span | None, ...]:
    """Where in ``original`` stands what each of ``masks`` (in order, apart) hides in ``text``; None
    where that can be told in several ways, or not at all."""
    ends = [0, *(mask.end for mask in masks)]
    starts = [*(mask.start for mask in masks), len(text)]
    pieces = [text[start:end] for start, end in zip(ends, starts, strict=True)]
    early = _earliest(pieces, original)
    late = _earliest([piece[::-1] for piece in pieces[::-1]], original[::-1])
    if early is None or late is None:
        return (None,) * len(masks)
    latest = [
        len(original) - place - len(piece) for place, piece in zip(late[::-1], pieces, strict=True)
    ]
    sure = [one == other for one, other in zip(early, latest, strict=True)]
    return tuple(
        Span(early[left] + len(pieces[left]), early[right]) if sure[left] and sure[right] else None
        for left, right in pairwise(range(len(pieces)))
    )


def _earliest(pieces: Sequence[str], original: str) -> list[int] | None:
    """The earliest place of each piece, with at least one character between two; None where they
    do not all stand there, the first at the beginning and the last at the end."""
    if len(pieces) == 1:
        return [0] if pieces[0] == original else None
    if not original.startswith(pieces[0]):
        return None
    places, at = [0], len(pieces[0])
    for piece in pieces[1:-1]:
        place = original.find(piece, at + 1)
        if place < 0:
            return None
        places.append(place)
        at = place + len(piece)
    last = len(original) - len(pieces[-1])
    return [*places, last] if original.endswith(pieces[-1]) and last > at else None


_NUMBERED = re.compile(r"[\[<(][^\W\d_][^\W\d]*(?:[ -][^\W\d]+)*[ _-]?\d{1,4}[\])>]")
_MASKS = Masks(DEFAULT_MASKS)
_LONGEST = 100  # code points that a change is looked at beyond itself


class HiddenWords(NamedTuple):
    """A ``mask`` as it is written, and the ``forms`` of words that it stands for."""

    mask: str
    forms: Forms


Hidden = frozenset[HiddenWords]


def shown_by(hidden: Hidden, text: str, place: Span, now: str) -> Hidden:
    """What is known of the masks of a text once ``place`` in it has become ``now``; ``hidden``:
    what was known before. Nothing is learnt where words that stay were changed as well."""
    start, end = _up_to_spaces(text, place)
    before = text[start:end]
    after = text[start : place.start] + now + text[place.end : end]
    lost = {one.mask for one in hidden if one.mask in before and one.mask not in after}
    if lost:
        whole = text[:start] + after + text[end:]
        hidden = frozenset(one for one in hidden if one.mask not in lost or one.mask in whole)
    if not _NUMBERED.search(after):
        return hidden
    masks = _MASKS.find(after)
    learnt = set()
    for mask, place_before in zip(masks, known_masks(after, masks, before), strict=True):
        written = after[mask.start : mask.end]
        if place_before is None or not _NUMBERED.fullmatch(written):
            continue
        words = before[place_before.start : place_before.end]
        forms = find_words(words).forms
        if forms and not _MASKS.find(words):
            learnt.add(HiddenWords(written, forms))
    return hidden | learnt


def _up_to_spaces(text: str, place: Span) -> Span:
    """The place with the rest of what it cuts in two: clients send what differs by letters."""
    start, end = place
    first, last = max(0, start - _LONGEST), min(len(text), end + _LONGEST)
    while start > first and not text[start - 1].isspace():
        start -= 1
    while end < last and not text[end].isspace():
        end += 1
    return Span(start, end)
