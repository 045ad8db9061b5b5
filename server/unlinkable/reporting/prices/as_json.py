"""Prices as JSON: one object a draft, one a line."""

import json
from dataclasses import asdict
from typing import Any

from unlinkable.pricing.prices import Price, Taken
from unlinkable.reporting.json_forms.addresses import with_schema
from unlinkable.reporting.prices.in_words import PricedDraft


def prices_line(one: PricedDraft) -> str:
    """The prices of one draft, as one line."""
    told: dict[str, object] = {
        "draft": one.name,
        "index": {"file": one.index, "documents": one.originals},
        "words": one.prices.words,
        "sentences": one.prices.sentences,
        "recognised": one.prices.recognised,
        "prices": [_price(row, one.prices.words) for row in one.prices.rows],
        "doubts": list(one.doubts),
        "notes": list(one.notes),
    }
    return json.dumps(with_schema("price", told), ensure_ascii=False) + "\n"


def _price(price: Price, words: int) -> dict[str, Any]:
    question = price.level.question
    told: dict[str, Any] = {
        "level": price.level.name,
        "against": list(question.searchers),
        "k": question.k,
        "gap_words": question.gap_words,
        "ranked": question.ranked.value if question.ranked else None,
        "leads": dict(price.leads),
        "of": price.of,
        "masking": _taken(price.masking, words),
    }
    if price.wordings is not None:
        told["wordings"] = _taken(price.wordings, words)
    return told


def _taken(taken: Taken, words: int) -> dict[str, Any]:
    return asdict(taken) | {"share": round(taken.words / words, 4) if words else 0.0}
