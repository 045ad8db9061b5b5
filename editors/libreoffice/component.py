"""What LibreOffice loads: the proofreader, the commands of the menu and the sidebar, and what they
need of it.

The proofreader answers from what is known and asks LibreOffice for nothing: see `office`.
"""

import gc
import json
import re
import sys
import traceback
from pathlib import Path

import uno
import unohelper
from com.sun.star.awt import XCallback
from com.sun.star.beans import PropertyValue
from com.sun.star.document import XDocumentEventListener
from com.sun.star.frame import XDispatch, XDispatchProvider, XTerminateListener
from com.sun.star.lang import Locale, XInitialization, XServiceDisplayName, XServiceInfo
from com.sun.star.linguistic2 import (
    LinguServiceEvent,
    ProofreadingResult,
    SingleProofreadingError,
    XLinguServiceEventBroadcaster,
    XProofreader,
    XSupportedLocales,
)
from com.sun.star.linguistic2.LinguServiceEventFlags import PROOFREAD_AGAIN
from com.sun.star.text.TextMarkupType import PROOFREADING
from com.sun.star.ui import XUIElementFactory
from unlinkable_writer import suggestions
from unlinkable_writer.dialog import ask_file, show
from unlinkable_writer.drafts import UnfitError
from unlinkable_writer.office import Host, Office
from unlinkable_writer.search import lies_in
from unlinkable_writer.sidebar import Panel

PROOFREADER = "org.example.unlinkable.writer.Proofreader"
COMMANDS = "org.example.unlinkable.writer.Commands"
PANELS = "org.example.unlinkable.writer.Panels"
DECK = "UnlinkableDeck"
PROTOCOL = "org.example.unlinkable:"
SETTINGS = "unlinkable.json"
_TEXTS = "com.sun.star.text.TextDocument"
_COLOURS = {"error": 0xC01C28, "warning": 0x9141AC, "information": 0x9141AC, "hint": 0x77767B}
_WAVE = 10  # com.sun.star.awt.FontUnderline.WAVE


def contained(work):
    """``work`` such that whatever goes wrong in it is told by its kind and place, and no more: a
    text may stand in an error."""

    def call(*arguments):
        try:
            return work(*arguments)
        except Exception as error:  # Writer must live
            where = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{Path(where.filename).name}:{where.lineno}"
            print(f"unlinkable: {type(error).__name__} at {place}", file=sys.stderr, flush=True)
            return None

    return call


class Later(unohelper.Base, XCallback):
    """Something to be done in the main thread."""

    def __init__(self, work):
        self._work = contained(work)

    def notify(self, _):
        self._work()


class Ending(unohelper.Base, XTerminateListener):
    """Ends the server when LibreOffice ends."""

    def queryTermination(self, _):
        pass

    def notifyTermination(self, _):
        contained(Writer.office.close)()

    def disposing(self, _):
        pass


class Documents(unohelper.Base, XDocumentEventListener):
    """Hears of documents that are opened, closed, or saved under another name."""

    def documentEventOccured(self, event):
        if event.EventName in ("OnNew", "OnLoad", "OnUnload", "OnSaveAsDone"):
            contained(Writer.office.documents_changed)()

    def disposing(self, _):
        pass


