"""Whether what was said is still said where a sentence stays as it was but for a few words.

In a sentence written anew what a word said may be said in many ways, so only its opposite tells
(`turned`). Where a few words were put in the place of others, what weighed there must weigh in
them too: "criticised" cannot become a word of which nothing is known. Knows what `sense` read;
nothing of tables.
"""

from collections.abc import Iterator

from unlinkable.fidelity.akin import akin
from unlinkable.fidelity.changes.alike import changes, stays
from unlinkable.fidelity.sense.sense import Said, Sense
from unlinkable.fidelity.turned.duties import DUTIES
from unlinkable.language import Pole
from unlinkable.language.wordnet import Thesaurus

_LOST = {Pole("success", "lost"), Pole("merit", "unfounded"), Pole("possibility", "impossible")}


def replaced(before: Sense, after: Sense, thesaurus: Thesaurus | None) -> Iterator[str]:
    """Every reason why a few words in ``after`` do not answer those whose place they took."""
    gone, come = changes(before, after) if stays(before, after) else ([], [])
    for said in _unanswered(before, gone, after, come, thesaurus):
        yield f"“{said.shown}” is missing."
    for said in _unanswered(after, come, before, gone, thesaurus):
        if said.word.denies:
            yield f"“{said.shown}” was not there before."


def _unanswered(
    text: Sense,
    changed: list[range],
    other: Sense,
    others: list[range],
    thesaurus: Thesaurus | None,
) -> Iterator[Said]:
    """What weighs in the ``changed`` words of ``text``, and in nothing of the other one."""
    instead = [other.forms[word] for words in others for word in words]
    answered = {word for said in text.poles if _answered(said, other) for word in said.words}
    for words, place in zip(changed, others, strict=True):
        for said in text.poles:
            weighs = said.word.weighs and any(word in words for word in said.words)
            weighs = weighs and answered.isdisjoint(said.words)
            words_said = [text.forms[word] for word in said.words]
            if (
                weighs
                and (place or said.word.denies)
                and not _said_by(words_said, instead, None if _exact(said) else thesaurus)
            ):
                yield said


def _answered(said: Said, other: Sense) -> bool:
    """Whether anything in ``other`` says what was said, or denies where that denied."""
    if any(pole.word.axis == said.word.axis for pole in other.poles):
        return True
    if not (said.word.denies or said.negations):
        return said.pole in DUTIES and bool(other.modals)
    against = any(pole.word.decides_against or pole.word in _LOST for pole in other.poles)
    return against or bool(other.negations)


def _exact(said: Said) -> bool:
    """Whether only the table of the language knows what says the same, not a thesaurus, by which
    "ignored" may stand for "dismissed"."""
    return said.word.decides or said.word.denies


def _said_by(words: list[str], instead: list[str], thesaurus: Thesaurus | None) -> bool:
    """Whether a word that came is one of ``words`` with another ending, or says the same."""
    return any(
        akin(word, form) or (thesaurus is not None and thesaurus.answers(form, word))
        for word in words
        for form in instead
    )
