"""What clients that fetch diagnostics are given: the latest of each document, and only what is new.

Owns what each document was last given. Knows the protocol's reports; must know nothing of how
diagnostics are made.
"""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

Report = dict[str, Any]


@dataclass
class _Document:
    version: int
    items: str
    given: str | None = None
    """The result that the client last fetched."""

    @property
    def result(self) -> str:
        """The same for the same diagnostics."""
        return hashlib.blake2b(self.items.encode("utf-8", "replace"), digest_size=8).hexdigest()


class Pulled:
    """The diagnostics of the open documents, as JSON without the brackets around."""

    def __init__(self) -> None:
        self._documents: dict[str, _Document] = {}
        self._owed: set[str] = set()
        """The documents that the client asked for before their text, as it is, was checked."""

    def keep(self, uri: str, version: int, items: str) -> bool:
        """Keep the latest diagnostics of a document; gives whether the client holds others that it
        will not ask about by itself, as it does after each change of the text."""
        before = self._documents.get(uri)
        now = self._documents[uri] = _Document(version, items)
        owed = uri in self._owed
        self._owed.discard(uri)
        if before is None or before.version != version:
            return owed
        now.given = before.given
        return owed or before.given not in (None, now.result)

    def forget(self, uri: str) -> None:
        """Keep nothing more of a document."""
        self._documents.pop(uri, None)
        self._owed.discard(uri)

    def report(self, uri: str, version: int | None, known: str | None) -> Report:
        """The report on a document that is at ``version`` (None: it is not open), for a client that
        knows the result ``known`` already."""
        document = self._documents.get(uri)
        if version is not None and (document is None or document.version != version):
            self._owed.add(uri)
        if document is None:
            return {"kind": "full", "items": []}
        document.given = result = document.result
        if known == result:
            return {"kind": "unchanged", "resultId": result}
        return {"kind": "full", "resultId": result, "items": json.loads(f"[{document.items}]")}

    def reports(self, known: dict[str, str]) -> list[Report]:
        """The reports on all documents, for a client that knows these results by their URIs."""
        return [
            {"uri": uri, "version": kept.version, **self.report(uri, kept.version, known.get(uri))}
            for uri, kept in self._documents.items()
        ]
