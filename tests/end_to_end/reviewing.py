"""Has a running word processor decide on the tracked changes of documents, and save them again.

Run by the Python that has its bridge (UNO): PIPE COMMAND FILE...; COMMAND is what its menu calls
it, such as AcceptAllTrackedChanges, or nothing.
"""

import contextlib
import sys
import time
from pathlib import Path
from typing import Any

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException


def connected(pipe: str) -> Any:
    """What makes the services of the word processor."""
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
    while True:
        try:
            there = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except NoConnectException:
            time.sleep(0.2)
        else:
            return there.ServiceManager


def main(pipe: str, command: str, *files: str) -> None:
    """Open each file, give the command, and save it."""
    services = connected(pipe)
    desktop = services.createInstance("com.sun.star.frame.Desktop")
    dispatcher = services.createInstance("com.sun.star.frame.DispatchHelper")
    for file in files:
        hidden = PropertyValue("Hidden", 0, True, 0)
        document = desktop.loadComponentFromURL(Path(file).as_uri(), "_blank", 0, (hidden,))
        if command:
            frame = document.CurrentController.Frame
            dispatcher.executeDispatch(frame, f".uno:{command}", "", 0, ())
        kind = PropertyValue("FilterName", 0, "MS Word 2007 XML", 0)
        document.storeToURL(Path(file).as_uri(), (kind,))
        document.close(True)
    with contextlib.suppress(Exception):  # it is gone before it answers
        desktop.terminate()


main(*sys.argv[1:])
