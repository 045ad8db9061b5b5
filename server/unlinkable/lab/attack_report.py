"""The four questions of an attack and their answers, in sentences, and the report as text, page and
JSON. Each answer says who could do it; there is no single figure of risk. As confidential as the
originals."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from unlinkable import __version__
from unlinkable.attackers.attacker import AtMask, Attacked, ModelShown
from unlinkable.draft import Lines, Span
from unlinkable.findings.circumstances import Circumstances
from unlinkable.findings.guessable_mask import SHOWN_RULINGS, SHOWN_SHARE
from unlinkable.printing import Style, counted, json_text, plain, quoted, strong, wrapped
from unlinkable.reporting import with_schema
from unlinkable.reporting.found import guessed_by, rounded
from unlinkable.reporting.json_lines import reservations
from unlinkable.reporting.page import (
    Html,
    Shown,
    facts,
    inline,
    joined,
    page,
    table,
    tag,
    text,
    whole_text,
)
from unlinkable.reporting.verdict import UNRELIABLE, ahead
from unlinkable_index.index import Document, Index
from unlinkable_index.words import find_words

_LONGEST = 200  # characters of a text that is read off
_NO_MASKS = "There is no mask in this draft."


@dataclass(frozen=True)
class AttackedDraft:
    """What was found out from the draft ``name``, and under what circumstances that holds. ``id``:
    that of its record, or what its file is called without the ending; ``group``: the person that
    its record names."""

    name: str
    id: str
    attacked: Attacked
    index: Index
    circumstances: Circumstances
    group: str | None = None

    @property
    def source(self) -> Document | None:
        """The document that masks were read off, and that was left out of the guessing."""
        number = self.attacked.source
        return None if number is None else self.index.document(number)

    @property
    def found_out(self) -> bool:
        """Whether anything was: its original, or what a mask hides."""
        attacked = self.attacked
        return attacked.recognised or any(
            one.read or one.guessable or one.filled for one in attacked.masks
        )


@dataclass(frozen=True)
class AttackAnswer:
    """One of the questions, who could do it, and what they find out; all for people."""

    question: str
    who: str
    said: str


def answers(draft: AttackedDraft) -> Iterator[AttackAnswer]:
    """The questions of an attack, each with its answer."""
    yield AttackAnswer("Recognised?", "whoever may search the originals", _recognised(draft))
    yield AttackAnswer("Read off?", "whoever has the originals", _read_off(draft))
    yield AttackAnswer("Guessed?", "whoever has other rulings", _guessed(draft))
    yield AttackAnswer("Guessed by a model?", _who(draft), _by_model(draft))


def shown(text: str) -> str:
    """What was read off, its middle left out where it is long."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]} … {text[-_LONGEST // 2 :]}"


def found_at(one: AtMask) -> Iterator[tuple[str, str, str]]:
    """What was found out at a mask: how, the words, and how sure that is."""
    if one.read:
        sure = "word for word" if one.read.exact else "among these words"
        if not one.read.parted:
            sure += f", {len(one.gap.masks):,} masks side by side"
        yield "read off", shown(one.read.at(one.place)), sure
    if found := one.guessable:
        yield "guessed", found.guess, guessed_by(found)

    if one.filled:
        yield "filled in by the model", one.filled.text, f"probability {one.filled.probability:.0%}"


def _recognised(draft: AttackedDraft) -> str:
    attacked, fares = draft.attacked, draft.attacked.recognition
    if fares is None or draft.source is None:
        return "No: the index has no word of this draft."
    name = draft.source.id
    if attacked.recognised:
        return f"Yes: {name} comes first, {ahead(fares.words.lead)} of the next."
    if fares.recognised:
        return f"Hardly: {name} comes first, but so little ahead of the next that it may be chance."
    return f"No: {name} comes at place {fares.words.rank:,}."


def _read_off(draft: AttackedDraft) -> str:
    attacked = draft.attacked
    if not attacked.originals:
        return "Not asked: no originals were named (--originals)."
    if not attacked.masks:
        return _NO_MASKS
    if draft.source is None:
        return "No: no original was recognised."
    if not attacked.text_at_hand:
        return f"Not asked: the text of {draft.source.id} is not among the originals named."
    read = [one.read for one in attacked.masks if one.read]
    exact = sum(one.exact for one in read)
    if not read:
        return f"No: {draft.source.id} has no text in which the words of this draft stand."
    wider = len(read) - exact
    also = f", and {wider:,} more among a few words" if wider else ""
    return f"{_of(exact, attacked)} word for word in {draft.source.id}{also}."


