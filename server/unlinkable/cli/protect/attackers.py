"""The model that guesses at the masks that `protect` sets, where it is asked to.

Says what the model costs before it is asked.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from unlinkable.cli.protect.destinations import Destination
from unlinkable.cli.protect.method import AskedProtection

if TYPE_CHECKING:
    from unlinkable.engine.engine import ByModel
    from unlinkable.stopping import OnProgress


def attack_by_model(
    how: AskedProtection, place: Destination, report: "OnProgress", say: Callable[[str], None]
) -> "ByModel | None":
    """The model that guesses at the masks of a draft; None where it is not asked to.

    ``report``, ``say``: told how far the model is, and before that what it costs.
    """
    from unlinkable.attackers.against_masks import PARTS, by_model
    from unlinkable.attackers.infilling.chunks import Cutting
    from unlinkable.attackers.infilling.infilling import Way
    from unlinkable.attackers.infilling.model_reader import (
        TOKENS_A_MINUTE,
        ModelReader,
        tokens_a_mask,
    )
    from unlinkable.stopping import Progress

    if how.attacker is None:
        return None

    def costs(gaps: int) -> None:
        tokens = gaps * tokens_a_mask(PARTS, Cutting().characters, Way().window)
        say(
            f"{place.draft}: the model attacks {gaps:,} masks: up to {tokens:,} tokens, about "
            f"{tokens / TOKENS_A_MINUTE:,.0f} minutes on two processor cores, and less each time "
            f"what it guessed is masked otherwise; it may take {how.minutes:g} (--minutes)"
        )

    def attacking(progress: Progress) -> None:
        report(Progress(f"attacking, {progress.message}"))

    reader = ModelReader(how.attacker, report=attacking)
    return lambda attacker: by_model(attacker, reader, 60 * how.minutes, costs, attacking)
