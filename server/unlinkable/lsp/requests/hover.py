"""Why a place is flagged, in words: which originals it leads to, and what to do.

Knows findings and how to write Markdown; must know nothing of when and how they were found.
"""

import asyncio
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from lsprotocol.types import Hover, MarkupContent, MarkupKind, Position

from unlinkable.findings.finding import Finding
from unlinkable.findings.leading import RankingFinding
from unlinkable.findings.report import likely_source
from unlinkable.lsp.documents import shows_file
from unlinkable.lsp.published.analysis import Analysis
from unlinkable.lsp.published.diagnostics import in_index, message
from unlinkable.lsp.published.diagnostics import originals as in_originals
from unlinkable.lsp.published.underlines import wanted
from unlinkable.lsp.requests.view import View
from unlinkable.reporting.verdict import recognised

_LISTED = 5
_FIXES = {
    True: "The quick-fixes do either.",
    False: "The quick-fixes mask it, and say it otherwise where that is safe. For more wordings a"
    " language model on this computer must be set up: the guide says how (in VS Code: Unlinkable:"
    " Set Up Rewriting…).",
}
Link = Callable[[str, Sequence[str]], str | None]
"""From the id of a record and the forms of a phrase to a link, where there is one."""


async def hover(view: View, position: Position) -> Hover | None:
    """The explanation of what is flagged at ``position``; None where nothing is."""
    for one in view.analysis.each:
        if (found := await _hover(replace(view, analysis=one), position)) is not None:
            return found
    return None


async def _hover(view: View, position: Position) -> Hover | None:
    """The explanation of what is flagged in one index."""
    analysis, originals = view.analysis, view.originals
    lines = analysis.snapshot.lines
    offset = lines.offset(position)
    visible = wanted(analysis)
    findings = [finding for finding in analysis.at(offset, offset) if finding in visible]
    if not findings:
        return _leading(view, offset) or _guessable(view, offset)

    def link(record_id: str, forms: Sequence[str]) -> str | None:
        spot = originals.find(record_id, forms) if originals else None
        return spot.uri if spot else None

    contents = await asyncio.to_thread(explanation, analysis, findings, link, _kind(view))
    first = findings[0]
    return Hover(contents, lines.range(first.start, first.end))


def _leading(view: View, offset: int) -> Hover | None:
    """Why a word is hinted at that carries the lead of a passage; None where none does."""
    analysis = view.analysis
    for finding in analysis.report.leading_passages:
        for term in finding.terms:
            if term.start <= offset <= term.end:
                return Hover(_told(analysis, finding, view), analysis.snapshot.lines.range(*term))
    return None


def _guessable(view: View, offset: int) -> Hover | None:
    """By which rulings a mask is told; None where none is."""
    analysis = view.analysis
    for finding in analysis.report.guessable or ():
        if not finding.start <= offset <= finding.end:
            continue
        more = finding.rulings - len(finding.witnesses)
        lines = [
            f"**A mask that hides nothing.** {_escaped(message(finding, analysis))}",
            "",
            "These say the same between the same words:",
            "",
            *(f"- {_escaped(one)}" for one in finding.witnesses),
            *([f"- and {more} more"] if more > 0 else []),
            "",
            finding.kind.remedy,
        ]
        told = _content("\n".join(lines), _kind(view))
        return Hover(told, analysis.snapshot.lines.range(finding.start, finding.end))
    return None


def _told(analysis: Analysis, finding: RankingFinding, view: View) -> MarkupContent:
    ahead = "" if math.isinf(finding.lead) else f", {finding.lead:.2f} times ahead of the next"
    lines = [
        f"**Leads a searcher who ranks.** {_escaped(message(finding, analysis))}",
        "",
        f"It comes first{ahead}." if finding.rank == 1 else f"It comes at place {finding.rank}.",
    ]
    if ranked := analysis.report.ranked:
        document = analysis.task.index.document(finding.source).id
        lines += ["", _escaped(recognised(ranked, document))]
    return _content("\n".join(lines), _kind(view))


def _kind(view: View) -> MarkupKind:
    return MarkupKind.Markdown if view.can.markdown else MarkupKind.PlainText