def _guessed(draft: AttackedDraft) -> str:
    attacked = draft.attacked
    if attacked.rulings is None:
        return "Not asked: no other rulings were named (--background)."
    if not attacked.masks:
        return _NO_MASKS
    left_out = f", {draft.source.id} left out" if draft.source else ""
    looked = f"{attacked.rulings:,} nearest rulings{left_out}"
    count = len(attacked.guessable)
    sure = f"{SHOWN_SHARE:.0%} of the votes or more, of {SHOWN_RULINGS} rulings or more"
    if not count:
        return f"No mask with {sure} ({looked})."
    return f"{_of(count, attacked)} with {sure} ({looked})."


_SHOWN = {
    ModelShown.NOTHING: "whoever has a language model",
    ModelShown.GENERAL: "whoever has a language model and other texts",
    ModelShown.OTHERS: "whoever has a language model and other rulings",
    ModelShown.ORIGINAL: "whoever has a language model and the originals",
}


def _who(draft: AttackedDraft) -> str:
    by_model = draft.attacked.by_model
    return _SHOWN[ModelShown.NOTHING if by_model is None else by_model.level]


def _by_model(draft: AttackedDraft) -> str:
    by_model = draft.attacked.by_model
    if by_model is None:
        return "Not asked: no model was named (--model)."
    level = by_model.level.value
    said = f"It filled in {by_model.tried:,} of {by_model.of:,} masks (level {level})"
    known = [one for one in draft.attacked.masks if one.filled and one.read and one.read.exact]
    if not known:
        return f"{said}; whether rightly is not known."
    right = sum(_same(one) for one in known)
    return f"{said}; {right:,} of {len(known):,} that could be read off it has word for word."


def _same(one: AtMask) -> bool:
    """Whether the model says what stands in the original."""
    if one.filled is None or one.read is None:
        return False
    return find_words(one.filled.text).forms == find_words(one.read.at(one.place)).forms


def _of(count: int, attacked: Attacked) -> str:
    whole = len(attacked.masks)
    return f"{count:,} of {whole:,} mask{'' if whole == 1 else 's'}"


def held(circumstances: Circumstances) -> Iterator[str]:
    """What narrowed the attack, and what was not heeded, in sentences."""
    for narrowing in circumstances.narrowed:
        yield f"Narrowed by {narrowing.where}: {narrowing}."
    yield from circumstances.ignored


def attack_page(drafts: Iterable[AttackedDraft], problems: Sequence[str]) -> Iterator[str]:
    """The page, piece by piece. ``problems`` says why drafts could not be attacked."""
    return page("What can be found out from a draft", _parts(list(drafts), problems))


def _parts(drafts: Sequence[AttackedDraft], problems: Sequence[str]) -> Iterator[Html]:
    now = datetime.now().astimezone()
    yield facts([("Attacked", text(f"{now:%Y-%m-%d %H:%M %Z}, by Unlinkable {__version__}"))])
    if problems:
        yield tag("h2", text("Could not be attacked"))
        yield tag("ul", *(tag("li", text(problem)) for problem in problems))
    for draft in drafts:
        yield tag("section", joined(_section(draft), "\n"))


def _section(draft: AttackedDraft) -> Iterator[Html]:
    yield tag("h2", text(draft.name))
    if draft.circumstances.doubts:
        yield tag("p", tag("strong", text("This result cannot be relied on:")))
        said = (tag("li", text(f"{doubt.message}.")) for doubt in draft.circumstances.doubts)
        yield tag("ul", *said)
    rows = [(text(one.question), text(one.who), text(one.said)) for one in answers(draft)]
    yield table(("Question", "Who could do it", "Answer"), rows)
    for sentence in held(draft.circumstances):
        yield tag("p", text(sentence))
    yield tag("h3", text("The draft, with what was found at its masks"))
    yield _text(draft)
    yield tag("h3", text("Masks"))
    yield _masks(draft)


def _text(draft: AttackedDraft) -> Html:
    """The draft; beside each mask, what was found there."""
    places = [(Span(one.mask.start, one.mask.end), _shown(one)) for one in draft.attacked.masks]
    read = draft.attacked.draft
    return tag("div", *whole_text(read.text, places), class_="text", lang=read.language.code)


