"""What attacks find out on many drafts, as the published tables have it."""

from collections.abc import Iterator

from unlinkable.lab.attack.measuring import AttackFigures, FoundBy, MaskedWords, Ranks

_PLACES = (1, 5, 10)


def measured_text(measured: AttackFigures) -> str:
    """The tables as lines that end with a newline."""
    return "".join(f"{line}\n" for line in _lines(measured))


def _lines(measured: AttackFigures) -> Iterator[str]:
    masks = measured.looked
    yield f"{measured.drafts:,} drafts, {masks:,} masks whose words follow from the original"
    if measured.unknown:
        yield f"({measured.unknown:,} more masks whose words cannot be told from it are left out)"
    yield ""
    kinds = [None, *(kind for kind in MaskedWords if _masks(measured, kind))]
    heads = [f"{_named(kind)} ({_masks(measured, kind):,})" for kind in kinds]
    yield _row("exact match / token recall", heads)
    for method in FoundBy:
        tallies = [measured.tallies.get((method, kind)) for kind in kinds]
        if any(tally is not None and tally.said for tally in tallies):
            cells = [
                "–" if tally is None else f"{tally.exact_match:.1%} / {tally.token_recall:.1%}"
                for tally in tallies
            ]
            yield _row(method.value, cells)
    sure = measured.tallies.get((FoundBy.SURE_VOTES, None))
    if sure is not None and sure.said:
        yield ""
        yield f"Of the {sure.said:,} guesses shown {sure.exact / sure.said:.1%} are right."
    if measured.looked:
        share = measured.hits / measured.looked
        yield f"The words of {share:.1%} of the masks stand in one of the nearest rulings."
    yield ""
    yield _row("original ranked", [*(f"in the first {place}" for place in _PLACES), "MRR"])
    for filled, ranks in measured.ranks.items():
        name = "by the masked draft" if filled is None else f"with {filled.value} filled in"
        yield _row(name, _ranked(ranks))


def _ranked(ranks: Ranks) -> list[str]:
    return [*(f"{ranks.within(place):.1%}" for place in _PLACES), f"{ranks.mrr:.3f}"]


def _masks(measured: AttackFigures, kind: MaskedWords | None) -> int:
    tally = measured.tallies.get((FoundBy.READ_OFF, kind))
    return 0 if tally is None else tally.masks


def _named(kind: MaskedWords | None) -> str:
    return "all" if kind is None else kind.value


def _row(name: str, cells: list[str]) -> str:
    return " | ".join([f"{name:<34}", *(f"{cell:>18}" for cell in cells)])
