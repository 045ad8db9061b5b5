"""Drives a running Writer over UNO, for `writer.py`: a request a line on standard input, an answer
a line on standard output, both JSON. Runs in the Python of LibreOffice, which alone has UNO."""

import json
import sys
import time

import uno
from com.sun.star.awt import KeyEvent
from com.sun.star.awt.Key import RETURN
from com.sun.star.beans import PropertyValue
from com.sun.star.lang import Locale
from com.sun.star.text.TextMarkupType import PROOFREADING

FACTORIES = "/singletons/com.sun.star.ui.theUIElementFactoryManager"
PANEL = "private:resource/toolpanel/UnlinkableFactory/UnlinkablePanel"
FILTERS = {"docx": "MS Word 2007 XML", "odt": "writer8"}


def value(name, what):
    """A property."""
    return PropertyValue(Name=name, Value=what)


class Driver:
    """What can be asked; documents are known by numbers."""

    def __init__(self, pipe):
        local = uno.getComponentContext()
        resolver = self._make(local, "com.sun.star.bridge.UnoUrlResolver")
        address = f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext"
        for _ in range(600):
            try:
                self.context = resolver.resolve(address)
                break
            except Exception:  # it has not started yet
                time.sleep(0.1)
        self.desktop = self._make(self.context, "com.sun.star.frame.Desktop")
        self.proofreader = self._make(self.context, "org.example.unlinkable.writer.Proofreader")
        self.documents = []
        self.panels = {}

    def open(self, url):
        self.documents.append(self.desktop.loadComponentFromURL(url, "_blank", 0, ()))
        return len(self.documents) - 1

    def texts(self, number):
        return [paragraph.getText() for paragraph in self._paragraphs(number)]

    def underlined(self, number):
        """Of each paragraph with underlines its number and what is underlined, with suggestions."""
        found = []
        for at, text in enumerate(self.texts(number)):
            locale = Locale("en", "US", "")
            told = self.proofreader.doProofreading(str(number), text, locale, 0, len(text), ())
            units = text.encode("utf-16-le")
            for one in told.aErrors:
                start, end = one.nErrorStart, one.nErrorStart + one.nErrorLength
                words = units[2 * start : 2 * end].decode("utf-16-le")
                found.append(
                    [at, words, one.aRuleIdentifier, one.aFullComment, list(one.aSuggestions)]
                )
        return found

    def command(self, number, url):
        helper = self._make(self.context, "com.sun.star.frame.DispatchHelper")
        frame = self.documents[number].getCurrentController().getFrame()
        helper.executeDispatch(frame, url, "", 0, ())

    def panel(self, number):
        """Make the panel of the sidebar of a window, as the sidebar does."""
        frame = self.documents[number].getCurrentController().getFrame()
        factories = self.context.getValueByName(FACTORIES)
        given = value("Frame", frame), value("ParentWindow", frame.getContainerWindow())
        panel = factories.createUIElement(PANEL, given).getRealInterface()
        self.panels[number] = panel.createAccessible(None)

    def deck(self, number):
        """Whether our deck of the sidebar of a window is shown."""
        sidebar = self.documents[number].getCurrentController().getSidebar()
        return sidebar.isVisible() and sidebar.getDecks().getByName("UnlinkableDeck").isActive()

    def shown(self, number):
        """What the panel shows: how it stands, the list, the row that is chosen, before, after."""
        panel = self.panels[number]
        texts = (panel.getControl(name).getText() for name in ("status", "before", "after"))
        status, before, after = texts
        rows = panel.getControl("list")
        return [status, list(rows.getItems()), rows.getSelectedItemPos(), before, after]

    def press(self, number, name):
        """Press a button of the panel."""
        button = self.panels[number].getControl(name)
        button.getAccessibleContext().doAccessibleAction(0)

    def enter(self, number):
        """Press Enter in the list of the panel."""
        rows = self.panels[number].getControl("list").getPeer()
        rows.setFocus()
        key = KeyEvent(Source=rows, KeyCode=RETURN)
        toolkit = self._make(self.context, "com.sun.star.awt.Toolkit")
        toolkit.keyPress(key)
        toolkit.keyRelease(key)

    def type(self, number, text):
        """Put text at the end of the body."""
        body = self.documents[number].getText()
        body.insertString(body.getEnd(), text, False)

    def undo(self, number):
        self.documents[number].getUndoManager().undo()

    def undo_titles(self, number):
        return list(self.documents[number].getUndoManager().getAllUndoActionTitles())

    def tracked(self, number):
        """How many changes are tracked."""
        walk, count = self.documents[number].getRedlines().createEnumeration(), 0
        while walk.hasMoreElements():
            walk.nextElement()
            count += 1
        return count

    def bold(self, number):
        """What is bold in the body."""
        found, paragraphs = [], self.documents[number].getText().createEnumeration()
        while paragraphs.hasMoreElements():
            paragraph = paragraphs.nextElement()
            if not paragraph.supportsService("com.sun.star.text.Paragraph"):
                continue
            portions = paragraph.createEnumeration()
            while portions.hasMoreElements():
                portion = portions.nextElement()
                if portion.CharWeight > 100 and portion.getString():
                    found.append(portion.getString())
        return found

    def save(self, number, url):
        kind = url.rsplit(".", 1)[1]
        self.documents[number].storeToURL(url, (value("FilterName", FILTERS[kind]),))

    def save_as(self, number, url):
        self.documents[number].storeAsURL(url, ())

    def close(self, number):
        self.documents[number].close(True)

    def end(self):
        """End Writer at once, whatever is open."""
        for document in self.documents:
            try:
                document.setModified(False)
            except Exception:  # it is closed
                continue
        try:
            self.desktop.terminate()
        except Exception:  # it has gone before it could answer
            return

    def _paragraphs(self, number):
        walk = self.documents[number].getFlatParagraphIterator(PROOFREADING, False)
        paragraph = walk.getFirstPara()
        while paragraph is not None:
            yield paragraph
            paragraph = walk.getNextPara()

    @staticmethod
    def _make(context, name):
        return context.ServiceManager.createInstanceWithContext(name, context)


if __name__ == "__main__":
    driver = Driver(sys.argv[1])
    for line in sys.stdin:
        name, arguments = json.loads(line)
        print(json.dumps(getattr(driver, name)(*arguments)), flush=True)
