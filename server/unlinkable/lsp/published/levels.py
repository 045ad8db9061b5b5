"""How much attention a finding gets: by its kind and by its words.

Knows settings and findings; must know nothing of how a level looks in an editor.
"""

from unlinkable.findings.finding import PHRASE, RANKING, AnyFinding
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.settings import Severity

_ORDER = list(Severity)


class Levels:
    """The levels of the findings of one analysis."""

    def __init__(self, analysis: Analysis) -> None:
        wanted = analysis.task.settings.severity
        self._unusual = analysis.unusual
        self._phrase = wanted.phrase
        self._ordinary = max(wanted.phrase, wanted.ordinary, key=_ORDER.index)
        self._combination = wanted.combination
        self._ranking = wanted.ranking

    @property
    def possible(self) -> frozenset[Severity]:
        """All levels that a finding by exact search may have."""
        return frozenset((self._phrase, self._ordinary, self._combination))

    def of(self, finding: AnyFinding) -> Severity:
        """The level of a finding of the analysis."""
        if finding.kind is RANKING:
            return self._ranking
        if finding.kind is not PHRASE:
            return self._combination
        first = getattr(finding, "first_word", -1)
        return self._phrase if first in self._unusual else self._ordinary
