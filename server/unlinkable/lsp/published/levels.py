"""How much attention a finding gets: by its kind, by its words, and by how many findings there are.

Knows settings and findings; must know nothing of how a level looks in an editor.
"""

from unlinkable.findings.finding import PHRASE, Finding
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.settings import Severity

_ORDER = list(Severity)


class Levels:
    """The levels of the findings of one analysis."""

    def __init__(self, analysis: Analysis) -> None:
        settings, report = analysis.task.settings, analysis.report
        wanted = settings.severity
        self._unusual = analysis.unusual
        self._phrase = wanted.phrase
        self._ordinary = _fainter(wanted.phrase, wanted.ordinary)
        self._combination = wanted.combination
        if len(report.findings) > settings.many_findings:
            self._ordinary = _fainter(self._ordinary, Severity.HINT)
            self._combination = _fainter(self._combination, Severity.HINT)

    @property
    def possible(self) -> frozenset[Severity]:
        """All levels that a finding of the analysis may have."""
        return frozenset((self._phrase, self._ordinary, self._combination))

    def of(self, finding: Finding) -> Severity:
        """The level of a finding of the analysis."""
        if finding.kind is not PHRASE:
            return self._combination
        return self._phrase if finding.first_word in self._unusual else self._ordinary


def _fainter(one: Severity, other: Severity) -> Severity:
    return max(one, other, key=_ORDER.index)
