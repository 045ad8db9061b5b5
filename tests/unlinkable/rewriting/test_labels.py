"""Masks that say what kind of thing they hide, and only where that helps nobody to guess."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from tests.unlinkable.rewriting.conftest import index_of
from unlinkable.draft import Markup, Reading, read_draft
from unlinkable.draft.masks import HiddenWords
from unlinkable.findings.guessing import Gaps
from unlinkable.findings.question import Question
from unlinkable.findings.report import check
from unlinkable.language import LANGUAGES
from unlinkable.rewriting.edits import Edit
from unlinkable.rewriting.masking.guessers import Attackers, Guessers
from unlinkable.rewriting.masking.labels import LabelKind, Labelling, Labels, kind_of
from unlinkable.rewriting.masking.masking import mask_until_clean
from unlinkable.rewriting.task import Task
from unlinkable_index.index import Index

START = "The case originated in an application against the town, lodged by"
OWN = (
    f"{START} Rosalind Achterberg on 3 May 2009. It was heard in the winter. The Regional Court of "
    "Swale awarded 4,217 crowns to Mr Walter Pell. Rosalind Achterberg kept bees."
)
GERMAN = "Die Klage wurde am 3. Mai 2009 von Herrn Adler gegen die Stadt erhoben."
FRENCH = "Le recours a été formé le 3 mai 2009 par la commune de Lyon contre la loi."
TEXTS = [
    OWN,
    f"{START} a miller on 9 June 2011. It was heard in the autumn and allowed.",
    f"{START} a tenant in July. It was heard in the winter, and the Regional Court awarded crowns.",
    "The claim originated in a sale, which was heard. It kept to the town in the winter.",
    "He kept bees; the court awarded Mr Smith the crowns, and it was heard on Monday.",
]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    with index_of(TEXTS, tmp_path_factory.mktemp("rulings")) as opened:
        yield opened


def words_of(text: str, part: str) -> range:
    draft = read_draft(text)
    start = text.index(part)
    return draft.words_in(type(draft.sentences[0])(start, start + len(part)))


@pytest.mark.parametrize(
    ("text", "part", "kind"),
    [
        (OWN, "3 May 2009", LabelKind.DATE),
        (OWN, "May 2009", None),
        (OWN, "2009", None),
        (OWN, "4,217", LabelKind.NUMBER),
        (OWN, "4,217 crowns", None),
        (OWN, "Regional Court of Swale", LabelKind.COURT),
        (OWN, "Walter Pell", LabelKind.PERSON),
        (OWN, "Swale", LabelKind.NAME),
        (OWN, "winter", None),
        (OWN, "It", None),
        (OWN, "of Swale", None),
        (OWN, "Swale awarded", None),
        (GERMAN, "3. Mai 2009", LabelKind.DATE),
        (GERMAN, "Adler", LabelKind.PERSON),
        (GERMAN, "Stadt", None),
        (FRENCH, "3 mai 2009", LabelKind.DATE),
        (FRENCH, "Lyon", LabelKind.NAME),
    ],
)
def test_kinds_are_told_by_tables_and_capitals_and_by_nothing_else(
    text: str, part: str, kind: LabelKind | None
) -> None:
    assert kind_of(read_draft(text), words_of(text, part)) is kind


def task_of(text: str = OWN, **asked: int) -> Task:
    return Task.of(text, Markup.PLAIN, Reading(), Question(source=0, **{"max_terms": 1, **asked}))


def label(
    index: Index,
    part: str,
    text: str = OWN,
    labelling: Labelling = Labelling.ON,
    change: Callable[[Guessers], Guessers] = lambda one: one,
) -> str | None:
    task, words = task_of(text), words_of(text, part)
    masked = np.zeros(len(task.draft.forms), dtype=bool)
    masked[words.start : words.stop] = True
    guessers = change(Attackers().before(task, index))
    return Labels(task, labelling, guessers, masked).of(words)


def test_a_label_says_the_kind_where_that_is_asked(index: Index) -> None:
    assert label(index, "3 May 2009") == "[DATE]"
    assert label(index, "4,217") == "[NUMBER]"
    assert label(index, "Walter Pell") == "[NAME]"
    assert label(index, "Regional Court of Swale") == "[COURT]"
    assert label(index, "bees") is None
    assert label(index, "3 May 2009", labelling=Labelling.OFF) is None
    assert label(index, "3 May 2009", labelling=Labelling.DRAFT) is None


def test_labels_are_those_of_the_draft(index: Index) -> None:
    for mask, said in [
        ("[DATE]", "[DATE]"),
        ("<DATE_TIME>", "<DATE_TIME>"),
        ("[DATE_4]", "[DATE_5]"),
        ("[REDACTED]", None),
        ("[PERSON_1]", None),
    ]:
        text = f"{OWN} It was heard on {mask}."
        assert label(index, "3 May 2009", text, Labelling.DRAFT) == said
    text = f"{OWN} It was heard by [PERSON_7] and [PERSON_2]."
    assert label(index, "Walter Pell", text, Labelling.DRAFT) == "[PERSON_8]"
    assert label(index, "Swale", text, Labelling.DRAFT) is None  # of whom nobody says it is one


def test_the_same_words_have_the_same_number(index: Index) -> None:
    text = f"{OWN} There Rosalind Achterberg was heard by [NAME_1]."
    task = task_of(text)
    first, other = words_of(text, "Rosalind Achterberg"), words_of(text, "Mr Walter Pell")
    other = range(other.start + 1, other.stop)
    last = words_of(text, "There").stop
    again = range(last, last + 2)
    masked = np.zeros(len(task.draft.forms), dtype=bool)
    for words in (first, again, other):
        masked[words.start : words.stop] = True
    labels = Labels(task, Labelling.DRAFT, Attackers().before(task, index), masked)
    assert [labels.of(first), labels.of(other)] == ["[NAME_2]", "[NAME_3]"]
    assert [labels.of(again), labels.of(other)] == ["[NAME_2]", "[NAME_3]"]


def test_words_that_a_numbered_mask_is_known_to_hide_get_that_mask_again(index: Index) -> None:
    text = f"{OWN} There it was heard by [NAME_1] and [NAME_4]."
    known = frozenset({HiddenWords("[NAME_4]", ("swale",)), HiddenWords("[NAME_9]", ("walter",))})
    task = replace(task_of(text), hidden=known)
    swale, pell = words_of(text, "Swale"), words_of(text, "Walter Pell")
    other = words_of(text, "Rosalind Achterberg")
    masked = np.zeros(len(task.draft.forms), dtype=bool)
    for words in (swale, pell, other):
        masked[words.start : words.stop] = True
    guessers = Attackers().before(task, index)
    span = task.draft.span_of(pell)
    besides = (Edit(*span, "Walter Pell", "[NAME_6]"),)
    labels = Labels(task, Labelling.DRAFT, guessers, masked, besides)
    said = [labels.of(swale), labels.of(other), labels.of(pell)]
    assert said == ["[NAME_4]", "[NAME_7]", "[NAME_6]"]


def test_a_mask_beside_another_gets_no_label(index: Index) -> None:
    """Together they are one gap for whoever guesses, of which neither label says what it is."""
    task = task_of()
    person, bees = words_of(OWN, "Walter Pell"), words_of(OWN, "Pell. Rosalind")
    masked = np.zeros(len(task.draft.forms), dtype=bool)
    masked[person.start : bees.stop] = True
    labels = Labels(task, Labelling.ON, Attackers().before(task, index), masked)
    assert labels.of(person) is None


def test_what_no_mask_pattern_takes_for_a_mask_is_no_label(index: Index) -> None:
    task = Task.of(OWN, Markup.PLAIN, Reading(masks=(r"\[REDACTED\]",)), Question(source=0))
    words = words_of(OWN, "3 May 2009")
    masked = np.zeros(len(task.draft.forms), dtype=bool)
    masked[words.start : words.stop] = True
    labels = Labels(task, Labelling.ON, Attackers().before(task, index), masked)
    assert labels.of(words) is None


def test_where_other_rulings_have_the_words_there_is_no_label(index: Index) -> None:
    """Of Mr Pell nobody else speaks; were he named in the same place elsewhere, the fewer words
    that a label leaves would make him likelier."""
    text = OWN.replace("Walter Pell", "Smith")
    assert label(index, "Walter Pell") == "[NAME]"
    assert label(index, "Smith", text.replace("to Mr Smith", "Mr Smith the crowns")) is None


class Rulings:
    """Rulings that know one run of words, where only words that fit may stand."""

    seconds = 0.0

    def __init__(self, said: str, at: int) -> None:
        self._said = said
        self._at = at

    def told(self, gaps: Gaps, masked: object) -> np.ndarray:  # noqa: ARG002
        return np.zeros(len(gaps), dtype=bool)

    def told_among(self, gaps: Gaps, masked: object, fits: Callable[[str], bool]) -> np.ndarray:  # noqa: ARG002
        return np.array([bool(fits(self._said) and at == self._at) for at in gaps.firsts])


def test_rulings_at_hand_that_tell_it_among_words_of_the_kind_forbid_the_label(
    index: Index,
) -> None:
    words = words_of(OWN, "Walter Pell")

    def knowing(said: str) -> Callable[[Guessers], Guessers]:
        return lambda guessers: replace(guessers, rulings=Rulings(said, words.start))

    assert label(index, "Walter Pell", change=knowing("Walter Pell")) is None
    assert label(index, "Walter Pell", change=knowing("the crown")) == "[NAME]"
    assert label(index, "Walter Pell", change=knowing("17")) == "[NAME]"


def test_where_a_model_attacks_there_are_no_labels(index: Index) -> None:
    class Model:
        seconds, asked, guessed = 0.0, 0, ()

        def told(self, gaps: Gaps, masked: object) -> np.ndarray:  # noqa: ARG002
            return np.zeros(len(gaps), dtype=bool)

    assert label(index, "4,217", change=lambda one: replace(one, model=Model())) is None


_LABELS = re.compile(r"\[(?:DATE|NUMBER|COURT|NAME)\]")


@examples(60)
@given(
    st.lists(st.sampled_from([*OWN.split(), *TEXTS[1].split(), "[REDACTED]", "\n\n"]), max_size=40),
    st.sampled_from([1, 3]),
)
def test_labels_change_what_masks_say_and_nothing_else(
    index: Index, words: list[str], max_terms: int
) -> None:
    task = task_of(" ".join(words), max_terms=max_terms)
    plain = mask_until_clean(task, index, "[REDACTED]")
    labelled = mask_until_clean(task, index, "[REDACTED]", labelling=Labelling.ON)
    assert _LABELS.sub("[REDACTED]", labelled.text) == plain.text
    assert check(task.revised(labelled).draft, index, task.question).clean


def test_every_language_has_the_table_that_dates_are_told_by() -> None:
    assert all(any(True for _ in language.quantities.months.entries) for language in LANGUAGES)
