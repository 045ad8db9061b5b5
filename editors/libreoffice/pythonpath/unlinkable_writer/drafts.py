"""The open documents as the server knows them: their paragraphs, and what is known of each.

May be asked from any thread, and never makes anyone wait: one lock, held for moments, and never
while LibreOffice is asked anything. Knows nothing of LibreOffice.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any, NamedTuple

CHANGED = "The document was changed in the meantime. Try again."


class UnfitError(Exception):
    """A change that can't be made; says why."""


class Paragraph(NamedTuple):
    """What stands in a paragraph, and in which flow it is read."""

    text: str
    flow: str


class Place(NamedTuple):
    """A passage of the list, with the document it is in."""

    uri: str
    id: str
    passage: dict[str, Any]


class Draft:
    """One document: its paragraphs in order, each with an id that stays, and what is known."""

    def __init__(self, uri: str) -> None:
        self.uri = uri
        self.version = 0
        self.known = 0
        self.order: list[str] = []
        self.paragraphs: dict[str, Paragraph] = {}
        self.blocks: dict[str, Any] = {}
        self.answer: dict[str, Any] = {}
        self.changed: dict[str, int] = {}
        """The versions whose paragraphs are not answered yet."""
        self.settled = 0
        """The version that the latest answer is of."""
        self._made = 0

    def change(self, now: Sequence[Paragraph]) -> dict[str, Any] | None:
        """Take in the paragraphs as they are by now; gives what is to be sent, None for nothing."""
        order = self._ids(now)
        changed = [
            {"id": name, "text": one.text, "flow": one.flow}
            for name, one in zip(order, now, strict=False)
            if self.paragraphs.get(name) != one
        ]
        moved = order != self.order
        if self.version and not changed and not moved:
            return None
        self.order, self.paragraphs = order, dict(zip(order, now, strict=False))
        self.version += 1
        self.changed.update((block["id"], self.version) for block in changed)
        return self.asking(blocks=changed, **({"order": order} if moved else {}))

    def asking(self, **more: Any) -> dict[str, Any]:
        """A request about the document."""
        return {"uri": self.uri, "version": self.version, "known": self.known, **more}

    def forget(self) -> None:
        """Know nothing any more, so that all is sent anew."""
        self.version = self.known = self.settled = 0
        self.blocks, self.answer, self.order, self.paragraphs = {}, {}, [], {}
        self.changed = {}

    def underlined(self, name: str) -> list[Any]:
        """What is underlined in a paragraph, as far as that is known of it as it is by now."""
        lines = [] if name in self.changed else self.blocks.get(name, {}).get("underlines", [])
        return [{**line, "id": name} for line in lines]

    def passages(self, name: str) -> list[dict[str, Any]]:
        """What is left in a paragraph, with the replacements that fit all paragraphs as they are by
        now."""
        listed = [] if name in self.changed else self.blocks.get(name, {}).get("passages", [])
        return [{**one, "ways": [way for way in one["ways"] if self._fits(way)]} for one in listed]

    def _fits(self, way: dict[str, Any]) -> bool:
        return self.changed.keys().isdisjoint(edit["id"] for edit in way["edits"])

    def _ids(self, now: Sequence[Paragraph]) -> list[str]:
        """The ids of paragraphs: what begins and ends alike keeps them, and so does what has
        changed between where there are as many as before."""
        before = [self.paragraphs[name] for name in self.order]
        ahead = _alike(before, now)
        behind = _alike(before[ahead:][::-1], now[ahead:][::-1])
        kept = self.order[ahead : len(before) - behind]
        fresh = len(now) - ahead - behind
        between = kept[:fresh] + [self._new() for _ in range(fresh - len(kept))]
        return self.order[:ahead] + between + self.order[len(before) - behind :]

    def _new(self) -> str:
        self._made += 1
        return f"p{self._made}"


