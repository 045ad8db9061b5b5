"""Whether one mask can be told, when it is asked: off the original, from rulings, by a model.

Knows masks and what the session has at hand. What is found out goes to whoever asked; messages say
how sure it is, and hold no words.
"""

from collections.abc import Iterator
from typing import Any

from unlinkable import stopping
from unlinkable.attackers.attacker import Attacked
from unlinkable.attackers.model_reader import ModelReader
from unlinkable.attackers.rulings import Texts
from unlinkable.draft import Span, overlapping
from unlinkable.lsp.client import Client
from unlinkable.lsp.requests.view import View, worked
from unlinkable_index.errors import UserError

PARTS = 3
"""Parts of rulings that a model is shown: half a minute on two cores, not a minute and a half."""


async def attacked_mask(view: View, client: Client, span: Span) -> dict[str, Any]:
    """What is found out at the mask that touches ``span``, as in the JSON of `unlinkable attack`; a
    message says it without the words. Raises UserError where there is no mask."""
    from unlinkable.lab.attack_by_model import AttackPlan, ModelAttack
    from unlinkable.lab.attack_report import mask_json

    draft = view.analysis.draft
    around = Span(span.start, max(span.end, span.start + 1))
    touched = [n for n, mask in enumerate(draft.masks, 1) if overlapping([mask], around)]
    if not touched:
        raise UserError("There is no mask here: put the cursor on one.")
    model = view.model()

    def work(stop: stopping.Stop, report: stopping.OnProgress) -> Attacked:
        task = view.analysis.task
        rulings = None if task.background is None else task.background.rulings(stop)
        collection = task.settings.indexes.collection
        texts = None if collection is None else Texts.read([collection], stop, report)
        attacker = task.engine.attacker(rulings, texts)
        source = view.analysis.report.question.source
        found = attacker.attack(draft, source, only=frozenset(touched[:1]))
        if model is None:
            return found
        reader = ModelReader(model, stop, report)
        plan = AttackPlan(chunks=PARTS)
        return ModelAttack(task.index, reader, background=rulings, plan=plan).attack(found, stop)

    found = await worked(view, client, "Attacking this mask", work)
    client.messages.answer(" ".join(_said(found)))
    return mask_json(draft.text, found.masks[0])


def _said(found: Attacked) -> Iterator[str]:
    """What was found out at a mask, without the words."""
    (one,) = found.masks
    if found.rulings is None:
        yield "Other rulings were not asked: name some (the setting background)."
    elif not one.guesses:
        yield "Other rulings say nothing in its place."
    else:
        best = one.guesses[0]
        sure = "tell it" if one.guessable else "do not agree on it"
        yield (
            f"Other rulings {sure}: {best.share:.0%} of the votes, {len(best.voters):,} rulings."
        )
    if not found.originals:
        yield "The originals were not read: name them (the setting collection)."
    elif one.read is None:
        yield "It cannot be read off the originals."
    else:
        exact = "word for word" if one.read.exact else "among a few words"
        yield f"Whoever has the originals reads it off {exact}."
    if one.filled is not None:
        yield f"The model fills it in with a probability of {one.filled.probability:.0%}."
