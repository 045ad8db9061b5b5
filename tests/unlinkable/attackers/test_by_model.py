"""A model that copies reads masks off the originals, in the real llama.cpp; and what it costs."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.unlinkable.cli.conftest import Run, folder, run  # noqa: F401
from tests.unlinkable.model.conftest import demand_llama
from unlinkable.attackers.attacker import Attacker, ModelShown
from unlinkable.attackers.infilling import Way
from unlinkable.attackers.model_reader import ModelReader
from unlinkable.attackers.rulings import Rulings, Texts
from unlinkable.draft import read_draft
from unlinkable.lab.attack_by_model import AttackPlan, ModelAttack
from unlinkable.model.author import Candidate, ModelOptions, Writing
from unlinkable.model.process.process import Model
from unlinkable.model.span_prompt import infilling_prompt
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.index import Index

ORIGINAL = (
    "It was said in open court that the claimant Rosalind Achterberg kept bees behind the old "
    "rectory. She wrote to Walter Pell of the parish council about it."
)
OTHERS = {
    "mill": "The claimant owned a mill near the river. He wrote to nobody about it.",
    "goat": "The goat ate the hedge behind the school and was sold.",
}
DRAFT = (
    "It was said in open court that the claimant [REDACTED] kept bees behind the old "
    "rectory. She wrote to [REDACTED] of the parish council about it."
)


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the originals and their index."""
    place = tmp_path_factory.mktemp("originals")
    rows = [{"id": "bees", "text": ORIGINAL}]
    rows += [{"id": name, "text": text} for name, text in OTHERS.items()]
    (place / "all.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    build_index([place / "all.jsonl"], place / "i.unlinkable", Options(processes=1))
    return place


@pytest.fixture(scope="module")
def copier(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model file that knows the words of the originals and of the prompt."""
    demand_llama()
    from tests.unlinkable.model.copying_model import write_copying_model

    path = tmp_path_factory.mktemp("copier") / "copier.gguf"
    prompt = infilling_prompt((), "", "", plan=False)
    told = [message.content for message in (*prompt.fixed, prompt.asked)]
    write_copying_model(path, [ORIGINAL, DRAFT, *OTHERS.values(), *told])
    return path


@pytest.fixture
def index(collection: Path) -> Iterator[Index]:
    with Index.open(collection / "i.unlinkable") as opened:
        yield opened


def test_a_model_that_copies_reads_off_where_it_has_the_original(
    copier: Path, collection: Path, index: Index
) -> None:
    rulings = Rulings(Texts.read([collection / "all.jsonl"]), index)
    attacked = Attacker(index).attack(read_draft(DRAFT))
    model = Model(ModelOptions(copier, threads=1, gpu_layers=0, reasoning=False))
    try:
        with_original = ModelAttack(index, ModelReader(model), originals=rulings)
        assert with_original.level is ModelShown.ORIGINAL
        found = with_original.attack(attacked)
        assert [one.filled and one.filled.text for one in found.masks] == [
            "Rosalind Achterberg",
            "Walter Pell",
        ]
        assert all(one.filled and one.filled.probability > 0.9 for one in found.masks)
        without = ModelAttack(index, ModelReader(model), background=rulings)
        assert without.level is ModelShown.OTHERS
        said = [one.filled and one.filled.text for one in without.attack(attacked).masks]
        assert "Rosalind Achterberg" not in said
        assert "Walter Pell" not in said
    finally:
        model.close()


@dataclass
class Scripted:
    """An author that writes the same, whatever its judge says, and remembers what was asked."""

    says: str
    asked: list[Writing] = field(default_factory=list)
    options: ModelOptions = field(default_factory=lambda: ModelOptions(Path("scripted.gguf")))

    def candidates(self, writing: Writing, *_: object) -> Iterator[Candidate]:
        self.asked.append(writing)
        yield Candidate(self.says, None, 0.0, 1, 0)


@pytest.mark.parametrize(
    ("said", "guess"),
    [
        ("Rosalind Achterberg", "Rosalind Achterberg"),
        ("[...]", None),
        ("[REDACTED]", None),
        ("Ms [...]", None),
        ("____", None),
        ("[sic] Smith", "[sic] Smith"),
    ],
)
@pytest.mark.parametrize("after", [" wrote to [...] of the council.", " kept bees.", " [...]"])
def test_a_mask_is_no_guess(said: str, guess: str | None, after: str) -> None:
    before = "It was said that [...] and "
    author = Scripted(f"{before.rstrip()} {said}{after}")
    found = ModelReader(author)((), before, after, 0)  # type: ignore[arg-type]
    assert (found and found.text) == guess
    (writing,) = author.asked
    fault = writing.judge(author.says, True)
    if after != " [...]":  # what stands there cannot be told from what is written
        assert (fault is None) == (guess is not None)
    assert writing.judge(f"{before.rstrip()} Smith{after}", True) is None


def test_the_level_is_what_is_at_hand(index: Index, tmp_path: Path) -> None:
    def reader(*_: object) -> None:
        return None

    assert ModelAttack(index, reader).level is ModelShown.NOTHING
    (tmp_path / "elsewhere.txt").write_text("Another text.", "utf-8")
    general = Rulings(Texts.read([tmp_path]), index)
    assert ModelAttack(index, reader, background=general).level is ModelShown.GENERAL
    found = ModelAttack(index, reader).attack(Attacker(index).attack(read_draft(DRAFT)))
    assert found.by_model is not None
    assert (found.by_model.tried, found.by_model.of) == (0, 2)


def test_what_is_known_already_comes_last_where_time_is_short(
    collection: Path, index: Index
) -> None:
    asked: list[str] = []

    def reader(_: object, before: str, *__: object) -> None:
        asked.append(before.split()[-1])

    texts = Texts.read([collection / "all.jsonl"])
    changed = DRAFT.replace("She wrote to", "A letter came for")
    attacked = Attacker(index, texts).attack(read_draft(changed))
    assert [one.read and one.read.exact for one in attacked.masks] == [True, False]
    ModelAttack(index, reader, plan=AttackPlan(telling_first=True)).attack(attacked)
    assert asked == ["for", "claimant"]
    asked.clear()
    ModelAttack(index, reader).attack(attacked)
    assert asked == ["claimant", "for"]


def test_the_cost_grows_with_masks_parts_and_runs() -> None:
    plan = AttackPlan()
    assert plan.tokens(2) == 2 * plan.tokens(1)
    assert 1_500 < plan.tokens(1) < 2_500  # about 1,600 as published
    assert AttackPlan(way=Way(runs=3)).tokens(1) == 3 * plan.tokens(1)


def test_from_the_command_line_the_cost_is_said_first(
    copier: Path,
    collection: Path,
    run: Run,  # noqa: F811
    tmp_path: Path,
) -> None:
    (tmp_path / "draft.txt").write_text(DRAFT, "utf-8")
    originals = str(collection / "all.jsonl")
    flags = ("-i", str(collection / "i.unlinkable"), "--originals", originals)
    done = run("attack", "draft.txt", *flags, "--model", str(copier))
    assert "the model reads and writes up to" in done.err
    assert "--minutes limits it" in done.err
    assert "Rosalind" not in done.err
    out = " ".join(done.out.split())
    assert "filled in by the model: »Rosalind Achterberg«" in out
    assert "It filled in 2 of 2 masks (level 4); 2 of 2 that could be read off it has" in out


def test_when_the_minutes_are_over_the_cheap_answers_stand(
    copier: Path,
    collection: Path,
    run: Run,  # noqa: F811
    tmp_path: Path,
) -> None:
    (tmp_path / "draft.txt").write_text(DRAFT, "utf-8")
    originals = str(collection / "all.jsonl")
    flags = ("-i", str(collection / "i.unlinkable"), "--originals", originals)
    done = run("attack", "draft.txt", *flags, "--model", str(copier), "--minutes", "0")
    out = " ".join(done.out.split())
    assert "read off: »Rosalind Achterberg«" in out
    assert "It filled in 0 of 2 masks" in out
    assert "it may take 0 of them" in done.err


def test_a_model_file_that_is_none_is_said_before_anything_is_read(
    run: Run,  # noqa: F811
    tmp_path: Path,
) -> None:
    (tmp_path / "draft.txt").write_text(DRAFT, "utf-8")
    done = run("attack", "draft.txt", "-i", "absent", "--model", "draft.txt")
    assert done.status == 2
    assert "draft.txt" in done.err
    done = run("attack", "draft.txt", "-i", "absent", "--runs", "0")
    assert "--runs" in done.err
    assert "--minutes" in run("attack", "draft.txt", "-i", "absent", "--minutes", "nan").err
