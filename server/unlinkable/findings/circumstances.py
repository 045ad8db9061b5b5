"""Under what circumstances a result holds: what narrowed the check, and what speaks against it.

Every report says them beside the result. Must never know settings, nor how a report looks.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from unlinkable.draft import Reading
from unlinkable.findings.doubts.doubts import Doubt, DoubtKind, Extent, doubts
from unlinkable.findings.doubts.source_fit import SourceFit, source_fit
from unlinkable.findings.narrowing import Narrowing, Origin
from unlinkable.findings.report import Report
from unlinkable_index.index import Index


@dataclass(frozen=True)
class Circumstances:
    """What stood around a check.

    - ``extent``: how much of the text was checked;
    - ``narrowed``: by what the check found less than it would by default, or than the user asked
      for;
    - ``ignored``: what was not heeded on purpose, in sentences;
    - ``doubts``: why the result is not to be relied on;
    - ``fit``: how well the source fits, if one was named.
    """

    extent: Extent
    narrowed: tuple[Narrowing, ...] = ()
    ignored: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    fit: SourceFit | None = None

    @property
    def source_named(self) -> str | None:
        """Where the source was named, if one was."""
        named = {one.setting: one.where for one in self.narrowed}
        return named.get("source_file", named.get("source"))


def circumstances(
    report: Report,
    index: Index,
    reading: Reading,
    narrowed: Sequence[Narrowing],
    ignored: Sequence[str],
) -> Circumstances:
    """The circumstances of a report. Raises UserError when the index is damaged."""
    draft, source = report.draft, report.question.source
    fit = None if source is None else source_fit(draft, index, source)
    return Circumstances(
        Extent.of(draft),
        tuple(narrowed),
        tuple(ignored),
        (*doubts(draft, index, reading, fit), *_of_folder(narrowed)),
        fit,
    )


def together(of_each: Sequence[Circumstances]) -> list[Circumstances]:
    """The circumstances of one draft's reports against several indexes, seen together: where one of
    them holds its original, it is no wonder that others do not."""

    def misses(one: Circumstances) -> bool:
        return any(doubt.kind in _OF_THE_ORIGINAL for doubt in one.doubts)

    if all(misses(one) for one in of_each):
        return list(of_each)
    return [
        replace(one, doubts=tuple(d for d in one.doubts if d.kind not in _OF_THE_ORIGINAL))
        for one in of_each
    ]


_OF_THE_ORIGINAL = frozenset({DoubtKind.MISSING, DoubtKind.INDEX})


def _of_folder(narrowed: Sequence[Narrowing]) -> list[Doubt]:
    """A doubt for each place of the folder that narrows the check."""
    settings: dict[str, list[str]] = {}
    for one in narrowed:
        if one.origin is Origin.FOLDER:
            settings.setdefault(one.where, []).append(one.setting)
    return [
        Doubt(DoubtKind.NARROWED, f"{where} makes the check find less ({', '.join(names)})")
        for where, names in settings.items()
    ]