class Writer(Host):
    """LibreOffice, as `Office` needs it."""

    office = None
    """The one of this process."""

    def __init__(self, context):
        self._context = context
        self.listeners = []
        self.news = []
        """What is called whenever something else is known."""
        self._hears = False

    def _listen(self):
        """Hear of documents, and of the end. Not before the first look: LibreOffice makes its
        proofreaders while it starts, and would wait for ever for services that it makes itself."""
        self._hears = True
        self._service("com.sun.star.frame.Desktop").addTerminateListener(Ending())
        broadcaster = "/singletons/com.sun.star.frame.theGlobalEventBroadcaster"
        self._context.getValueByName(broadcaster).addDocumentEventListener(Documents())

    @classmethod
    def of(cls, context):
        """The office of this process, begun when it is first needed."""
        if cls.office is None:
            host = cls(context)
            cls.office, cls.host = Office(host, contained(host.post)), host
        return cls.office

    def post(self, work):
        self._service("com.sun.star.awt.AsyncCallback").addCallback(Later(work), None)

    def documents(self):
        if not self._hears:
            self._listen()
        found, walk = {}, self._service("com.sun.star.frame.Desktop").Components.createEnumeration()
        while walk.hasMoreElements():
            document = walk.nextElement()
            # Windows without a document, such as that of the help, have no services at all.
            if getattr(document, "supportsService", lambda _: False)(_TEXTS):
                found[uri_of(document)] = document
        return found

    def folder(self, uri):
        return uri.rsplit("/", 1)[0] if uri.startswith("file:") else None

    def trusts(self, uri):
        name = "/org.openoffice.Office.Common/Security/Scripting"
        paths = self._service("com.sun.star.util.PathSubstitution")
        trusted = self._configuration(name).getByName("SecureURL") or ()
        places = (paths.substituteVariables(place, False).rstrip("/") for place in trusted)
        return any(place and lies_in(uri, place) for place in places)

    def program(self):
        try:
            return str(json.loads(self._settings().read_text("utf-8")).get("program", ""))
        except (OSError, ValueError, AttributeError):
            return ""

    def choose(self):
        """Have the user choose the program."""
        chosen = ask_file(self._context, "The program “unlinkable”")
        if chosen:
            self._settings().write_text(json.dumps({"program": chosen}), "utf-8")
            Writer.office.begin_anew()

    def say(self, message):
        show(self._context, message)

    def tell(self, underlines):
        for listener in list(self.listeners) if underlines else ():
            listener.processLinguServiceEvent(LinguServiceEvent(listener, PROOFREAD_AGAIN))
        for tell in list(self.news):
            contained(tell)()

    def _settings(self):
        paths = self._service("com.sun.star.util.PathSubstitution")
        user = paths.getSubstituteVariableValue("$(user)")
        return Path(uno.fileUrlToSystemPath(user)) / SETTINGS

    def _configuration(self, path):
        provider = self._service("com.sun.star.configuration.ConfigurationProvider")
        asked = PropertyValue(Name="nodepath", Value=path)
        access = "com.sun.star.configuration.ConfigurationAccess"
        return provider.createInstanceWithArguments(access, (asked,))

    def _service(self, name):
        return self._context.ServiceManager.createInstanceWithContext(name, self._context)


def uri_of(document):
    """The URI of a document; of one that lies in no file, one of its own."""
    return document.getURL() or f"untitled:{document.RuntimeUID}"


def uri_in(frame):
    """The URI of the text in a window by now; None where there is none."""
    controller = frame.getController() if frame is not None else None
    document = controller.getModel() if controller is not None else None
    # Windows without a document, such as that of the help, have no services at all.
    is_text = getattr(document, "supportsService", lambda _: False)(_TEXTS)
    return uri_of(document) if is_text else None


class Proofreader(
    unohelper.Base,
    XProofreader,
    XSupportedLocales,
    XServiceInfo,
    XServiceDisplayName,
    XLinguServiceEventBroadcaster,
):
    """Tells LibreOffice what is underlined in a paragraph, and what may stand there instead."""

    def __init__(self, context, *_):
        self._office = Writer.of(context)
        self._listeners = Writer.host.listeners

    def doProofreading(self, name, text, locale, start, behind, properties):
        found = ProofreadingResult()
        found.aDocumentIdentifier, found.aText, found.aLocale = name, text, locale
        found.aProperties, found.xProofreader = properties, self
        length = len(text.encode("utf-16-le", "surrogatepass")) // 2
        found.nStartOfSentencePosition = start
        found.nBehindEndOfSentencePosition = found.nStartOfNextSentencePosition = length
        collects = gc.isenabled()
        gc.disable()  # what is collected may be an object of LibreOffice: see `office`
        try:
            lines = contained(self._office.underlines)(name, text) or ()
            errors = (contained(error)(text, line) for line in lines if line["end"] > start)
            found.aErrors = tuple(error for error in errors if error is not None)
        finally:
            if collects:
                gc.enable()
        return found

    def isSpellChecker(self):
        return False

    def ignoreRule(self, rule, locale):
        pass

    def resetIgnoreRules(self):
        pass

    def getLocales(self):
        listed = Path(__file__).with_name("Linguistic.xcu").read_text("utf-8")
        names = re.search(r"<value>(.+)</value>", listed)[1].split()
        return tuple(Locale(*name.split("-"), "") for name in names)

    def hasLocale(self, locale):
        return True

    def addLinguServiceEventListener(self, listener):
        self._listeners.append(listener)
        return True

    def removeLinguServiceEventListener(self, listener):
        if listener in self._listeners:
            self._listeners.remove(listener)
        return True

    def getServiceDisplayName(self, locale):
        return "Unlinkable"

    def getImplementationName(self):
        return PROOFREADER

    def supportsService(self, name):
        return name in self.getSupportedServiceNames()

    def getSupportedServiceNames(self):
        return ("com.sun.star.linguistic2.Proofreader",)