def _content(markdown: str, kind: MarkupKind) -> MarkupContent:
    return MarkupContent(kind, markdown if kind is MarkupKind.Markdown else _plain(markdown))


def explanation(
    analysis: Analysis, findings: Sequence[Finding], link: Link, kind: MarkupKind
) -> MarkupContent:
    """Why the place of ``findings`` is flagged."""
    parts = [_explained(analysis, finding, link) for finding in findings]
    between = "\n\n---\n\n" if kind is MarkupKind.Markdown else "\n\n"
    return _content(between.join(parts), kind)


def _explained(analysis: Analysis, finding: Finding, link: Link) -> str:
    lines = [_why(analysis, finding), "", *_listed(analysis, finding, link), ""]
    lines += [f"To try it, search for: `{_search(analysis, finding)}`", ""]
    if source := _source(analysis, finding):
        lines += [source, ""]
    return "\n".join([*lines, finding.kind.remedy, _fixes(analysis)])


def _fixes(analysis: Analysis) -> str:
    """Where this is done."""
    if shows_file(analysis.snapshot.uri):
        return "Do it in the program that the document is written with, or have it protected."
    return _FIXES[analysis.task.settings.model.path is not None]


def _why(analysis: Analysis, finding: Finding) -> str:
    text = _quoted(analysis.text(finding))
    only = f"{in_originals(len(finding.documents))}{in_index(analysis)}"
    if not finding.others:
        return f"**{finding.kind.title}.** Searching the originals for {text} finds only {only}:"
    others = " and ".join(_quoted(analysis.text(other)) for other in finding.others)
    near = "" if finding.within is None else f" within {finding.within} words"
    return (
        f"**{finding.kind.title}.** {text} alone is in {in_originals(finding.df)}, but searching "
        f"for it together with {others}{near} finds only {only}:"
    )


def _search(analysis: Analysis, finding: Finding) -> str:
    """What someone types who looks for the original by a finding."""
    near = "AND" if finding.within is None else f"NEAR/{finding.within}"
    texts = [analysis.text(span) for span in (finding.span, *finding.others)]
    terms = [" ".join(text.replace("`", "").split()) for text in texts]
    quoted_terms = [f'"{term}"' if " " in term else term for term in terms]
    return f" {near} ".join(quoted_terms)


def _listed(analysis: Analysis, finding: Finding, link: Link) -> list[str]:
    index, forms = analysis.task.index, analysis.draft.forms_in(finding.span)
    lines = []
    for number in finding.documents[:_LISTED]:
        document = index.document(number)
        name = f"{document.title} ({document.id})" if document.title else document.id
        if len(document.ids) > 1:
            name += f", with {len(document.ids) - 1} more of the same"
        target = link(document.id, forms)
        lines.append(f"- [{_escaped(name)}](<{target}>)" if target else f"- {_escaped(name)}")
    if len(finding.documents) > _LISTED:
        lines.append(f"- and {len(finding.documents) - _LISTED} more")
    return lines


def _source(analysis: Analysis, finding: Finding) -> str:
    """Whether the findings of the draft point to one original, and this one too."""
    source, total = likely_source(analysis.findings), len(analysis.findings)
    if source is None or total == 1:
        return ""
    name = _escaped(analysis.task.index.document(source.document).id)
    share = "All" if source.findings == total else f"{source.findings} of the"
    this = "" if source.document in finding.documents else "; this one does not"
    return f"{share} {total} findings in this text lead to {name}{this}."


def _quoted(text: str) -> str:
    return f"“{_escaped(' '.join(text.split()))}”"


def _escaped(text: str) -> str:
    return re.sub(r"([\\`*_\[\]<>~])", r"\\\1", text)


def _plain(markdown: str) -> str:
    """Our own Markdown without its marks."""
    markdown = markdown.replace("`", "")
    text = re.sub(r"\[((?:[^\]\\]|\\.)*)\]\(<([^>]*)>\)", r"\1: \2", markdown).replace("**", "")
    return re.sub(r"\\(.)", r"\1", text)
