"""Masks for exact search leave nothing that one who searches the texts word by word finds."""

import random
import re
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from tests.unlinkable.rewriting.conftest import index_of
from unlinkable.draft import Markup, Reading
from unlinkable.findings.question import Question
from unlinkable.findings.report import check
from unlinkable.rewriting.masking.masking import mask_until_clean
from unlinkable.rewriting.task import Task

WITHIN, LONGEST, GAP_WORDS, BETWEEN = 10, 7, 3, 10
ORDINARY = [f"o{number}" for number in range(14)]
RARER = [f"r{number}" for number in range(26)]
MASK = "[REDACTED]"


def sentence(chance: random.Random) -> str:
    words = [chance.choice(ORDINARY if chance.random() < 0.8 else RARER) for _ in range(9)]
    return f"{' '.join(words)}."


def collection(seed: int) -> list[str]:
    chance = random.Random(seed)
    shared = [sentence(chance) for _ in range(12)]
    texts = []
    for _ in range(14):
        sentences = [
            chance.choice(shared) if chance.random() < 0.6 else sentence(chance) for _ in range(7)
        ]
        texts.append(" ".join(sentences))
    return texts


def runs_of(text: str) -> list[list[str]]:
    """The words between masks."""
    return [re.findall(r"\w+", part) for part in text.split(MASK)]


def having(texts: list[list[str]], phrase: list[str]) -> set[int]:
    count = len(phrase)
    return {
        number
        for number, words in enumerate(texts)
        if any(words[at : at + count] == phrase for at in range(len(words) - count + 1))
    }


def near(texts: list[list[str]], words: tuple[str, ...]) -> set[int]:
    """The documents that have different words within WITHIN words of each other."""
    found = set()
    for number, text in enumerate(texts):
        for start in range(len(text)):
            if text[start] in words and set(words) <= set(text[start : start + WITHIN + 1]):
                found.add(number)
    return found


def around(texts: list[list[str]], left: list[str], right: list[str]) -> set[int]:
    """The documents that have ``left``, at most BETWEEN words, and ``right``."""
    found = set()
    for number, text in enumerate(texts):
        for at in range(len(text)):
            end = at + len(left)
            if text[at:end] == left and any(
                text[end + gap : end + gap + len(right)] == right for gap in range(BETWEEN + 1)
            ):
                found.add(number)
    return found


def leading(texts: list[list[str]], result: str, source: int, k: int) -> list[object]:
    """All that leads to the source."""

    def leads(documents: set[int]) -> bool:
        return source in documents and len(documents) < k

    runs = runs_of(result)
    found: list[object] = [
        phrase
        for run in runs
        for count in range(1, LONGEST + 1)
        for at in range(len(run) - count + 1)
        if leads(having(texts, phrase := run[at : at + count]))
    ]
    words = sorted({word for run in runs for word in run})
    documents = {word: having(texts, [word]) for word in words}
    found += [
        some
        for size in (2, 3)
        for some in combinations(words, size)
        if leads(set.intersection(*(documents[word] for word in some)))
    ]
    for one in re.split(r"(?<=\.)\s", result):
        inside = sorted(set(re.findall(r"\b[or]\d+", one)))
        found += [
            ("near", some)
            for size in (2, 3)
            for some in combinations(inside, size)
            if leads(near(texts, some))
        ]
    for before, behind in pairwise(runs):
        found += [
            ("gap", left, right)
            for total in range(2, GAP_WORDS + 1)
            for count in range(1, total)
            if leads(
                around(
                    texts, left := before[len(before) - count :], right := behind[: total - count]
                )
            )
            and len(left) == count
            and len(right) == total - count
        ]
    return found


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("k", [2, 3])
def test_nothing_leads_to_the_source_by_any_exact_search(seed: int, k: int, tmp_path: Path) -> None:
    texts = collection(seed)
    chance = random.Random(seed)
    source = chance.randrange(len(texts))
    draft = " ".join(
        MASK if chance.random() < 0.06 and not word.endswith(".") else word
        for word in texts[source].split()
    )
    words = [re.findall(r"\w+", text) for text in texts]
    assert leading(words, draft, source, k)
    with index_of(texts, tmp_path) as index:
        number = index.document_number(str(source))
        question = Question(k, source=number)
        task = Task.of(draft, Markup.PLAIN, Reading(cross_sentences=True), question)
        found = check(task.draft, index, question)
        assert not found.clean
        result = mask_until_clean(task, index, MASK).text
        assert check(task.with_text(result).draft, index, question).clean
    assert leading(words, result, source, k) == []
