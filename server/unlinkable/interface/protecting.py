"""Protecting for other Python programs: texts, and documents by their paths. Must never know how a
document is written anew, nor how a draft is protected."""

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Unpack, overload

from unlinkable.attackers.rulings import Rulings
from unlinkable.draft import Markup
from unlinkable.engine.checking import check_draft
from unlinkable.engine.method import ProtectionMethod, method_of, rewriter_of
from unlinkable.engine.protecting import Side, protect_draft
from unlinkable.interface.texts import (
    SECONDS,
    AskedOptions,
    Check,
    CheckOptions,
    ManyTexts,
    Marking,
    Record,
    Several,
    check,
    check_of,
    implied_by,
    marked_text,
    read_text,
    record,
    rulings_of,
    texts_of,
)
from unlinkable.printing import counted
from unlinkable.reporting.page import joined, tag
from unlinkable.reporting.page import text as escaped
from unlinkable.rewriting.edits import Edit
from unlinkable.settings.choices import RewriterName
from unlinkable.stopping import within
from unlinkable_index import documents, ordinary_files
from unlinkable_index.documents.opened import OpenedDocument, demand_ending, words_left_out
from unlinkable_index.documents.shared.visible_text import VisibleText
from unlinkable_index.errors import UserError
from unlinkable_index.index import Index


@dataclass(frozen=True)
class Change:
    """A change of a text.

    - ``start``, ``end``: from where to where in the old text, in code points;
    - ``before``, ``after``: what stood there, and what it became;
    - ``kinds``: "reword" (from tables), "rewrite" (by the model), "mask", one or several;
    - ``reasons``: what led back there, in sentences.
    """

    start: int
    end: int
    before: str
    after: str
    kinds: tuple[str, ...]
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Protected:
    """A text that was protected.

    - ``text``: the new one; ``changes``: every change, its offsets in the old one;
    - ``before``: what led back in the old one; ``after``: what leads back in the new one, asked
      anew: nothing, unless no masking could help.
    """

    text: str
    before: Check
    changes: tuple[Change, ...]
    after: Check

    def to_records(self) -> list[Record]:
        """A row for each change."""
        return [record(change) for change in self.changes]

    def _repr_html_(self) -> str:
        marks, moved = [], 0
        for one in self.changes:
            start = one.start + moved
            marks.append(Marking(start, start + len(one.after), "mask", f"before: {one.before}"))
            moved += len(one.after) - (one.end - one.start)
        before, left = (len(one.to_records()) for one in (self.before, self.after))
        said = f"{counted(before, 'finding')} before, {left:,} left"
        return joined(
            [
                tag("p", escaped(f"{counted(len(self.changes), 'change')}; {said}.")),
                marked_text(self.text, marks),
            ]
        )


class ProtectOptions(AskedOptions, total=False):
    """What is asked of a text that is protected.

    - ``mask``: what words are masked with ("[REDACTED]");
    - ``labels``: which masks say what kind of thing they hide: "draft", those of kinds for which
      its own masks do so; "on", all whose kind is told; "off", none;
    - ``gaps``: "few", wider ones, so that a sentence can be followed; "short", as few words as can
      be, in more gaps;
    - ``rewriter``: "words", to say otherwise what the tables of safe wordings can say otherwise;
      "llm", to have a model rewrite what is left; "mask", to mask only; "auto": "llm" where a model
      is named, else "words";
    - ``model``: the model file (GGUF) to rewrite with;
    - ``seed``: the same seed gives the same text;
    - ``entailment``: the folder of a model for natural language inference (ONNX), which reads every
      sentence that the other one wrote: what does not say the same both ways is not taken, by
      ``entailment_least`` percent at least (1 to 99);
    - ``background``: other rulings, which shall not tell the masks that are set (see
      `read_rulings`), or where they are.
    """

    mask: str | None
    labels: str
    gaps: str
    rewriter: str
    model: str | Path | None
    seed: int
    entailment: str | Path | None
    entailment_least: int


_NO_SETTINGS = frozenset(
    ("markup", "background", "mask", "model", "seed", "entailment", "entailment_least")
)
"""Options that are no settings by the same name, or that None may stand for."""


@overload
def protect(text: str, index: Index, **options: Unpack[ProtectOptions]) -> Protected: ...
@overload
def protect(
    text: ManyTexts, index: Index, **options: Unpack[ProtectOptions]
) -> Several[Protected]: ...
def protect(
    text: str | ManyTexts, index: Index, **options: Unpack[ProtectOptions]
) -> Protected | Several[Protected]:
    """A text rewritten, or where that does not work masked, until nothing leads back; or each of
    several texts. See `ProtectOptions` and `CheckOptions`. Raises UserError."""
    texts = texts_of(text, index)
    rulings = rulings_of(options.get("background"), index)
    markup = options.get("markup", Markup.PLAIN)
    asked = {name: value for name, value in options.items() if name not in _NO_SETTINGS}
    asked |= implied_by(options, rulings)
    asked["model.entailment_least"] = options.get("entailment_least", 50)
    engine, _ = read_text("", index, markup, asked)
    model, entailment = options.get("model"), options.get("entailment")
    of_model = replace(
        engine.settings.model,
        path=Path(model) if model else None,
        seed=options.get("seed", 0),
        entailment=Path(entailment) if entailment else None,
    )
    masking = engine.settings.masking
    masking = replace(masking, mask=options.get("mask") or masking.mask)
    settings = replace(engine.settings, model=of_model, masking=masking)
    if entailment and rewriter_of(settings) is not RewriterName.LLM:
        raise UserError("entailment reads what a model writes; name one as model")
    with closing(method_of(settings)) as how:
        made = Several(_protected(one, index, markup, asked, how, rulings) for one in texts)
    return made[0] if isinstance(text, str) else made


