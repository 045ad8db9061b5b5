"""Every command in a terminal and in a pipe, as a person runs it: with its bar, and interrupted."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import pytest

from tests.pseudo_terminal import CTRL_C, Shown, run_in_terminal
from tests.unlinkable_index.writing import write_texts
from unlinkable.cli import INTERRUPTED, make_parser
from unlinkable.cli.parser import each_command

BAR = "% |"
UNLINKABLE = "from unlinkable.cli import main; raise SystemExit(main())"
# Only the download itself is not done; what is shown meanwhile is.
FETCHING = """
import time
from pathlib import Path
from unlinkable.model.gguf import model_file
def fetch(download, folder, received):
    for part in range(3):
        received(part * 1000, 2000)
        time.sleep(0.2)
    return Path("model.gguf")
model_file.fetch = fetch
"""
# Work waits once when the bar is first seen, so that it has not ended before the key is pressed.
HOLDING = """
import time
from tqdm import tqdm
def held(bar, *more, **others):
    tqdm.display = display
    drawn = display(bar, *more, **others)
    bar.fp.flush()
    time.sleep(3)
    return drawn
display, tqdm.display = tqdm.display, held
"""


@dataclass(frozen=True)
class Scenario:
    """A command, how it ends, whether it shows a bar, and what is done before it is run."""

    arguments: str
    status: int
    bar: bool
    before: str = ""


SCENARIOS = {
    "index": Scenario("rulings.jsonl -o OUT --processes 1", 0, True),
    "add": Scenario("more.jsonl -i grows.unlinkable --processes 1", 0, True),
    "near-copies": Scenario("rulings.jsonl -o OUT --processes 1", 0, True),
    "info": Scenario("i.unlinkable", 0, False),
    "check": Scenario("drafts", 1, False),
    "price": Scenario("drafts/a.txt", 0, True),
    "protect": Scenario("drafts/a.txt -o OUT --rewriter mask --ranked off", 0, True),
    "verify": Scenario("record.json result.txt", 0, False),
    "attack": Scenario("drafts/a.txt --originals rulings.jsonl", 1, True),
    "evaluate": Scenario("drafts --baseline mask --processes 1", 0, True),
    "deidentify": Scenario("rulings.jsonl -o OUT --patterns patterns.jsonl", 0, True),
    "serve": Scenario("--tcp 0", INTERRUPTED, False),
    "demo": Scenario("OUT", 0, False),
    "model fetch": Scenario("--to OUT", 0, True, FETCHING),
    "model info": Scenario("", 0, False),
    "completion": Scenario("bash", 0, False),
    "schema": Scenario("settings", 0, False),
}
WITH_BAR = [name for name, scenario in SCENARIOS.items() if scenario.bar]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with rulings, their index, drafts and settings."""
    folder = tmp_path_factory.mktemp("world")
    who, what = ("baker", "miller", "painter", "joiner"), ("bread", "fish", "a boat", "an owl")
    where = ("Oldport", "Millbrook", "Harwich", "Eastry", "Thornby")
    texts = {
        f"r{number}": f"The {one} of {place} sold {thing} at the night market. He paid the tax, "
        f"and the court of {place} heard him on day {number}. The {one} appealed."
        for number, (one, thing, place) in enumerate(product(who, what, where))
    }
    write_texts(folder / "rulings.jsonl", texts)
    write_texts(folder / "more.jsonl", {"new": "A zebra was sold to the joiner of Eastry."})
    (folder / "drafts").mkdir()
    for name, identity in (("a", "r3"), ("b", "r44")):
        draft = f"---\nsource: {identity}\n---\n{texts[identity]}".replace("night", "[REDACTED]")
        (folder / "drafts" / f"{name}.md").write_text(draft, "utf-8")
    (folder / "drafts" / "a.txt").write_text(texts["r3"].replace("tax", "[REDACTED]"), "utf-8")
    (folder / "unlinkable.toml").write_text('index = "i.unlinkable"\n', "utf-8")
    pattern = {"label": "PERSON", "pattern": "baker"}
    (folder / "patterns.jsonl").write_text(json.dumps(pattern), "utf-8")
    for out in ("i.unlinkable", "grows.unlinkable"):
        scenario = Scenario(f"rulings.jsonl -o {out} --keep --processes 1", 0, True)
        assert in_pipes("index", scenario, folder, "").returncode == 0
    made = Scenario("drafts/a.txt -o result.txt --rewriter mask --report record.json", 0, True)
    assert in_pipes("protect", made, folder, "").returncode == 0
    return folder


