"""Numbers as the labels of lists show them: figures, letters, Roman numerals.

The forms are called as in OpenDocument: "1", "a", "A", "i", "I", and "01" for two figures. Knows no
lists.
"""

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
