"""The fixes that an action can stand for, and the edits of each.

Knows which way of fixing makes which; how is for these to know.
"""

import asyncio
from enum import Enum

from unlinkable.draft import Span
from unlinkable.lsp.client.client import Client
from unlinkable.lsp.requests.fixes.changes import splice, splices
from unlinkable.lsp.requests.fixes.masks import mask_all, mask_passage, mask_wider, masks_at
from unlinkable.lsp.requests.fixes.rewordings import reword_passage, word_beside
from unlinkable.lsp.requests.fixes.rewritings import chosen, proposed
from unlinkable.lsp.requests.places import places_of_same_words
from unlinkable.lsp.requests.view import View
from unlinkable.lsp.text.documents import Splice


class Fix(Enum):
    """The edits that an action can stand for."""

    MASK = "mask"
    MASK_PASSAGE = "mask-passage"
    MASK_EVERYWHERE = "mask-everywhere"
    MASK_ALL = "mask-all"
    REWRITE = "rewrite"
    MASK_WIDER = "mask-wider"
    WORD_BESIDE = "word-beside"
    REWORD = "reword"
    REWORD_PASSAGE = "reword-passage"


async def edits_of(view: View, client: Client, fix: Fix, span: Span) -> list[Splice]:
    """The edits of a fix for the finding at ``span``, in offsets of the analysed text.

    Empty when the finding can't be fixed so; the user is then told why. Raises UserError when the
    mask that is set would not be read as one, or when there is no model to rewrite with.
    """
    if fix is Fix.REWRITE:
        proposal = await proposed(view, client, span, wanted=1)
        if proposal.best is None:
            client.messages.answer(f"{proposal.message}. What leads back is masked instead.")
            return [splice(proposal.mask.edit)]
        return [chosen(view, proposal, proposal.best)]
    if fix is Fix.MASK_ALL:
        return [change.splice for change in await mask_all(view, client)]
    if fix is Fix.MASK_PASSAGE:
        return await mask_passage(view, client, span)
    if fix is Fix.MASK_WIDER:
        return await mask_wider(view, client, span)
    if fix is Fix.WORD_BESIDE:
        return await word_beside(view, client, span)
    if fix is Fix.REWORD_PASSAGE:
        return await reword_passage(view, client, span)
    places = [span] if fix is Fix.MASK else places_of_same_words(view.analysis, span)
    found = await asyncio.to_thread(masks_at, view.analysis, places)
    return splices(found)
