"""What the tests notice: small changes planted at random in the code, and the tests run on each.

    python -m tests.benchmarks.mutants [--room NAME]... [--sample 30] [--seed N]
        [--results FILE] [--again FILE]

A change turns a comparison, adds one to a constant, exchanges "and" and "or", plus and minus, or
takes a "not" away (cosmic-ray makes them). Each is planted in a copy of the checkout, where the
tests of its room run until one fails, with fewer examples than usual. Prints what survived, with
its place, and the share noticed; what survives and stands in `unchanging.toml` with the reason why
nothing could notice it is counted apart. The seed decides which changes are tried, and how
hypothesis draws its examples.
"""

import argparse
import contextlib
import difflib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import hypothesis  # noqa: F401 - loaded here once, for the processes of the tests
import numpy as np  # noqa: F401
import pyroaring  # noqa: F401
import pytest
import regex  # noqa: F401
import zstandard  # noqa: F401
from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import use_mutation
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_item import MutationSpec
from tqdm import tqdm

ROOT = Path(__file__).parents[2]
SECONDS = 120  # of processor time for the tests of a room
TIMES = 4  # what they take without a change; if they take more with one, it is noticed
PATIENCE = 900.0  # seconds for the same, however busy the machine is
CPU_SPENT = (signal.SIGXCPU, signal.SIGKILL)
EXAMPLES = 25  # that hypothesis draws for each test
UNCHANGING = tomllib.loads(Path(__file__).with_name("unchanging.toml").read_text("utf-8"))["change"]
SOURCES = ("index_builder", "server")
NOT_OURS = (
    "editors/vscode/node_modules/commonmark-spec/spec.txt",
)  # which tests read if it is there
OPERATORS = (
    "core/AddNot",
    "core/NumberReplacer",
    "core/ReplaceAndWithOr",
    "core/ReplaceOrWithAnd",
    "core/ReplaceTrueWithFalse",
    "core/ReplaceFalseWithTrue",
    "core/ReplaceBreakWithContinue",
    "core/ReplaceContinueWithBreak",
    "core/ReplaceUnaryOperator_Delete_Not",
    "core/ReplaceUnaryOperator_Delete_USub",
    "core/ReplaceBinaryOperator_Add_Sub",
    "core/ReplaceBinaryOperator_Sub_Add",
    "core/ReplaceComparisonOperator_Eq_NotEq",
    "core/ReplaceComparisonOperator_NotEq_Eq",
    "core/ReplaceComparisonOperator_Lt_LtE",
    "core/ReplaceComparisonOperator_LtE_Lt",
    "core/ReplaceComparisonOperator_Gt_GtE",
    "core/ReplaceComparisonOperator_GtE_Gt",
    "core/ReplaceComparisonOperator_Lt_Gt",
    "core/ReplaceComparisonOperator_Gt_Lt",
    "core/ReplaceComparisonOperator_Is_IsNot",
    "core/ReplaceComparisonOperator_IsNot_Is",
)


@dataclass(frozen=True)
class Room:
    """Code to plant changes in, and the tests that ought to notice, quick ones first."""

    code: tuple[str, ...]
    tests: tuple[str, ...]


def _paths(folder: str, names: str) -> tuple[str, ...]:
    return tuple(f"{folder}/{name}" for name in names.split())


