"""What becomes of the good and the bad rewordings of the bank: accepted or refused, and why.

    python -m tests.benchmarks.rewordings
    python -m tests.benchmarks.rewordings --collection FILE [--documents 3000]

Without a collection, by the checks that need no index. With one (JSON lines, also .xz) the English
passages are put together to invented rulings, which are indexed with the first documents of the
collection, and each rewording is verified in its ruling: with the source named, with the source
inferred, and against everything. Phrases that stood in the passage before do not count, since the
bank flags by its own choice and not by this index.
"""

import argparse
import itertools
import json
import lzma
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from tests.unlinkable.fidelity.rewordings import TURNING, Rewording, rewordings

from unlinkable.draft import DEFAULT_MASKS, Markup, Reading, Span
from unlinkable.fidelity.fidelity import unfaithful
from unlinkable.fidelity.kind_of_text import another_kind
from unlinkable.findings.question import Question
from unlinkable.findings.report import check
from unlinkable.rewriting.edits import Replacements
from unlinkable.rewriting.passage_request import PassageRequest, Target
from unlinkable.rewriting.task import Task, asked_against, suspects_of
from unlinkable.rewriting.verification import Verifier
from unlinkable_index.builder import build_index
from unlinkable_index.building.plan import Options
from unlinkable_index.index import Index
from unlinkable_index.words import find_words

Judge = Callable[[Rewording], tuple[str, ...]]
PASSAGES_A_RULING = 8
LINKS = re.compile(r"“(.+)” leads to ")
REASONS = (  # what a reason says, and what it is called here
    (r"leads to|is still there", "leads back"),
    (r"is no word|looks like another", "no word"),
    (r"negation|negated|belongs to other words", "negation"),
    (r"modal verb", "modal verb"),
    (r"number|“\d", "number"),
    (r"date", "date"),
    (r"reference", "reference"),
    (r"name", "name"),
    (r"mask", "mask"),
    (r"term of the law", "term of the law"),
    (r"not known to say", "another word"),
    (r"became|is missing|was not there", "opposite"),
    (r"", "kind of text"),
)


def by_words(one: Rewording) -> tuple[str, ...]:
    """Why the checks that need no index refuse a rewording."""
    reasons = unfaithful(one.before, one.after, one.flagged, DEFAULT_MASKS, one.language)
    return reasons + another_kind(one.before, one.after, Markup.PLAIN, Reading())


class Rulings:
    """The passages of the bank in one language put together to rulings, and how each is judged."""

    def __init__(self, bank: Iterable[Rewording]) -> None:
        passages = list(dict.fromkeys(one.before for one in bank))
        starts = range(0, len(passages), PASSAGES_A_RULING)
        groups = (passages[start : start + PASSAGES_A_RULING] for start in starts)
        self.texts = {f"invented-{number}": " ".join(some) for number, some in enumerate(groups)}

    def judge(self, index: Index, question: Callable[[Task, int], Question]) -> Judge:
        """Why a rewording is refused in its ruling; ``question``: what is asked of it, given the
        number of its original."""
        tasks = {}
        for name, text in self.texts.items():
            task = Task.of(text, Markup.PLAIN, Reading(), Question(max_terms=1))
            source = index.document_number(name)
            assert source is not None
            tasks[text] = replace(task, question=question(task, source))

        def reasons(one: Rewording) -> tuple[str, ...]:
            task = next(task for text, task in tasks.items() if one.before in text)
            start = task.draft.text.index(one.before)
            passage = Span(start, start + len(one.before))
            flagged = tuple(Span(start + span.start, start + span.end) for span in one.flagged)
            request = PassageRequest(task, Target(passage, flagged, ()), Replacements())
            found = Verifier(request, index).verdict(one.after).reasons
            there = " ".join(find_words(one.before).forms)
            return tuple(why for why in found if not stood_there(why, there))

        return reasons


def stood_there(reason: str, forms: str) -> bool:
    """Whether the reason is a phrase that leads back and stood in the passage before."""
    linked = LINKS.match(reason)
    return linked is not None and " ".join(find_words(linked[1]).forms) in forms


def named(_: Task, source: int) -> Question:
    return Question(max_terms=1, source=source)


def inferred(index: Index) -> Callable[[Task, int], Question]:
    def question(task: Task, source: int) -> Question:
        suspects = suspects_of(check(task.draft, index, task.question), index)
        assert suspects.likeliest == source, "the source was not inferred"
        return asked_against(task.question, suspects)

    return question


def kind_of(reason: str) -> str:
    return next(name for pattern, name in REASONS if re.search(pattern, reason))


def texts_of(collection: Path, documents: int) -> Iterator[str]:
    opened = lzma.open if collection.suffix == ".xz" else open
    with opened(collection, "rt", encoding="utf-8") as lines:
        for line in itertools.islice(lines, documents):
            yield json.loads(line)["text"]


def share(judged: list[bool]) -> str:
    return f"{sum(judged)} of {len(judged)} ({sum(judged) / max(1, len(judged)):.0%})"


def figures(title: str, bank: list[Rewording], judge: Judge) -> None:
    """Print what passes and what is refused, and by which kinds of reasons."""
    print(f"\n{title}")
    judged = [(one, judge(one)) for one in bank]
    for held_out in (False, True):
        part = [(one, why) for one, why in judged if one.held_out == held_out]
        print("  held out:" if held_out else "  open:")
        for name, chosen in (
            ("good, accepted", [not why for one, why in part if one.good]),
            ("bad, accepted", [not why for one, why in part if not one.good]),
            ("of these turning something", [not why for one, why in part if one.kind in TURNING]),
        ):
            print(f"    {name}: {share(chosen)}")
    for name, good in (("good", True), ("bad", False)):
        kinds = Counter(
            kind for one, why in judged if one.good == good for kind in {*map(kind_of, why)}
        )
        print(f"  {name}, refused for:", ", ".join(f"{k} {n}" for k, n in kinds.most_common()))
    passed = Counter(one.kind for one, why in judged if not one.good and not why)
    print("  bad, accepted:", ", ".join(f"{kind} {n}" for kind, n in passed.most_common()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--collection", type=Path)
    parser.add_argument("--documents", type=int, default=3000)
    args = parser.parse_args()
    bank = rewordings()
    figures("By the checks that need no index, three languages", bank, by_words)
    if args.collection is None:
        return
    english = [one for one in bank if one.language.code == "en"]
    rulings = Rulings(english)
    with tempfile.TemporaryDirectory() as folder:
        source, built = Path(folder, "rulings.jsonl"), Path(folder, "rulings.unlinkable")
        records = [{"id": name, "text": text} for name, text in rulings.texts.items()]
        others = enumerate(texts_of(args.collection, args.documents))
        records += [{"id": f"other-{number}", "text": text} for number, text in others]
        source.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
        build_index([source], built, Options(processes=2))
        with Index.open(built) as index:
            everything = rulings.judge(index, lambda task, _: task.question)
            figures("English, source named", english, rulings.judge(index, named))
            figures("English, source inferred", english, rulings.judge(index, inferred(index)))
            figures("English, against everything", english, everything)


if __name__ == "__main__":
    main()
