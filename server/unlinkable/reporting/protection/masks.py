"""What guessers make of the masks of a protected draft, in sentences and in rows of tables.

Knows the record; nothing of how a report is marked up.
"""

from collections.abc import Iterator

from unlinkable.reporting.in_words import counted, listed
from unlinkable.reporting.protection.record import AcceptedBy, Asked, ModelTally, ProtectedDraft


def guessing(one: ProtectedDraft, settings: Asked) -> Iterator[str]:
    """What guessers make of the masks that were set, where there are any: sentences."""
    robust = one.guessed.robustness
    if robust is None or not robust.gaps:
        return
    by = ["the index"]
    if settings.background is not None:
        by.append("the rulings at hand")
    if one.guessed.by_model is not None:
        by.append("the model")
    masks = counted(robust.gaps, "mask")
    told = f"guessers tell {robust.told:,} of {masks}, by {listed(by, 'or')}"
    if robust.leading:
        leads = "leads" if robust.leading == 1 else "lead"
        findings = counted(robust.leading, "finding")
        yield f"Not robustly: {told}, and {findings} {leads} back once a guesser fills them in."
    else:
        yield (
            f"Robustly means: {told}, and nothing leads back, ranking aside, once a guesser fills "
            "them in."
        )
    if one.guessed.by_model is not None:
        yield _by_model(one.guessed.by_model, robust.gaps)


def _by_model(tally: ModelTally, gaps: int) -> str:
    """What the model made of the masks, without the words."""
    still = sum(one.still for one in tally.guessed)
    otherwise = len(tally.guessed) - still
    asked = f"asked about {tally.asked:,} of {counted(gaps, 'mask')}"
    done = f"what it guessed at {counted(otherwise, 'place')} was masked otherwise; "
    rest = f"it still guesses {still:,}" if still else "of the masks as they are it guesses none"
    late = "; there was no time for the others" if tally.asked < gaps else ""
    return f"The model attacked ({asked}): {done if otherwise else ''}{rest}{late}."


def guessed_words(one: ProtectedDraft) -> list[tuple[str, str, str]]:
    """What the model guessed: the line of the draft, the words, and what became of them."""
    return [
        (f"{words.line:,}", words.text, "still guessed" if words.still else "masked otherwise")
        for words in (one.guessed.by_model.guessed if one.guessed.by_model else ())
    ]


GUESSED_HEADS = ("Line of the draft", "Words", "Now")
"""The heads of a table of `guessed_words`."""


def told_masks(one: ProtectedDraft) -> list[tuple[str, ...]]:
    """The masks of the result that other rulings tell: line, words, share of the votes, rulings,
    and who answers for that."""
    return [
        (
            f"{mask.line:,}",
            mask.guess,
            f"{mask.share:.0%}",
            f"{mask.rulings:,}: {', '.join(mask.documents)}",
            _answered(mask.accepted),
        )
        for mask in one.guessed.guessable or ()
    ]


TOLD_HEADS = ("Line of the result", "Words", "Votes", "Rulings", "Accepted")
"""The heads of a table of `told_masks`."""


def _answered(accepted: AcceptedBy | None) -> str:
    if accepted is None:
        return "–"
    by = f"by {accepted.by}" if accepted.by else ""
    on = f"on {accepted.date}" if accepted.date else ""
    return ", ".join(said for said in (f"{by} {on}".strip(), accepted.reason) if said) or "yes"
