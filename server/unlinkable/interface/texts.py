"""Texts for other Python programs: open an index, check a text; results as records and as HTML for
notebooks. Must never read settings files, nor know files of drafts."""

import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypedDict, TypeVar, Unpack, overload

from unlinkable.attackers.rulings import Rulings, Texts
from unlinkable.draft import Draft, Markup, read_draft
from unlinkable.engine.checking import check_draft
from unlinkable.engine.engine import Engine
from unlinkable.engine.question import reading_of
from unlinkable.printing import plain
from unlinkable.reporting.checked import Checked
from unlinkable.reporting.found import (
    DisguisedWord,
    Found,
    GuessedMask,
    LeadingPassage,
    disguised_places,
    found,
    guessed_mask,
    leading_passage,
)
from unlinkable.reporting.page import Html, inline, joined, table, tag, text
from unlinkable.reporting.page import text as escaped
from unlinkable.reporting.verdict import recognised, verdict
from unlinkable.settings import Layer, implied_searchers, settle
from unlinkable.stopping import within
from unlinkable_index import opening
from unlinkable_index.collection.record import USUAL_SOURCES, SourceOptions
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index
from unlinkable_index.keys import read_key, warning_about

Record = dict[str, Any]
"""A row: plain values by the names of columns."""
_STYLE = "white-space:pre-wrap;font-family:Georgia,serif;line-height:1.5;max-width:52rem"
_KINDS = {
    "phrase": "background:#fef3c7;border-bottom:2px solid #b45309",
    "mask": "background:#dcfce7;border-bottom:2px solid #15803d",
}
_OTHERS = "background:#e8effd;border-bottom:2px dotted #1d4ed8"


class Shown(Protocol):
    """A result that can be shown."""

    def to_records(self) -> list[Record]:
        """A row for each thing found."""
        ...

    def _repr_html_(self) -> str:
        """As a notebook shows it."""
        ...


One = TypeVar("One", bound=Shown)


class Several(tuple[One, ...]):
    """The results for several texts, in their order."""

    __slots__ = ()

    def to_records(self) -> list[Record]:
        """The rows of all, each with the number of its text, from 0."""
        return [
            {"text_number": number, **row}
            for number, one in enumerate(self)
            for row in one.to_records()
        ]

    def _repr_html_(self) -> str:
        titled = (
            f"<h4>{text(f'Text {number}')}</h4>{one._repr_html_()}"
            for number, one in enumerate(self)
        )
        return "".join(titled)


class Marking(NamedTuple):
    """A place of a text that is marked, of what ``kind``, and what is said of it."""

    start: int
    end: int
    kind: str
    said: str


def record(value: Any) -> Record:
    """The row of a dataclass: lists of names become one text, and what is made of parts, too."""
    return {name: _cell(found) for name, found in asdict(value).items()}


def _cell(value: Any) -> Any:
    if not isinstance(value, list | tuple):
        return value
    return ", ".join(one["text"] if isinstance(one, dict) else str(one) for one in value)


def marked_text(whole: str, marks: Iterable[Marking]) -> Html:
    """A text with what was found in it marked; where marks overlap, the first one's colour stands,
    and all is said."""
    found = [one for one in marks if one.start < one.end]
    ends = sorted({0, len(whole), *(at for one in found for at in (one.start, one.end))})
    parts = []
    for start, end in pairwise(ends):
        here = [one for one in found if one.start <= start and end <= one.end]
        words = joined(map(inline, whole[start:end].split("\n")), "\n")
        if here:
            said = "; ".join(dict.fromkeys(one.said for one in here))
            parts.append(tag("mark", words, title=said, style=_KINDS.get(here[0].kind, _OTHERS)))
        else:
            parts.append(words)
    return tag("div", *parts, style=_STYLE)


def listed(rows: Sequence[Record]) -> Html:
    """Records as a table."""
    heads = list(dict.fromkeys(name for row in rows for name in row))
    return table(heads, [[text(_figure(row.get(name))) for name in heads] for row in rows])


def _figure(value: Any) -> str:
    if value is None:
        return "–"
    return f"{value:.3g}" if isinstance(value, float) else str(value)


