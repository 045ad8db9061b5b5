"""What is said of documents as paragraphs: the one place where these messages are written down.

Places in a block are in units of the protocol's columns, counted from where the block begins. Holds
no behaviour.
"""

from dataclasses import dataclass
from typing import Any, TypedDict

from unlinkable.lsp.text.paragraphs import ClientBlock

BLOCKS = "unlinkable/blocks"
"""A request: a document, or what has changed in it, and what is found there."""
PROTECTED = "unlinkable/protectedBlocks"
"""A request: the edits that protect a document."""
WORDED = "unlinkable/worded"
"""A notification: more wordings are at hand; ask again."""


@dataclass(frozen=True)
class BlocksParams:
    """What is asked of a document, which is open from then on until ``textDocument/didClose``.

    - ``blocks``: those that are new or have changed; all of them in order when it is opened;
    - ``order``: the ids of all, where any was put in, taken out or moved; else absent;
    - ``fixed``: whether the change takes edits that were answered, as opposed to typing;
    - ``known``: the number of the latest answer that the client has: only blocks of which something
      else is known by now are told; 0: all.
    """

    uri: str
    version: int = 0
    blocks: list[ClientBlock] | None = None
    order: list[str] | None = None
    fixed: bool = False
    known: int = 0


@dataclass(frozen=True)
class BlocksRequest:
    """The whole message."""

    id: Any
    method: str
    params: BlocksParams
    jsonrpc: str = "2.0"


class BlockEdit(TypedDict):
    """``start`` up to ``end`` of the block ``id`` becomes ``text``."""

    id: str
    start: int
    end: int
    text: str


class BlockWay(TypedDict):
    """A replacement, ready to be made: "reword" or "mask", what it does in a few words, its edits,
    and whether what was found is surely gone with it."""

    kind: str
    title: str
    edits: list[BlockEdit]
    ends: bool


class BlockFinding(TypedDict):
    """Something found."""

    start: int
    end: int
    code: str


class BlockUnderline(TypedDict):
    """Words to underline: one passage, one underline. ``severity``: error, warning, information or
    hint; ``range``: what commands of the server take for the place."""

    start: int
    end: int
    severity: str
    code: str
    message: str
    range: Any
    ways: list[BlockWay]


class BlockPassage(TypedDict):
    """A passage of the list of what is left, told with the block that it begins in; as in
    ``unlinkable/left``. ``start`` and ``end``: the words that are underlined in it."""

    start: int
    end: int
    words: str
    text: str
    masked: str
    masks: int
    lead: float
    reasons: list[str]
    more: int
    ways: list[BlockWay]


class BlockAnswer(TypedDict):
    """What is known of one block; of a block that is not told of, as before."""

    id: str
    findings: list[BlockFinding]
    underlines: list[BlockUnderline]
    passages: list[BlockPassage]


class BlocksAnswer(TypedDict):
    """What is known of a document.

    - ``version``: of the document that was checked; ``answer``: the number of this answer;
    - ``whole``: whether all blocks are told that anything is known of, not only those that changed;
    - ``state``, ``message``: as in ``unlinkable/status``;
    - ``counted``: whether it is known what is left; ``sentences``, ``left``, ``unlisted``: as in
      ``unlinkable/left``; ``worded``: whether all wordings are at hand.
    """

    uri: str
    version: int
    answer: int
    whole: bool
    state: str
    message: str
    counted: bool
    worded: bool
    sentences: int
    left: int
    unlisted: int
    blocks: list[BlockAnswer]


class ProtectingEdit(BlockEdit):
    """An edit, what it does in a word, and why it is made."""

    label: str
    why: str


class ProtectedAnswer(TypedDict):
    """The edits that protect a version of a document, in the order of its text."""

    uri: str
    version: int
    edits: list[ProtectingEdit]