def _protected(
    text: str,
    index: Index,
    markup: Markup,
    asked: Mapping[str, object],
    how: ProtectionMethod,
    rulings: Rulings | None,
) -> Protected:
    engine, draft = read_text(text, index, markup, asked)
    side = Side(engine, how.against(engine.index), engine.guessers(rulings))
    (made,) = protect_draft(draft, markup, [side])
    changes = tuple(
        Change(
            step.edit.start,
            step.edit.end,
            step.edit.before,
            step.edit.after,
            tuple(kind.value for kind in step.kinds),
            step.reasons,
        )
        for step in made.protection.steps
    )
    new = made.protection.text
    again, draft = read_text(new, index, markup, asked)
    after = check_draft(again, draft, stop=within(SECONDS), rulings=rulings)
    return Protected(new, check_of(made.before), changes, check_of(after))


@dataclass(frozen=True)
class CheckedDocument:
    """A document that was checked.

    - ``text``: what a reader sees of it; offsets of what was found count its code points;
    - ``check``: what was found there.
    """

    text: str
    check: Check
    _seen: VisibleText = field(repr=False, compare=False)

    def place(self, offset: int) -> str:
        """Where a person finds the character at an offset: "footnote 1, paragraph 2"."""
        return str(self._seen.place_at(offset))


@dataclass(frozen=True)
class ProtectedDocument:
    """A document that was written anew.

    - ``text``: what a reader sees of the new file;
    - ``before``: what led back before; ``changes``: every change, its offsets as there;
    - ``removed``: how many things of each kind are not in it that no reader sees; ``left_out``: the
      same of what readers saw, which had so many words (``words_left_out``);
    - ``pictures``: how many are in it. What they show was not checked: a person has to look.
    """

    text: str
    before: Check
    changes: tuple[Change, ...]
    removed: Mapping[str, int]
    left_out: Mapping[str, int]
    words_left_out: int
    pictures: int


def check_document(
    path: str | Path,
    index: Index,
    *,
    background: Rulings | str | Path | None = None,
    **options: Unpack[CheckOptions],
) -> CheckedDocument:
    """What in the document at ``path`` leads back to an original; its ending says of what kind it
    is (DOCX, ODT, HTML, XML, e-mail, PDF). For the others see `check`. Raises UserError."""
    seen = _opened(Path(path)).seen
    found = check(seen.text, index, markup=Markup.DOCUMENT, background=background, **options)
    return CheckedDocument(seen.text, found, seen)


def protect_document(
    path: str | Path,
    out: str | Path,
    index: Index,
    *,
    tracked_changes: str = "",
    **options: Unpack[ProtectOptions],
) -> ProtectedDocument:
    """Write the DOCX or ODT file at ``path`` anew, as ``out``, so that nothing in it leads back and
    nothing is in it that no reader sees.

    ``tracked_changes``: the name of a reviewer, in which the changes of a DOCX file are tracked;
    until they are accepted, what leads back is in the file.

    ``out`` is a new file: there must be none of that name. It is read again, and checked again
    where that is another text. See `protect` for the options. Raises UserError, and writes nothing
    then.
    """
    path, out = Path(path), Path(out)
    demand_ending(path, out)
    if out.exists():
        raise UserError(f"{out}: there is a file here already; choose another name")
    document = _opened(path)
    asked: ProtectOptions = {**options, "markup": Markup.DOCUMENT}
    protected = protect(document.seen.text, index, **asked)
    edits = [Edit(one.start, one.end, one.before, one.after) for one in protected.changes]
    written = document.written(edits, tracked_changes)
    text = documents.read_within_budget(written.data, out).text
    left_out = words_left_out(path, text, protected.text)
    if text != protected.text and protect(text, index, **asked).changes:
        raise UserError(
            f"{path}: the result is not clean on a second look, so it was not written; this is an "
            "error in Unlinkable"
        )
    try:
        with ordinary_files.unfinished(out, written.data, like=path):
            pass
    except OSError as error:
        raise ordinary_files.unwritten(out, error) from error
    return ProtectedDocument(
        text,
        protected.before,
        protected.changes,
        written.removed,
        written.left_out,
        left_out,
        written.pictures,
    )


def _opened(path: Path) -> OpenedDocument:
    if path.suffix.lower() not in documents.SUFFIXES:
        known = ", ".join(sorted(documents.SUFFIXES))
        raise UserError(f"{path}: this is no document that can be read (known are {known})")
    try:
        return OpenedDocument.read(path)
    except OSError as error:
        raise UserError(
            f"{path}: the document cannot be read ({error.strerror}); check the path and its rights"
        ) from error
