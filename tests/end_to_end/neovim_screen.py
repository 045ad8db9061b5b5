"""The screen of a running Neovim, as it has its user interfaces draw it, and a picture of it.

Knows Neovim's protocol for user interfaces (`:help ui`), and SVG. Must know nothing of what is
shown.
"""

import re
import select
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import msgpack

_QUIET_S = 0.5  # so long nothing was drawn
_WIDTH, _HEIGHT = 8, 17  # pixels of a cell
_BASELINE = 13
Cell = tuple[str, int]
"""What stands there, and the number of its highlight."""


@dataclass
class Screen:
    """The cells that Neovim has drawn, and how."""

    _talk: socket.socket
    _read: msgpack.Unpacker = field(default_factory=msgpack.Unpacker)
    _cells: list[list[Cell]] = field(default_factory=list)
    _cursor: tuple[int, int] = (0, 0)
    _looks: dict[int, dict[str, Any]] = field(default_factory=lambda: {0: {}})
    _default: dict[str, int] = field(default_factory=dict)

    def text(self) -> str:
        """The lines as they are drawn by now."""
        self._draw()
        return "\n".join("".join(cell for cell, _ in line).rstrip() for line in self._cells)

    def svg(self) -> str:
        """A picture of it by now."""
        self._draw()
        width, height = _WIDTH * len(self._cells[0]), _HEIGHT * len(self._cells)
        drawn = [f'<rect width="100%" height="100%" fill="{_color(self._default["background"])}"/>']
        for number, line in enumerate(self._cells):
            column = 0
            for look, cells in groupby(line, lambda cell: cell[1]):
                run = list(cells)
                words = "".join(cell for cell, _ in run)
                drawn += self._run(words, number, column, len(run), self._looks[look])
                column += len(run)
        row, column = self._cursor
        drawn.append(
            f'<rect x="{_WIDTH * column}" y="{_HEIGHT * row}" width="{_WIDTH}" height="{_HEIGHT}" '
            f'fill="none" stroke="{_color(self._default["foreground"])}"/>'
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" '
            'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="13">\n'
            + "\n".join(drawn)
            + "\n</svg>\n"
        )

    def _run(
        self, words: str, row: int, column: int, length: int, look: dict[str, Any]
    ) -> Iterator[str]:
        """Cells of one look, beside each other."""
        front, back = (look.get(name, self._default[name]) for name in ("foreground", "background"))
        if look.get("reverse"):
            front, back = back, front
        x, y, width = _WIDTH * column, _HEIGHT * row, _WIDTH * length
        if back != self._default["background"]:
            place = f'x="{x}" y="{y}" width="{width}" height="{_HEIGHT}"'
            yield f'<rect {place} fill="{_color(back)}"/>'
        line = _color(look.get("special", front))
        if look.get("underline") or look.get("undercurl"):
            yield f'<path d="M{x} {y + _HEIGHT - 1.5}h{width}" stroke="{line}" stroke-width="1.5"/>'
        for found in re.finditer(r"\S+(?: \S+)*", words):
            here, size = x + _WIDTH * found.start(), _WIDTH * len(found[0])
            weight = ' font-weight="bold"' if look.get("bold") else ""
            slant = ' font-style="italic"' if look.get("italic") else ""
            yield (
                f'<text x="{here}" y="{y + _BASELINE}" textLength="{size}" fill="{_color(front)}"'
                f"{weight}{slant}>{escape(found[0])}</text>"
            )

    def _draw(self) -> None:
        """Take in what Neovim draws, until it draws no more."""
        deadline = time.monotonic() + _QUIET_S
        while (left := deadline - time.monotonic()) > 0:
            if not select.select([self._talk], [], [], left)[0]:
                break
            self._read.feed(self._talk.recv(1 << 16))
            for message in self._read:
                if message[0] == 2 and message[1] == "redraw":
                    deadline = time.monotonic() + _QUIET_S
                    for name, *calls in message[2]:
                        for arguments in calls:
                            if does := _EVENTS.get(name):
                                does(self, *arguments)

    def _resize(self, _grid: int, width: int, height: int) -> None:
        self._cells = [[(" ", 0)] * width for _ in range(height)]

    def _clear(self, grid: int) -> None:
        self._resize(grid, len(self._cells[0]), len(self._cells))

    def _line(self, _grid: int, row: int, column: int, cells: Sequence[Any], *_: Any) -> None:
        look = 0
        for text, *more in cells:
            look = more[0] if more else look
            for _ in range(more[1] if len(more) > 1 else 1):
                self._cells[row][column] = (text, look)
                column += 1

    def _scroll(
        self, _grid: int, top: int, end: int, left: int, right: int, rows: int, *_: Any
    ) -> None:
        before = [list(line) for line in self._cells]
        for row in range(max(top, top - rows), min(end, end - rows)):
            self._cells[row][left:right] = before[row + rows][left:right]

    def _go(self, _grid: int, row: int, column: int) -> None:
        self._cursor = row, column

    def _look(self, number: int, look: dict[str, Any], *_: Any) -> None:
        self._looks[number] = look

    def _colors(self, front: int, back: int, *_: Any) -> None:
        self._default = {"foreground": front, "background": back}


_EVENTS: dict[str, Callable[..., None]] = {
    "grid_resize": Screen._resize,
    "grid_clear": Screen._clear,
    "grid_line": Screen._line,
    "grid_scroll": Screen._scroll,
    "grid_cursor_goto": Screen._go,
    "hl_attr_define": Screen._look,
    "default_colors_set": Screen._colors,
}


def _color(number: int) -> str:
    return f"#{number:06x}"


@contextmanager
def screen_of(listens: Path, columns: int, lines: int) -> Iterator[Screen]:
    """The screen of the Neovim that listens there, from now on of this size."""
    with socket.socket(socket.AF_UNIX) as talk:
        talk.connect(str(listens))
        wanted = {"rgb": True, "ext_linegrid": True}
        talk.sendall(msgpack.packb([0, 1, "nvim_ui_attach", [columns, lines, wanted]]))
        yield Screen(talk)