ROOMS = {
    "index": Room(
        _paths(
            "index_builder/unlinkable_index",
            "index.py file/index_file.py file/index_files.py file/header.py file/storage.py "
            "file/postings.py file/packing.py file/key_tables.py",
        ),
        _paths(
            "tests/unlinkable_index",
            "test_header.py test_frequencies.py test_block_array.py test_build_and_read.py "
            "test_hash_table.py test_bloom_filter.py "
            "test_word_postings.py test_damage_in_use.py test_reveals.py test_damage_forged.py "
            "test_format.py",
        ),
    ),
    "draft": Room(
        _paths(
            "server/unlinkable/draft",
            "block.py disguises.py draft.py masks.py reader.py sentences.py",
        ),
        (
            *_paths(
                "tests/unlinkable/draft",
                "test_rendering.py test_other_words.py test_draft.py test_masks.py "
                "test_markdown.py test_commonmark.py "
                "test_sentences.py test_blocks.py test_words_of_spans.py test_pipelines.py "
                "test_hard_inputs.py",
            ),
            "tests/unlinkable/findings/test_readings.py",
            "tests/unlinkable/trust/test_disguises.py",
        ),
    ),
    "latex": Room(
        ("index_builder/unlinkable_index/documents/latex",),
        ("tests/unlinkable/draft/test_latex.py",),
    ),
    "phrases": Room(
        _paths(
            "server/unlinkable/findings",
            "phrases.py report.py circumstances.py plausible_original.py narrowing.py "
            "clauses.py costs.py guessing.py hitting_set.py question.py",
        ),
        _paths(
            "tests/unlinkable/findings",
            "test_question.py test_doubts.py test_phrases.py test_report.py test_costs.py "
            "test_flagged_passages.py test_plausible_original.py test_readings.py "
            "test_combinations.py",
        ),
    ),
    "combinations": Room(
        ("server/unlinkable/findings/combinations",),
        _paths(
            "tests/unlinkable/findings",
            "test_hitting_set.py test_roaring_bits.py test_bit_sets.py test_search.py "
            "test_following.py test_combinations.py test_combinations_at_scale.py",
        ),
    ),
    "ranking": Room(
        _paths("server/unlinkable/findings", "bm25.py leading.py ranking.py"),
        ("tests/unlinkable/findings/ranking",),
    ),
    "decoding": Room(
        (
            *_paths("server/unlinkable/model/decoding", "guided_decoding.py tokens.py"),
            "server/unlinkable/rewriting/verification.py",
        ),
        (
            *_paths(
                "tests/unlinkable/model", "test_grammar.py test_sampling.py test_guided_decoding.py"
            ),
            *_paths(
                "tests/unlinkable/rewriting", "test_watch.py test_additions.py test_rewriter.py"
            ),
        ),
    ),
    "formats": Room(
        _paths("index_builder/unlinkable_index/documents", "docx odt markdown shared"),
        _paths(
            "tests/unlinkable_index/documents",
            "test_markers.py test_docx_lists.py test_odt_lists.py test_docx.py test_odt.py",
        ),
    ),
    "documents": Room(
        _paths(
            "index_builder/unlinkable_index/documents",
            "docx/writing.py docx/lines.py docx/looks.py docx/source.py docx/new_package.py "
            "odt/writing.py odt/lines.py odt/looks.py",
        ),
        ("tests/unlinkable_index/documents/writing",),
    ),
    "masking": Room(
        _paths(
            "server/unlinkable/rewriting",
            "masking/masking.py masking/readable.py verification.py task.py",
        ),
        _paths(
            "tests/unlinkable/rewriting",
            "test_hitting_set.py test_masking.py test_masking_ranked.py "
            "test_verification.py test_remaining.py",
        ),
    ),
}


def changes_in(room: Room) -> list[MutationSpec]:
    """Every change that can be planted in the code of a room."""
    found = []
    for name in room.code:
        path = ROOT / name
        for module in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            nodes = list(ast_nodes(get_ast_from_path(module)))
            lines = module.read_text(encoding="utf-8").splitlines()
            for operator_name in OPERATORS:
                operator = get_operator(operator_name)()
                places = [place for node in nodes for place in operator.mutation_positions(node)]
                found += [
                    MutationSpec(module.relative_to(ROOT), operator_name, number, start, end)
                    for number, (start, end) in enumerate(places)
                    if not lines[start[0] - 1].startswith("@dataclass")  # mypy holds these
                ]
    return found


