"""The model's process killed, hung and fed garbage in the middle of work; nothing worse follows."""

import json
import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.unlinkable.model.conftest import Scripted
from tests.unlinkable.model.model_headers import STAND_IN
from unlinkable.model.author import Candidate, ModelOptions, Writing
from unlinkable.model.decoding.guided_decoding import Limits
from unlinkable.model.decoding.tokens import Sampling
from unlinkable.model.decoding.written_text import Judge
from unlinkable.model.process import process
from unlinkable.model.process.failures import ModelFailedError, ModelUnavailableError
from unlinkable.model.process.process import WORKER, Model
from unlinkable.model.prompt import Request
from unlinkable.stopping import Progress, StoppedError, never
from unlinkable_index.errors import UserError

REQUEST = Request("Before.", "The mill burned.", "After.", ("mill",), {})
PATIENCE = 60.0  # seconds, however busy the machine is
ANSWERS = {"mill": ["The building burned.", "A house burned."]}


def ask(model: Model, stop: object = never, tries: int = 1, **more: object) -> list[Candidate]:
    samplings = [Sampling(0.0 if n == 0 else 0.7, seed=n) for n in range(tries)]
    return list(model.candidates(writing(samplings), stop, **more))  # type: ignore[arg-type]


def writing(samplings: Sequence[Sampling], judge: Judge = lambda _text, _ended: None) -> Writing:
    return Writing(REQUEST, tuple(samplings), Limits(tokens=200), judge)


def texts(candidates: list[Candidate]) -> list[str | None]:
    return [candidate.text for candidate in candidates]


def test_a_model_is_loaded_on_first_use_and_stays(scripted: Scripted) -> None:
    model = scripted(ANSWERS)
    assert not model.loaded
    said: list[Progress] = []
    assert texts(ask(model, tries=2, report=said.append)) == ANSWERS["mill"]
    assert [progress.message for progress in said] == ["Loading the model model.gguf"]
    assert model.loaded
    assert texts(ask(model, report=said.append)) == ANSWERS["mill"][:1]
    assert len(said) == 1
    assert model.cost.requests == 2
    assert model.cost.generated > 0


def test_after_a_crash_it_is_started_again_with_one_message(
    scripted: Scripted, tmp_path: Path
) -> None:
    model = scripted(ANSWERS, trouble="dies once", starts=str(tmp_path / "starts"))
    said: list[Progress] = []
    assert texts(ask(model, report=said.append)) == ["The building burned."]
    assert sum("ended unexpectedly" in progress.message for progress in said) == 1


def test_without_room_on_the_graphics_card_it_runs_on_the_processor_and_stays_there(
    scripted: Scripted,
) -> None:
    model = scripted(ANSWERS, trouble="no room on the card")
    said: list[Progress] = []
    assert texts(ask(model, report=said.append)) == ["The building burned."]
    model._unload_if_idle()
    assert texts(ask(model, report=said.append)) == ["The building burned."]
    assert sum("graphics card has no room" in progress.message for progress in said) == 1


def test_a_chosen_number_of_layers_without_room_on_the_card_is_not_changed(
    scripted: Scripted,
) -> None:
    model = scripted(ANSWERS, trouble="no room on the card", gpu_layers=20)
    with pytest.raises(ModelUnavailableError, match="no room for so much of this model"):
        ask(model)


def test_a_passage_that_crashes_it_twice_is_given_up_with_the_reason(scripted: Scripted) -> None:
    model = scripted(ANSWERS, trouble="dies")
    with pytest.raises(ModelFailedError, match="ended twice at this passage \\(exit status 7\\)"):
        ask(model)


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_process_killed_from_outside_is_replaced(scripted: Scripted) -> None:
    model = scripted(ANSWERS)
    ask(model)
    assert model._worker is not None
    model._worker.process.send_signal(signal.SIGKILL)
    model._worker.process.wait()
    assert texts(ask(model)) == ["The building burned."]


def test_a_process_that_hangs_is_killed(scripted: Scripted) -> None:
    model = scripted(ANSWERS, trouble="hangs", patience=0.3)
    with pytest.raises(ModelFailedError, match="no sign of life"):
        ask(model)
    assert not model.loaded


def test_a_computation_that_goes_on_is_waited_for_however_long_it_takes(
    scripted: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "_SCALE", 0.0)
    model = scripted(ANSWERS, trouble="computes for long", patience=1.5)
    assert texts(ask(model)) == ["The building burned."]


def test_whoever_was_silent_for_long_before_is_waited_for_longer(scripted: Scripted) -> None:
    model = scripted(ANSWERS, patience=0.001)  # loading alone takes longer
    assert texts(ask(model, tries=2)) == ANSWERS["mill"]


@pytest.mark.parametrize("trouble", ["garbage", "lies"])
def test_a_process_that_talks_nonsense_is_replaced_and_then_given_up(
    scripted: Scripted, trouble: str
) -> None:
    with pytest.raises(ModelFailedError, match="ended twice"):
        ask(scripted(ANSWERS, trouble=trouble))