def error(text, line):
    """What is underlined, as LibreOffice takes it."""
    offered = suggestions.of(text, line)
    told = SingleProofreadingError()
    told.nErrorStart, told.nErrorLength = offered.start, offered.end - offered.start
    told.nErrorType = PROOFREADING
    told.aRuleIdentifier = line["code"]
    told.aShortComment = told.aFullComment = line["message"]
    told.aSuggestions = tuple(offered.texts)
    told.aProperties = (
        PropertyValue(Name="LineColor", Value=_COLOURS.get(line["severity"], 0x9141AC)),
        PropertyValue(Name="LineType", Value=uno.Any("short", _WAVE)),
    )
    return told


class Commands(unohelper.Base, XDispatchProvider, XDispatch, XInitialization, XServiceInfo):
    """Carries out what is chosen in the menu, on the document of one window."""

    def __init__(self, context, *_):
        self._context = context
        self._office = Writer.of(context)
        self._frame = None

    def initialize(self, arguments):
        self._frame = arguments[0] if arguments else None

    def queryDispatch(self, url, target, flags):
        return self if url.Protocol == PROTOCOL else None

    def queryDispatches(self, requests):
        return tuple(self.queryDispatch(one.FeatureURL, one.FrameName, 0) for one in requests)

    def dispatch(self, url, arguments):
        work = {
            "list": self._list,
            "replace": self._replace,
            "protect": self._protect,
            "choose": lambda _: Writer.host.choose(),
        }.get(url.Path)
        uri = contained(uri_in)(self._frame)
        if work is not None and uri is not None:
            contained(work)(uri)

    def addStatusListener(self, listener, url):
        pass

    def removeStatusListener(self, listener, url):
        pass

    def getImplementationName(self):
        return COMMANDS

    def supportsService(self, name):
        return name in self.getSupportedServiceNames()

    def getSupportedServiceNames(self):
        return ("com.sun.star.frame.ProtocolHandler",)

    def _list(self, uri):
        name = "com.sun.star.frame.DispatchHelper"
        helper = self._context.ServiceManager.createInstanceWithContext(name, self._context)
        deck = PropertyValue(Name="SidebarDeck", Value=DECK)
        helper.executeDispatch(self._frame, ".uno:SidebarDeck", "", 0, (deck,))

    def _replace(self, uri):
        left = self._office.drafts.left(uri)
        if not left:
            Writer.host.say(self._office.state(uri))
            return
        try:
            suggestions.take(self._office, left[0])
        except UnfitError as why:
            Writer.host.say(str(why))

    def _protect(self, uri):
        def made(answer):
            if not answer or not answer["edits"]:
                Writer.host.say(self._office.state(uri))
                return
            document = Writer.host.documents().get(uri)
            if document is None:
                return
            recorded = document.RecordChanges
            document.RecordChanges = True
            try:
                self._office.make(uri, answer["edits"], "Protect")
            except UnfitError as why:
                Writer.host.say(str(why))
            finally:
                document.RecordChanges = recorded

        self._office.look()
        if not self._office.ask_protected(uri, made):
            Writer.host.say(self._office.state(uri))


class Panels(unohelper.Base, XUIElementFactory, XServiceInfo):
    """Makes the panel of the sidebar of each window."""

    def __init__(self, context, *_):
        self._context = context
        self._office = Writer.of(context)

    def createUIElement(self, name, arguments):
        given = {one.Name: one.Value for one in arguments}
        news = Writer.host.news
        return contained(Panel)(self._context, self._office, name, given, uri_in, news, contained)

    def getImplementationName(self):
        return PANELS

    def supportsService(self, name):
        return name in self.getSupportedServiceNames()

    def getSupportedServiceNames(self):
        return ("com.sun.star.ui.UIElementFactory",)


g_ImplementationHelper = unohelper.ImplementationHelper()
g_ImplementationHelper.addImplementation(
    Proofreader, PROOFREADER, ("com.sun.star.linguistic2.Proofreader",)
)
g_ImplementationHelper.addImplementation(
    Commands, COMMANDS, ("com.sun.star.frame.ProtocolHandler",)
)
g_ImplementationHelper.addImplementation(Panels, PANELS, ("com.sun.star.ui.UIElementFactory",))
