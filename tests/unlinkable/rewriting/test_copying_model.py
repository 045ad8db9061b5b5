"""A model that does as it is told, in the real llama.cpp: what the product makes of its texts."""

import itertools
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.unlinkable.rewriting.conftest import DRAFT, rulings, task_of
from tests.unlinkable_index.twin import Twin
from unlinkable.draft import Span
from unlinkable.model.author import Candidate, ModelOptions, Writing
from unlinkable.model.decoding.guided_decoding import Limits
from unlinkable.model.decoding.tokens import Sampling
from unlinkable.model.process.process import Model
from unlinkable.model.prompt import Request
from unlinkable.rewriting.candidates import Sorting
from unlinkable.rewriting.edits import Remedy, applied
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.stopping import Progress, StoppedError, never
from unlinkable_index.index import Index

MANY = 200
SENTENCES = {
    "bees": "The claimant kept bees behind the rectory.",
    "founder": "The court heard [REDACTED] and a retired bell founder.",
    "fire": "He said that “the swarm was gone” before the fire began, and the claimant must bear "
    "the costs under section 12 (3).",
}
LINKING = {
    "bees": {"kept", "bees", "behind", "the", "rectory"},
    "founder": {"retired", "bell", "founder"},
    "fire": {"before", "the", "fire", "began", "and", "claimant"},
}


@pytest.fixture(scope="module")
def model(copying_model: Path) -> Iterator[Model]:
    made = started(copying_model)
    yield made
    made.close()


def started(path: Path, plan: bool = False, seed: int = 0) -> Model:
    return Model(ModelOptions(path, threads=1, gpu_layers=0, reasoning=plan, seed=seed))


@pytest.fixture(scope="module")
def twin() -> Twin:
    """All phrases of the collection and how many originals have them, counted one by one."""
    return Twin(rulings(), 7)


def at(word: str) -> Span:
    return Span(DRAFT.index(word), DRAFT.index(word) + len(word))


def rare(text: str, twin: Twin) -> set[str]:
    """The phrases of a draft that are in one document, its original, by the twin."""
    own = Twin([ruling for ruling in rulings() if ruling["id"] == "original"], 7)
    draft = task_of(text).draft
    return {
        " ".join(draft.forms[first:last])
        for first, last in itertools.combinations(range(len(draft.forms) + 1), 2)
        if last - first <= 7
        and draft.segments[first] == draft.segments[last - 1]
        and twin.df(draft.forms[first:last]) == 1
        and own.df(draft.forms[first:last]) == 1
    }


@pytest.mark.parametrize("plan", [False, True])
def test_where_nothing_is_forbidden_it_writes_the_passage_again(
    copying_model: Path, plan: bool
) -> None:
    model = started(copying_model, plan)
    for passage in SENTENCES.values():
        before, _, after = DRAFT.partition(passage)
        request = Request(before.strip(), passage, after.strip(), ("bees", "bell founder"), {})
        sampling = Sampling(planned=plan)
        writing = Writing(request, (sampling,), Limits(tokens=200), lambda *_: None)
        (candidate,) = model.candidates(writing, never)
        assert candidate.text == passage
        assert candidate.log_probability > -0.01
    model.close()


@pytest.mark.parametrize("word", SENTENCES)
def test_a_sentence_gets_wordings_that_differ_only_where_it_led_back(
    index: Index, model: Model, twin: Twin, word: str
) -> None:
    proposal = Rewriter(index, model).propose(task_of(), at(word))
    assert len({one.edit.after for one in proposal.alternatives}) == 3
    assert proposal.message is None
    for alternative in proposal.alternatives:
        assert alternative.kind is Remedy.REWRITE
        assert alternative.edit.before == SENTENCES[word]
        after = applied(DRAFT, [alternative.edit])
        assert rare(after, twin) < rare(DRAFT, twin)
        assert not rare(alternative.edit.after, twin)
        changed = {w for change in alternative.changes for w in change.before.split()}
        assert changed
        assert changed <= LINKING[word]
    ranks = [-round(one.log_probability or 0, 3) for one in proposal.alternatives]
    assert ranks == sorted(ranks)


def test_another_seed_gives_other_wordings(index: Index, copying_model: Path) -> None:
    def wordings(seed: int) -> list[str]:
        model = started(copying_model, seed=seed)
        proposal = Rewriter(index, model).propose(task_of(), at("fire"), wanted=2)
        model.close()
        return [one.edit.after for one in proposal.alternatives]

    assert wordings(1) == wordings(1) != wordings(2)


def once_one_is_there(monkeypatch: pytest.MonkeyPatch, then: Callable[[], None]) -> None:
    """Do something when the first alternative is there, before the model writes the next."""
    calls, take = iter([then]), Sorting.take

    def taken(sorting: Sorting, candidate: Candidate) -> None:
        take(sorting, candidate)
        if sorting.alternatives:
            next(calls, lambda: None)()

    monkeypatch.setattr(Sorting, "take", taken)


def test_killed_while_it_writes_it_is_started_again_with_one_message_and_goes_on(
    index: Index, model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kill() -> None:
        assert model._worker is not None
        model._worker.process.send_signal(signal.SIGKILL)

    said: list[Progress] = []
    once_one_is_there(monkeypatch, kill)
    proposal = Rewriter(index, model).propose(
        task_of(), at("founder"), report=said.append, wanted=20
    )
    assert len(proposal.alternatives) > 3
    assert sum("ended unexpectedly" in progress.message for progress in said) == 1
    assert model.loaded


def test_cancelled_while_it_writes_it_stops_and_can_be_asked_again(
    index: Index, model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = threading.Event()
    once_one_is_there(monkeypatch, stop.set)
    rewriter = Rewriter(index, model)
    with pytest.raises(StoppedError):
        rewriter.propose(task_of(), at("fire"), stop=stop.is_set, wanted=MANY)
    assert model.loaded
    assert rewriter.propose(task_of(), at("fire"), wanted=1).alternatives
