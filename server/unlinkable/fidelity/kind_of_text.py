"""Whether a rewriting is the same kind of text: one passage of a ruling for another.

Nothing added around it (sentences, list numbers, markup, remarks about the task), and about as
long. Knows nothing of indexes, models, or what the text says.
"""

import re
import unicodedata
from collections import Counter
from functools import lru_cache

from unlinkable.draft import Markup, Reading, read_draft
from unlinkable.draft.draft import blanked
from unlinkable.draft.masks import Masks
from unlinkable_index.words import find_words

_MARKUP = re.compile(r"[*_#`<>|~\\{}\[\]]")
_LIST_MARK = re.compile(r"\s*(?:[-–•*+]\s|\(?(?:\d+|[a-z]|[ivx]+)[.)]\s)", re.IGNORECASE)
_END = re.compile(r"([.!?:;…,]*)[\s\"“”„»«’')\]*_]*$")
_QUOTATION_MARK = re.compile(r"[\"“”„«»]")
_REMARKS = {
    *("assistant", "prompt", "json", "instruction", "instructions", "rewritten", "rephrased"),
    *("rewording", "rewrite", "rephrase", "paraphrase", "placeholder", "llm", "chatbot"),
}
_SHORTEST, _LONGEST, _SLACK = 0.5, 1.5, 6  # words, against the passage


def another_kind(before: str, after: str, markup: Markup, reading: Reading) -> tuple[str, ...]:
    """Every reason why ``after`` is not the same kind of text as ``before``; none when it is.

    ``markup``, ``reading``: those of the draft.
    """
    quotation_marks = _QUOTATION_MARK.findall(before + after)
    checks = (
        "" if find_words(after).forms else "There are no words in it.",
        _lines(before, after),
        _sentences(before, after, markup, reading),
        _list_mark(before, after),
        _markup(*_without_masks(before, after, reading)),
        "A quotation mark stands without its other half." if len(quotation_marks) % 2 else "",
        other_end(before, after) or _beginning(before, after),
        _if_any("It speaks of the task instead of doing it.", _added_remark(before, after)),
        _if_any("A word was added that looks like another one.", _added_disguise(before, after)),
        _length(before, after),
    )
    return tuple(reason for reason in checks if reason)


def first_addition(before: str, text: str, markup: Markup, reading: Reading) -> int | None:
    """Where ``text``, a rewriting or its beginning, first adds a sentence, markup, a list number, a
    remark on the task, or begins otherwise than ``before``; None where it does not. What stands in
    its last few words may yet turn out to be something else."""
    places = [
        0 if _list_mark(before, text) or _beginning(before, text) else None,
        _added_sentence(before, text, markup, reading),
        _added_markup(*_without_masks(before, text, reading)),
        _added_remark(before, text),
        _added_disguise(before, text),
    ]
    return min((place for place in places if place is not None), default=None)


def _if_any(reason: str, place: int | None) -> str:
    return "" if place is None else reason


def _without_masks(before: str, after: str, reading: Reading) -> tuple[str, str]:
    """Both texts with blanks for masks, which `fidelity` counts."""
    masks = Masks(reading.masks)
    return blanked(before, masks.find(before)), blanked(after, masks.find(after))


def _lines(before: str, after: str) -> str:
    unseen = any(not character.isprintable() for character in after if character not in before)
    if "\n" in after and "\n" not in before:
        return "A line break was added."
    return "Characters that cannot be seen were added." if unseen else ""


def _sentences(before: str, after: str, markup: Markup, reading: Reading) -> str:
    if _added_sentence(before, after, markup, reading) is None:
        return ""
    was = _sentence_count(before, markup, reading)
    now = _sentence_count(after, markup, reading)
    return f"It has {now} sentences where there were {was}."


def _added_sentence(before: str, after: str, markup: Markup, reading: Reading) -> int | None:
    was = _sentence_count(before, markup, reading)
    now = read_draft(after, markup, reading).sentences
    return now[was].start if len(now) > was else None


@lru_cache(maxsize=32)  # a passage is compared with every wording that is tried for it
def _sentence_count(text: str, markup: Markup, reading: Reading) -> int:
    return len(read_draft(text, markup, reading).sentences)


def _list_mark(before: str, after: str) -> str:
    was, now = _LIST_MARK.match(before), _LIST_MARK.match(after)
    if (was and was[0].strip()) == (now and now[0].strip()):
        return ""
    return "A list number or bullet was added." if now else "The list number or bullet is missing."


def _markup(before: str, after: str) -> str:
    was, now = Counter(_MARKUP.findall(before)), Counter(_MARKUP.findall(after))
    if _added_markup(before, after) is not None:
        return f"Markup was added ({''.join(sorted(now - was))})."
    return f"Markup is missing ({''.join(sorted(was - now))})." if was - now else ""


def _added_markup(before: str, after: str) -> int | None:
    left = Counter(_MARKUP.findall(before))
    for match in _MARKUP.finditer(after):
        left[match[0]] -= 1
        if left[match[0]] < 0:
            return match.start()
    return None


def other_end(before: str, after: str) -> str:
    """The reason, where ``after`` does not end with the punctuation of ``before``; else ''."""
    was, now = _ending(before), _ending(after)
    if was == now:
        return ""
    return f"It ends with {now or 'no punctuation'} where there was {was or 'none'}."


def _beginning(before: str, after: str) -> str:
    first, second = before.lstrip()[:1], after.lstrip()[:1]
    if first.isupper() and second.islower():
        return "It begins with a small letter where there was a capital."
    if first.islower() and second.isupper():
        return "It begins with a capital where there was a small letter."
    return ""


def _ending(text: str) -> str:
    match = _END.search(text.rstrip())
    return match[1] if match else ""


def _added_remark(before: str, after: str) -> int | None:
    words, was = find_words(after), set(find_words(before).forms)
    for form, start in zip(words.forms, words.starts.tolist(), strict=True):
        if form in _REMARKS and form not in was:
            return int(start)
    return None


def _added_disguise(before: str, after: str) -> int | None:
    """Where a new word is first written with letters of several alphabets, or the like: its form
    is that of the word that it looks like."""
    words = find_words(after)
    places = zip(words.starts.tolist(), words.ends.tolist(), words.forms, strict=True)
    for start, end, form in places:
        shown = after[start:end]
        if unicodedata.normalize("NFKC", shown).casefold() != form and shown not in before:
            return int(start)
    return None


def _length(before: str, after: str) -> str:
    was, now = len(find_words(before).forms), len(find_words(after).forms)
    if now > was * _LONGEST + _SLACK:
        return f"It is much longer: {now} words instead of {was}."
    return f"It is much shorter: {now} words instead of {was}." if now < was * _SHORTEST else ""