def _shown(one: AtMask) -> Shown:
    best = next(found_at(one), None)
    if best is None:
        return lambda mask: mask
    how, words, sure = best
    found = tag("ins", text(words), title=f"{how}, {sure}")
    return lambda mask: tag("mark", mask, inline(" "), found)


def _masks(draft: AttackedDraft) -> Html:
    lines = Lines(draft.attacked.draft.text)
    rows: list[Sequence[Html | int]] = []
    for one in draft.attacked.masks:
        line, _ = lines.place(one.mask.start)
        rows += [
            (one.number, line, text(how), text(words), text(sure))
            for how, words, sure in found_at(one)
        ]
    return table(("Mask", "Line", "How", "Words", "How sure"), rows)


_GUESSES = 3  # that are told of a mask


def attack_json(draft: AttackedDraft) -> str:
    """The report as one line. Offsets count code points of the draft; shares are 0 to 1."""
    attacked, source = draft.attacked, draft.source
    fares = attacked.recognition
    result: dict[str, Any] = {
        "draft": draft.name,
        "index": {"documents": draft.index.documents, "fingerprint": draft.index.fingerprint},
        "words": len(attacked.draft.forms),
        "recognised": fares
        and source
        and {"document": source.id, "rank": fares.words.rank, "lead": rounded(fares.words.lead)},
        "originals": attacked.originals,
        "read_off": attacked.text_at_hand,
        "rulings": attacked.rulings,
        "model": attacked.by_model
        and {
            "level": attacked.by_model.level.value,
            "tried": attacked.by_model.tried,
            "of": attacked.by_model.of,
        },
        "masks": [mask_json(attacked.draft.text, one) for one in attacked.masks],
    }
    return json_text(with_schema("attack", result | reservations(draft.circumstances)))


def mask_json(text: str, one: AtMask) -> dict[str, Any]:
    """What was found out at one mask of the draft ``text``."""
    start, end = one.mask
    told: dict[str, Any] = {
        "number": one.number,
        "start": start,
        "end": end,
        "text": text[start:end],
    }
    if one.read:
        told["read_off"] = {
            "text": one.read.at(one.place),
            "exact": one.read.exact and one.read.parted,
        }
    if one.guesses:
        told["guessable"] = one.guessable is not None
        told["guesses"] = [
            {
                "text": guess.text,
                "share": round(guess.share, 3),
                "rulings": len(guess.voters),
                "documents": list(guess.voters[:10]),
            }
            for guess in one.guesses[:_GUESSES]
        ]
    if one.filled:
        told["filled"] = {
            "text": one.filled.text,
            "share": round(one.filled.share, 3),
            "probability": round(one.filled.probability, 4),
        }
    return told


def attack_text(draft: AttackedDraft, style: Style) -> str:
    """The report on one draft, as lines that end with a newline."""
    return "".join(f"{line}\n" for line in _lines(draft, style))


def _lines(draft: AttackedDraft, style: Style) -> Iterator[str]:
    attacked, name = draft.attacked, plain(draft.name)
    if draft.circumstances.doubts:
        yield from wrapped(strong(f"{name}: {UNRELIABLE}:"), style)
        for doubt in draft.circumstances.doubts:
            yield from wrapped(f"{plain(doubt.message)}.", style, "  - ")
        yield ""
    lines = Lines(attacked.draft.text)
    for one in attacked.masks:
        found = list(found_at(one))
        if not found:
            continue
        line, column = lines.place(one.mask.start)
        mask = plain(attacked.draft.text[one.mask.start : one.mask.end])
        place = f"{name}:{line}:{column}"
        yield f"{style.faint}{place}{style.plain} {mask} (mask {one.number})"
        for how, words, sure in found:
            said = f"{how}: {quoted(plain(words))} ({plain(sure)})"
            yield from wrapped(said, style, "    - ")
    yield f"{name}, {counted(len(attacked.masks), 'mask')}:"
    for answer in answers(draft):
        told = f"{strong(answer.question)} ({answer.who}) {plain(answer.said)}"
        yield from wrapped(told, style, "  ")
    for sentence in held(draft.circumstances):
        yield from wrapped(plain(sentence), style, "  ")