ManyTexts = list[str] | tuple[str, ...]
"""Several texts, which are answered by `Several` results in their order."""
SECONDS = 60.0
"""How long combinations are sought, as on the command line."""


class CheckOptions(TypedDict, total=False):
    """What is asked of a text; whatever is left out is as on the command line.

    - ``k``: how many originals must share whatever is found (2);
    - ``max_terms``: search terms together (3; 1: single phrases only);
    - ``term_words``: words of each such term (1);
    - ``cross_sentences``: whether phrases run over the ends of sentences (yes);
    - ``within``: words of a sentence count that stand so near each other (10; 0: none);
    - ``against``: whom it is to hold against: "exact" (always), "ranking", "guessing", or "all";
    - ``ranked``: what a searcher who ranks puts to the engine: "sentence" (unless said otherwise),
      "paragraph" or "draft";
    - ``source``: the id of the original; then only what leads there counts;
    - ``source_file``: the file of the original, where it is not in the index yet: it counts as one
      more original, and is the source;
    - ``masks``: regular expressions for masks, in place of the usual ones.
    """

    k: int
    max_terms: int
    term_words: int
    cross_sentences: bool
    within: int
    against: str | tuple[str, ...]
    ranked: str
    source: str
    source_file: str | Path
    masks: tuple[str, ...]


@dataclass(frozen=True)
class Check:
    """What was found in a text.

    - ``words``: how many words it has;
    - ``findings``: what leads back, phrases first;
    - ``complete``: whether the search came to its end in time; if not, there may be more;
    - ``leading``: passages that lead a searcher who ranks the originals to one of them;
    - ``recognised``: what the whole text gives away to such a searcher, in sentences; empty where
      that was not asked;
    - ``likely_source``: the id of the original that most findings lead to, if any does;
    - ``disguises``: words that are not written as they are seen; they are checked as they are seen;
    - ``doubts``: why the result is not to be relied on, in sentences;
    - ``guessable``: masks whose words the rulings at hand tell; none where none were named;
    - ``text``: what was checked.
    """

    words: int
    findings: tuple[Found, ...]
    complete: bool
    likely_source: str | None
    disguises: tuple[DisguisedWord, ...]
    doubts: tuple[str, ...] = ()
    leading: tuple[LeadingPassage, ...] = ()
    recognised: str = ""
    guessable: tuple[GuessedMask, ...] = ()
    verdict: str = ""
    text: str = field(default="", repr=False)

    @property
    def clean(self) -> bool:
        """Whether the text holds what was asked: searched to the end, nothing found, and nothing
        that speaks against relying on that."""
        return self.complete and not (self.to_records() or self.doubts)

    def to_records(self) -> list[Record]:
        """A row for each finding, passage and mask."""
        others = [
            *({"kind": "ranking", **record(one)} for one in self.leading),
            *({"kind": "guessable-mask", **record(one)} for one in self.guessable),
        ]
        return [*map(record, self.findings), *others]

    def _repr_html_(self) -> str:
        marks = [
            Marking(one.start, one.end, one.kind, f"{one.kind}: {', '.join(one.documents)}")
            for one in self.findings
        ]
        marks += [
            Marking(one.start, one.end, "guessable-mask", f"can be guessed: {one.guess}")
            for one in self.guessable
        ]
        said = self.verdict or f"{len(self.to_records()):,} found"
        told = [tag("p", escaped(f"{self.words:,} words: {said}.")), marked_text(self.text, marks)]
        told += [tag("p", escaped(f"Not to be relied on: {doubt}")) for doubt in self.doubts]
        return joined(told)


def open_index(path: str | Path, key_file: str | Path | None = None) -> Index:
    """Open an index file, to be closed again (it is a context manager).

    ``key_file``: the file with the key of a sealed index, or "keyring:NAME"; one that every user
    of the machine can read is warned of (`warnings`). Raises UserError.
    """
    if key_file and (warning := warning_about(Path(key_file))):
        warnings.warn(plain(warning), stacklevel=2)
    return opening.open_index(Path(path), read_key(Path(key_file)) if key_file else None)


