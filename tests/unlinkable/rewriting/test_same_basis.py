"""What a searcher who ranks finds before and after is judged by the same originals."""

from pathlib import Path

from tests.unlinkable_index.writing import write_texts
from unlinkable.draft import Markup, Reading
from unlinkable.findings.bm25 import Unit
from unlinkable.findings.question import Question
from unlinkable.findings.report import check
from unlinkable.reporting.protection.recording import taken_for_source
from unlinkable.rewriting.protection import protect
from unlinkable.rewriting.rewriter import Rewriter
from unlinkable.rewriting.task import Task
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.index import Index

SENTENCES = (
    "The heron slept all day beside the old mill.",
    "Rain came down over the wooden bridge at noon.",
    "Nobody in the small town had ever seen it.",
)
"""Each is in the original and in another one, so that none leads back by its phrases."""


def test_before_and_after_are_judged_by_the_same_originals(tmp_path: Path) -> None:
    whole, other = " ".join(SENTENCES), "A zebra crossed."
    texts = {"whole": whole, "other": other, **dict(zip("abc", SENTENCES, strict=True))}
    write_texts(tmp_path / "c.jsonl", texts)
    build_index([tmp_path / "c.jsonl"], tmp_path / "i", Options(processes=1))
    question = Question(max_terms=1, ranked=Unit.SENTENCE)
    draft = " [REDACTED] ".join((*SENTENCES, other))
    with Index.open(tmp_path / "i") as index:
        task = Task.of(draft, Markup.PLAIN, Reading(), question)
        alone = check(task.draft, index, question).ranked
        protection = protect(task, index, Rewriter(index))
        before, after = protection.found.ranked, protection.left.ranked
        assert alone
        assert before
        assert after
        named = [[index.document(n).id for n in one.judged_by] for one in (alone, before, after)]
        assert named == [["whole"], ["whole", "other"], ["whole", "other"]]
        said = taken_for_source(index, protection.suspects)
        assert "Taken for it: other, as 3 of 3 findings lead to it" in said
        assert "ranking is told of whole, which the whole draft ranks first" in said