@pytest.mark.parametrize("trouble", ["slow", "hangs"])
def test_cancelling_does_not_wait_for_the_model(scripted: Scripted, trouble: str) -> None:
    model = scripted(ANSWERS, trouble=trouble)
    asked = threading.Event()

    def cancel() -> None:
        while not model.loaded:
            time.sleep(0.01)
        time.sleep(0.8)
        asked.set()

    threading.Thread(target=cancel).start()
    with pytest.raises(StoppedError):
        ask(model, stop=asked.is_set)


def test_after_cancelling_the_model_works_on(scripted: Scripted) -> None:
    model = scripted(ANSWERS)
    ask(model)
    calls = iter([False, False, True])
    with pytest.raises(StoppedError):
        ask(model, stop=lambda: next(calls, True))
    assert texts(ask(model)) == ["The building burned."]


def test_after_a_judge_went_wrong_the_same_model_works_on(scripted: Scripted) -> None:
    model = scripted(ANSWERS)

    def wrong(_text: str, _ended: bool) -> None:
        raise UserError("the index is damaged")

    with pytest.raises(UserError, match="index"):
        list(model.candidates(writing([Sampling()], wrong), never))
    said: list[Progress] = []
    assert texts(ask(model, report=said.append)) == ["The building burned."]
    assert said == []


def test_whoever_has_enough_need_not_wait_for_the_rest(scripted: Scripted) -> None:
    model = scripted(ANSWERS)
    samplings = [Sampling(seed=n) for n in range(5)]
    candidates = model.candidates(writing(samplings), never)
    assert next(candidates).text == "The building burned."
    candidates.close()  # type: ignore[attr-defined]
    assert texts(ask(model)) == ["The building burned."]


def test_it_leaves_memory_when_idle(scripted: Scripted) -> None:
    model = scripted(ANSWERS, idle_minutes=0.2 / 60)
    ask(model)
    deadline = time.monotonic() + PATIENCE
    while model.loaded and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not model.loaded
    assert texts(ask(model)) == ["The building burned."]


@pytest.mark.parametrize("seconds", [0.05, 1.5])
def test_closing_ends_it_while_it_loads_or_works(scripted: Scripted, seconds: float) -> None:
    model = scripted(ANSWERS, trouble="hangs")
    timer = threading.Timer(seconds, model.close)
    timer.start()
    with pytest.raises(StoppedError):
        ask(model)
    timer.join()
    assert not model.loaded


def test_a_worker_fed_garbage_ends() -> None:
    worker = subprocess.run(
        WORKER,
        input=b"\xff\xff\xff\xff not a message",
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert worker.returncode == 3
    assert worker.stdout == worker.stderr == b""


def test_a_worker_whose_parent_is_gone_ends() -> None:
    worker = subprocess.run(WORKER, input=b"", capture_output=True, timeout=PATIENCE, check=False)
    assert worker.returncode == 0


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "no such model file; run: unlinkable model fetch"),
        (b"", "this is no GGUF model"),
        (b"PK\x03\x04" + bytes(50), "this is no GGUF model"),
        (b"GGUF\x03\x00\x00\x00\xff", "damaged or incomplete; fetch it again"),
        (b"GGUF" + b"\xff" * 60, "damaged or incomplete; fetch it again"),
    ],
)
def test_a_missing_or_damaged_model_file_is_named_with_what_to_do(
    tmp_path: Path, content: bytes | None, said: str
) -> None:
    path = tmp_path / "some.gguf"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UserError, match=said) as error:
        ask(Model(ModelOptions(path)))
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)


def test_a_missing_extra_is_named_with_the_command_to_install_it(tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(STAND_IN)
    without = tmp_path / "without.py"
    without.write_text(
        "import sys\n"
        "sys.modules['llama_cpp'] = None\n"
        "from unlinkable.model.process import worker\n"
        "worker.main()\n"
    )
    model = Model(ModelOptions(path), (sys.executable, str(without)))
    with pytest.raises(ModelUnavailableError) as error:
        ask(model)
    said = str(error.value).rpartition("run: ")[2]
    assert shlex.split(said) == [sys.executable, "-P", "-m", "pip", "install", "llama-cpp-python"]


def test_a_truncated_model_is_no_crash(tiny_model: Path, tmp_path: Path) -> None:
    path = tmp_path / "cut.gguf"
    path.write_bytes(tiny_model.read_bytes()[:-200_000])
    with pytest.raises(UserError, match=r"damaged or incomplete|cannot load this model"):
        ask(Model(ModelOptions(path, threads=1)))


def test_nothing_of_the_text_is_on_the_command_line_or_in_the_environment(
    scripted: Scripted,
) -> None:
    model = scripted(ANSWERS)
    ask(model)
    assert model._worker is not None
    assert "mill" not in json.dumps(model._worker.process.args)