class Drafts:
    """All open documents."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._drafts: dict[str, Draft] = {}
        self._by_text: dict[str, list[tuple[str, list[Any]]]] = {}
        self._of_office: dict[str, str] = {}
        """The document that the office means by a name of its own."""

    def underlines(self, name: str, text: str) -> list[Any] | None:
        """What is underlined in a paragraph of the document that the office calls ``name``; None
        where there is no such paragraph. Of several with the same words the marked one counts."""
        found = self._by_text.get(text)
        if found is None:
            return None
        if len({uri for uri, _ in found}) == 1:
            self._of_office[name] = found[0][0]
        own = [lines for uri, lines in found if uri == self._of_office.get(name)]
        return max(own or [lines for _, lines in found], key=len)

    def has(self, text: str) -> bool:
        """Whether a paragraph of some document reads so."""
        return text in self._by_text

    def change(self, uri: str, now: Sequence[Paragraph]) -> dict[str, Any] | None:
        """Take in a document as it is by now; gives what is to be sent, None for nothing."""
        with self._guard:
            draft = self._drafts.setdefault(uri, Draft(uri))
            asked = draft.change(now)
            if asked is not None:
                self._index()
            return asked

    def close(self, still_open: Sequence[str]) -> list[str]:
        """Forget all documents but some; gives which were forgotten."""
        with self._guard:
            gone = [uri for uri in self._drafts if uri not in still_open]
            for uri in gone:
                del self._drafts[uri]
            if gone:
                self._index()
            return gone

    def forget(self) -> None:
        """Know nothing of what the server knew."""
        with self._guard:
            for draft in self._drafts.values():
                draft.forget()
            self._index()

    def asking(self, uri: str) -> dict[str, Any] | None:
        """A request about a document, with nothing changed; None where it is not open."""
        with self._guard:
            draft = self._drafts.get(uri)
            return draft.asking() if draft and draft.version else None

    def answered(self, asked: dict[str, Any], answer: dict[str, Any]) -> bool:
        """Take in an answer to what was asked; gives whether anything else is underlined by now."""
        with self._guard:
            draft = self._drafts.get(answer["uri"])
            if draft is None or not draft.version:
                return False
            draft.known, version = answer["answer"], asked["version"]
            draft.settled = max(draft.settled, version)
            draft.changed = {name: at for name, at in draft.changed.items() if at > version}
            draft.answer = {key: value for key, value in answer.items() if key != "blocks"}
            if answer["whole"]:
                draft.blocks = {}
            draft.blocks.update({block["id"]: block for block in answer["blocks"]})
            before = self._by_text
            self._index()
            return before != self._by_text

    def paragraphs(self, uri: str) -> tuple[list[str], dict[str, Paragraph]]:
        """The paragraphs of a document as the server knows them."""
        with self._guard:
            draft = self._drafts.get(uri)
            return (list(draft.order), dict(draft.paragraphs)) if draft else ([], {})

    def version(self, uri: str) -> int:
        """The version of a document, from 1 on; 0 where it is not open."""
        with self._guard:
            draft = self._drafts.get(uri)
            return draft.version if draft else 0

    def settled(self, uri: str) -> bool:
        """Whether the latest answer is of a document as it is by now."""
        with self._guard:
            draft = self._drafts.get(uri)
            return draft is not None and 0 < draft.version == draft.settled

    def forget_one(self, uri: str) -> None:
        """Know nothing of what the server knew of a document."""
        with self._guard:
            if uri in self._drafts:
                self._drafts[uri].forget()
                self._index()

    def state(self, uri: str) -> dict[str, Any]:
        """What the latest answer said of a document as a whole."""
        with self._guard:
            draft = self._drafts.get(uri)
            return dict(draft.answer) if draft else {}

    def left(self, uri: str) -> list[Place]:
        """What is left to do in a document, the worst first."""
        with self._guard:
            draft = self._drafts.get(uri)
            found = [
                Place(uri, name, passage)
                for name in (draft.order if draft else ())
                for passage in draft.passages(name)
            ]
        return sorted(found, key=lambda place: -place.passage["lead"])

    def underline_at(self, place: Place) -> dict[str, Any] | None:
        """The underline of a passage of the list, where it has one."""
        with self._guard:
            draft = self._drafts.get(place.uri)
            lines = draft.underlined(place.id) if draft else []
        return next((one for one in lines if one["start"] == place.passage["start"]), None)

    def _index(self) -> None:
        """Whoever reads sees the old index or the new one, whole."""
        found: dict[str, list[tuple[str, list[Any]]]] = {}
        for uri, draft in self._drafts.items():
            for name, one in draft.paragraphs.items():
                found.setdefault(one.text, []).append((uri, draft.underlined(name)))
        self._by_text = found


def _alike(one: Sequence[Any], other: Sequence[Any]) -> int:
    count = 0
    for mine, its in zip(one, other, strict=False):
        if mine != its:
            break
        count += 1
    return count
