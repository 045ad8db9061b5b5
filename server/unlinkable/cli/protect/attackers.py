"""Who guesses at the masks that `protect` sets: the rulings at hand, and the model if it is asked.

Puts together what flags and settings name; says what the model costs before it is asked.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from unlinkable.cli.protect.destinations import Destination
from unlinkable.cli.protect.method import ProtectionMethod

if TYPE_CHECKING:
    from unlinkable.attack.rulings import Rulings
    from unlinkable.cli.asking import Asking
    from unlinkable.rewriting.masking.guessers import Attackers
    from unlinkable.stopping import OnProgress


def attackers(
    how: ProtectionMethod,
    asked: "Asking",
    place: Destination,
    rulings: "Rulings | None",
    report: "OnProgress",
    say: Callable[[str], None],
) -> "Attackers":
    """Who guesses at the masks of a draft.

    - ``asked``: what is asked of it; ``rulings``: others that are at hand;
    - ``report``, ``say``: told how far the model is, and before that what it costs.
    """
    from unlinkable.attack.against_masks import PARTS, by_model, votes
    from unlinkable.attack.attacker import Attacker
    from unlinkable.attack.by_model import TOKENS_A_MINUTE, Plan
    from unlinkable.attack.infilling.model_reader import ModelReader
    from unlinkable.draft.masks import Masks
    from unlinkable.rewriting.masking.guessers import Attackers
    from unlinkable.stopping import Progress

    attacker = Attacker(asked.index, background=rulings, masks=Masks(asked.reading.masks))
    told = None if rulings is None else votes(attacker)
    if how.attacker is None:
        return Attackers(told)

    def costs(gaps: int) -> None:
        tokens = Plan(chunks=PARTS).tokens(gaps)
        say(
            f"{place.draft}: the model attacks {gaps:,} masks: up to {tokens:,} tokens, about "
            f"{tokens / TOKENS_A_MINUTE:,.0f} minutes on two processor cores, and less each time "
            f"what it guessed is masked otherwise; it may take {how.minutes:g} (--minutes)"
        )

    def attacking(progress: Progress) -> None:
        report(Progress(f"attacking, {progress.message}"))

    reader = ModelReader(how.attacker, report=attacking)
    return Attackers(told, by_model(attacker, reader, 60 * how.minutes, costs, attacking))
