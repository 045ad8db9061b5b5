"""What is shown: the list of what is left, messages, the choice of a file.

All of it runs in the main thread. Without a screen nothing is shown, since nobody could answer.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import uno
import unohelper
from com.sun.star.awt import XActionListener, XItemListener
from com.sun.star.awt.MessageBoxButtons import BUTTONS_OK
from com.sun.star.awt.MessageBoxType import INFOBOX

from . import suggestions
from .drafts import Place, UnfitError

_CANCEL = 2  # com.sun.star.awt.PushButtonType.CANCEL
_REASON = "Discussed and decided"


def has_screen() -> bool:
    """Whether LibreOffice was started with a screen, as far as that can be told."""
    try:
        return b"--headless" not in Path("/proc/self/cmdline").read_bytes()
    except OSError:
        return True


def show(context: Any, message: str) -> None:
    """A message, until it is closed; without a screen on standard error."""
    if not has_screen():
        print(f"unlinkable: {message}", file=sys.stderr, flush=True)
        return
    manager = context.ServiceManager
    toolkit = manager.createInstanceWithContext("com.sun.star.awt.Toolkit", context)
    box = toolkit.createMessageBox(_window(context), INFOBOX, BUTTONS_OK, "Unlinkable", message)
    box.execute()
    box.dispose()


def _window(context: Any) -> Any:
    """The window that one works in, where there is any."""
    name = "com.sun.star.frame.Desktop"
    frame = context.ServiceManager.createInstanceWithContext(name, context).getCurrentFrame()
    return frame.getContainerWindow() if frame is not None else None


def ask_file(context: Any, title: str) -> str | None:
    """The path of a file that the user chooses; None for none."""
    if not has_screen():
        return None
    name = "com.sun.star.ui.dialogs.FilePicker"
    picker = context.ServiceManager.createInstanceWithContext(name, context)
    picker.setTitle(title)
    files = picker.getSelectedFiles() if picker.execute() else ()
    return uno.fileUrlToSystemPath(files[0]) if files else None


class _Pressed(unohelper.Base, XActionListener):
    def __init__(self, work: Any) -> None:
        self._work = work

    def actionPerformed(self, _: Any) -> None:
        self._work()

    def disposing(self, _: Any) -> None:
        pass


class _Chosen(unohelper.Base, XItemListener):
    def __init__(self, work: Any) -> None:
        self._work = work

    def itemStateChanged(self, _: Any) -> None:
        self._work()

    def disposing(self, _: Any) -> None:
        pass


class WhatIsLeft:
    """The list of what is left, the worst first: Enter replaces and goes on."""

    def __init__(self, context: Any, office: Any, uri: str, news: list[Any]) -> None:
        self._office, self._uri, self._news = office, uri, news
        self._context = context
        self._places: list[Any] = []
        self._way = 0
        manager = context.ServiceManager
        make = manager.createInstanceWithContext
        self._model = make("com.sun.star.awt.UnoControlDialogModel", context)
        self._put(
            self._model,
            PositionX=60,
            PositionY=30,
            Width=340,
            Height=232,
            Title="Unlinkable: what is left",
        )
        self._add("FixedText", "status", 6, 4, 328, 18, MultiLine=True)
        self._add("ListBox", "list", 6, 24, 328, 90)
        self._add("Edit", "before", 6, 118, 328, 36, MultiLine=True, ReadOnly=True, VScroll=True)
        self._add("Edit", "after", 6, 158, 328, 36, MultiLine=True, ReadOnly=True, VScroll=True)
        self._add("Button", "replace", 6, 212, 62, 15, Label="~Replace", DefaultButton=True)
        self._add("Button", "other", 72, 212, 62, 15, Label="~Other Words")
        self._add("Button", "accept", 138, 212, 62, 15, Label="~Accept")
        self._add("Edit", "reason", 138, 196, 128, 13, Text=_REASON)
        self._add("FixedText", "because", 72, 198, 62, 10, Label="Accepted because:", Align=2)
        self._add("Button", "close", 272, 212, 62, 15, Label="~Close", PushButtonType=_CANCEL)
        self._dialog = make("com.sun.star.awt.UnoControlDialog", context)
        self._dialog.setModel(self._model)
        for name, work in (
            ("replace", self._replace),
            ("other", self._other),
            ("accept", self._accept),
        ):
            self._dialog.getControl(name).addActionListener(_Pressed(work))
        self._dialog.getControl("list").addItemListener(_Chosen(self._look))

    def execute(self) -> None:
        """Show the list until it is closed."""
        if not has_screen():
            return
        toolkit = self._context.ServiceManager.createInstanceWithContext(
            "com.sun.star.awt.Toolkit", self._context
        )
        self._dialog.createPeer(toolkit, _window(self._context))
        self.fill()
        self._news.append(self.fill)
        try:
            self._dialog.execute()
        finally:
            self._news.remove(self.fill)
            self._dialog.dispose()

    def fill(self) -> None:
        """Show what is left by now."""
        before, number = self._place(), self._dialog.getControl("list").getSelectedItemPos()
        self._places = self._office.drafts.left(self._uri)
        lines = tuple(
            f"{place.passage['lead']:.0%}  {place.passage['words']}" for place in self._places
        )
        shown = self._dialog.getControl("list")
        self._model.getByName("list").StringItemList = lines
        self._model.getByName("status").Label = self._office.state(self._uri)
        if self._places:
            at = next((n for n, one in enumerate(self._places) if _alike(one, before)), None)
            if at is None:  # it is done, or reads otherwise
                self._way, at = 0, min(max(0, number), len(self._places) - 1)
            shown.selectItemPos(at, True)
        self._show()

    def _place(self) -> Any:
        at = self._dialog.getControl("list").getSelectedItemPos()
        return self._places[at] if 0 <= at < len(self._places) else None

    def _look(self) -> None:
        self._way = 0
        self._show()

    def _show(self) -> None:
        place, before, after = self._place(), "", ""
        ways = suggestions.best_first(place) if place else []
        if place is not None:
            before = place.passage["text"]
            after = place.passage["masked"]
            if ways:
                way = ways[self._way % len(ways)]
                after = way["title"] if way["kind"] == "reword" else f"{way['title']}: {after}"
        self._model.getByName("before").Text = before
        self._model.getByName("after").Text = after

    def _other(self) -> None:
        self._way += 1
        self._show()

    def _replace(self) -> None:
        place = self._place()
        if place is None or not place.passage["ways"]:
            return
        try:
            suggestions.take(self._office, place, self._way)
        except UnfitError as why:
            self._model.getByName("after").Text = str(why)
            return
        self._way = 0
        self.fill()

    def _accept(self) -> None:
        place, reason = self._place(), self._model.getByName("reason").Text.strip()
        if place is None or not reason:
            return
        try:
            self._office.accept(place, reason)
        except UnfitError as why:
            self._model.getByName("after").Text = str(why)

    def _add(
        self, kind: str, name: str, x: int, y: int, width: int, height: int, **more: Any
    ) -> None:
        control = self._model.createInstance(f"com.sun.star.awt.UnoControl{kind}Model")
        self._put(control, PositionX=x, PositionY=y, Width=width, Height=height, **more)
        self._model.insertByName(name, control)

    @staticmethod
    def _put(model: Any, **values: Any) -> None:
        for name, value in values.items():
            setattr(model, name, value)


def _alike(one: Place, other: Place | None) -> bool:
    """Whether both are the same passage, whatever may stand there by now."""
    if other is None or (one.uri, one.id) != (other.uri, other.id):
        return False
    return bool(one.passage["words"] == other.passage["words"])
