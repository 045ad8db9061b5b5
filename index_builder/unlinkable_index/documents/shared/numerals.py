"""Numbers as labels and notes show them: figures, letters, Roman numerals, raised digits, and how
raised ones are written. Must never know lists or formats."""

_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
    (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_MOST = 30_000
"""Larger numbers, as only hostile files have them, are shown in figures."""


def numeral(number: int, form: str, letters: str = "aa bb") -> str:
    """A number in a form; a form that is not known shows figures.

    ``letters``: what follows upon z: "aa bb", a letter several times, or "aa ab", as in columns.
    """
    if form == "01":
        return f"{number:02}"
    if not 0 < number <= _MOST or form not in ("a", "A", "i", "I"):
        return str(number)
    if form in "iI":
        shown = _roman(number)
    else:
        shown = _repeated(number) if letters == "aa bb" else _in_columns(number)
    return shown.upper() if form in "AI" else shown


def _roman(number: int) -> str:
    shown = ""
    for value, sign in _ROMAN:
        shown += sign * (number // value)
        number %= value
    return shown


def _repeated(number: int) -> str:
    times, letter = divmod(number - 1, len(_LETTERS))
    return _LETTERS[letter] * (times + 1)


def _in_columns(number: int) -> str:
    shown = ""
    while number > 0:
        number, letter = divmod(number - 1, len(_LETTERS))
        shown = _LETTERS[letter] + shown
    return shown


RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
RAISED_DIGITS = str.maketrans("0123456789", RAISED)
"""Marks of notes are raised, and so no part of the word before them."""
_LONGEST_MARK = 3  # digits


def raised_digits(text: str) -> str:
    """Raised text as Unicode writes it where it can be the mark of a note, which is no part of the
    word before it: up to three digits. Other text as it is."""
    is_mark = text.isdecimal() and text.isascii() and len(text) <= _LONGEST_MARK
    return text.translate(RAISED_DIGITS) if is_mark else text


_LOWERED = str.maketrans(RAISED, "0123456789")
_SHOWS_NOTHING = dict.fromkeys(
    [0x180E, *range(0x2061, 0x2065), 0xFEFF, *range(0xFFF9, 0xFFFC), *range(0xE0000, 0xE0080)]
)
"""Characters that no text needs and that can carry another one: tags, marks of annotations."""


def as_written(text: str, shown: str, raw: str | None) -> str:
    """What is written so that ``text`` is shown, in place of what was ``shown`` for ``raw``: raised
    digits as ordinary ones where it is the looks that raise them."""
    if shown != shown.translate(_LOWERED) and not set(RAISED) & set(raw or ""):
        text = text.translate(_LOWERED)
    return text.translate(_SHOWS_NOTHING)
