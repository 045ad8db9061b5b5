"""From a protected draft to what the record says of it.

Knows how drafts are protected; nothing of where the record goes and how it is shown.
"""

import hashlib
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from itertools import groupby
from typing import Any

from unlinkable.draft import Lines, Span, united
from unlinkable.findings.finding import AnyFinding, Finding
from unlinkable.findings.guessable_mask import GuessableMask
from unlinkable.findings.report import Report, likely_source
from unlinkable.printing import counted
from unlinkable.reporting.checked import Checked
from unlinkable.reporting.found import found, rounded
from unlinkable.reporting.protection.before import digest
from unlinkable.reporting.protection.record import (
    AcceptedBy,
    AcceptedFinding,
    Balance,
    ChangeMade,
    Digests,
    DocumentTally,
    GuessedWords,
    MasksGuessed,
    ModelTally,
    PaidFor,
    PassageChanged,
    ProtectedDraft,
    RankedBeforeAndAfter,
    RankedTally,
    RefusedWording,
    Reservations,
    RobustnessTally,
    Sources,
    Tally,
    ToldMask,
)
from unlinkable.reporting.verdict import recognised, standings
from unlinkable.rewriting.edits import Edit, Remedy, applied
from unlinkable.rewriting.protection import Protection, Step
from unlinkable.rewriting.task import Suspects
from unlinkable.risks import AcceptedRisk
from unlinkable_index.documents.shared.writing import WrittenDocument
from unlinkable_index.index import Index


def protected_draft(
    output: str,
    protection: Protection,
    checked: Checked,
    source: str | None,
    seconds: float,
    guessable: Sequence[tuple[GuessableMask, AcceptedRisk | None]] | None = None,
    index: str = "",
) -> ProtectedDraft:
    """What the record says of one draft: its changes by passages, each some whole sentences.

    - ``output``: where it was written, for people;
    - ``checked``: the draft as it was, with what was accepted in it;
    - ``source``: the id of the original that was named, if any;
    - ``guessable``: the masks of the result that other rulings tell, each with the accepted risk
      that it falls under, if any; None: that was not asked;
    - ``index``: the file of the index, where there are several.
    """
    before, after = protection.found, protection.left
    told = None if guessable is None else tuple(mask for mask, risk in guessable if risk is None)
    return ProtectedDraft(
        draft=checked.name,
        output=output,
        sha256=Digests(digest(protection.original.text), digest(protection.text)),
        words=len(protection.original.forms),
        balance=Balance(_tally(before), _tally(after)),
        seconds=round(seconds, 1),
        passages=tuple(_passages(protection)),
        sources=Sources(
            source,
            _source(checked.index, (*before.findings, *before.accepted)),
            _source(checked.index, after.accepted),
        ),
        accepted=tuple(_accepted(protection, checked)),
        reservations=Reservations(
            tuple(f"{doubt.message}." for doubt in checked.circumstances.doubts),
            tuple(f"Narrowed by {one.where}: {one}." for one in checked.circumstances.narrowed),
            checked.circumstances.ignored,
        ),
        ranked=RankedBeforeAndAfter(
            _ranked(checked.index, before),
            _ranked(checked.index, after),
            taken_for_source(checked.index, protection.suspects),
        ),
        guessed=MasksGuessed(
            RobustnessTally(**asdict(protection.robustness)),
            None if guessable is None else tuple(_told(guessable, protection.text)),
            _by_model(protection),
        ),
        index=index,
        paid=tuple(_paid(protection)),
        standings=tuple(standings(replace(after, guessable=told))),
    )


def with_document(
    record: ProtectedDraft, document: WrittenDocument, words: int, unseen: int
) -> ProtectedDraft:
    """The record of a draft that is a document.

    - ``words``: how many of its words did not come along with what was left out;
    - ``unseen``: how many pictures are in it for which nobody answers.
    """
    tally = DocumentTally(dict(document.removed), dict(document.left_out), words, document.pictures)
    doubts = record.reservations.doubts
    if unseen == 1:
        doubts += ("what its picture shows was not checked: look at it, and say --pictures-seen.",)
    elif unseen:
        doubts += (
            f"what its {unseen:,} pictures show was not checked: look at them, and say "
            "--pictures-seen.",
        )
    if document.tracked:
        doubts += (
            "the words that lead back are still in the file, as tracked changes; do not publish "
            "it: accept or reject them in a word processor, and protect what comes of it.",
        )
    sha256 = replace(record.sha256, file=hashlib.sha256(document.data).hexdigest())
    reservations = replace(record.reservations, doubts=doubts)
    return replace(record, document=tally, reservations=reservations, sha256=sha256)


def _tally(report: Report) -> Tally:
    counts = {kind.name: count for kind, count in report.counts.items()}
    return Tally(counts, len(report.accepted))


def _paid(protection: Protection) -> Iterator[PaidFor]:
    """What was paid for each searcher that was asked about."""
    for searcher in protection.result.question.searchers:
        changes = [step for step in protection.steps if step.searcher == searcher]
        masks = sum(Remedy.MASK in step.kinds for step in changes)
        words = sum(step.words.get(searcher, 0) for step in protection.steps)
        yield PaidFor(searcher, words, masks, len(changes) - masks)


