"""What goes on while LibreOffice runs: documents are followed, the server is asked, news are told.

Three kinds of threads meet here, and none waits for another:

- the main thread, which alone looks at documents and shows anything;
- threads of the server, which take in answers;
- the thread of the proofreading, which only looks up what is known (`Drafts.underlines`). While a
  document closes, the main thread waits for that one; were it to ask LibreOffice anything, or to
  let go of an object of it, both would wait for ever.

A thread of ours gathers wishes and hands them to the main thread, which does them when it is idle.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import PureWindowsPath
from typing import Any

from . import texts
from .drafts import CHANGED, Drafts, Place, UnfitError
from .search import find_program
from .server import Server

PAUSE = 0.5
"""Seconds without a change before documents are looked at: longer than between two keys."""
LATEST = 3.0
"""Seconds after which they are looked at all the same."""
_STRANGE = 5.0  # seconds
_SHARE, _SLOWEST = 10, 3.0
"""So many times as long as a look took nobody looks again; but no longer than so many pauses."""
_SENT_AGAIN = 2
"""How often a document that got no answer is sent anew by itself."""
_ERROR = 1  # of window/showMessage

BLOCKS, PROTECTED = "unlinkable/blocks", "unlinkable/protectedBlocks"
_NEWS = ("unlinkable/status", "unlinkable/left", "unlinkable/worded")
_UNCHECKED = ("no-index", "failed")  # states
MISSING = (
    "The checking program is not installed, or not where it is looked for. Install it as the page"
    " on setting up says, or choose it by Unlinkable ▸ Choose the Program…"
)
CHECKING = "This document is being checked."
GONE = (
    "The checking program has ended twice, so nothing is checked any more. Save your documents and"
    " start LibreOffice again."
)


class Host:
    """What `Office` needs of LibreOffice; each of these is called in the main thread."""

    def documents(self) -> dict[str, Any]:
        """The open texts, by their URIs."""
        raise NotImplementedError

    def folder(self, uri: str) -> str | None:
        """The URI of the folder of a document, where it lies in one."""
        raise NotImplementedError

    def trusts(self, uri: str) -> bool:
        """Whether a document lies where LibreOffice trusts files."""
        raise NotImplementedError

    def program(self) -> str:
        """The program that the user chose; empty for none."""
        raise NotImplementedError

    def say(self, message: str) -> None:
        """Show a message."""
        raise NotImplementedError

    def tell(self, underlines: bool) -> None:
        """Show what is known by now; where that are other underlines, proofread all again."""
        raise NotImplementedError


class Office:
    """The one owner of the servers and of what is known of documents."""

    def __init__(self, host: Host, post: Callable[[Callable[[], None]], None]) -> None:
        """``post``: has something done in the main thread, some time later."""
        self.drafts = Drafts()
        self._host, self._post = host, post
        self._servers: dict[bool, Server] = {}
        self._folders: dict[bool, set[str]] = {}
        self._trusted: dict[str, bool] = {}
        self._deaths = 0
        self._said = ""
        self._told: set[str] = set()
        self._slow = 1.0
        """How much longer all pauses are, since looking takes so long."""
        self._unknown: set[str] = set()
        self._unread: set[str] = set()
        self._unanswered: dict[str, int] = {}
        """How often in a row what has changed in a document got no answer."""
        self._strange: dict[str, float] = {}
        """Texts that were in no document, such as of a comment: until when they are no reason to
        look again."""
        self._look_at = self._look_by = self._tell_at = 0.0
        self._relined = False
        """Whether anything else is underlined than was told."""
        self._against: dict[str, str] = {}
        """Of each document against whom it is checked, and in which index."""
        self._wishes = threading.Condition()
        self._open = True
        threading.Thread(target=self._gather, name="unlinkable wishes", daemon=True).start()

    # From the thread of the proofreading.

    def underlines(self, name: str, text: str) -> list[Any]:
        """What is underlined in a paragraph, as far as that is known; if it is not, documents are
        looked at soon."""
        found = self.drafts.underlines(name, text)
        if found is None and self._strange.get(text, 0.0) < time.monotonic():
            self._unknown.add(text)
            self._wish_look(PAUSE)
        return found or []

    # From the main thread.

    def documents_changed(self) -> None:
        """A document was opened or closed, or is called otherwise."""
        self._wish_look(PAUSE)

    def look(self) -> None:
        """Take in all documents as they are by now, and have the server check what has changed."""
        documents = self._host.documents()
        for uri in self.drafts.close(list(documents)):
            for server in self._servers.values():
                server.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
            self._trusted.pop(uri, None)
            self._against.pop(uri, None)
        for uri, document in documents.items():
            if uri not in self._trusted:
                self._trusted[uri] = self._host.trusts(uri)
            server = self._server(uri)
            if server is None:
                return
            try:
                now = texts.read(document)
            except Exception:
                self._unread.add(uri)
                continue
            self._unread.discard(uri)
            asked = self.drafts.change(uri, now)
            if asked is not None:
                self._ask(server, asked)

    def state(self, uri: str) -> str:
        """How it stands with a document, in words."""
        if self._said:
            return self._said
        if uri in self._unread:
            return "This document cannot be read, and is not checked."
        told = self.drafts.state(uri)
        if not told:
            return "This document is not checked yet."
        if not self.drafts.settled(uri):
            return CHECKING
        message = str(told.get("message", ""))
        if told.get("counted"):
            left = f"{told['left']} of {told['sentences']} sentences left"
            message = f"{left}{self._against.get(uri, '')}.\n{message}"
        return message or CHECKING

    def counting(self, uri: str) -> bool:
        """Whether it is being found out what is left in a document as it is by now."""
        told = self.drafts.state(uri)
        if not told or self._said:
            return False
        counted = told["counted"] or told["state"] in _UNCHECKED
        return not (counted and self.drafts.settled(uri))

    def ask_protected(self, uri: str, then: Callable[[Any], None]) -> bool:
        """Have the edits made that protect a document; ``then`` is called in the main thread with
        the answer, None for none. Gives whether there is anyone to ask."""
        server, asked = self._servers.get(self._trusted.get(uri, False)), self.drafts.asking(uri)
        if server is None or asked is None:
            return False

        def answered(answer: Any) -> None:
            current = self.drafts.version(uri) == asked["version"]
            then(answer if current else None)

        server.ask(PROTECTED, asked, lambda answer: self._post(lambda: answered(answer)))
        return True

    def accept(self, place: Place, reason: str) -> None:
        """Have the strongest finding of a passage accepted: at its place, where what its folder
        says is heeded, else for this user. Raises UnfitError where the document is another
        by now."""
        if not self.drafts.settled(place.uri):
            raise UnfitError(CHANGED)
        trusted = self._trusted.get(place.uri, False)
        line = self.drafts.underline_at(place)
        server = self._servers.get(trusted)
        if server is None or line is None:
            return
        arguments = {
            "uri": place.uri,
            "range": line["range"],
            "code": line["code"],
            "scope": "finding" if trusted else "user",
            "reason": reason,
        }
        asked = {"command": "unlinkable.acceptRisk", "arguments": [arguments]}
        server.ask("workspace/executeCommand", asked, lambda _: self._ask_again(place.uri))

    def make(self, uri: str, edits: list[dict[str, Any]], title: str, fixed: bool = True) -> None:
        """Make edits of a document in one step, and have it checked. Raises UnfitError."""
        document = self._host.documents().get(uri)
        order, paragraphs = self.drafts.paragraphs(uri)
        numbers = {name: number for number, name in enumerate(order)}
        if document is None or any(edit["id"] not in numbers for edit in edits):
            raise UnfitError(CHANGED)
        changes = [
            texts.Change(numbers[edit["id"]], edit["start"], edit["end"], edit["text"])
            for edit in edits
        ]
        texts.change(document, [paragraphs[name].text for name in order], changes, title)
        asked = self.drafts.change(uri, texts.read(document))
        server = self._server(uri)
        if asked is not None and server is not None:
            self._ask(server, {**asked, "fixed": fixed})

    def begin_anew(self) -> None:
        """Look for the program again, and check everything anew."""
        self._said, self._deaths = "", 0
        self._stop()
        self.drafts.forget()
        self._wish_look(0)

    def close(self) -> None:
        """End for good."""
        with self._wishes:
            self._open = False
            self._wishes.notify()
        self._stop()

    def _server(self, uri: str) -> Server | None:
        """The server for a document, started where it is needed; None where there is none."""
        if self._said:
            return None
        trusted = self._trusted.get(uri, False)
        if trusted not in self._servers:
            program = find_program(self._host.program())
            try:
                if program is None:
                    raise OSError
                self._servers[trusted] = Server(
                    program, trusted, self._heard, lambda server: self._died(trusted, server)
                )
            except OSError:
                self._give_up(MISSING)
                return None
            self._folders[trusted] = set()
            self._servers[trusted].begin()
        server = self._servers.get(trusted)
        if server is not None:  # it may have ended at once
            self._open_folder(server, trusted, self._host.folder(uri))
        return server

    def _open_folder(self, server: Server, trusted: bool, folder: str | None) -> None:
        """Settings come from the folder of a document, as in an editor that has it open."""
        if folder is None or folder in self._folders[trusted]:
            return
        self._folders[trusted].add(folder)
        event = {"added": [{"uri": folder, "name": folder.rsplit("/", 1)[-1]}], "removed": []}
        server.tell("workspace/didChangeWorkspaceFolders", {"event": event})

    def _ask(self, server: Server, asked: dict[str, Any]) -> None:
        server.ask(BLOCKS, asked, lambda answer: self._answered(asked, answer))

    def _stop(self) -> None:
        servers, self._servers = self._servers, {}
        for server in servers.values():
            server.stop()

    def _give_up(self, why: str) -> None:
        self._said = why
        self._wish_telling()
        self._host.say(why)

    def _say_once(self, message: str) -> None:
        if message not in self._told:
            self._told.add(message)
            self._host.say(message)

    # From the threads of the server.

    def _answered(self, asked: dict[str, Any], answer: Any) -> None:
        uri = asked["uri"]
        if isinstance(answer, dict):
            self._unanswered.pop(uri, None)
            self._wish_telling(self.drafts.answered(asked, answer))
        elif asked.get("blocks") or asked.get("order"):  # what has changed did not arrive
            self._unanswered[uri] = self._unanswered.get(uri, 0) + 1
            self.drafts.forget_one(uri)
            if self._unanswered[uri] <= _SENT_AGAIN:
                self._wish_look(PAUSE)

    def _heard(self, method: str, params: Any) -> None:
        if method == "unlinkable/status" and params["index"]:
            names = [one["path"] for one in (params["index"], *params["furtherIndexes"])]
            indexes = ", ".join(PureWindowsPath(name).name for name in names)
            self._against[params["uri"]] = f", against {params['against']} in {indexes}"
        if method in _NEWS:
            self._ask_again(params["uri"])
        without_index = method == "unlinkable/status" and params["state"] == "no-index"
        if without_index or (method == "window/showMessage" and params["type"] == _ERROR):
            self._post(lambda: self._say_once(params["message"]))

    def _ask_again(self, uri: str) -> None:
        asked = self.drafts.asking(uri)
        server = self._servers.get(self._trusted.get(uri, False))
        if asked is not None and server is not None:
            self._ask(server, asked)

    def _died(self, trusted: bool, server: Server) -> None:
        """Once, it is started again."""
        if self._servers.get(trusted) is not server:
            return
        self._deaths += 1
        del self._servers[trusted]
        self.drafts.forget()
        if self._deaths > 1:
            self._post(lambda: self._give_up(GONE))
        self._wish_telling(True)
        self._wish_look(0)

    # The thread that gathers wishes.

    def _wish_look(self, pause: float) -> None:
        with self._wishes:
            now = time.monotonic()
            self._look_by = self._look_by if self._look_at else now + LATEST * self._slow
            self._look_at = min(now + pause * self._slow, self._look_by)
            self._wishes.notify()

    def _wish_telling(self, underlines: bool = False) -> None:
        with self._wishes:
            self._relined = self._relined or underlines
            self._tell_at = self._tell_at or time.monotonic() + PAUSE / 2
            self._wishes.notify()

    def _gather(self) -> None:
        while True:
            with self._wishes:
                due = [at for at in (self._look_at, self._tell_at) if at]
                if self._open and (not due or min(due) > time.monotonic()):
                    self._wishes.wait(max(0.0, min(due) - time.monotonic()) if due else None)
                if not self._open:
                    return
                now = time.monotonic()
                look, tell = 0 < self._look_at <= now, 0 < self._tell_at <= now
                self._look_at = 0.0 if look else self._look_at
                self._tell_at = 0.0 if tell else self._tell_at
            if look:
                self._post(self._look)
            if tell:
                self._post(self._tell)

    def _tell(self) -> None:
        """From the main thread."""
        with self._wishes:
            relined, self._relined = self._relined, False
        self._host.tell(relined)

    def _look(self) -> None:
        """From the main thread."""
        unknown, self._unknown = self._unknown, set()
        began = time.monotonic()
        self.look()
        until = time.monotonic() + _STRANGE
        self._slow = min(_SLOWEST, max(1.0, _SHARE * (time.monotonic() - began) / PAUSE))
        self._strange = {text: until for text in unknown if not self.drafts.has(text)}