def command(name: str, scenario: Scenario, out: str) -> list[str]:
    """How a command is started, by the Python of the tests."""
    if name == "deidentify":
        pytest.importorskip("presidio_analyzer")
    arguments = scenario.arguments.replace("OUT", out).split()
    return [sys.executable, "-P", "-c", scenario.before + UNLINKABLE, *name.split(), *arguments]


def of_its_own(folder: Path) -> dict[str, str]:
    """Settings and data from nowhere else."""
    return {"XDG_CONFIG_HOME": str(folder / "config"), "XDG_DATA_HOME": str(folder / "data")}


def in_pipes(
    name: str, scenario: Scenario, folder: Path, out: str
) -> subprocess.CompletedProcess[str]:
    """A command in pipes; one that serves is interrupted once it says that it waits."""
    with subprocess.Popen(
        command(name, scenario, out),
        cwd=folder,
        env={**os.environ, **of_its_own(folder)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        if scenario.status == INTERRUPTED:
            assert process.stderr is not None
            assert "waiting" in process.stderr.readline()
            process.send_signal(signal.SIGINT)
        printed, said = process.communicate(timeout=120)
    return subprocess.CompletedProcess(process.args, process.returncode, printed, said)


def in_terminal(
    name: str,
    folder: Path,
    out: str,
    size: tuple[int, int] = (80, 24),
    environment: Mapping[str, str] | None = None,
    interrupt_after: str | None = None,
) -> Shown:
    """A command in a terminal."""
    scenario = SCENARIOS[name]
    if interrupt_after == BAR:
        scenario = replace(scenario, before=scenario.before + HOLDING)
    elif scenario.status == INTERRUPTED:
        interrupt_after = "waiting"
    around = {**of_its_own(folder), **(environment or {})}
    typed = {interrupt_after: CTRL_C} if interrupt_after else None
    return run_in_terminal(command(name, scenario, out), folder, *size, around, typed)


def demand_sound(name: str, text: str, status: int) -> None:
    """Fail where a command did not end as it should."""
    assert status == SCENARIOS[name].status, text
    for broken in ("mistake of the program", "Traceback"):
        assert broken not in text


def test_every_command_has_a_scenario() -> None:
    assert set(SCENARIOS) == set(each_command(make_parser()))


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_command_runs_in_a_terminal_with_its_bar(name: str, world: Path) -> None:
    shown = in_terminal(name, world, f"{name.replace(' ', '-')}-shown")
    demand_sound(name, shown.text, shown.status)
    assert (BAR in shown.text) == SCENARIOS[name].bar
    assert not any(BAR in line for line in shown.lines()), "the bar is taken away in the end"


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_command_runs_in_pipes_without_a_bar(name: str, world: Path) -> None:
    done = in_pipes(name, SCENARIOS[name], world, f"{name.replace(' ', '-')}-piped")
    demand_sound(name, done.stderr, done.returncode)
    assert BAR not in done.stderr
    assert "\x1b" not in done.stdout + done.stderr


OTHER_TERMINALS: list[tuple[tuple[int, int], dict[str, str]]] = [
    ((200, 50), {}),
    ((0, 0), {}),
    ((80, 24), {"TERM": "dumb"}),
    ((80, 24), {"NO_COLOR": "1"}),
]


@pytest.mark.slow(reason="every command in every kind of terminal: minutes")
@pytest.mark.parametrize("name", SCENARIOS)
def test_a_command_runs_in_terminals_of_every_kind(name: str, world: Path) -> None:
    for number, (size, environment) in enumerate(OTHER_TERMINALS):
        out = f"{name.replace(' ', '-')}-in-{number}"
        shown = in_terminal(name, world, out, size, environment)
        demand_sound(name, shown.text, shown.status)
        assert (BAR in shown.text) == SCENARIOS[name].bar


@pytest.mark.parametrize(("size", "environment"), [((80, 24), {}), *OTHER_TERMINALS])
def test_bar_results_and_colours_fit_the_terminal(
    size: tuple[int, int], environment: dict[str, str], world: Path
) -> None:
    shown = in_terminal("attack", world, "", size, environment)
    demand_sound("attack", shown.text, shown.status)
    assert BAR in shown.text
    assert shown.lines()[0].startswith(("drafts/a.txt", "\x1b[2mdrafts/a.txt"))
    assert ("\x1b" in shown.text) == (not environment)
    bars = [part for part in shown.text.split("\r") if BAR in part]
    assert {len(bar) for bar in bars} == {(size[0] or 80) - 1}


def test_what_is_said_is_broken_between_words(world: Path) -> None:
    shown = in_terminal("protect", world, "protect-broken", (40, 24))
    lines = shown.lines()
    assert len(lines) > 3
    assert all(len(line) <= 40 for line in lines)
    piped = in_pipes("protect", SCENARIOS["protect"], world, "protect-whole").stderr
    assert len(piped.splitlines()) < len(lines)


def test_reports_are_no_wider_than_the_terminal_and_verdicts_are_whole_in_a_pipe(
    world: Path,
) -> None:
    for name, columns in (("check", 40), ("info", 60)):
        shown = in_terminal(name, world, "", (columns, 24), {"NO_COLOR": "1"})
        assert all(len(line) <= columns for line in shown.lines()), shown.text
    piped = in_pipes("check", Scenario("drafts --summary", 1, False), world, "").stdout
    verdicts = [line for line in piped.splitlines() if line.startswith("drafts/")]
    assert len(verdicts) == 3
    assert all(line.endswith("ranking and guessing not asked.") for line in verdicts)
    assert max(map(len, piped.splitlines())) > 80


def test_marks_are_told_apart_where_nothing_but_ascii_can_be_shown(
    world: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    text = in_pipes("check", Scenario("drafts/a.txt", 1, False), world, "").stdout
    assert "Change at least one word of each \"...\" and every '...'." in text
    made = in_pipes("check", Scenario("drafts --format json", 1, False), world, "").stdout
    assert all(json.loads(line) for line in made.splitlines())


def test_the_bar_of_every_command_can_be_left_out(world: Path) -> None:
    for name, parser in each_command(make_parser()).items():
        assert {"-q", "--quiet"} <= set(parser.flags()), name
    quiet = Scenario(f"{SCENARIOS['protect'].arguments} -q", 0, False)
    started = command("protect", quiet, "protect-quiet")
    shown = run_in_terminal(started, world, environment=of_its_own(world))
    demand_sound("protect", shown.text, shown.status)
    assert BAR not in shown.text


@pytest.mark.parametrize("name", WITH_BAR)
def test_an_interrupt_while_the_bar_is_shown_leaves_one_line_and_nothing_else(
    name: str, world: Path
) -> None:
    before = sorted(world.rglob("*"))
    shown = in_terminal(name, world, f"{name.replace(' ', '-')}-never", interrupt_after=BAR)
    assert shown.status == INTERRUPTED, shown.text
    *others, line = filter(None, shown.lines())
    assert line.startswith("unlinkable: interrupted; ")
    assert all(other.startswith("note: ") for other in others)
    assert sorted(world.rglob("*")) == before
