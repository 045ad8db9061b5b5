"""What the reports on protected drafts say: the record in words, with what guessers make of its
masks and how its passages changed, in sentences and rows of tables. Must know nothing of how a
report is marked up."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from difflib import SequenceMatcher
from enum import Enum
from typing import NamedTuple

from unlinkable.findings.bm25 import Unit
from unlinkable.findings.finding import KINDS
from unlinkable.findings.question import Question
from unlinkable.findings.ranking import Share
from unlinkable.printing import counted, listed
from unlinkable.reporting.protection.record import (
    AcceptedBy,
    AcceptedFinding,
    Asked,
    ChangeMade,
    DocumentTally,
    ModelTally,
    PassageChanged,
    ProtectedDraft,
    ProtectionRecord,
    RankedTally,
)
from unlinkable.reporting.verdict import CALLED, ahead, asked, searches, verdict_of


def guessing(one: ProtectedDraft, settings: Asked) -> Iterator[str]:
    """What guessers make of the masks that were set, where there are any: sentences."""
    robust = one.guessed.robustness
    if robust is None or not robust.gaps:
        return
    by = ["the index"]
    if settings.background is not None:
        by.append("the rulings at hand")
    if one.guessed.by_model is not None:
        by.append("the model")
    alone = " alone, which sees little" if len(by) == 1 else ""
    leads = "leads" if robust.leading == 1 else "lead"
    left = f"{counted(robust.leading, 'finding')} {leads}" if robust.leading else "nothing leads"
    yield (
        f"By {listed(by, 'or')}{alone}, guessers tell {robust.told:,} of "
        f"{counted(robust.gaps, 'mask')}; with these filled in, {left} back, ranking aside."
    )
    if one.guessed.by_model is not None:
        yield _by_model(one.guessed.by_model, robust.gaps)


def _by_model(tally: ModelTally, gaps: int) -> str:
    """What the model made of the masks, without the words."""
    still = sum(one.still for one in tally.guessed)
    otherwise = len(tally.guessed) - still
    asked = f"asked about {tally.asked:,} of {counted(gaps, 'mask')}"
    done = f"what it guessed at {counted(otherwise, 'place')} was masked otherwise; "
    rest = f"it still guesses {still:,}" if still else "of the masks as they are it guesses none"
    late = "; there was no time for the others" if tally.asked < gaps else ""
    return f"The model attacked ({asked}): {done if otherwise else ''}{rest}{late}."


def guessed_words(one: ProtectedDraft) -> list[tuple[str, str, str]]:
    """What the model guessed: the line of the draft, the words, and what became of them."""
    return [
        (f"{words.line:,}", words.text, "still guessed" if words.still else "masked otherwise")
        for words in (one.guessed.by_model.guessed if one.guessed.by_model else ())
    ]


GUESSED_HEADS = ("Line of the draft", "Words", "Now")
"""The heads of a table of `guessed_words`."""


def told_masks(one: ProtectedDraft) -> list[tuple[str, ...]]:
    """The masks of the result that other rulings tell: line, words, share of the votes, rulings,
    and who answers for that."""
    return [
        (
            f"{mask.line:,}",
            mask.guess,
            f"{mask.share:.0%}",
            f"{mask.rulings:,}: {', '.join(mask.documents)}",
            _answered(mask.accepted),
        )
        for mask in one.guessed.guessable or ()
    ]


TOLD_HEADS = ("Line of the result", "Words", "Votes", "Rulings", "Accepted")
"""The heads of a table of `told_masks`."""


def _answered(accepted: AcceptedBy | None) -> str:
    if accepted is None:
        return "–"
    by = f"by {accepted.by}" if accepted.by else ""
    on = f"on {accepted.date}" if accepted.date else ""
    return ", ".join(said for said in (f"{by} {on}".strip(), accepted.reason) if said) or "yes"


_WORD = re.compile(r"\w+\s*|[^\w\s]\s*|\s+")
_DONE = {"reword": "reworded", "rewrite": "rewritten", "mask": "masked"}


class PieceFate(Enum):
    """What became of a piece of text."""

    SAME = "same"
    GONE = "gone"
    NEW = "new"


class ComparedPiece(NamedTuple):
    """A run of text, and what became of it."""

    text: str
    part: PieceFate


def done_by(kinds: Iterable[str]) -> str:
    """What changes of these kinds did, all together."""
    named = {kind for several in kinds for kind in several.split(" and ")}
    return listed([done for kind, done in _DONE.items() if kind in named], "and")


def place(passage: PassageChanged) -> str:
    """Where the first change of a passage stands in the draft, and what kind of change it is."""
    first = passage.changes[0]
    how = done_by([change.kind for change in passage.changes])
    return f"line {first.line:,}, column {first.column:,}: {how}"


def compared(passage: PassageChanged) -> Iterator[ComparedPiece]:
    """A passage with what went and what came, in order."""
    before, at = passage.before, passage.start
    last = 0
    for change in passage.changes:
        start, end = change.start - at, change.end - at
        yield ComparedPiece(before[last:start], PieceFate.SAME)
        yield from _compared(change)
        last = end
    yield ComparedPiece(before[last:], PieceFate.SAME)


def _compared(change: ChangeMade) -> Iterator[ComparedPiece]:
    """What went and what came in a change: of masked words all, of rewritten ones what differs."""
    if change.kind == "mask":
        yield ComparedPiece(change.before, PieceFate.GONE)
        yield ComparedPiece(change.after, PieceFate.NEW)
        return
    old, new = _WORD.findall(change.before), _WORD.findall(change.after)
    bare_old, bare_new = ([word.rstrip() for word in words] for words in (old, new))
    matcher = SequenceMatcher(None, bare_old, bare_new, autojunk=False)
    for what, a, b, c, d in matcher.get_opcodes():
        if what == "equal":
            yield ComparedPiece("".join(new[c:d]), PieceFate.SAME)
        else:
            yield ComparedPiece("".join(old[a:b]), PieceFate.GONE)
            yield ComparedPiece("".join(new[c:d]), PieceFate.NEW)


TITLE = "What was changed so that searches do not lead back"


def run_facts(record: ProtectionRecord) -> Iterator[tuple[str, str]]:
    """When, by what and how the drafts were protected: names and values."""
    run, settings = record.run, record.run.settings
    date = datetime.fromisoformat(run.date)
    yield "Protected", f"{date:%Y-%m-%d %H:%M %Z}, by Unlinkable {run.version}"
    for index in (run.index, *run.further_indexes):
        name = f"{index.file}, " if index.file else ""
        yield "Index", f"{name}{counted(index.documents, 'original')}"
        yield "Fingerprint", index.fingerprint
    yield (
        "Asked",
        asked(
            question_asked(settings), settings.searches.max_words, settings.searches.cross_sentences
        ),
    )
    if settings.ignore_accepted:
        yield "Accepted", "ignored, as was asked: accepted risks counted like all else"
    labels = {"on": ", or a label", "draft": ", or a label where the draft has such"}
    yield "Masked with", settings.mask + labels.get(settings.labels, "")
    if run.model is None:
        how = "only masked" if settings.rewriter == "mask" else "reworded from tables, or masked"
        yield "Model", f"none: {how}"
        return
    plan = "with reasoning" if settings.reasoning else "without reasoning"
    yield "Model", f"{run.model.file}, {plan}, seed {settings.seed}, SHA-256 {run.model.sha256}"


def digests(one: ProtectedDraft) -> Iterator[tuple[str, str]]:
    """Which text was protected and what came of it: names and SHA-256."""
    yield "the draft", one.sha256.draft
    yield "the result", one.sha256.output
    if one.sha256.file:
        yield "the result's file", one.sha256.file


def question_asked(settings: Asked) -> Question:
    """What was asked of every draft of a run."""
    ranks = "ranking" in settings.searches.against and settings.searches.ranked != "off"
    return Question(
        settings.searches.k,
        settings.searches.max_terms,
        settings.searches.term_words,
        within=settings.searches.within,
        ranked=Unit(settings.searches.ranked) if ranks else None,
        guessing="guessing" in settings.searches.against,
    )


def verdict(one: ProtectedDraft) -> str:
    """Whether a draft holds now, and against whom, in the words of a check."""
    accepted = one.balance.after.accepted + _accepted_masks(one)
    return verdict_of(one.standings, accepted, bool(one.reservations.doubts))


def _accepted_masks(one: ProtectedDraft) -> int:
    return sum(mask.accepted is not None for mask in one.guessed.guessable or ())


def account(one: ProtectedDraft, question: Question) -> str:
    """What was done to a draft, and by which searches of ``question`` it was checked: sentences."""
    counts = Counter(done_by([change.kind]) for change in one.changes)
    done = [f"{counts[what]:,} {what}" for what in sorted(counts, key=lambda what: -counts[what])]
    changes = counted(counts.total(), "change") + (f" ({', '.join(done)})" if done else "")
    by = searches(question, one.guessed.guessable is not None)
    said = f"{changes} in {counted(one.words, 'word')}, {one.seconds:g} s; checked {by}."
    costs = [
        f"{CALLED[each.searcher]} took {counted(each.words, 'word')} in "
        f"{counted(each.masks, 'mask')}"
        for each in one.paid
        if each.words or each.masks
    ]
    return f"{said} Of that, {listed(costs, 'and')}." if len(one.paid) > 1 and costs else said


PAID_HEADS = ("Paid for", "Words masked", "Share", "Masks", "Wordings")
"""The heads of a table of `paid`."""


def paid(one: ProtectedDraft) -> list[tuple[str, ...]]:
    """What was paid for each searcher, and together; none where the record does not tell."""
    rows = [(CALLED[each.searcher], [each.words, each.masks, each.wordings]) for each in one.paid]
    if len(rows) > 1:
        sums = [sum(numbers) for numbers in zip(*(numbers for _, numbers in rows), strict=True)]
        rows.append(("together", sums))
    return [
        (name, f"{words:,}", f"{words / max(1, one.words):.1%}", f"{masks:,}", f"{wordings:,}")
        for name, (words, masks, wordings) in rows
    ]


def circumstances(one: ProtectedDraft) -> Iterator[str]:
    """What speaks against relying on the result, and what of a draft did not count: sentences."""
    for doubt in one.reservations.doubts:
        yield f"Not to be relied on: {doubt}"
    if one.sources.source:
        yield f"Only what leads to its original, {one.sources.source}, was counted."
    yield from one.reservations.narrowed
    yield from one.reservations.ignored
    if one.document is not None:
        yield from _document(one.document)
    if one.guessed.guessable is not None:
        masks = counted(len(one.guessed.guessable), "mask")
        accepted = _accepted_masks(one)
        but = f", {accepted:,} of them accepted" if accepted else ""
        named = "; the report names them" if one.guessed.guessable else ""
        yield f"Other rulings tell what {masks} of the result hide{but}{named}."


def _document(one: DocumentTally) -> Iterator[str]:
    """What did not come along with a document, in sentences."""
    if one.removed:
        yield f"Removed, as no reader sees it: {_by_kind(one.removed)}."
    if one.left_out or one.words:
        said = _by_kind(one.left_out) or "what fields work out"
        yield f"Left out or changed, though readers saw it ({counted(one.words, 'word')}): {said}."


def _by_kind(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{kind} ({count:,})" for kind, count in counts.items())


def recognition(one: ProtectedDraft, settings: Asked) -> Iterator[str]:
    """Which original the draft was taken to be made from, where none was named, and what the whole
    result gives away to a searcher who ranks, where that was asked: sentences."""
    if one.ranked.taken_for_source:
        yield one.ranked.taken_for_source
    yield from _model_in_vain(one, settings)
    yield from guessing(one, settings)
    if one.ranked.ranked_after is not None:
        yield one.ranked.ranked_after.words


def _model_in_vain(one: ProtectedDraft, settings: Asked) -> Iterator[str]:
    """That a model was asked to rewrite what leads back, and none of it is in the result."""
    taken = any("rewrite" in change.kind for change in one.changes)
    if settings.rewriter == "llm" and one.changes and not taken:
        yield "The model offered nothing that could be taken."


def unnamed_recognition(one: ProtectedDraft, settings: Asked) -> Iterator[str]:
    """As `recognition`, but for messages, which name no original."""
    yield from _model_in_vain(one, settings)
    yield from guessing(one, settings)
    if one.ranked.ranked_after is not None:
        named = f" finds {one.ranked.ranked_after.document} "
        yield one.ranked.ranked_after.words.replace(named, " finds its likely original ", 1)


def balance(one: ProtectedDraft) -> list[tuple[str, str, str]]:
    """What led back, and how much of it before and after."""
    tallies = one.balance.before, one.balance.after
    counts = [
        ("Findings", [tally.total for tally in tallies]),
        *(
            (kind.several.capitalize(), [tally.findings.get(kind.name, 0) for tally in tallies])
            for kind in KINDS
        ),
        ("Accepted findings", [tally.accepted for tally in tallies]),
    ]
    rows = [
        (name, f"{was:,}", f"{now:,}")
        for name, (was, now) in counts
        if was or now or name == "Findings"
    ]
    sources = (
        one.sources.source_before or "no finding",
        one.sources.source_after or "no finding left",
    )
    rows.append(("Most findings lead to", *sources))
    if one.ranked.ranked_before is not None:
        before, after = one.ranked.ranked_before, one.ranked.ranked_after
        rows += [
            ("Ranked search for the whole draft", _place_in_order(before), _place_in_order(after)),
            (
                "Sentences that lead",
                _share(before.sentences),
                _share(after.sentences if after else None),
            ),
            (
                "Paragraphs that lead",
                _share(before.paragraphs),
                _share(after.paragraphs if after else None),
            ),
        ]
    return rows


def _place_in_order(ranked: RankedTally | None) -> str:
    if ranked is None:
        return "nothing"
    if ranked.rank > 1:
        return f"{ranked.document} at place {ranked.rank:,}"
    return f"{ranked.document} first, {ahead(math.inf if ranked.lead is None else ranked.lead)}"


def _share(share: Share | None) -> str:
    return "0" if share is None else f"{share.leading:,} of {share.of:,}"


def led_to(accepted: AcceptedFinding) -> str:
    """The originals that an accepted finding leads to, and with what other terms."""
    where = ", ".join(accepted.documents) or "–"
    more = len(accepted.documents) < (accepted.joint_df or accepted.df or 0)
    others = " and ".join(f"“{term.text}”" for term in accepted.together)
    return where + (" and more" if more else "") + (f", with {others}" if others else "")


def fate(accepted: AcceptedFinding) -> str:
    """What became of an accepted finding."""
    if accepted.stays:
        return "left as it is"
    if accepted.kind not in ("phrase", "combination"):
        return "changed: other findings had to go"
    return "changed: a finding that nobody accepted has the same words"
