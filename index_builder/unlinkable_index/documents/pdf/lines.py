"""The lines of a page of a PDF file, or of what is drawn over it, and how large their letters are.

Small raised numbers are written as raised digits, so that they are no part of the word before them.
Knows how pypdf tells of text; nothing of how pages hang together.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from unlinkable_index.documents.pdf.fonts import font_name, says_its_letters
from unlinkable_index.documents.shared.raised import raised_digits
from unlinkable_index.documents.shared.refused import refused
from unlinkable_index.documents.shared.visible_text import FLOW_END

_RAISED = 0.85  # of the size of the letters before: smaller ones may be the mark of a note
_LIFTED = 0.1  # of their size: how much higher or lower such a mark stands


@dataclass
class PdfLines:
    """Lines that hold anything but white space: their ``texts``, and the ``sizes`` of most of their
    letters, in points."""

    texts: list[str] = field(default_factory=list)
    sizes: list[float] = field(default_factory=list)

    @classmethod
    def of(cls, page: Any, path: Path) -> "PdfLines":
        """The lines of a page of the file at ``path``. Raises UserError where they are written in a
        font that does not say which letters its signs are."""
        told = _Told(path)
        page.extract_text(visitor_text=told.hear)
        return cls._put_together(told.pieces)

    @classmethod
    def of_form(cls, page: Any, form: Any, path: Path) -> "PdfLines":
        """The same of a form, such as a stamp, on a page."""
        told = _Told(path)
        page.extract_xform_text(form, visitor_text=told.hear)
        return cls._put_together(told.pieces)

    @classmethod
    def _put_together(cls, pieces: Sequence[tuple[str, float]]) -> "PdfLines":
        lines = cls()
        text: list[str] = []
        letters: dict[float, int] = {}
        for piece, size in (*pieces, ("\n", 0.0)):
            first, *others = piece.replace(FLOW_END, " ").splitlines(keepends=True) or [""]
            for part in (first, *others):
                text.append(part.strip("\r\n"))
                letters[size] = letters.get(size, 0) + len(part.strip())
                if part[-1:] in ("\n", "\r"):
                    if line := "".join(text).strip():
                        lines.texts.append(line)
                        lines.sizes.append(max(letters, key=lambda one: letters[one]))
                    text, letters = [], {}
        return lines


class _Told:
    """What pypdf tells of a text, piece by piece: the text, and the size of its letters."""

    def __init__(self, path: Path) -> None:
        self.pieces: list[tuple[str, float]] = []
        self._path = path
        self._known: dict[int, bool] = {}
        self._size = self._height = 0.0
        self._in_word = False

    def hear(self, text: str, around: Any, matrix: Any, font: Any, size: Any) -> None:
        """A piece of text, its two matrices, its font and its size."""
        if text.strip() and font is not None:
            self._demand_letters(font)
            scale = _scale(matrix) * _scale(around)
            size = round(float(size) * scale, 1)
            height = matrix[4] * around[1] + matrix[5] * around[3] + around[5]
            if self._is_mark(size, height):
                text = raised_digits(text)
            else:
                self._size, self._height = size, height
        if text:
            self.pieces.append((text, self._size))
            self._in_word = not text[-1:].isspace()

    def _is_mark(self, size: float, height: float) -> bool:
        is_small = size < _RAISED * self._size
        is_lifted = abs(height - self._height) > _LIFTED * self._size
        return self._in_word and is_small and is_lifted

    def _demand_letters(self, font: Any) -> None:
        if id(font) not in self._known:
            self._known[id(font)] = says_its_letters(font)
        if not self._known[id(font)]:
            raise refused(
                self._path,
                f"the font {font_name(font)} does not say which letters its signs are; have the "
                "text recognised, or save it anew from the program that wrote it",
            )


def _scale(matrix: Any) -> float:
    return math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
