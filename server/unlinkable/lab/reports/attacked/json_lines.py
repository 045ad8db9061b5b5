"""What was found out from a draft, as one JSON object a line: for other programs."""

from typing import Any

from unlinkable.attackers.attacker import AtMask
from unlinkable.lab.reports.attacked.answers import AttackedDraft
from unlinkable.printing import json_text
from unlinkable.reporting.found import rounded
from unlinkable.reporting.json_forms.addresses import with_schema
from unlinkable.reporting.json_forms.lines import reservations

_GUESSES = 3  # that are told of a mask


def attack_json(draft: AttackedDraft) -> str:
    """The report as one line. Offsets count code points of the draft; shares are 0 to 1."""
    attacked, source = draft.attacked, draft.source
    fares = attacked.recognition
    result: dict[str, Any] = {
        "draft": draft.name,
        "index": {"documents": draft.index.documents, "fingerprint": draft.index.fingerprint},
        "words": len(attacked.draft.forms),
        "recognised": fares
        and source
        and {
            "document": source.id,
            "rank": fares.words.rank,
            "lead": rounded(fares.words.lead),
        },
        "originals": attacked.originals,
        "read_off": attacked.text_at_hand,
        "rulings": attacked.rulings,
        "model": attacked.by_model
        and {
            "level": attacked.by_model.level.value,
            "tried": attacked.by_model.tried,
            "of": attacked.by_model.of,
        },
        "masks": [mask_json(attacked.draft.text, one) for one in attacked.masks],
    }
    return json_text(with_schema("attack", result | reservations(draft.circumstances)))


def mask_json(text: str, one: AtMask) -> dict[str, Any]:
    """What was found out at one mask of the draft ``text``."""
    start, end = one.mask
    told: dict[str, Any] = {
        "number": one.number,
        "start": start,
        "end": end,
        "text": text[start:end],
    }
    if one.read:
        told["read_off"] = {
            "text": one.read.at(one.place),
            "exact": one.read.exact and one.read.parted,
        }
    if one.guesses:
        told["guessable"] = one.guessable is not None
        told["guesses"] = [
            {
                "text": guess.text,
                "share": round(guess.share, 3),
                "rulings": len(guess.voters),
                "documents": list(guess.voters[:10]),
            }
            for guess in one.guesses[:_GUESSES]
        ]
    if one.filled:
        told["filled"] = {
            "text": one.filled.text,
            "share": round(one.filled.share, 3),
            "probability": round(one.filled.probability, 4),
        }
    return told