def _by_model(protection: Protection) -> ModelTally | None:
    """What a model made of the masks, in the order of the draft; None where none attacked them."""
    attacked = protection.by_model
    if attacked is None:
        return None
    text = protection.original.text
    lines = Lines(text)
    places = [(span, False) for span in attacked.otherwise]
    places += [(span, True) for span in attacked.still]
    guessed = tuple(
        GuessedWords(*lines.place(start), start, end, text[start:end], still)
        for (start, end), still in sorted(places)
    )
    return ModelTally(attacked.asked, guessed)


def taken_for_source(index: Index, suspects: Suspects | None) -> str:
    """Which original was taken for the source of a draft and why, in one sentence; '' where it was
    named, or nothing leads anywhere."""
    if suspects is None or suspects.likeliest is None:
        return ""
    name = index.document(suspects.likeliest).id
    why = []
    if suspects.led:
        lead = "leads" if suspects.findings == 1 else "lead"
        why.append(f"{suspects.led:,} of {counted(suspects.findings, 'finding')} {lead} to it")
    if suspects.first == suspects.likeliest:
        why.append("the whole draft ranks it first")
    others = len(suspects.documents) - 1
    also = f"; {counted(others, 'other')} that a finding leads to counted as well" if others else ""
    judged = next(iter(suspects.presumed), suspects.likeliest)
    if judged != suspects.likeliest:
        how = "the whole draft ranks first" if judged == suspects.first else "holds most phrases"
        also += f"; ranking is told of {index.document(judged).id}, which {how}"
    return f"Its original is not named. Taken for it: {name}, as {' and '.join(why)}{also}."


def _told(
    guessable: Sequence[tuple[GuessableMask, AcceptedRisk | None]], text: str
) -> Iterator[ToldMask]:
    """The masks of the text of a result that other rulings tell."""
    lines = Lines(text)
    for one, risk in guessable:
        by = None if risk is None else AcceptedBy(risk.by, risk.date, risk.reason)
        line, column = lines.place(one.start)
        share = round(one.share, 3)
        yield ToldMask(
            line, column, one.start, one.end, one.guess, share, one.rulings, one.witnesses, by
        )


def _ranked(index: Index, report: Report) -> RankedTally | None:
    """What a searcher who ranks finds; None where that was not asked, or nothing is found."""
    ranked = report.ranked
    if ranked is None or ranked.recognition is None:
        return None
    name = index.document(ranked.recognition.document).id
    words, pairs = ranked.recognition.words, ranked.recognition.pairs
    return RankedTally(
        name,
        words.rank,
        rounded(words.lead),
        ranked.sentences,
        ranked.paragraphs,
        recognised(ranked, name),
        None if pairs is None else pairs.rank,
    )


def _source(index: Index, findings: Sequence[AnyFinding]) -> str | None:
    """The id of the original that most of the phrases and combinations among these lead to."""
    led_to = likely_source(one for one in findings if isinstance(one, Finding))
    return None if led_to is None else index.document(led_to.document).id


def _accepted(protection: Protection, checked: Checked) -> Iterator[AcceptedFinding]:
    """What was accepted in a draft, by whom and why, in its order, and what became of it."""
    lines = Lines(protection.original.text)
    for finding, risk in sorted(checked.accepted, key=lambda pair: (pair[0].start, pair[0].end)):
        line, column = lines.place(finding.start)
        yield AcceptedFinding(
            **_what_is_accepted(checked, finding),
            accepted=AcceptedBy(risk.by, risk.date, risk.reason),
            line=line,
            column=column,
            stays=protection.stays(finding),
        )


def _what_is_accepted(checked: Checked, finding: AnyFinding) -> dict[str, Any]:
    """What the record says of an accepted finding itself."""
    if isinstance(finding, Finding):
        return vars(found(checked, finding))
    draft = checked.report.draft
    place = Span(finding.start, finding.end)
    ids = [document.id for document in checked.documents(finding)]
    return {
        "kind": finding.kind.name,
        "start": place.start,
        "end": place.end,
        "text": draft.text[place.start : place.end],
        "words": len(draft.words_in(place)),
        "df": None,
        "documents": tuple(finding.details().get("documents", ids)),
    }


def _passages(protection: Protection) -> Iterator[PassageChanged]:
    text, lines = protection.original.text, Lines(protection.original.text)
    places = [Span(step.edit.start, step.edit.end) for step in protection.steps]
    passages = united(protection.original.sentences_at(place) for place in places)
    starts = [passage.start for passage in passages]
    by_passage = groupby(
        protection.steps, key=lambda step: passages[bisect_right(starts, step.edit.start) - 1]
    )
    for (start, end), group in by_passage:
        steps = list(group)
        inside = [
            Edit(edit.start - start, edit.end - start, edit.before, edit.after)
            for edit in (step.edit for step in steps)
        ]
        before, after = text[start:end], applied(text[start:end], inside)
        changes = tuple(_change(step, lines) for step in steps)
        yield PassageChanged(*lines.place(start), start, end, before, after, changes)


def _change(step: Step, lines: Lines) -> ChangeMade:
    edit = step.edit
    line, column = lines.place(edit.start)
    return ChangeMade(
        kind=" and ".join(kind.value for kind in step.kinds),
        line=line,
        column=column,
        start=edit.start,
        end=edit.end,
        before=edit.before,
        after=edit.after,
        reasons=step.reasons,
        refused=tuple(RefusedWording(refused.after, refused.reasons) for refused in step.refused),
        searcher=step.searcher,
    )
