"""What the tests notice: small changes planted at random in the code, and the tests run on each.

    python -m tests.benchmarks.mutants [--room NAME]... [--sample 200] [--seed N] [--processes 2]

A change turns a comparison, adds one to a constant, exchanges "and" and "or", plus and minus, or
takes a "not" away (cosmic-ray makes them). Each is planted in a copy of the checkout, where the
tests of its room run until one fails. Prints what survived, with its place, and the share noticed.
The seed decides which changes are tried, and how hypothesis draws its examples.
"""

import argparse
import queue
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkResult
from tqdm import tqdm

ROOT = Path(__file__).parents[2]
SECONDS = 400.0  # for the tests on one change; a change after which they never end is noticed
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


ROOMS = {
    "index": Room(
        (
            "index_builder/unlinkable_index/index.py",
            "index_builder/unlinkable_index/index_file.py",
            "index_builder/unlinkable_index/index_files.py",
            "index_builder/unlinkable_index/header.py",
            "index_builder/unlinkable_index/blocks.py",
            "index_builder/unlinkable_index/block_array.py",
            "index_builder/unlinkable_index/phrase_table.py",
            "index_builder/unlinkable_index/document_sets.py",
            "index_builder/unlinkable_index/word_postings.py",
            "index_builder/unlinkable_index/frequencies.py",
            "index_builder/unlinkable_index/hash_table.py",
        ),
        ("tests/unlinkable_index",),
    ),
    "draft": Room(("server/unlinkable/draft",), ("tests/unlinkable/draft",)),
    "findings": Room(("server/unlinkable/findings",), ("tests/unlinkable/findings",)),
    "decoding": Room(
        (
            "server/unlinkable/model/guided_decoding.py",
            "server/unlinkable/model/grammar.py",
            "server/unlinkable/model/sampling.py",
            "server/unlinkable/rewriting/watch.py",
            "server/unlinkable/rewriting/additions.py",
        ),
        ("tests/unlinkable/model", "tests/unlinkable/rewriting"),
    ),
    "masking": Room(
        (
            "server/unlinkable/rewriting/masking.py",
            "server/unlinkable/rewriting/hitting_set.py",
            "server/unlinkable/rewriting/verification.py",
        ),
        ("tests/unlinkable/rewriting",),
    ),
}


def changes_in(room: Room) -> list[MutationSpec]:
    """Every change that can be planted in the code of a room."""
    found = []
    for name in room.code:
        path = ROOT / name
        for module in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            nodes = list(ast_nodes(get_ast_from_path(module)))
            for operator_name in OPERATORS:
                operator = get_operator(operator_name)()
                places = [place for node in nodes for place in operator.mutation_positions(node)]
                found += [
                    MutationSpec(module.relative_to(ROOT), operator_name, number, start, end)
                    for number, (start, end) in enumerate(places)
                ]
    return found


def copied(folder: Path) -> Path:
    """A copy of the checkout in ``folder``."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in filter(None, listed.stdout.split("\0")):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target)
    return folder


def tests_of(room: Room, copy: Path, seed: int) -> str:
    """The command that runs the tests of a room in a copy of the checkout."""
    paths = " ".join(str(copy / path) for path in room.tests)
    return (
        f"env PYTHONPATH={copy}:{copy}/index_builder:{copy}/server {sys.executable} -m pytest "
        f"-q -x -p no:cacheprovider --hypothesis-seed={seed} --rootdir={copy} -c "
        f"{copy}/pyproject.toml {paths}"
    )


def tried(change: MutationSpec, room: Room, copies: "queue.Queue[Path]", seed: int) -> WorkResult:
    """Run the tests with a change in place."""
    copy = copies.get()
    try:
        there = replace_path(change, copy / change.module_path)
        return mutate_and_test([there], tests_of(room, copy, seed), SECONDS)
    finally:
        copies.put(copy)


def replace_path(change: MutationSpec, path: Path) -> MutationSpec:
    """The same change of the same module in another folder."""
    return MutationSpec(
        path, change.operator_name, change.occurrence, change.start_pos, change.end_pos
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Plant changes and count those that are noticed; 1 when fewer than 85 in a hundred are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--room", action="append", choices=ROOMS)
    parser.add_argument("--sample", type=int, default=200, help="changes in all (default 200)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args(arguments)
    rooms = {name: ROOMS[name] for name in args.room or ROOMS}
    possible = [(name, change) for name, room in rooms.items() for change in changes_in(room)]
    chosen = random.Random(args.seed).sample(possible, min(args.sample, len(possible)))
    noticed = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(args.processes) as pool:
        copies: queue.Queue[Path] = queue.Queue()
        for number in range(args.processes):
            copies.put(copied(Path(folder) / str(number)))
        for room in rooms.values():
            if subprocess.run(tests_of(room, copies.queue[0], args.seed).split()).returncode:
                sys.exit("the tests fail without any change; mend them first")
        results = pool.map(lambda one: tried(one[1], rooms[one[0]], copies, args.seed), chosen)
        for (name, change), result in zip(
            chosen, tqdm(results, total=len(chosen), unit="change"), strict=True
        ):
            if result.test_outcome is not TestOutcome.SURVIVED:
                noticed += 1
                continue
            tqdm.write(f"survived, {name}: {change.module_path}:{change.start_pos[0]}")
            tqdm.write("\n".join((result.diff or "").splitlines()[2:]))
    share = noticed / len(chosen)
    print(f"{noticed} of {len(chosen)} changes noticed ({share:.0%}); {len(possible)} possible")
    return 0 if share >= 0.85 else 1


if __name__ == "__main__":
    sys.exit(main())
