"""The report that a clerk reads in a terminal: the verdict, then each sentence with what to change
marked in it; or only the verdict, or a line for each finding. Knows findings by what all kinds
have in common; must know nothing of how they were made."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from unlinkable.findings.finding import AnyFinding
from unlinkable.findings.narrowing import COMMAND_LINE
from unlinkable.printing import Style, counted, listed, plain, quoted, strong, wrapped
from unlinkable.reporting.checked import MOST_DOCUMENTS, Checked, PassageShown, passages
from unlinkable.reporting.found import MEANING, described, disguised_words
from unlinkable.reporting.verdict import (
    UNRELIABLE,
    against,
    protected_against,
    recognised,
    searches,
    verdict,
)
from unlinkable_index.index import Document

LEGEND = f"Change at least one word of each {quoted('…')} and every {quoted('…', any_word=False)}."
_BESIDE = 1
"""Words that are shown beside a mark, so that its place is known again."""
_ALONE = 6  # words, of either end of a sentence without marks
_CUT = 20  # characters, of either end of a word that is longer than any
_LONG_WORD = re.compile(r"\S{80,}")
_FEW = 3
"""Findings that lead together with other words: of so many each names these words itself; of more
those alone of which there is more to say."""
_PLACE = 8  # columns, for a place that stands before its sentence


class MarkedSentences:
    """The sentences of a draft that was checked, for one reader, who is told nothing twice.

    ``usual``: the number of the original that findings lead to where nothing else is said.
    """

    def __init__(
        self, checked: Checked, style: Style, findings: Sequence[AnyFinding], usual: int | None
    ) -> None:
        self._checked = checked
        self._style = style
        self._findings = findings
        self._usual = () if usual is None else (usual,)
        self._text = checked.report.draft.text
        self._together = [finding for finding in findings if finding.others]
        self._told: set[tuple[str, str, tuple[int, ...]]] = set()
        self._introduced: set[str] = set()

    def legend(self) -> str:
        """What the marks ask for, and which words most of those lead together with that lead with
        others."""
        count = len(self._together)
        if count <= _FEW:
            return LEGEND
        words = Counter(
            word
            for one in self._together
            for word in dict.fromkeys(self._words_at(*other) for other in one.others)
        )
        often = [f"{quoted(word, any_word=False)} ({n:,})" for word, n in words.most_common(_FEW)]
        return f"{LEGEND} {count:,} lead only with others, mostly {listed(often, 'and')}."

    def lines(self, room: int) -> Iterator[str]:
        """The sentences in the order of the draft, each with its place, until ``room`` words are
        used up; then how many more there are."""
        everything = list(passages(self._checked.report.draft, self._findings))
        for number, passage in enumerate(everything):
            lines = list(self._of_passage(passage))
            room -= sum(len(line.split()) for line in lines)
            if room < 0 and number:
                more = counted(len(everything) - number, "more sentence")
                yield f"… and {more}; --format short lists every place."
                return
            yield from lines

    def _of_passage(self, passage: PassageShown[AnyFinding]) -> Iterator[str]:
        """One sentence: its place, its marks, and notes below it."""
        place = self._checked.where.briefly(passage.start)
        first, *others = wrapped(self._marked(passage), self._style, " " * (_PLACE + 1))
        shown = f"{self._style.faint}{place}{self._style.plain}"
        if len(place) > _PLACE:
            yield shown
            yield first
        else:
            yield shown + first[len(place) :]
        yield from others
        for note in self._notes(passage):
            yield from wrapped(note, self._style, " " * (_PLACE + 1) + "- ")

    def _marked(self, passage: PassageShown[AnyFinding]) -> str:
        pieces = list(passage.pieces(self._text))
        parts = []
        for number, piece in enumerate(pieces):
            shown = plain(f"|{piece.text}|")[1:-1]  # outer white space stays
            shown = _LONG_WORD.sub(lambda word: f"{word[0][:_CUT]}…{word[0][-_CUT:]}", shown)
            if piece.finding is None:
                parts.append(_shortened(shown, number > 0, number < len(pieces) - 1))
            else:
                parts.append(quoted(shown, piece.finding.any_word))
        return " ".join("".join(parts).split())

    def _notes(self, passage: PassageShown[AnyFinding]) -> Iterator[str]:
        for together in passage.alike(self._said):
            note, documents = self._said(together[0])
            words = dict.fromkeys(self._words(finding) for finding in together)
            new = [one for one in words if (one.casefold(), note, documents) not in self._told]
            self._told |= {(one.casefold(), note, documents) for one in new}
            if new and (note or documents):
                said = f"{', '.join(new)} {note}".strip()
                yield f"{said}: {self._names(together[0])}" if documents else said

    def _said(self, finding: AnyFinding) -> tuple[str, tuple[int, ...]]:
        """What its words do not tell of a finding: a note, and documents that are not the usual."""
        note = finding.note(lambda words: quoted(plain(words), finding.any_word))
        documents = () if finding.documents == self._usual else finding.documents
        if finding.others and (note or documents or len(self._together) <= _FEW):
            others = (quoted(self._words_at(*one), any_word=False) for one in finding.others)
            note = f"with {' and '.join(others)} {note}".strip()
        return note, documents

    def _words(self, finding: AnyFinding) -> str:
        marks = (self._words_at(*mark) for mark in finding.marks)
        return ", ".join(quoted(words, finding.any_word) for words in marks)

    def _words_at(self, start: int, end: int) -> str:
        return plain(self._text[start:end])

    def _names(self, finding: AnyFinding) -> str:
        """In which originals other than the usual one a finding is, each with its title once."""
        usual = set(self._usual) & set(finding.documents)
        numbers = [one for one in finding.documents if one not in usual]
        documents = [self._checked.document(one) for one in numbers[:MOST_DOCUMENTS]]
        more = len(numbers) - len(documents)
        names = [plain(one.id) if one.id in self._introduced else named(one) for one in documents]
        self._introduced |= {one.id for one in documents}
        where = "; ".join(names) + (f" and {more:,} more" if more else "")
        return f"{'also' if usual else 'only'} in {where}"


def named(document: Document) -> str:
    """An original by its id and title, and how many records count as the same one."""
    identity = plain(document.id)
    name = f"{identity} ({plain(document.title)})" if document.title else identity
    copies = len(document.ids) - 1
    return f"{name}, with {counted(copies, 'further record')}" if copies else name


def _shortened(text: str, after_mark: bool, before_mark: bool) -> str:
    """Text between marks, or before the first or behind the last one: only what stands beside
    them, where more would be left out than the sign for it takes."""
    words = text.split()
    first, last = (_BESIDE if one else 0 for one in (after_mark, before_mark))
    if not first and not last:
        first, last = _ALONE, _ALONE
    if len(words) <= first + last + 1:
        return text
    before, behind = " " * text[:1].isspace(), " " * text[-1:].isspace()
    return before + " ".join([*words[:first], "…", *words[len(words) - last :]]) + behind


_LEAST, _SHARE = 120, 0.38
"""Words that the sentences of a short draft may take; of a long one, the share of its own."""
_LONGEST = 120  # characters of a finding on a line of its own


def text_report(checked: Checked, style: Style) -> str:
    """The report on one draft, as lines that end with a newline."""
    return "".join(f"{line}\n" for line in _lines(checked, style))


def summary(checked: Checked, style: Style) -> str:
    """The verdict on one draft and what it rests on, as lines that end with a newline."""
    said = [*_doubts(checked), _verdict(checked), *_held(checked)]
    return "".join(f"{line}\n" for one in said for line in _wrapped(one, style))


def short_report(checked: Checked) -> str:
    """A line for each finding, "path:line:column: kind: words", and one for the verdict."""
    text, name = checked.report.draft.text, plain(checked.called)
    lines = [f"{name}: doubt: {plain(one.message)}" for one in checked.circumstances.doubts]
    for finding in sorted(checked.report.everything, key=lambda one: one.span):
        words = plain(text[finding.span.start : finding.span.end])
        words = words if len(words) <= _LONGEST else f"{words[:_LONGEST].rstrip()}…"
        place = checked.where.in_file(checked.name, finding.span.start)
        lines.append(f"{place}: {finding.kind.name}: {words}")
    lines += [f"{name}: {said}" for said in _held(checked)]
    lines.append(f"{name}: {verdict(checked)}")
    return "".join(f"{line}\n" for line in lines)


def _lines(checked: Checked, style: Style) -> Iterator[str]:
    found = checked.report.everything
    for said in (*_doubts(checked), *_head(checked)):
        yield from _wrapped(said, style)
    if found:
        usual = _usual(checked)
        sentences = MarkedSentences(checked, style, found, None if usual is None else usual[0])
        yield ""
        yield from wrapped(sentences.legend(), style)
        yield ""
        yield from sentences.lines(max(_LEAST, int(_SHARE * len(checked.report.draft.forms))))
    if checked.accepted:
        yield ""
        for said in _accepted(checked):
            yield from wrapped(said, style)
    if found:
        yield ""
        yield from wrapped(_verdict(checked), style)


def _wrapped(said: str, style: Style) -> list[str]:
    return wrapped(said, style, indent="  " if said.startswith("- ") else "")


def _doubts(checked: Checked) -> Iterator[str]:
    doubts = checked.circumstances.doubts
    if doubts:
        said = "more may lead back than is shown" if checked.report.everything else UNRELIABLE
        yield strong(f"{plain(checked.called)}: {said}:")
        yield from (f"- {plain(doubt.message)}." for doubt in doubts)


def _verdict(checked: Checked) -> str:
    return strong(f"{plain(checked.called)}: {verdict(checked)}.")


def _head(checked: Checked) -> Iterator[str]:
    """The verdict, where most of it leads, and what it rests on."""
    report = checked.report
    yield _verdict(checked)
    if usual := _usual(checked):
        number, count, total = usual
        all_of = {1: "It leads", 2: "Both lead"}.get(total, f"All {total:,} lead")
        lead = all_of if count == total else f"{count:,} of {total:,} lead"
        yield f"{lead} to {named(checked.document(number))}."
    asked = searches(report.question, report.guessable is not None)
    yield (
        f"{counted(len(report.draft.forms), 'word')} checked {asked} "
        f"({plain(against(report.question, checked.index))})."
    )
    if not report.complete:
        yield "The search for combinations was stopped before its end: there may be more."
    told = list(disguised_words(report.draft, checked.where))
    yield from [*told, MEANING] if told else told
    if report.ranked is not None and (first := checked.ranked_first()):
        yield recognised(report.ranked, plain(first.id))
    if before := checked.before:
        led = checked.leading_to(before.source)
        yield plain(protected_against(before, len(report.everything), led))
    yield from _held(checked)


def _usual(checked: Checked) -> tuple[int, int, int] | None:
    """The number of the original that most findings lead to, how many do, and of how many that
    lead anywhere."""
    if checked.likely_source() is None and checked.report.findings:
        return None
    leading = [one.documents for one in checked.report.everything if one.documents]
    counts = Counter(number for documents in leading for number in documents)
    if not counts:
        return None
    number, count = min(counts.items(), key=lambda one: (-one[1], one[0]))
    return number, count, len(leading)


def _accepted(checked: Checked) -> Iterator[str]:
    text = checked.report.draft.text
    for finding, risk in checked.accepted:
        words = quoted(plain(text[finding.start : finding.end]))
        by = f" by {plain(risk.by)}" if risk.by else ""
        on = f" on {plain(risk.date)}" if risk.date else ""
        why = f": {plain(risk.reason)}" if risk.reason else ""
        what = f" ({said})" if (said := described(finding)) else ""
        yield f"accepted{by}{on}: {words}{what}{why}"


def _held(checked: Checked) -> Iterator[str]:
    """What narrowed the check, but for what the user just typed, and what was ignored."""
    held = checked.circumstances
    if not checked.reading.cross_sentences:
        yield "Phrases end with their sentence."
    if (source := checked.source()) and held.fit:
        where = held.source_named or ""
        by = "" if where == COMMAND_LINE else f", named in {plain(where)}"
        yield (
            f"Only what leads to its source counts, {named(source)}{by}; "
            f"it holds {held.fit.share:.0%} of the phrases."
        )
    if held.extent.elsewhere:
        yield (
            f"{counted(held.extent.elsewhere, 'word')} in code, commands, addresses, comments "
            "or front matter not checked."
        )
    narrowed = [one for one in held.narrowed if one.where != COMMAND_LINE]
    for where in dict.fromkeys(one.where for one in narrowed):
        settings = "; ".join(plain(str(one)) for one in narrowed if one.where == where)
        yield f"Narrowed by {plain(where)}: {settings}."
    yield from map(plain, held.ignored)
