"""The panel of the sidebar: how it stands with the document of its window, and what is left there.

All of it runs in the main thread, and asks the server for nothing that it would wait for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import unohelper
from com.sun.star.awt import (
    Rectangle,
    Size,
    WindowDescriptor,
    XActionListener,
    XItemListener,
    XKeyListener,
    XWindowListener,
)
from com.sun.star.awt.Key import RETURN
from com.sun.star.awt.PosSize import POSSIZE
from com.sun.star.awt.WindowClass import CONTAINER
from com.sun.star.ui import LayoutSize, XSidebarPanel, XToolPanel, XUIElement
from com.sun.star.ui.UIElementType import TOOLPANEL
from com.sun.star.util.MeasureUnit import APPFONT

from . import suggestions
from .drafts import CHANGED, Place, UnfitError

_REASON = "Discussed and decided"
_LEAST, _USUAL = 260, 340  # units of the font, of the height
_NARROWEST = 90  # units of the font
_GAP, _LINE, _BUTTON = 3, 10, 15  # units of the font
_FIELD = {"MultiLine": True, "ReadOnly": True, "VScroll": True}
_CONTROLS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("Edit", "status", _FIELD),
    ("FixedText", "left", {"Label": "What is ~left, the worst first:"}),
    ("ListBox", "list", {}),
    ("FixedText", "reads", {"Label": "It reads:"}),
    ("Edit", "before", _FIELD),
    ("FixedText", "becomes", {"Label": "It would read:"}),
    ("Edit", "after", _FIELD),
    ("Button", "replace", {"Label": "~Replace"}),
    ("Button", "other", {"Label": "~Other Words"}),
    ("FixedText", "because", {"Label": "Or leave it, ~because:"}),
    ("Edit", "reason", {"Text": _REASON}),
    ("Button", "accept", {"Label": "~Accept"}),
)
"""What the panel has, in the order of the Tab key."""


class Panel(
    unohelper.Base,
    XUIElement,
    XToolPanel,
    XSidebarPanel,
    XActionListener,
    XItemListener,
    XKeyListener,
    XWindowListener,
):
    """One panel, from when the sidebar makes it until its window goes.

    ``office``: what is known; ``uri_of``: gives the URI of the document of a window by now, None
    for none; ``news``: what is called whenever something else is known; ``guard``: makes a call
    whose errors go no further.
    """

    def __init__(
        self,
        context: Any,
        office: Any,
        name: str,
        arguments: dict[str, Any],
        uri_of: Callable[[Any], str | None],
        news: list[Any],
        guard: Callable[[Any], Any],
    ) -> None:
        self.ResourceURL, self.Type, self.Frame = name, TOOLPANEL, arguments["Frame"]
        self._office, self._uri_of, self._news = office, uri_of, news
        self._guard = guard
        self._places: list[Place] = []
        self._lines: tuple[str, ...] = ()
        self._way = 0
        self._refused = ""  # why, until one does anything else here
        make = context.ServiceManager.createInstanceWithContext
        model = make("com.sun.star.awt.UnoControlDialogModel", context)
        model.Decoration = False
        for kind, control, values in _CONTROLS:
            one = model.createInstance(f"com.sun.star.awt.UnoControl{kind}Model")
            for key, value in values.items():
                setattr(one, key, value)
            model.insertByName(control, one)
        self._model = model
        toolkit = make("com.sun.star.awt.Toolkit", context)
        # Of a window that only holds another the sidebar takes no width that it once had.
        parent = arguments["ParentWindow"]
        holding = WindowDescriptor(CONTAINER, "window", parent, -1, Rectangle(), 0)
        self.Window = toolkit.createWindow(holding)
        self._dialog = make("com.sun.star.awt.UnoControlDialog", context)
        self._dialog.setModel(model)
        self._dialog.createPeer(toolkit, self.Window)
        for button in ("replace", "other", "accept"):
            self._control(button).setActionCommand(button)
            self._control(button).addActionListener(self)
        shown = self._control("list")
        shown.addItemListener(self)
        shown.addActionListener(self)  # told of a double click
        shown.addKeyListener(self)
        self.Window.addWindowListener(self)
        self._lay_out()
        self._dialog.setVisible(True)
        self.Window.setVisible(True)
        news.append(self.fill)
        self.fill()

    # What the sidebar asks.

    def getRealInterface(self) -> Any:
        return self

    def createAccessible(self, parent: Any) -> Any:
        return self._dialog

    def getHeightForWidth(self, width: int) -> Any:
        least, usual = (self._pixels(0, height).Height for height in (_LEAST, _USUAL))
        return LayoutSize(least, -1, usual)

    def getMinimalWidth(self) -> int:
        return int(self._pixels(_NARROWEST, 0).Width)

    # What is told of the window.

    def windowResized(self, _: Any) -> None:
        self._guard(self._lay_out)()

    def windowMoved(self, _: Any) -> None:
        pass

    def windowShown(self, _: Any) -> None:
        self._guard(self.fill)()

    def windowHidden(self, _: Any) -> None:
        pass

    def disposing(self, event: Any) -> None:
        if self.fill in self._news and event.Source == self.Window:
            self._news.remove(self.fill)
            self._dialog.dispose()

    # What the user does.

    def actionPerformed(self, event: Any) -> None:
        self._refused = ""
        work = {"other": self._other, "accept": self._accept}
        self._guard(work.get(event.ActionCommand, self._replace))()

    def itemStateChanged(self, _: Any) -> None:
        self._way, self._refused = 0, ""
        self._guard(self._show)()

    def keyPressed(self, event: Any) -> None:
        if event.KeyCode == RETURN and not event.Modifiers:
            self._refused = ""
            self._guard(self._replace)()

    def keyReleased(self, _: Any) -> None:
        pass

    def fill(self) -> None:
        """Show what is left by now, where anybody sees it. Until it is known, the list stays as it
        is, so that the row that one is at does."""
        if not self.Window.isVisible():
            return
        uri = self._uri_of(self.Frame)
        self._write("status", self._office.state(uri))
        if self._office.counting(uri):
            return
        before, row = self._place(), self._row()
        self._places = self._office.drafts.left(uri)
        same = [at for at, one in enumerate(self._places) if _alike(one, before)]
        if not same:  # it is done, or reads otherwise
            self._way = 0
        self._list(same[0] if same else row)

    def _list(self, row: int) -> None:
        """Show the list with one row chosen, or the nearest."""
        lines = tuple(f"{one.passage['lead']:.0%}  {one.passage['words']}" for one in self._places)
        if lines != self._lines:
            self._model.getByName("list").StringItemList = self._lines = lines
        if lines:
            self._control("list").selectItemPos(min(max(0, row), len(lines) - 1), True)
        self._show()

    def _show(self) -> None:
        place, way = self._place(), self._chosen()
        after = place.passage["masked"] if place else ""
        if way is not None:
            after = way["title"] if way["kind"] == "reword" else f"{way['title']}: {after}"
        self._write("before", place.passage["text"] if place else "")
        self._write("after", self._refused or after)
        for name in ("replace", "other", "accept"):
            self._control(name).setEnable(place is not None)

    def _other(self) -> None:
        self._way += 1
        self._show()

    def _replace(self) -> None:
        row, way = self._row(), self._chosen()
        place = self._as_it_is_now()
        try:
            if place is None or way is None:
                raise UnfitError(CHANGED)
            suggestions.take(self._office, place, way)
        except UnfitError as why:
            self._refused = str(why)
            self._show()
            self.fill()
            return
        self._way = 0
        del self._places[row]
        self._list(row)

    def _accept(self) -> None:
        place, reason = self._as_it_is_now(), self._control("reason").getText().strip()
        if place is None or not reason:
            return
        try:
            self._office.accept(place, reason)
        except UnfitError as why:
            self._refused = str(why)
            self._show()

    def _row(self) -> int:
        return int(self._control("list").getSelectedItemPos())

    def _place(self) -> Place | None:
        row = self._row()
        return self._places[row] if 0 <= row < len(self._places) else None

    def _chosen(self) -> dict[str, Any] | None:
        """The replacement that is shown."""
        place = self._place()
        ways = suggestions.best_first(place) if place else []
        return ways[self._way % len(ways)] if ways else None

    def _as_it_is_now(self) -> Place | None:
        """The chosen passage in the document as it is by now: it may have been typed in since."""
        self._office.look()
        now = self._office.drafts.left(self._uri_of(self.Frame))
        return next((one for one in now if _alike(one, self._place())), None)

    # The controls.

    def _control(self, name: str) -> Any:
        return self._dialog.getControl(name)

    def _write(self, name: str, text: str) -> None:
        model = self._model.getByName(name)
        if model.Text != text:
            model.Text = text

    def _pixels(self, width: int, height: int) -> Any:
        return self.Window.convertSizeToPixel(Size(width, height), APPFONT)

    def _lay_out(self) -> None:
        """Put everything into the window as wide and high as it is: the list takes what is left."""
        window = self.Window.getPosSize()
        self._dialog.setPosSize(0, 0, window.Width, window.Height, POSSIZE)
        gap = self._pixels(_GAP, _GAP)
        line, button = (self._pixels(0, height).Height for height in (_LINE, _BUTTON))
        width = max(0, window.Width - 2 * gap.Width)
        half, field = (width - gap.Width) // 2, max(4 * line, window.Height // 7)
        fixed = 4 * line + 3 * field + 3 * button + 8 * gap.Height
        rows = (
            (field, ("status",), gap.Height),
            (line, ("left",), 0),
            (max(3 * line, window.Height - fixed), ("list",), gap.Height),
            (line, ("reads",), 0),
            (field, ("before",), gap.Height),
            (line, ("becomes",), 0),
            (field, ("after",), gap.Height),
            (button, ("replace", "other"), gap.Height),
            (line, ("because",), 0),
            (button, ("reason",), gap.Height),
            (button, ("accept", ""), gap.Height),
        )
        y = gap.Height
        for height, names, below in rows:
            wide = width if len(names) == 1 else half
            for number, name in enumerate(filter(None, names)):
                x = gap.Width + number * (half + gap.Width)
                self._control(name).setPosSize(x, y, wide, height, POSSIZE)
            y += height + below


def _alike(one: Place, other: Place | None) -> bool:
    """Whether both are the same passage, whatever may stand there by now."""
    if other is None or (one.uri, one.id) != (other.uri, other.id):
        return False
    return bool(one.passage["words"] == other.passage["words"])