def read_rulings(
    source: str | Path, index: Index, sources: SourceOptions = USUAL_SOURCES
) -> Rulings:
    """Read other rulings, from which masks may be guessed, once for many texts.

    ``source``: what an index is built of; the originals will do, as that of a text is left out.
    ``sources``: how it is read. Raises UserError.
    """
    return Rulings(Texts.read([Path(source)], options=sources), index)


class AskedOptions(CheckOptions, total=False):
    """`CheckOptions`, the ``markup`` of texts, and ``background``: other rulings, from which masks
    may be guessed (see `read_rulings`), or where they are."""

    markup: Markup
    background: Rulings | str | Path | None


@overload
def check(text: str, index: Index, **options: Unpack[AskedOptions]) -> Check: ...
@overload
def check(text: ManyTexts, index: Index, **options: Unpack[AskedOptions]) -> Several[Check]: ...
def check(
    text: str | ManyTexts,
    index: Index,
    *,
    markup: Markup = Markup.PLAIN,
    background: Rulings | str | Path | None = None,
    **options: Unpack[CheckOptions],
) -> Check | Several[Check]:
    """What in a text leads back to an original, or in each of several texts.

    ``background``: other rulings, from which its masks may be guessed (see `read_rulings`), or
    where they are. See `CheckOptions` for the others. Raises UserError.
    """
    texts = texts_of(text, index)
    rulings = rulings_of(background, index)
    asked = {**options, **implied_by(options, rulings)}

    def checked(one: str) -> Check:
        engine, draft = read_text(one, index, markup, asked)
        return check_of(check_draft(engine, draft, stop=within(SECONDS), rulings=rulings))

    return checked(text) if isinstance(text, str) else Several(map(checked, texts))


def texts_of(text: str | ManyTexts, index: object) -> Sequence[str]:
    """The texts. Raises UserError where these are no texts and no open index."""
    texts = text if isinstance(text, list | tuple) else (text,)
    for one in texts:
        _demand(one, index)
    return texts


def _demand(text: object, index: object) -> None:
    """Raise UserError where these are no text and no open index."""
    if not isinstance(text, str):  # such as a path
        raise UserError(f"the text must be a str, not {type(text).__name__}; read the file first")
    if not isinstance(index, Index):  # such as the name of its file
        raise UserError(
            f"the index must be an open one, not {type(index).__name__}; open it with open_index"
        )


def implied_by(options: CheckOptions, rulings: Rulings | None) -> dict[str, tuple[str, ...]]:
    """Whom a text is to hold against where rulings to guess from are named, as settings have it."""
    if rulings is None or "against" in options:
        return {}
    searchers = implied_searchers(options.get("ranked", "off") != "off", guesses=True)
    return {"against": tuple(one.value for one in searchers)}


def rulings_of(background: Rulings | str | Path | None, index: Index) -> Rulings | None:
    """The rulings to guess from, read where only their place is named. Raises UserError."""
    if background is None or isinstance(background, Rulings):
        return background
    return read_rulings(background, index)


def read_text(
    text: str, index: Index, markup: Markup, options: Mapping[str, object]
) -> tuple[Engine, Draft]:
    """The text as a draft, and what makes the questions about it, with its original if that is
    named.

    Raises UserError for a bad option, and where these are no text and no open index.
    """
    _demand(text, index)
    settled = settle([Layer("the call", None, dict(options))])
    if settled.problems:
        raise UserError(" ".join(settled.problems))
    reading = reading_of(settled.settings)
    draft = read_draft(text, markup, reading)
    return Engine(settled, index, reading).with_original(None), draft


def check_of(checked: Checked) -> Check:
    """What was found, as it is told to other programs."""
    report = checked.report
    source, first = checked.likely_source(), checked.ranked_first()
    return Check(
        words=len(report.draft.forms),
        findings=tuple(found(checked, finding) for finding in report.findings),
        complete=report.complete,
        likely_source=source[0].id if source else None,
        disguises=disguised_places(report.draft),
        doubts=tuple(f"{doubt.message}." for doubt in checked.circumstances.doubts),
        leading=tuple(leading_passage(checked, one) for one in report.leading_passages),
        recognised=recognised(report.ranked, first.id) if report.ranked and first else "",
        guessable=tuple(guessed_mask(checked, one) for one in report.guessable or ()),
        text=report.draft.text,
        verdict=verdict(checked),
    )