def copied(folder: Path) -> Path:
    """A copy of the checkout in ``folder``, its tests with fewer examples."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    names = [name for name in listed.stdout.split("\0") if name]
    for name in [*names, *NOT_OURS]:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, target)
    for test in (folder / "tests").rglob("test_*.py"):
        text = re.sub(r"\bexamples\(\d+\)", f"examples({EXAMPLES})", test.read_text("utf-8"))
        test.write_text(text, encoding="utf-8")
    return folder


@dataclass(frozen=True)
class Planted:
    """A change to try, and what became of it."""

    room: str
    module: str
    operator: str = ""  # none: the code as it is
    number: int = 0  # among the changes that the operator can make in the module
    outcome: str = ""  # survived, changes nothing, noticed, or no end: the tests ran out of time
    diff: str = ""

    @property
    def survived(self) -> bool:
        """Whether no test failed."""
        return self.outcome == "survived"

    @property
    def known_to_change_nothing(self) -> bool:
        """Whether it is one of those for which a reason is given."""
        before, after = (
            [line[1:].strip() for line in self.diff.splitlines() if line.startswith(sign)]
            for sign in ("-", "+")
        )
        return any(
            self.module.endswith(one["module"])
            and before == [one["before"]]
            and after == [one.get("after", *after)]
            for one in UNCHANGING
        )


def tests_pass(change: Planted, copy: Path, seed: int) -> bool:
    """Whether the tests of the room pass in a copy, those named after the module first."""
    os.environ["PYTHONPATH"] = os.pathsep.join(map(str, (copy, *(copy / it for it in SOURCES))))
    sys.path[:0] = os.environ["PYTHONPATH"].split(os.pathsep)
    for name in [name for name in sys.modules if name.partition(".")[0] == "tests"]:
        del sys.modules[name]  # those of the checkout
    os.chdir(copy)
    first = f"/test_{Path(change.module).stem}.py"
    tests = sorted(ROOMS[change.room].tests, key=lambda path: not path.endswith(first))
    options = ["-q", "-x", f"--hypothesis-seed={seed}", "-p", "no:cacheprovider"]
    return pytest.main([*options, f"--rootdir={copy}", *tests]) == 0


def tried(change: Planted, copy: Path, seed: int, seconds: int) -> Planted:
    """What the tests say with the change in place, run in a process of their own.

    The process is a fork of this one, which has loaded what the tests need but no code of ours. It
    has so many ``seconds`` of processor time.
    """
    diff, planting = "", contextlib.nullcontext()
    if change.operator:
        path = copy / change.module
        planting = use_mutation(path, get_operator(change.operator)(), change.number)
    with planting as texts:
        if texts:
            lines = difflib.unified_diff(*(text.splitlines() for text in texts), lineterm="", n=1)
            diff = "\n".join(list(lines)[2:])
        child = os.fork()
        if not child:
            os.setsid()
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            sys.dont_write_bytecode = bool(change.operator)
            nowhere = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nowhere, stream)
            os._exit(0 if tests_pass(change, copy, seed) else 1)
        status = status_within(PATIENCE, child)
    endless = status is None or (os.WIFSIGNALED(status) and os.WTERMSIG(status) in CPU_SPENT)
    outcome = "no end" if endless else "noticed" if status else "survived"
    done = replace(change, outcome=outcome, diff=diff)
    if done.survived and done.known_to_change_nothing:
        return replace(done, outcome="changes nothing")
    return done


def status_within(seconds: float, child: int) -> int | None:
    """How a process ended; it and all it began are killed, at the latest when the time is up."""
    end, status = time.monotonic() + seconds, None
    while status is None and time.monotonic() < end:
        pid, code = os.waitpid(child, os.WNOHANG)
        if pid:
            status = code
        else:
            time.sleep(0.02)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    if status is None:
        os.waitpid(child, 0)
    return status


def tried_in_turn(changes: Sequence[Planted], seed: int) -> Iterator[Planted]:
    """What became of each change, in one copy of the checkout."""
    with tempfile.TemporaryDirectory() as folder:
        copy = copied(Path(folder))
        seconds = {}
        for room in sorted({change.room for change in changes}):
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            if not tried(Planted(room, ""), copy, seed, SECONDS).survived:
                sys.exit(f"without any change the tests of {room} fail, or take too long")
            taken = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
            seconds[room] = round(TIMES * taken) + 10
        for change in changes:
            yield tried(change, copy, seed, seconds[change.room])


def chosen(rooms: Sequence[str], sample: int, seed: int) -> list[Planted]:
    """As many changes from each room, in an order that mixes the rooms."""
    draw = random.Random(seed)
    found = []
    for name in rooms:
        possible = changes_in(ROOMS[name])
        for change in draw.sample(possible, min(sample, len(possible))):
            place = str(change.module_path)
            found.append(Planted(name, place, change.operator_name, change.occurrence))
    draw.shuffle(found)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Plant changes and count those that are noticed; 1 when fewer than 85 in a hundred are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--room", action="append", choices=ROOMS)
    parser.add_argument("--sample", type=int, default=30, help="changes a room (default 30)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--results", type=Path, help="a file for what became of each change")
    parser.add_argument("--again", type=Path, help="results whose survivors alone are tried")
    args = parser.parse_args(arguments)
    if args.again:
        lines = args.again.read_text(encoding="utf-8").splitlines()
        changes = [one for one in (Planted(**json.loads(line)) for line in lines) if one.survived]
    else:
        changes = chosen(args.room or list(ROOMS), args.sample, args.seed)
    outcomes = []
    with (args.results or Path(os.devnull)).open("a", encoding="utf-8") as results:
        for one in tqdm(tried_in_turn(changes, args.seed), total=len(changes), unit="change"):
            outcomes.append(one)
            results.write(json.dumps(asdict(one)) + "\n")
            results.flush()
            if one.survived:
                tqdm.write(f"survived, {one.room}: {one.module}\n{one.diff}")
    for room in sorted({one.room for one in outcomes}):
        print(f"{room}: {said([one for one in outcomes if one.room == room])}")
    print(f"all: {said(outcomes)}")
    return 0 if share(outcomes) >= 0.85 else 1


def share(outcomes: Sequence[Planted]) -> float:
    """What part of the changes was noticed, those that change nothing left out."""
    told = [one.survived for one in outcomes if one.outcome != "changes nothing"]
    return told.count(False) / max(1, len(told))


def said(outcomes: Sequence[Planted]) -> str:
    """What became of some changes, in words."""
    counts = Counter(one.outcome for one in outcomes)
    noticed = counts["noticed"] + counts["no end"]
    nothing = counts["changes nothing"]
    part = f"{share(outcomes):.0%}"
    return f"{len(outcomes)} tried, {nothing} change nothing, {noticed} noticed ({part})"


if __name__ == "__main__":
    sys.exit(main())
