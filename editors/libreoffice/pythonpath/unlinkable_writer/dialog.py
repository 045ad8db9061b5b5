"""What is shown in dialogs: messages, and the choice of a file.

All of it runs in the main thread. Without a screen nothing is shown, since nobody could answer.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import uno
from com.sun.star.awt.MessageBoxButtons import BUTTONS_OK
from com.sun.star.awt.MessageBoxType import INFOBOX


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
