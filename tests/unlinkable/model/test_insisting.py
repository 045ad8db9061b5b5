"""A model that insists on forbidden words, in tokens such as models have, writes others at once."""

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.unlinkable.model.byte_pairs import BytePairs
from tests.unlinkable.model.conftest import vocabularies
from tests.unlinkable.model.insisting import Insisting
from tests.unlinkable.model.test_guided_decoding import forbids
from unlinkable.model.decoding.guided_decoding import GuidedDecoding, Limits
from unlinkable.model.decoding.tokens import Sampling
from unlinkable.model.decoding.written_text import Fault, Judge
from unlinkable.stopping import never
from unlinkable_index.words import find_words

SENTENCES = """\
The claimant kept a small flock of geese behind the old brewery until the flood came.
He was also suspected of being a member of the band that robbed the ferry at night.
The tribunal held that the harbour master had neither warned the crew nor closed the sluice.
Her brother, a retired organ builder, testified that the cellar had been flooded twice before.
The applicant asked for damages, because the defenestration of his piano had ruined the instrument.
On appeal it was argued that the beekeeping association owed no duty to passing cyclists.
The witness remembered a tall stranger with a limp who carried two lanterns and a ladder.
The municipality refused to renew the lease of the shooting range after several complaints.
Die Klägerin hält im Hinterhof der Gärtnerei zwei Esel, die nachts ungewöhnlich laut schreien.
""".splitlines()
OTHERS = ("other", "same", "certain", "matter", "part", "thing", "whole", "general", "usual")
LIMITS = Limits(300, least_mean=-100)  # what it writes is all that it can
Tokens = tuple[Sequence[bytes], Callable[[str], list[int]]]


class RollBacks(NamedTuple):
    """Of all texts: how often the context was cut back, how often that was in the middle of a word,
    and how often words were judged to be faulty that had been before in the same text."""

    all: int
    in_mid_word: int
    at_the_same_words: int


class Noting:
    """A judge that notes the words that it finds faulty."""

    def __init__(self, judge: Judge) -> None:
        self.faulty: list[tuple[str, ...]] = []
        self._judge = judge

    def __call__(self, text: str, ended: bool) -> Fault | None:
        fault = self._judge(text, ended)
        if fault is not None:
            words = find_words(text)
            starts = words.starts.tolist()
            first, last = starts.index(fault.first), starts.index(fault.last)
            self.faulty.append(words.forms[first : last + 1])
        return fault


def made_tokens() -> Tokens:
    made = BytePairs([*SENTENCES, " ".join(OTHERS)] * 2, merges=260)
    return made.pieces, made.tokens


def tokens_of(vocabulary: Path) -> Tokens:
    import llama_cpp

    from unlinkable.model.gguf.llama import pieces_of

    llama = llama_cpp.Llama(str(vocabulary), vocab_only=True, verbose=False)
    return pieces_of(llama), lambda text: llama.tokenize(text.encode(), False)


def forbidden_sets(sentence: str, count: int) -> Iterator[set[tuple[str, ...]]]:
    """Phrases of the sentence, of one to three words."""
    chance, forms = random.Random(sentence), find_words(sentence).forms
    for _ in range(count):
        lengths = chance.choices((1, 2, 2, 3), k=3)
        starts = [chance.randrange(len(forms) - length) for length in lengths]
        yield {forms[a : a + length] for a, length in zip(starts, lengths, strict=True)}


def rolled_back(tokens: Tokens, times: int) -> RollBacks:
    """Each sentence is wanted so many times, each time with other phrases forbidden; they are never
    written."""
    counted = RollBacks(0, 0, 0)
    for sentence in SENTENCES:
        for forbidden in forbidden_sets(sentence, times):
            source = Insisting(*tokens, sentence, OTHERS)
            judge = Noting(forbids(forbidden))
            text = GuidedDecoding(source, judge, Sampling(), LIMITS).write(never).text
            assert judge(text, True) is None
            again = len(judge.faulty) - len({*judge.faulty})
            inside = sum(is_in_word(was, stays) for was, stays in source.cut_back)
            counted = RollBacks(
                counted.all + len(source.cut_back),
                counted.in_mid_word + inside,
                counted.at_the_same_words + again,
            )
    return counted


def is_in_word(text: str, place: int) -> bool:
    words = find_words(text)
    bounds = zip(words.starts.tolist(), words.ends.tolist(), strict=True)
    return any(start < place < end for start, end in bounds)


def test_no_roll_back_is_in_mid_word_and_hardly_one_meets_the_same_words_again() -> None:
    found = rolled_back(made_tokens(), times=4)
    assert found.all > 20
    assert found.in_mid_word == 0
    assert found.at_the_same_words <= found.all / 20


@pytest.mark.parametrize("name", ["qwen2", "llama-bpe", "gpt-2", "phi-3"])
def test_the_same_is_true_of_the_tokens_of_real_models(name: str) -> None:
    found = rolled_back(tokens_of(vocabularies() / f"ggml-vocab-{name}.gguf"), times=2)
    assert found.all > 20
    assert found.in_mid_word == 0
    assert found.at_the_same_words <= found.all / 20
