"""Sentences of a draft in a terminal, with what is to change marked in them.

A sentence is shown around its marks only, and below it stands what these do not tell. Knows
findings by what all kinds of them have in common.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from unlinkable.findings.finding import AnyFinding
from unlinkable.printing import plain
from unlinkable.reporting.checked import MOST_DOCUMENTS, Checked
from unlinkable.reporting.in_words import counted, listed
from unlinkable.reporting.passages import PassageShown, passages
from unlinkable.reporting.terminal import Style, quoted, wrapped
from unlinkable_index.index import Document

LEGEND = f"Change at least one word of each {quoted('…')} and every {quoted('…', any_word=False)}."
_BESIDE = 1
"""Words that are shown beside a mark, so that its place is known again."""
_ALONE = 6  # words, of either end of a sentence without marks
_CUT = 20  # characters, of either end of a word that is longer than any
_LONG_WORD = re.compile(r"\S{80,}")
_FEW = 3
"""Findings that lead together with other words: of so many each names these words itself."""
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
        if finding.others and len(self._together) <= _FEW:
            others = (quoted(self._words_at(*one), any_word=False) for one in finding.others)
            note = f"with {' and '.join(others)} {note}".strip()
        return note, () if finding.documents == self._usual else finding.documents

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
