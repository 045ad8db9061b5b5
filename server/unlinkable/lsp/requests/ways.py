"""The ways to end a passage, each with what would stand there: by wording first, by masks else.

Knows the form in which clients show them; which words go is for rewriting to say.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from lsprotocol.types import Position

from unlinkable.draft import Span
from unlinkable.draft.masks import Masks
from unlinkable.engine.method import rewords
from unlinkable.lsp.client import Client
from unlinkable.lsp.documents import Splice
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.lsp.requests.fixes import mask_passage, reword_passage
from unlinkable.lsp.requests.view import View
from unlinkable_index.errors import UserError


async def passage_ways(
    view: View, client: Client, span: Span, kind: str | None = None
) -> list[dict[str, Any]]:
    """The ways to end the passage around a span, best first; none where nothing leads back.
    ``kind``: "mask", known at once where it is counted what is left, or "reword"; None: both."""
    ways = []
    if kind != "mask" and rewords(view.analysis.task.settings):
        edits = await reword_passage(view, client, span)
        if any(not _is_mask(view.analysis, edit) for edit in edits):
            ways.append(("reword", edits))
    if kind != "reword":
        masks = await mask_passage(view, client, span)
        ways += [("mask", masks)] if masks else []
    return [_way(view.analysis, span, name, edits) for name, edits in ways]


def edits_in(analysis: Analysis, given: object) -> list[Splice]:
    """The edits that a client sends back. Raises UserError where these are none."""
    lines = analysis.snapshot.lines

    def offset(at: Mapping[str, Any]) -> int:
        return lines.offset(Position(int(at["line"]), int(at["character"])))

    try:
        edits = [
            Splice(offset(one["range"]["start"]), offset(one["range"]["end"]), str(one["newText"]))
            for one in (given if isinstance(given, Sequence) else ())
        ]
    except (KeyError, TypeError, ValueError):
        edits = []
    if not edits:
        raise UserError('The command needs an object with "edits", as passageWays gives them.')
    return edits


def _is_mask(analysis: Analysis, edit: Splice) -> bool:
    """Whether an edit only masks: it sets a mask, or has words go into one beside them."""
    if not edit.text.strip():
        text = analysis.snapshot.text
        return any(
            not re.search(r"\w", text[min(mask.end, edit.end) : max(mask.start, edit.start)])
            for mask in analysis.draft.masks
        )
    masks = Masks(analysis.task.reading.masks).find(edit.text)
    return bool(masks) and not re.search(r"\w", _without(edit.text, masks))


def _without(text: str, spans: Sequence[Span]) -> str:
    for span in reversed(spans):
        text = text[: span.start] + text[span.end :]
    return text


def _way(analysis: Analysis, span: Span, kind: str, edits: Sequence[Splice]) -> dict[str, Any]:
    """A way as clients are told of it: both texts on one line, and which parts of each differ, in
    UTF-16 units."""
    text, lines = analysis.snapshot.text, analysis.snapshot.lines
    whole = analysis.draft.sentences_at(span)
    start = min([whole.start, *(edit.start for edit in edits)])
    end = max([whole.end, *(edit.end for edit in edits)])
    before, after = _Line(), _Line()
    at = start
    for edit in sorted(edits):
        for line in (before, after):
            line.add(text[at : edit.start])
        before.add(text[edit.start : edit.end], changed=True)
        after.add(edit.text, changed=True)
        at = edit.end
    for line in (before, after):
        line.add(text[at:end])
    return {
        "kind": kind,
        "title": _title(analysis, edits),
        "before": before.text,
        "removed": before.changed,
        "after": after.text,
        "added": after.changed,
        "masks": sum(_is_mask(analysis, edit) for edit in edits),
        "edits": [
            {"range": lines.range(edit.start, edit.end), "newText": edit.text}
            for edit in sorted(edits)
        ],
    }


class _Line:
    """A text put together on one line, and which parts of it were changed."""

    def __init__(self) -> None:
        self.text = ""
        self.changed: list[tuple[int, int]] = []
        self._units = 0

    def add(self, text: str, changed: bool = False) -> None:
        text = re.sub(r"\s+", " ", text)
        units = len(text.encode("utf-16-le", "surrogatepass")) // 2
        if changed and units:
            self.changed.append((self._units, self._units + units))
        self.text += text
        self._units += units


def _title(analysis: Analysis, edits: Sequence[Splice]) -> str:
    """What is done, in a few words: the first wording and the first mask, and how many more."""
    said = [edit for edit in edits if not _is_mask(analysis, edit)]
    masks = [edit for edit in edits if edit not in said]

    def words(edit: Splice) -> str:
        return f"“{' '.join(analysis.snapshot.text[edit.start : edit.end].split())}”"

    def more(count: int) -> str:
        return f" and {count - 1} more" if count > 1 else ""

    parts = []
    if said:
        new = said[0].text.strip()
        what = f"Say “{new}” for {words(said[0])}" if new else f"Leave out {words(said[0])}"
        parts.append(f"{what}{more(len(said))}")
    if masks:
        parts.append(f"{'mask' if said else 'Mask'} {words(masks[0])}{more(len(masks))}")
    return ", ".join(parts)
