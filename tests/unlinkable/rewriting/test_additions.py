"""What a text being written adds is noticed while it is written, and nothing else is."""

import json
import lzma
from pathlib import Path

import pytest

from tests.unlinkable.fidelity.test_fidelity import FAITHFUL
from tests.unlinkable.model.token_sources import Scripted
from tests.unlinkable.rewriting.conftest import task_of
from unlinkable.draft import Span
from unlinkable.model.decoding.guided_decoding import GuidedDecoding, Limits
from unlinkable.model.decoding.tokens import Sampling
from unlinkable.model.decoding.written_text import Fault
from unlinkable.rewriting.edits import Replacements
from unlinkable.rewriting.passage_request import PassageRequest, Target
from unlinkable.rewriting.task import Task
from unlinkable.rewriting.verification import Additions, Judges
from unlinkable.stopping import never
from unlinkable_index.words import find_words

BEFORE = "On 4 May the claimant, who kept bees, asked [REDACTED] for what the law may grant."


def additions(before: str, flagged: str) -> Additions:
    spans = [
        Span(before.index(part), before.index(part) + len(part))
        for part in flagged.split("|")
        if part
    ]
    return Additions(request(task_of(before), Span(0, len(before)), spans))


def request(task: Task, passage: Span, flagged: list[Span]) -> PassageRequest:
    """Asks for the passage in other words."""
    return PassageRequest(task, Target(passage, tuple(flagged), ()), Replacements())


def first_fault(judge: Additions, text: str) -> tuple[str, str] | None:
    """What had been written at the first fault, word by word, and where the fault begins."""
    for end in find_words(text).ends.tolist():
        fault = judge(text[:end], False)
        if fault is not None:
            return text[:end], text[fault.first :].split()[0]
    fault = judge(text, True)
    return None if fault is None else (text, text[fault.first :].split()[0])


@pytest.mark.parametrize(
    ("after", "blamed"),
    [
        ("On 4 May the claimant, named Ostrander, asked [REDACTED] for what it may grant.",
         "Ostrander,"),
        ("On 4 May 1987 the claimant asked [REDACTED] for what the law may grant.", "4"),
        ("On 4 May the claimant never asked [REDACTED] for what the law may grant.", "never"),
        ("On 4 May the claimant could ask [REDACTED] for what the law may grant.", "could"),
        ("On 4 May the claimant asked [REDACTED], XXX and <PERSON> for what the law may grant.",
         "<PERSON>"),
        ("On 4 May the claimant asked under Article 8 for what the law may grant him.", "Article"),
        ("On 4 May the claimant asked for “all of it” as the law may grant it.", "“all"),
        ("On 4 May the claimant asked [REDACTED] for it. He then went home again.", "He"),
        ("On 4 May the *claimant* asked [REDACTED] for what the law may grant.", "*claimant*"),
        ("1. On 4 May the claimant asked [REDACTED] for what the law may grant.", "1."),
        ("on 4 May the claimant asked [REDACTED] for what the law may grant.", "on"),
        ("On 4 May the rewritten claimant asked [REDACTED] for what it may grant.", "rewritten"),
    ],
)  # fmt: skip
def test_an_addition_is_noticed_before_the_text_is_complete(after: str, blamed: str) -> None:
    found = first_fault(additions(BEFORE, "who kept bees"), after)
    assert found is not None
    written, place = found
    assert place == blamed
    assert len(written) < len(after) or blamed == "He"


@pytest.mark.parametrize("added", ["“all of it”", "*all*"])
def test_the_space_before_a_mark_that_was_added_is_to_blame_with_it(added: str) -> None:
    after = f"On 4 May the claimant asked {added} as the law may grant it."
    judge = additions(BEFORE, "who kept bees")
    faults = (judge(after[:end], False) for end in find_words(after).ends.tolist())
    fault = next(fault for fault in faults if fault is not None)
    assert fault.first == after.index(f" {added}")


def test_an_addition_in_the_last_words_is_noticed_at_the_end() -> None:
    after = "On 4 May the claimant asked [REDACTED] for what the law may grant Ostrander."
    assert first_fault(additions(BEFORE, "who kept bees"), after) == (after, "Ostrander.")


def test_a_text_does_not_end_before_its_full_stop() -> None:
    text = BEFORE.replace("who kept bees", "a farmer")
    source = Scripted([text.removesuffix("."), text])
    judge = additions(BEFORE, "who kept bees")
    written = GuidedDecoding(source, judge, Sampling(), Limits(80)).write(never)
    assert written.text == text


@pytest.mark.parametrize(("before", "after", "flagged"), FAITHFUL)
def test_nothing_that_says_the_same_is_stopped_on_its_way(
    before: str, after: str, flagged: str
) -> None:
    assert first_fault(additions(before, flagged), after) is None


@pytest.mark.collection
@pytest.mark.parametrize("name", ["drafts-human", "drafts-presidio"])
def test_no_sentence_of_a_real_draft_is_stopped_on_its_way_to_itself(
    corpora: Path, name: str
) -> None:
    with lzma.open(corpora / f"{name}.jsonl.xz", "rt", encoding="utf-8") as file:
        texts = [json.loads(line)["text"] for line in file]
    for text in texts[::16]:
        task = task_of(text)
        for start, end in task.draft.sentences:
            judge = Additions(request(task, Span(start, end), []))
            assert first_fault(judge, text[start:end]) is None


def test_the_model_finds_other_words_for_what_it_would_have_invented() -> None:
    invented = BEFORE.replace("who kept bees", "a friend of Ostrander")
    faithful = BEFORE.replace("who kept bees", "a friend of animals")
    source = Scripted([invented, faithful])
    judge = additions(BEFORE, "who kept bees")
    written = GuidedDecoding(source, judge, Sampling(), Limits(80)).write(never)
    assert written.text == faithful
    assert written.rollbacks == 1


def test_a_model_that_insists_is_left_to_the_checks_of_the_finished_text() -> None:
    insisting = BEFORE.replace("who kept bees", "called Ostrander")
    judge = additions(BEFORE, "who kept bees")
    faults = [judge(insisting, True) for _ in range(40)]
    assert faults[0] is not None
    assert faults[-1] is None


def test_of_several_judges_each_may_object() -> None:
    judges = Judges((lambda _t, _e: None, lambda _t, _e: Fault(3, 4)))
    assert judges("some text", False) == Fault(3, 4)
    assert Judges((lambda _t, _e: None,))("some text", False) is None
